// The pool: advance by what was heard, exactly or by sample, and come back from death.
#include "belief/pool.h"

#include "belief/history.h"

#include <string.h>

enum {
    OFFSPRING_KEPT = 2,  // of each parent, drawn while its replies are looked through
    DISTINCT_MIN = 32,   // a sample with fewer boards is drawn anew
    SNAPSHOT_MAX = 1024, // boards kept of an earlier turn
    SNAPSHOT_ALL = 16,   // the latest turns of which every one is kept; of older ones each fourth
    HISTORY_EXPANSIONS = 3000, // spent on whole histories in one turn, at most
    HISTORY_EACH = 300,        // and on one of them
};

// An earlier turn, thinned out: where it stands in the log, and its boards.
typedef struct Snapshot {
    uint32_t position; // entries of the log before it
    uint32_t count;
    char *boards;
    double *weights;
} Snapshot;

typedef struct Snapshots {
    Snapshot *list;
    uint32_t count, capacity;
} Snapshots;

struct Pool {
    const Game *game;
    const Rules *rules;
    Memory memory;
    PoolPlan plan;
    uint8_t seat;
    bool is_exact;
    Rng rng;
    SeatLog log;
    Snapshots snapshots;
    PoolCounts counts;
    Boards now, next;
    char *offspring;       // OFFSPRING_KEPT for each board of `now`
    double *masses;        // of each board of `now`: the chance of replies that sound so
    char *start, *scratch; // a board each
    char *survivors;       // DISTINCT_MIN of them
};

// --- Life ----------------------------------------------------------------------------------------

// The position the game begins with is known to both seats.
static bool deal_start(Pool *pool)
{
    void *truth = memory_resize(&pool->memory, NULL, pool->game->truth_bytes);
    if (!truth)
        return false;
    Hearing to[2];
    pool->game->deal(pool->rules, truth, to);
    pool->game->imagine(pool->rules, truth, pool->start);
    memory_resize(&pool->memory, truth, 0);
    return true;
}

static bool make_room(Pool *pool)
{
    const Memory *memory = &pool->memory;
    const size_t bytes = pool->game->board_bytes;
    pool->offspring = memory_resize(memory, NULL, pool->plan.limit * bytes * OFFSPRING_KEPT);
    pool->masses = memory_resize(memory, NULL, pool->plan.limit * sizeof *pool->masses);
    pool->start = memory_resize(memory, NULL, bytes);
    pool->scratch = memory_resize(memory, NULL, bytes);
    pool->survivors = memory_resize(memory, NULL, DISTINCT_MIN * bytes);
    return pool->offspring && pool->masses && pool->start && pool->scratch && pool->survivors &&
           boards_init(&pool->now, memory, pool->game, pool->plan.limit) &&
           boards_init(&pool->next, memory, pool->game, pool->plan.limit);
}

Pool *pool_create(const Memory *memory, const Game *game, const Rules *rules, uint8_t seat,
                  const PoolPlan *plan)
{
    Pool *pool = memory_resize(memory, NULL, sizeof *pool);
    if (!pool)
        return NULL;
    *pool = (Pool){.game = game,
                   .rules = rules,
                   .memory = *memory,
                   .plan = *plan,
                   .seat = seat,
                   .is_exact = true,
                   .rng = rng_from_seed(plan->seed)};
    if (!make_room(pool) || !deal_start(pool)) {
        pool_destroy(pool);
        return NULL;
    }
    boards_add(&pool->now, pool->start, 1);
    return pool;
}

static void snapshot_done(Pool *pool, Snapshot *snapshot)
{
    memory_resize(&pool->memory, snapshot->boards, 0);
    memory_resize(&pool->memory, snapshot->weights, 0);
}

void pool_destroy(Pool *pool)
{
    if (!pool)
        return;
    const Memory memory = pool->memory;
    for (uint32_t i = 0; i < pool->snapshots.count; i++)
        snapshot_done(pool, &pool->snapshots.list[i]);
    memory_resize(&memory, pool->snapshots.list, 0);
    seat_log_done(&pool->log, &memory);
    boards_done(&pool->now);
    boards_done(&pool->next);
    memory_resize(&memory, pool->offspring, 0);
    memory_resize(&memory, pool->masses, 0);
    memory_resize(&memory, pool->start, 0);
    memory_resize(&memory, pool->scratch, 0);
    memory_resize(&memory, pool->survivors, 0);
    memory_resize(&memory, pool, 0);
}

const Boards *pool_boards(const Pool *pool)
{
    return &pool->now;
}

bool pool_is_exact(const Pool *pool)
{
    return pool->is_exact;
}

PoolCounts pool_counts(const Pool *pool)
{
    return pool->counts;
}

static void swap_boards(Pool *pool)
{
    const Boards now = pool->now;
    pool->now = pool->next;
    pool->next = now;
}

static double chance(Rng *rng)
{
    return (double)(rng_next(rng) >> 11) * 0x1p-53;
}

// --- One hearing ---------------------------------------------------------------------------------

