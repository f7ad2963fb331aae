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
    uint32_t settled; // boards there were after the last revival: perhaps there are no more
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
                   .settled = UINT32_MAX,
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

// A parent's successors as they pass. All are gathered while they fit; and in case they will not, OFFSPRING_KEPT of
// each parent are drawn by chance, each independently of the other.
typedef struct Brood {
    Rng *rng;
    size_t board_bytes;
    char *kept;
    double mass;    // the sum of their chances
    Boards *gather; // NULL once there are too many
    double weight;  // of the parent
    uint64_t count; // successors that passed
} Brood;

static void take_successor(void *context, const void *board, float its_chance)
{
    Brood *brood = context;
    brood->mass += (double)its_chance;
    brood->count++;
    for (unsigned i = 0; i < OFFSPRING_KEPT; i++)
        if (rng_share(brood->rng) * brood->mass < (double)its_chance)
            memcpy(brood->kept + i * brood->board_bytes, board, brood->board_bytes);
    if (brood->gather && !boards_add(brood->gather, board, brood->weight * (double)its_chance))
        brood->gather = NULL;
}

// Looks through the successors of one board; they go into `gather` too while it is not NULL and has room.
static Brood look_through(Pool *pool, uint32_t parent, const Hearing *heard, Boards *gather)
{
    const size_t bytes = pool->game->board_bytes;
    Brood brood = {.rng = &pool->rng,
                   .board_bytes = bytes,
                   .kept = pool->offspring + (size_t)parent * OFFSPRING_KEPT * bytes,
                   .gather = gather,
                   .weight = pool->now.weights[parent]};
    const BoardSink sink = {take_successor, &brood};
    expand_one(pool, boards_at(&pool->now, parent), heard, &sink);
    return brood;
}

// A parent that is drawn more often than it has offspring at hand brings forth more.
static void add_offspring(Pool *pool, uint32_t parent, uint32_t times, const Hearing *heard)
{
    const size_t bytes = pool->game->board_bytes;
    const char *kept = pool->offspring + (size_t)parent * OFFSPRING_KEPT * bytes;
    for (uint32_t drawn = 0; drawn < times; drawn++) {
        const uint32_t place = drawn % OFFSPRING_KEPT;
        if (drawn && place == 0)
            (void)look_through(pool, parent, heard, NULL);
        (void)boards_add(&pool->next, kept + place * bytes, 1);
    }
}

// Above the limit: a systematic sample of the parents by weight and mass, then of their offspring. One random number
// places all the marks, so a parent is drawn as often as its share says, give or take one.
static void sample(Pool *pool, double sum, const Hearing *heard)
{
    const uint32_t limit = pool->plan.limit;
    const double stride = sum / limit, offset = rng_share(&pool->rng);
    double passed = 0;
    uint32_t marks = 0;
    boards_clear(&pool->next);
    for (uint32_t i = 0; i < pool->now.count; i++) {
        passed += pool->masses[i];
        uint32_t times = 0;
        while (marks + times < limit && (marks + times + offset) * stride < passed)
            times++;
        add_offspring(pool, i, times, heard);
        marks += times;
    }
    pool->is_exact = false;
}

// Keeps successors with one chance for all.
typedef struct Cut {
    Rng *rng;
    double share;
    Boards *into;
} Cut;

static void cut_successor(void *context, const void *board, float its_chance)
{
    (void)its_chance;
    Cut *cut = context;
    if (rng_share(cut->rng) < cut->share)
        (void)boards_add(cut->into, board, 1);
}

// Above the limit, the plain way: of all successors so many, at random.
static void cut_down(Pool *pool, uint64_t successors, const Hearing *heard)
{
    Cut cut = {&pool->rng, (double)pool->plan.cut / (double)successors, &pool->next};
    const BoardSink sink = {cut_successor, &cut};
    boards_clear(&pool->next);
    for (uint32_t i = 0; i < pool->now.count; i++)
        expand_one(pool, boards_at(&pool->now, i), heard, &sink);
    pool->is_exact = false;
}

// The other seat did something: every board gives way to those it can have led to.
static void expand(Pool *pool, const Hearing *heard)
{
    Boards *gather = &pool->next;
    double sum = 0;
    uint64_t successors = 0;
    boards_clear(&pool->next);
    for (uint32_t i = 0; i < pool->now.count; i++) {
        const Brood brood = look_through(pool, i, heard, gather);
        gather = brood.gather;
        successors += brood.count;
        pool->masses[i] = pool->now.weights[i] * brood.mass;
        sum += pool->masses[i];
    }
    if (!gather && pool->plan.cut)
        cut_down(pool, successors, heard);
    else if (!gather)
        sample(pool, sum, heard);
    swap_boards(pool);
}

static void advance(Pool *pool, Try own, const Hearing *heard)
{
    if (history_branches(heard, pool->seat))
        expand(pool, heard);
    else if (own != TRY_NONE)
        filter(pool, own, heard);
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

bool pool_generate(Pool *pool, uint32_t wanted, uint32_t expansions)
{
    const HistoryPlan plan = {.game = pool->game,
                              .rules = pool->rules,
                              .seat = pool->seat,
                              .log = &pool->log,
                              .policy = pool->plan.policy,
                              .expansions = HISTORY_EACH};
    uint32_t all = 0;
    while (all < expansions && pool->now.count < wanted) {
        uint32_t spent = 0;
        const HistoryResult result =
            history_find(&plan, &pool->memory, pool->start, 0, &pool->rng, pool->scratch, &spent);
        all += spent ? spent : 1;
        if (result == HISTORY_MEMORY)
            return false;
        const double weight = pool->now.count ? 1.0 / pool->now.count : 1; // as much as the others
        if (result == HISTORY_FOUND && boards_add(&pool->now, pool->scratch, weight))
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
    return pool->now.count || pool_generate(pool, DISTINCT_MIN, HISTORY_EXPANSIONS);
}

// A sample that is nearly gone is worth going back for; one that a revival could not make larger only once it has
// shrunk again.
static bool is_dying(const Pool *pool)
{
    const uint32_t count = pool->now.count;
    return !pool->is_exact && !pool->plan.cut && count < DISTINCT_MIN &&
           (count == 0 || count < pool->settled);
}

bool pool_hear(Pool *pool, Try own, const Hearing *heard)
{
    const Heard entry = {.own = own, .hearing = *heard};
    const bool begins_turn = heard->event == HEARD_MOVE && heard->seat != pool->seat;
    advance(pool, own, heard);
    if (!seat_log_add(&pool->log, &pool->memory, entry))
        return false;
    if (is_dying(pool)) {
        if (!revive(pool))
            return false;
        pool->settled = pool->now.count;
    } else if (pool->now.count >= DISTINCT_MIN) {
        pool->settled = UINT32_MAX;
    }
    return !begins_turn || pool->plan.cut || take_snapshot(pool);
}
