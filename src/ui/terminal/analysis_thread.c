// The thread, and the turns that wait to be collected.
#include "ui/terminal/analysis_thread.h"

#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <unistd.h>

struct AnalysisThread {
    AnalyseGame *analyse;
    const GameRecord *record;
    uint8_t seat;
    int wake;
    pthread_t thread;
    // All below is guarded by the lock.
    pthread_mutex_t lock;
    Analysis news; // turns that were not collected yet
    bool is_stopped;
};

static void tell(const AnalysisThread *thread)
{
    if (write(thread->wake, "", 1) < 0) {
        // The pipe is full of news that was not read yet; one more byte is not needed.
    }
}

static bool take(void *context, const char *words, const double *enemy)
{
    AnalysisThread *thread = context;
    pthread_mutex_lock(&thread->lock);
    const bool goes_on =
        !thread->is_stopped && analysis_add(&thread->news, &memory_heap, words, enemy);
    pthread_mutex_unlock(&thread->lock);
    tell(thread);
    return goes_on;
}

static void *work(void *context)
{
    AnalysisThread *thread = context;
    const char *reason = thread->analyse(thread->record, thread->seat, take, thread);
    pthread_mutex_lock(&thread->lock);
    thread->news.is_whole = true;
    thread->news.reason = reason;
    pthread_mutex_unlock(&thread->lock);
    tell(thread);
    return NULL;
}

AnalysisThread *analysis_thread_create(AnalyseGame *analyse, const GameRecord *record, uint8_t seat,
                                       int wake)
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
    const int failed = pthread_create(&thread->thread, NULL, work, thread);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    if (!failed)
        return thread;
    pthread_mutex_destroy(&thread->lock);
    free(thread);
    return NULL;
}

void analysis_thread_destroy(AnalysisThread *thread)
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

void analysis_thread_collect(AnalysisThread *thread, Analysis *analysis)
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
