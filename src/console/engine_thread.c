// A thread, a lock, and a pipe to wake the one who asked.
#define _POSIX_C_SOURCE 200809L
#include "console/engine_thread.h"

#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <unistd.h>

struct Thinker {
    Player *player; // the thread's alone
    pthread_t thread;
    atomic_bool is_stopped;
    int wake[2];
    // Below, all is guarded by the lock.
    pthread_mutex_t lock;
    pthread_cond_t has_work;
    SeatLog news; // what the player has not heard yet
    bool is_asked, is_ending;
    Budget budget;
    Thought thought;
};

static const char *reason_of(const Player *player, PlayerError error)
{
    const char *complaint = player_complaint(player);
    return complaint[0] ? complaint : player_error_text(error);
}

static PlayerError hear_all(Player *player, const SeatLog *news)
{
    PlayerError error = PLAYER_OK;
    for (uint32_t i = 0; i < news->count && !error; i++)
        error = player_hear(player, news->list[i].own, &news->list[i].hearing);
    return error;
}

static Thought think(Thinker *thinker, const SeatLog *news, const Budget *budget)
{
    Thought thought = {.error = hear_all(thinker->player, news)};
    if (!thought.error)
        thought.error = player_choose(thinker->player, budget, &thought.choice);
    if (thought.error)
        thought.reason = reason_of(thinker->player, thought.error);
    return thought;
}

// Waits for a question; false if it is time to end. What was heard until then comes with it.
static bool take_question(Thinker *thinker, SeatLog *news, Budget *budget)
{
    pthread_mutex_lock(&thinker->lock);
    while (!thinker->is_asked && !thinker->is_ending)
        pthread_cond_wait(&thinker->has_work, &thinker->lock);
    const bool goes_on = !thinker->is_ending;
    if (goes_on) {
        *news = thinker->news;
        *budget = thinker->budget;
        thinker->news = (SeatLog){0};
        thinker->is_asked = false;
    }
    pthread_mutex_unlock(&thinker->lock);
    return goes_on;
}

static void give_answer(Thinker *thinker, Thought thought)
{
    pthread_mutex_lock(&thinker->lock);
    thinker->thought = thought;
    pthread_mutex_unlock(&thinker->lock);
    while (write(thinker->wake[1], "", 1) < 0) {
        // Interrupted; the pipe is empty, for there is one question at a time.
    }
}

static void *work(void *context)
{
    Thinker *thinker = context;
    SeatLog news;
    Budget budget;
    while (take_question(thinker, &news, &budget)) {
        const Thought thought = think(thinker, &news, &budget);
        seat_log_done(&news, &memory_heap);
        give_answer(thinker, thought);
    }
    return NULL;
}

// The thread takes no signals: they are for the one who waits at the terminal. A crash is its own.
static int start(Thinker *thinker)
{
    static const int crashes[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT};
    sigset_t none, before;
    sigfillset(&none);
    for (unsigned i = 0; i < COUNT_OF(crashes); i++)
        sigdelset(&none, crashes[i]);
    pthread_sigmask(SIG_SETMASK, &none, &before);
    const int failed = pthread_create(&thinker->thread, NULL, work, thinker);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return failed;
}

Thinker *thinker_create(Player *player)
{
    Thinker *thinker = calloc(1, sizeof *thinker);
    if (!thinker)
        return NULL;
    thinker->player = player;
    atomic_init(&thinker->is_stopped, false);
    pthread_mutex_init(&thinker->lock, NULL);
    pthread_cond_init(&thinker->has_work, NULL);
    if (pipe(thinker->wake) != 0) {
        free(thinker);
        return NULL;
    }
    if (start(thinker) == 0)
        return thinker;
    close(thinker->wake[0]);
    close(thinker->wake[1]);
    free(thinker);
    return NULL;
}

void thinker_destroy(Thinker *thinker)
{
    if (!thinker)
        return;
    atomic_store(&thinker->is_stopped, true);
    pthread_mutex_lock(&thinker->lock);
    thinker->is_ending = true;
    pthread_cond_signal(&thinker->has_work);
    pthread_mutex_unlock(&thinker->lock);
    pthread_join(thinker->thread, NULL);
    seat_log_done(&thinker->news, &memory_heap);
    close(thinker->wake[0]);
    close(thinker->wake[1]);
    free(thinker);
}

bool thinker_tell(Thinker *thinker, const Heard *heard)
{
    pthread_mutex_lock(&thinker->lock);
    const bool is_told = seat_log_add(&thinker->news, &memory_heap, *heard);
    pthread_mutex_unlock(&thinker->lock);
    return is_told;
}

void thinker_ask(Thinker *thinker, const Budget *budget)
{
    pthread_mutex_lock(&thinker->lock);
    thinker->budget = *budget;
    thinker->budget.is_stopped = &thinker->is_stopped;
    thinker->is_asked = true;
    pthread_cond_signal(&thinker->has_work);
    pthread_mutex_unlock(&thinker->lock);
}

int thinker_wake(const Thinker *thinker)
{
    return thinker->wake[0];
}

Thought thinker_answer(Thinker *thinker)
{
    char byte;
    while (read(thinker->wake[0], &byte, 1) != 1) {
        // Interrupted; there will be an answer.
    }
    pthread_mutex_lock(&thinker->lock);
    const Thought thought = thinker->thought;
    pthread_mutex_unlock(&thinker->lock);
    return thought;
}