// The answer to an own try: boards stand or fall.
static void filter(Pool *pool, Try own, const Hearing *heard)
{
    const Boards *now = &pool->now;
    boards_clear(&pool->next);
    for (uint32_t i = 0; i < now->count; i++) {
        memcpy(pool->scratch, boards_at(now, i), pool->game->board_bytes);
        if (pool->game->keep(pool->rules, pool->scratch, 1, own, heard))
            boards_add(&pool->next, pool->scratch, now->weights[i]);
    }
    swap_boards(pool);
}

static void expand_one(Pool *pool, const void *board, const Hearing *heard, const BoardSink *sink)
{
    pool->counts.expanded++;
    pool->game->expand(pool->rules, board, 1, heard, pool->plan.policy, sink);
}

// While every successor fits, all are kept.
typedef struct Gathering {
    Boards *into;
    double weight; // of the parent
    bool is_full;
} Gathering;

static void gather(void *context, const void *board, float its_chance)
{
    Gathering *gathering = context;
    if (!boards_add(gathering->into, board, gathering->weight * (double)its_chance))
        gathering->is_full = true;
}

// Tries to keep every successor. False if there are too many; `now` is then as it was.
static bool expand_all(Pool *pool, const Hearing *heard)
{
    Gathering gathering = {.into = &pool->next};
    const BoardSink sink = {gather, &gathering};
    boards_clear(&pool->next);
    for (uint32_t i = 0; i < pool->now.count && !gathering.is_full; i++) {
        gathering.weight = pool->now.weights[i];
        expand_one(pool, boards_at(&pool->now, i), heard, &sink);
    }
    if (gathering.is_full)
        return false;
    swap_boards(pool);
    return true;
}

// Draws OFFSPRING_KEPT of a parent's successors by chance while they pass, each independently of the other.
typedef struct Drawing {
    Rng *rng;
    size_t board_bytes;
    char *kept;
    double mass;
} Drawing;

static void draw(void *context, const void *board, float its_chance)
{
    Drawing *drawing = context;
    drawing->mass += (double)its_chance;
    for (unsigned i = 0; i < OFFSPRING_KEPT; i++)
        if (chance(drawing->rng) * drawing->mass < (double)its_chance)
            memcpy(drawing->kept + i * drawing->board_bytes, board, drawing->board_bytes);
}

static double draw_offspring(Pool *pool, const void *parent, const Hearing *heard, char *kept)
{
    Drawing drawing = {.rng = &pool->rng, .board_bytes = pool->game->board_bytes, .kept = kept};
    const BoardSink sink = {draw, &drawing};
    expand_one(pool, parent, heard, &sink);
    return drawing.mass;
}

// A parent that is drawn more often than it has offspring at hand brings forth more.
static void add_offspring(Pool *pool, uint32_t parent, uint32_t times, double weight,
                          const Hearing *heard)
{
    const size_t bytes = pool->game->board_bytes;
    char *kept = pool->offspring + (size_t)parent * OFFSPRING_KEPT * bytes;
    for (uint32_t drawn = 0; drawn < times; drawn++) {
        const uint32_t place = drawn % OFFSPRING_KEPT;
        if (drawn && place == 0)
            (void)draw_offspring(pool, boards_at(&pool->now, parent), heard, kept);
        (void)boards_add(&pool->next, kept + place * bytes, weight);
    }
}

// Above the limit: a systematic sample of the parents by weight and mass, then of their offspring. One random number
// places all the marks, so a parent is drawn as often as its share says, give or take one.
static void expand_sample(Pool *pool, const Hearing *heard)
{
    const size_t bytes = pool->game->board_bytes;
    const uint32_t limit = pool->plan.limit;
    double sum = 0;
    for (uint32_t i = 0; i < pool->now.count; i++) {
        char *kept = pool->offspring + (size_t)i * OFFSPRING_KEPT * bytes;
        pool->masses[i] =
            pool->now.weights[i] * draw_offspring(pool, boards_at(&pool->now, i), heard, kept);
        sum += pool->masses[i];
    }
    boards_clear(&pool->next);
    const double stride = sum / limit, offset = chance(&pool->rng);
    double passed = 0;
    uint32_t marks = 0;
    for (uint32_t i = 0; i < pool->now.count && sum > 0; i++) {
        passed += pool->masses[i];
        uint32_t times = 0;
        while (marks + times < limit && (marks + times + offset) * stride < passed)
            times++;
        add_offspring(pool, i, times, 1, heard);
        marks += times;
    }
    swap_boards(pool);
    pool->is_exact = false;
}

static void advance(Pool *pool, Try own, const Hearing *heard)
{
    if (history_branches(heard, pool->seat)) {
        if (!expand_all(pool, heard))
            expand_sample(pool, heard);
    } else if (own != TRY_NONE) {
        filter(pool, own, heard);
    }
    boards_normalize(&pool->now);
}

// --- Earlier turns -------------------------------------------------------------------------------

