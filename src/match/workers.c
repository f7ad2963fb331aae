// Threads that play pairs, and one queue that puts them back in order.
#include "match/workers.h"

#include <pthread.h>

static const char *const error_texts[] = {
    [SERIES_OK] = "no error",
    [SERIES_ERR_PLAYER] = "a player cannot be had",
    [SERIES_ERR_MEMORY] = "there is not enough memory",
    [SERIES_ERR_THREAD] = "the system gives no more threads; try a lower --concurrency",
};
_Static_assert(COUNT_OF(error_texts) == SERIES_ERR_COUNT, "every error needs a text");

const char *series_error_text(SeriesError error)
{
    return error_texts[error];
}

// A finished pair that waits for those before it.
typedef struct Slot {
    bool is_full;
    Text text;
    PairResult result;
} Slot;

enum { SLOTS_PER_THREAD = 4 };

// Shared by all threads; everything below `lock` is guarded by it.
typedef struct Series {
    const SeriesPlan *plan;
    const Memory *memory;
    PairSink sink;
    uint64_t pair_count;
    uint32_t slot_count;
    pthread_mutex_t lock;
    pthread_cond_t moved_on; // the queue has: a slot is free, or all is over
    uint64_t next_to_play, next_to_hand_on;
    bool is_over;
    SeriesError error;
    Text *complaint;
    Slot slots[SERIES_THREADS_MAX * SLOTS_PER_THREAD];
} Series;

static void give_up(Series *series, SeriesError error)
{
    series->error = series->error ? series->error : error;
    series->is_over = true;
    pthread_cond_broadcast(&series->moved_on);
}

// Takes the number of a pair to play, once there is a slot for it. False if there is nothing left
// to do.
static bool take_number(Series *series, uint64_t *number)
{
    const atomic_bool *stopped = series->plan->is_stopped;
    pthread_mutex_lock(&series->lock);
    while (!series->is_over && series->next_to_play < series->pair_count &&
           series->next_to_play >= series->next_to_hand_on + series->slot_count)
        pthread_cond_wait(&series->moved_on, &series->lock);
    const bool may_play = !series->is_over && series->next_to_play < series->pair_count &&
                          !(stopped && atomic_load(stopped));
    if (may_play)
        *number = series->next_to_play++;
    pthread_mutex_unlock(&series->lock);
    return may_play;
}

// Hands on every pair whose turn has come.
static void drain(Series *series)
{
    for (;;) {
        Slot *slot = &series->slots[series->next_to_hand_on % series->slot_count];
        if (!slot->is_full || series->is_over)
            break;
        if (!series->sink.take(series->sink.context, &slot->result))
            series->is_over = true;
        text_done(&slot->text);
        slot->is_full = false;
        series->next_to_hand_on++;
    }
    pthread_cond_broadcast(&series->moved_on);
}

static void hand_in(Series *series, uint64_t number, Text text, const PairResult *result)
{
    pthread_mutex_lock(&series->lock);
    Slot *slot = &series->slots[number % series->slot_count];
    slot->text = text;
    slot->result = *result;
    slot->is_full = true;
    if (number == series->next_to_hand_on)
        drain(series);
    pthread_mutex_unlock(&series->lock);
}

static void fail(Series *series, SeriesError error)
{
    pthread_mutex_lock(&series->lock);
    give_up(series, error);
    pthread_mutex_unlock(&series->lock);
}

// Players are opened by the thread that asks them, since some are tied to it.
static Pairs *open_pairs(Series *series)
{
    const SeriesPlan *plan = series->plan;
    char why[256];
    Text complaint = TEXT_IN(why);
    Pairs *pairs = pairs_create(series->memory, plan->plan, plan->clocks, &complaint);
    if (!pairs) {
        pthread_mutex_lock(&series->lock);
        if (!series->error)
            text_add(series->complaint, why);
        give_up(series, SERIES_ERR_PLAYER);
        pthread_mutex_unlock(&series->lock);
    }
    return pairs;
}

static void *work(void *context)
{
    Series *series = context;
    Pairs *pairs = open_pairs(series);
    uint64_t number;
    while (pairs && take_number(series, &number)) {
        Text text = text_growing(series->memory);
        PairResult result;
        if (pairs_play(pairs, number, &text, &result)) {
            hand_in(series, number, text, &result);
        } else {
            text_done(&text);
            fail(series, SERIES_ERR_MEMORY);
        }
    }
    pairs_destroy(pairs);
    return NULL;
}

static void run_threads(Series *series)
{
    pthread_t threads[SERIES_THREADS_MAX];
    unsigned started = 0;
    while (started < series->plan->threads &&
           pthread_create(&threads[started], NULL, work, series) == 0)
        started++;
    if (started < series->plan->threads)
        fail(series, SERIES_ERR_THREAD);
    for (unsigned i = 0; i < started; i++)
        pthread_join(threads[i], NULL);
}

SeriesError series_run(const SeriesPlan *plan, const Memory *memory, PairSink sink, Text *complaint)
{
    Series *series = memory_resize(memory, NULL, sizeof *series);
    if (!series)
        return SERIES_ERR_MEMORY;
    *series = (Series){.plan = plan,
                       .memory = memory,
                       .sink = sink,
                       .pair_count = plan_job_count(plan->plan),
                       .slot_count = plan->threads * SLOTS_PER_THREAD,
                       .next_to_play = plan->from,
                       .next_to_hand_on = plan->from,
                       .complaint = complaint};
    pthread_mutex_init(&series->lock, NULL);
    pthread_cond_init(&series->moved_on, NULL);
    run_threads(series);
    const SeriesError error = series->error;
    for (uint32_t i = 0; i < series->slot_count; i++)
        if (series->slots[i].is_full)
            text_done(&series->slots[i].text);
    pthread_cond_destroy(&series->moved_on);
    pthread_mutex_destroy(&series->lock);
    memory_resize(memory, series, 0);
    return error;
}
