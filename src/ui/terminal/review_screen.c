// The review as a screen of screen_loop, with a thread for each seat whose analysis was asked for: the turns that it has analysed wait
// there to be collected.
#include "ui/terminal/review_screen.h"

#include "base/i18n/words.h"
#include "ui/play/review.h"
#include "ui/terminal/saved_game.h"

#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <unistd.h>

typedef struct AnalysisThread {
    AnalyseGame *analyse;
    const GameRecord *record;
    uint8_t seat;
    int wake;
    pthread_t thread;
    // All below is guarded by the lock.
    pthread_mutex_t lock;
    Analysis news; // turns that were not collected yet
    bool is_stopped;
} AnalysisThread;

static void analysis_thread_notify(const AnalysisThread *thread)
{
    if (write(thread->wake, "", 1) < 0) {
        // The pipe is full of news that was not read yet; one more byte is not needed.
    }
}

static bool analysis_thread_take(void *context, const char *words, const double *enemy)
{
    AnalysisThread *thread = context;
    pthread_mutex_lock(&thread->lock);
    const bool goes_on =
        !thread->is_stopped && analysis_add(&thread->news, &memory_heap, words, enemy);
    pthread_mutex_unlock(&thread->lock);
    analysis_thread_notify(thread);
    return goes_on;
}

static void *analysis_thread_run(void *context)
{
    AnalysisThread *thread = context;
    const char *reason =
        thread->analyse(thread->record, thread->seat, analysis_thread_take, thread);
    pthread_mutex_lock(&thread->lock);
    thread->news.is_whole = true;
    thread->news.reason = reason;
    pthread_mutex_unlock(&thread->lock);
    analysis_thread_notify(thread);
    return NULL;
}

// Begins; the record must outlive it. A byte is written to `wake` whenever there is something new. NULL if out of memory or of
// threads.
static AnalysisThread *analysis_thread_create(AnalyseGame *analyse, const GameRecord *record,
                                              uint8_t seat, int wake)
{
    AnalysisThread *thread = calloc(1, sizeof *thread);
    if (!thread)
        return NULL;
    thread->analyse = analyse;
    thread->record = record;
    thread->seat = seat;
    thread->wake = wake;
    pthread_mutex_init(&thread->lock, NULL);
    sigset_t all, before; // signals are for the thread at the terminal
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    const int failed = pthread_create(&thread->thread, NULL, analysis_thread_run, thread);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    if (!failed)
        return thread;
    pthread_mutex_destroy(&thread->lock);
    free(thread);
    return NULL;
}

// Stops it, which may take as long as one turn takes. Accepts NULL.
static void analysis_thread_destroy(AnalysisThread *thread)
{
    if (!thread)
        return;
    pthread_mutex_lock(&thread->lock);
    thread->is_stopped = true;
    pthread_mutex_unlock(&thread->lock);
    pthread_join(thread->thread, NULL);
    analysis_done(&thread->news, &memory_heap);
    pthread_mutex_destroy(&thread->lock);
    free(thread);
}

// Moves what is new into `analysis`, which is the caller's.
static void analysis_thread_collect(AnalysisThread *thread, Analysis *analysis)
{
    pthread_mutex_lock(&thread->lock);
    for (uint32_t i = 0; i < thread->news.count; i++) {
        const AnalysisTurn *turn = thread->news.turns[i];
        if (!analysis_add(analysis, &memory_heap, turn->words,
                          turn->has_chances ? turn->enemy : NULL))
            thread->is_stopped = true;
    }
    analysis->is_whole = thread->news.is_whole;
    analysis->reason = thread->news.reason;
    const Analysis left = {.is_whole = analysis->is_whole, .reason = analysis->reason};
    analysis_done(&thread->news, &memory_heap);
    thread->news = left;
    pthread_mutex_unlock(&thread->lock);
}