static bool copy_into(Pool *pool, Snapshot *snapshot)
{
    const Boards *now = &pool->now;
    const size_t bytes = pool->game->board_bytes;
    const uint32_t count = now->count < SNAPSHOT_MAX ? now->count : SNAPSHOT_MAX;
    *snapshot = (Snapshot){.position = pool->log.count, .count = count};
    snapshot->boards = memory_resize(&pool->memory, NULL, count * bytes);
    snapshot->weights = memory_resize(&pool->memory, NULL, count * sizeof(double));
    if (!snapshot->boards || !snapshot->weights) {
        snapshot_done(pool, snapshot);
        return false;
    }
    const double stride = (double)now->count / count;
    for (uint32_t i = 0; i < count; i++) {
        const uint32_t from = (uint32_t)(i * stride);
        memcpy(snapshot->boards + i * bytes, boards_at(now, from), bytes);
        snapshot->weights[i] = now->weights[from];
    }
    return true;
}

// Of the turn that has just become old, each fourth stays.
static void thin_out(Pool *pool)
{
    Snapshots *all = &pool->snapshots;
    if (all->count <= SNAPSHOT_ALL)
        return;
    const uint32_t old = all->count - SNAPSHOT_ALL - 1;
    if (old % 4 == 0 || old == 0)
        return;
    snapshot_done(pool, &all->list[old]);
    memmove(&all->list[old], &all->list[old + 1], (all->count - old - 1) * sizeof all->list[0]);
    all->count--;
}

static bool take_snapshot(Pool *pool)
{
    Snapshots *all = &pool->snapshots;
    if (!pool->now.count)
        return true;
    if (!memory_reserve(&pool->memory, &all->list, all->count, &all->capacity, sizeof *all->list) ||
        !copy_into(pool, &all->list[all->count]))
        return false;
    all->count++;
    thin_out(pool);
    return true;
}

// Goes through the log again from an earlier turn. What is found is added to what the pool holds already.
static void replay(Pool *pool, const Snapshot *snapshot)
{
    const size_t bytes = pool->game->board_bytes;
    boards_clear(&pool->now);
    for (uint32_t i = 0; i < snapshot->count; i++)
        (void)boards_add(&pool->now, snapshot->boards + i * bytes, snapshot->weights[i]);
    for (uint32_t i = snapshot->position; i < pool->log.count && pool->now.count; i++)
        advance(pool, pool->log.list[i].own, &pool->log.list[i].hearing);
}

// Whole histories from the beginning, as many as can be had.
static bool generate(Pool *pool)
{
    const HistoryPlan plan = {.game = pool->game,
                              .rules = pool->rules,
                              .seat = pool->seat,
                              .log = &pool->log,
                              .policy = pool->plan.policy,
                              .expansions = HISTORY_EACH};
    uint32_t all = 0;
    while (all < HISTORY_EXPANSIONS && pool->now.count < DISTINCT_MIN) {
        uint32_t spent = 0;
        const HistoryResult result =
            history_find(&plan, &pool->memory, pool->start, 0, &pool->rng, pool->scratch, &spent);
        all += spent ? spent : 1;
        if (result == HISTORY_MEMORY)
            return false;
        if (result == HISTORY_FOUND && boards_add(&pool->now, pool->scratch, 1))
            pool->counts.generated++;
    }
    pool->counts.expanded += all;
    boards_normalize(&pool->now);
    return true;
}

// The few boards that are left, put aside while earlier turns are gone through.
static uint32_t put_aside(Pool *pool)
{
    const uint32_t count = pool->now.count;
    memcpy(pool->survivors, pool->now.boards, count * pool->game->board_bytes);
    return count;
}

static void bring_back(Pool *pool, uint32_t count)
{
    const double weight = pool->now.count ? 1.0 / pool->now.count : 1;
    for (uint32_t i = 0; i < count; i++) {
        const char *board = pool->survivors + i * pool->game->board_bytes;
        if (boards_find(&pool->now, board) == pool->now.count)
            (void)boards_add(&pool->now, board, weight);
    }
    boards_normalize(&pool->now);
}

// The pool has shrunk to little or nothing: back 1, 2, 4, 8 turns, until there are boards enough, and in the
// end to the beginning.
static bool revive(Pool *pool)
{
    const Snapshots *all = &pool->snapshots;
    const uint32_t survivors = put_aside(pool);
    pool->counts.deaths += survivors == 0;
    for (uint32_t back = 1; back <= all->count && pool->now.count < DISTINCT_MIN; back *= 2) {
        pool->counts.revivals++;
        replay(pool, &all->list[all->count - back]);
    }
    bring_back(pool, survivors);
    return pool->now.count ? true : generate(pool);
}

bool pool_hear(Pool *pool, Try own, const Hearing *heard)
{
    const Heard entry = {.own = own, .hearing = *heard};
    const bool begins_turn = heard->event == HEARD_MOVE && heard->seat != pool->seat;
    advance(pool, own, heard);
    if (!seat_log_add(&pool->log, &pool->memory, entry))
        return false;
    if (pool->now.count < DISTINCT_MIN && !pool->is_exact && !revive(pool))
        return false;
    return !begins_turn || take_snapshot(pool);
}
