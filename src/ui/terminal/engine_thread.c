// The thread, its lock, and the pipe that wakes the caller.
#include "ui/terminal/engine_thread.h"

#include <assert.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <unistd.h>

struct EngineThread {
    Player *player; // only used by the thread
    pthread_t thread;
    atomic_bool is_stopped;
    int wake[2];
    // All below is guarded by the lock.
    pthread_mutex_t lock;
    pthread_cond_t has_work;
    SeatLog news; // what the player has not heard yet
    bool is_asked, is_ending;
    Budget budget;
    Thought thought;
};

static PlayerError hear_all(Player *player, const SeatLog *news)
{
    PlayerError error = PLAYER_OK;
    for (uint32_t i = 0; i < news->count && !error; i++)
        error = player_hear(player, news->list[i].own, &news->list[i].hearing);
    return error;
}

static Thought engine_thread_think(EngineThread *engine, const SeatLog *news, const Budget *budget)
{
    Thought thought = {.error = hear_all(engine->player, news)};
    if (!thought.error)
        thought.error = player_choose(engine->player, budget, &thought.choice);
    assert(thought.error || thought.choice.kind < EVENT_COUNT);
    if (thought.error)
        thought.reason = player_reason(engine->player, thought.error);
    return thought;
}

// Waits for a question, and takes what was heard until then; false if the thread should end.
static bool take_question(EngineThread *engine, SeatLog *news, Budget *budget)
{
    pthread_mutex_lock(&engine->lock);
    while (!engine->is_asked && !engine->is_ending)
        pthread_cond_wait(&engine->has_work, &engine->lock);
    const bool goes_on = !engine->is_ending;
    if (goes_on) {
        *news = engine->news;
        *budget = engine->budget;
        engine->news = (SeatLog){0};
        engine->is_asked = false;
    }
    pthread_mutex_unlock(&engine->lock);
    return goes_on;
}

static void give_answer(EngineThread *engine, Thought thought)
{
    pthread_mutex_lock(&engine->lock);
    engine->thought = thought;
    pthread_mutex_unlock(&engine->lock);
    while (write(engine->wake[1], "", 1) < 0) {
        // Interrupted by a signal. The pipe cannot be full, since one question is open at a time.
    }
}

static void *engine_thread_run(void *context)
{
    EngineThread *engine = context;
    SeatLog news;
    Budget budget;
    while (take_question(engine, &news, &budget)) {
        const Thought thought = engine_thread_think(engine, &news, &budget);
        seat_log_done(&news, &memory_heap);
        give_answer(engine, thought);
    }
    return NULL;
}

// The thread takes no signals, since they are for the thread at the terminal; only those of its own crash.
static int engine_thread_start(EngineThread *engine)
{
    static const int crashes[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT};
    sigset_t none, before;
    sigfillset(&none);
    for (unsigned i = 0; i < COUNT_OF(crashes); i++)
        sigdelset(&none, crashes[i]);
    pthread_sigmask(SIG_SETMASK, &none, &before);
    const int failed = pthread_create(&engine->thread, NULL, engine_thread_run, engine);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return failed;
}

EngineThread *engine_thread_create(Player *player)
{
    assert(player);
    EngineThread *engine = calloc(1, sizeof *engine);
    if (!engine)
        return NULL;
    engine->player = player;
    atomic_init(&engine->is_stopped, false);
    pthread_mutex_init(&engine->lock, NULL);
    pthread_cond_init(&engine->has_work, NULL);
    if (pipe(engine->wake) != 0) {
        free(engine);
        return NULL;
    }
    if (engine_thread_start(engine) == 0)
        return engine;
    close(engine->wake[0]);
    close(engine->wake[1]);
    free(engine);
    return NULL;
}

void engine_thread_destroy(EngineThread *engine)
{
    if (!engine)
        return;
    atomic_store(&engine->is_stopped, true);
    pthread_mutex_lock(&engine->lock);
    engine->is_ending = true;
    pthread_cond_signal(&engine->has_work);
    pthread_mutex_unlock(&engine->lock);
    pthread_join(engine->thread, NULL);
    seat_log_done(&engine->news, &memory_heap);
    close(engine->wake[0]);
    close(engine->wake[1]);
    free(engine);
}

bool engine_thread_notify(EngineThread *engine, const Heard *heard)
{
    pthread_mutex_lock(&engine->lock);
    const bool is_told = seat_log_add(&engine->news, &memory_heap, *heard);
    pthread_mutex_unlock(&engine->lock);
    return is_told;
}

void engine_thread_ask(EngineThread *engine, const Budget *budget)
{
    pthread_mutex_lock(&engine->lock);
    assert(!engine->is_asked && !engine->is_ending);
    engine->budget = *budget;
    engine->budget.is_stopped = &engine->is_stopped;
    engine->is_asked = true;
    pthread_cond_signal(&engine->has_work);
    pthread_mutex_unlock(&engine->lock);
}

int engine_thread_wake(const EngineThread *engine)
{
    return engine->wake[0];
}

Thought engine_thread_answer(EngineThread *engine)
{
    char byte;
    while (read(engine->wake[0], &byte, 1) != 1) {
        // Interrupted by a signal; the answer will come.
    }
    pthread_mutex_lock(&engine->lock);
    const Thought thought = engine->thought;
    pthread_mutex_unlock(&engine->lock);
    return thought;
}
