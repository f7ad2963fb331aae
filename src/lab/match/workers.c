// Threads that play pairs, and a queue that puts the pairs in order.
#include "lab/match/workers.h"

#include "base/os/threads.h"

#include <assert.h>
#include <pthread.h>
#include <time.h>

static const char *const error_texts[] = {
    [WORKERS_OK] = "no error",
    [WORKERS_ERR_PLAYER] = "a player cannot be had",
    [WORKERS_ERR_MEMORY] = "there is not enough memory",
    [WORKERS_ERR_THREAD] = "the system gives no more threads; try a lower --concurrency",
};
_Static_assert(COUNT_OF(error_texts) == WORKERS_ERR_COUNT, "every error needs a text");

const char *workers_error_text(WorkersError error)
{
    assert(error < WORKERS_ERR_COUNT);
    return error_texts[error];
}

// A finished pair that waits for those before it.
typedef struct PairSlot {
    bool is_full;
    Text text;
    PairResult result;
} PairSlot;

enum {
    SLOTS_PER_THREAD = 4, // pairs that wait for a slower one before its thread waits too
    WHY_MAX = 256,        // bytes of a sentence
    LOOK_NS = 100000000,  // between two looks of a watch
    NS_PER_SECOND = 1000000000,
};

// Shared by all threads; everything below `lock` is guarded by it.
typedef struct Workers {
    const WorkersPlan *plan;
    const Memory *memory;
    PairSink sink;
    uint64_t pair_count;
    uint32_t slot_count;
    pthread_mutex_t lock;
    pthread_cond_t moved_on;  // a slot is free, or the run is over
    pthread_cond_t has_ended; // a thread has
    uint64_t next_to_play, next_to_deliver;
    unsigned started, running; // threads
    bool is_over;
    WorkersError error;
    Text *message;
    GameWatch games[WORKERS_THREADS_MAX]; // by thread
    PairSlot slots[WORKERS_THREADS_MAX * SLOTS_PER_THREAD];
} Workers;

// Takes the place of the next pair, once it has a slot. False if no pair is to be played any more.
static bool take_place(Workers *workers, uint64_t *place)
{
    const atomic_bool *stopped = workers->plan->is_stopped;
    pthread_mutex_lock(&workers->lock);
    while (!workers->is_over && workers->next_to_play < workers->pair_count &&
           workers->next_to_play >= workers->next_to_deliver + workers->slot_count)
        pthread_cond_wait(&workers->moved_on, &workers->lock);
    const bool may_play = !workers->is_over && workers->next_to_play < workers->pair_count &&
                          !(stopped && atomic_load(stopped));
    assert(workers->next_to_deliver <= workers->next_to_play);
    if (may_play)
        *place = workers->next_to_play++;
    pthread_mutex_unlock(&workers->lock);
    return may_play;
}

// With the lock held: delivers every pair whose turn has come.
static void deliver_ready(Workers *workers)
{
    for (;;) {
        PairSlot *slot = &workers->slots[workers->next_to_deliver % workers->slot_count];
        if (!slot->is_full || workers->is_over)
            break;
        if (!workers->sink.take(workers->sink.context, &slot->result))
            workers->is_over = true;
        text_done(&slot->text);
        slot->is_full = false;
        workers->next_to_deliver++;
    }
    pthread_cond_broadcast(&workers->moved_on);
}

static void finish_pair(Workers *workers, uint64_t place, Text text, const PairResult *result)
{
    pthread_mutex_lock(&workers->lock);
    PairSlot *slot = &workers->slots[place % workers->slot_count];
    assert(place - workers->next_to_deliver < workers->slot_count && !slot->is_full);
    slot->text = text;
    slot->result = *result;
    slot->is_full = true;
    if (place == workers->next_to_deliver)
        deliver_ready(workers);
    pthread_mutex_unlock(&workers->lock);
}

// Ends the run. The first error is kept, with what there is to say of it.
static void fail_run(Workers *workers, WorkersError error, const char *why)
{
    pthread_mutex_lock(&workers->lock);
    if (!workers->error) {
        workers->error = error;
        text_add(workers->message, why);
    }
    workers->is_over = true;
    pthread_cond_broadcast(&workers->moved_on);
    pthread_mutex_unlock(&workers->lock);
}

// A thread opens its players itself: children belong to the thread that spawned them.
static PairPlayer *create_pair_player(Workers *workers, GameWatch *watch)
{
    const WorkersPlan *plan = workers->plan;
    char why[WHY_MAX];
    Text message = TEXT_IN(why);
    PairPlayer *pair_player =
        pair_player_create(workers->memory, plan->plan, plan->clocks, &message);
    if (pair_player)
        pair_player_watch(pair_player, watch);
    else
        fail_run(workers, WORKERS_ERR_PLAYER, why);
    return pair_player;
}