typedef struct ReviewScreen {
    const ReviewPlan *plan;
    Review review;
    int wake[2];                // a pipe, by which the threads tell of news
    AnalysisThread *threads[2]; // by seat
    Analysis analyses[2];
} ReviewScreen;

static void review_screen_draw(const void *self, bool is_ascii, uint64_t now_ms, Cells *out)
{
    (void)now_ms;
    review_draw(&((const ReviewScreen *)self)->review, is_ascii, out);
}

static void review_screen_save(ReviewScreen *screen)
{
    char words[REVIEW_MESSAGE_MAX];
    Text sentence = TEXT_IN(words);
    save_record_as(screen->plan->record, screen->plan->path, &sentence);
    review_tell(&screen->review, words);
}

static void begin_analysis(ReviewScreen *screen)
{
    Review *review = &screen->review;
    const uint8_t seat = review->analyst;
    screen->threads[seat] =
        analysis_thread_create(screen->plan->analyse, screen->plan->record, seat, screen->wake[1]);
    if (!screen->threads[seat])
        screen->analyses[seat].reason = words_of(SAY_REVIEW_NO_THREAD);
    review->analyses[seat] = &screen->analyses[seat];
}

static void review_screen_press(void *self, Key key, uint64_t now_ms)
{
    (void)now_ms;
    ReviewScreen *screen = self;
    review_key(&screen->review, key);
    if (review_take_save(&screen->review))
        review_screen_save(screen);
    if (review_awaits_analysis(&screen->review))
        begin_analysis(screen);
}

static void review_screen_woken(void *self)
{
    ReviewScreen *screen = self;
    char bytes[64];
    if (read(screen->wake[0], bytes, sizeof bytes) < 0)
        return;
    for (uint8_t seat = 0; seat < 2; seat++)
        if (screen->threads[seat])
            analysis_thread_collect(screen->threads[seat], &screen->analyses[seat]);
}

static bool review_screen_is_done(const void *self)
{
    return ((const ReviewScreen *)self)->review.is_done;
}

static const ScreenKind review_kind = {.draw = review_screen_draw,
                                       .key = review_screen_press,
                                       .woken = review_screen_woken,
                                       .is_done = review_screen_is_done};

static void open_review(ReviewScreen *screen, const ReviewPlan *plan)
{
    *screen = (ReviewScreen){.plan = plan, .wake = {-1, -1}};
    review_init(&screen->review, plan->record);
    screen->review.game = plan->game;
    screen->review.games = plan->games;
    screen->review.analyst = plan->analyst;
    if (pipe(screen->wake) == 0)
        for (unsigned i = 0; i < 2; i++)
            fcntl(screen->wake[i], F_SETFL, O_NONBLOCK);
    if (plan->is_analysed)
        review_analyse(&screen->review, plan->analyst);
    if (review_awaits_analysis(&screen->review))
        begin_analysis(screen);
}

static void close_review(ReviewScreen *screen)
{
    for (uint8_t seat = 0; seat < 2; seat++) {
        analysis_thread_destroy(screen->threads[seat]);
        analysis_done(&screen->analyses[seat], &memory_heap);
    }
    for (unsigned i = 0; i < 2; i++)
        if (screen->wake[i] >= 0)
            close(screen->wake[i]);
}

ReviewEnd review_on_screen(Screen *screen, bool is_ascii, const ReviewPlan *plan)
{
    assert(screen && plan->record && plan->analyse);
    ReviewScreen review_screen;
    open_review(&review_screen, plan);
    const bool goes_on = screen_loop_run(
        screen, is_ascii, &(ScreenLoop){&review_kind, &review_screen, review_screen.wake[0]});
    const int32_t go_on = review_screen.review.go_on;
    close_review(&review_screen);
    if (!goes_on)
        return REVIEW_ENDED;
    return go_on > 0 ? REVIEW_NEXT : go_on < 0 ? REVIEW_BEFORE : REVIEW_LEFT;
}
