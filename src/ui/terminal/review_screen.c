// The review as a screen of screen_loop, with a thread for each seat whose analysis was asked for.
#include "ui/terminal/review_screen.h"

#include "base/i18n/words.h"
#include "ui/play/review.h"
#include "ui/terminal/ui_session.h"

#include <assert.h>
#include <fcntl.h>
#include <unistd.h>

typedef struct ReviewScreen {
    const ReviewPlan *plan;
    Review review;
    int wake[2];                // a pipe, by which the threads tell of news
    AnalysisThread *threads[2]; // by seat
    Analysis analyses[2];
} ReviewScreen;

static void draw(const void *self, bool is_ascii, uint64_t now_ms, Cells *out)
{
    (void)now_ms;
    review_draw(&((const ReviewScreen *)self)->review, is_ascii, out);
}

static void save(ReviewScreen *screen)
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

static void press(void *self, Key key, uint64_t now_ms)
{
    (void)now_ms;
    ReviewScreen *screen = self;
    review_key(&screen->review, key);
    if (review_take_save(&screen->review))
        save(screen);
    if (review_awaits_analysis(&screen->review))
        begin_analysis(screen);
}

static void woken(void *self)
{
    ReviewScreen *screen = self;
    char bytes[64];
    if (read(screen->wake[0], bytes, sizeof bytes) < 0)
        return;
    for (uint8_t seat = 0; seat < 2; seat++)
        if (screen->threads[seat])
            analysis_thread_collect(screen->threads[seat], &screen->analyses[seat]);
}

static bool is_done(const void *self)
{
    return ((const ReviewScreen *)self)->review.is_done;
}

static const ScreenKind review_kind = {
    .draw = draw, .key = press, .woken = woken, .is_done = is_done};

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