// Takes the games of a thread that begins.
static GameWatch *take_watch(Workers *workers)
{
    pthread_mutex_lock(&workers->lock);
    assert(workers->started < WORKERS_THREADS_MAX);
    GameWatch *watch = &workers->games[workers->started++];
    pthread_mutex_unlock(&workers->lock);
    return watch;
}

static void end_thread(Workers *workers)
{
    pthread_mutex_lock(&workers->lock);
    workers->running--;
    pthread_cond_signal(&workers->has_ended);
    pthread_mutex_unlock(&workers->lock);
}

static void *play_pairs(void *context)
{
    Workers *workers = context;
    GameWatch *watch = take_watch(workers);
    PairPlayer *pair_player = create_pair_player(workers, watch);
    uint64_t place;
    while (pair_player && take_place(workers, &place)) {
        Text text = text_growing(workers->memory);
        PairResult result;
        if (pair_player_play(pair_player, plan_number(workers->plan->plan, place), &text,
                             &result)) {
            finish_pair(workers, place, text, &result);
        } else {
            text_done(&text);
            fail_run(workers, WORKERS_ERR_MEMORY, "");
        }
    }
    pair_player_destroy(pair_player);
    atomic_store(&watch->game, 0);
    end_thread(workers);
    return NULL;
}

static WorkersState state_of(const Workers *workers)
{
    WorkersState state = {0};
    uint32_t count = 0;
    for (unsigned i = 0; i < workers->plan->threads; i++) {
        const uint64_t game = atomic_load(&workers->games[i].game);
        count += game > 0;
        if (game && (!state.game || game < state.game)) {
            state.game = game;
            state.plies = atomic_load(&workers->games[i].plies);
        }
    }
    state.more = count ? count - 1 : 0;
    return state;
}

static struct timespec next_look(void)
{
    struct timespec next;
    clock_gettime(CLOCK_MONOTONIC, &next);
    next.tv_nsec += LOOK_NS;
    next.tv_sec += next.tv_nsec / NS_PER_SECOND;
    next.tv_nsec %= NS_PER_SECOND;
    return next;
}

// Looks from time to time until all threads have ended.
static void watch_threads(Workers *workers)
{
    const WorkersWatch *watch = &workers->plan->watch;
    if (!watch->look)
        return;
    pthread_mutex_lock(&workers->lock);
    while (workers->running) {
        const struct timespec next = next_look();
        pthread_cond_timedwait(&workers->has_ended, &workers->lock, &next);
        const WorkersState state = state_of(workers);
        watch->look(watch->context, &state);
    }
    pthread_mutex_unlock(&workers->lock);
}

static void run_threads(Workers *workers)
{
    pthread_t threads[WORKERS_THREADS_MAX];
    unsigned started = 0;
    workers->running = workers->plan->threads;
    while (started < workers->plan->threads &&
           pthread_create(&threads[started], NULL, play_pairs, workers) == 0)
        started++;
    for (unsigned i = started; i < workers->plan->threads; i++)
        end_thread(workers); // it never began
    if (started < workers->plan->threads)
        fail_run(workers, WORKERS_ERR_THREAD, "");
    watch_threads(workers);
    for (unsigned i = 0; i < started; i++)
        pthread_join(threads[i], NULL);
}

WorkersError workers_run(const WorkersPlan *plan, const Memory *memory, PairSink sink,
                         Text *message)
{
    assert(plan->threads > 0 && plan->threads <= WORKERS_THREADS_MAX);
    Workers *workers = memory_resize(memory, NULL, sizeof *workers);
    if (!workers)
        return WORKERS_ERR_MEMORY;
    *workers = (Workers){.plan = plan,
                         .memory = memory,
                         .sink = sink,
                         .pair_count = plan_job_count(plan->plan),
                         .slot_count = plan->threads * SLOTS_PER_THREAD,
                         .next_to_play = plan->from,
                         .next_to_deliver = plan->from,
                         .message = message};
    pthread_mutex_init(&workers->lock, NULL);
    pthread_cond_init(&workers->moved_on, NULL);
    thread_condition_init(&workers->has_ended);
    run_threads(workers);
    const WorkersError error = workers->error;
    for (uint32_t i = 0; i < workers->slot_count; i++)
        if (workers->slots[i].is_full)
            text_done(&workers->slots[i].text);
    pthread_cond_destroy(&workers->has_ended);
    pthread_cond_destroy(&workers->moved_on);
    pthread_mutex_destroy(&workers->lock);
    memory_resize(memory, workers, 0);
    return error;
}
