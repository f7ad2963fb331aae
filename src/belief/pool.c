// The pool: a flock that keeps up with what is heard, and a second one that comes after it from an earlier turn when the
// first has died.
#include "belief/pool.h"

#include "belief/flock.h"
#include "belief/history.h"

#include <string.h>

enum {
    DISTINCT_MIN = 32,   // a sample with fewer boards is drawn anew, whatever the plan says
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

// A pool that is being drawn anew.
typedef struct Revival {
    bool is_on;
    Flock flock;        // has room once there was a first revival
    uint32_t position;  // entries of the log it has taken in
    uint32_t back;      // turns it went back; 0 before the first attempt
    uint32_t histories; // expansions left for whole histories, which come last
    uint32_t narrowest; // the fewest boards the pool had since
} Revival;

struct Pool {
    FlockPlan plan;
    Memory memory;
    Rng rng;
    SeatLog log;
    Snapshots snapshots;
    PoolCounts counts; // but for what the flocks have expanded
    uint32_t enough;   // boards below which a sample is drawn anew
    uint32_t settled;  // boards there were after the last revival: perhaps there are no more
    Flock flock;       // of the present
    Revival revival;
    char *start, *scratch; // a board each
};

// --- Life ----------------------------------------------------------------------------------------

// The position the game begins with is known to both seats.
static bool deal_start(Pool *pool)
{
    const Game *game = pool->plan.game;
    void *truth = memory_resize(&pool->memory, NULL, game->truth_bytes);
    if (!truth)
        return false;
    Hearing to[2];
    game->deal(pool->plan.rules, truth, to);
    game->imagine(pool->plan.rules, truth, pool->start);
    memory_resize(&pool->memory, truth, 0);
    return true;
}

static bool make_room(Pool *pool)
{
    const size_t bytes = pool->plan.game->board_bytes;
    pool->start = memory_resize(&pool->memory, NULL, bytes);
    pool->scratch = memory_resize(&pool->memory, NULL, bytes);
    return pool->start && pool->scratch && flock_init(&pool->flock, &pool->memory, &pool->plan);
}

Pool *pool_create(const Memory *memory, const Game *game, const Rules *rules, uint8_t seat,
                  const PoolPlan *plan)
{
    Pool *pool = memory_resize(memory, NULL, sizeof *pool);
    if (!pool)
        return NULL;
    *pool = (Pool){.memory = *memory,
                   .enough = plan->enough > DISTINCT_MIN ? plan->enough : DISTINCT_MIN,
                   .settled = UINT32_MAX,
                   .rng = rng_from_seed(plan->seed)};
    pool->plan = (FlockPlan){.game = game,
                             .rules = rules,
                             .policy = plan->policy,
                             .limit = plan->limit,
                             .cut = plan->cut,
                             .seat = seat,
                             .seed = rng_next(&pool->rng)};
    if (!make_room(pool) || !deal_start(pool)) {
        pool_destroy(pool);
        return NULL;
    }
    boards_add(&pool->flock.now, pool->start, 1);
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
    flock_done(&pool->flock);
    flock_done(&pool->revival.flock);
    memory_resize(&memory, pool->start, 0);
    memory_resize(&memory, pool->scratch, 0);
    memory_resize(&memory, pool, 0);
}

const Boards *pool_boards(const Pool *pool)
{
    return &pool->flock.now;
}

bool pool_is_exact(const Pool *pool)
{
    return pool->flock.is_exact;
}

bool pool_is_reviving(const Pool *pool)
{
    return pool->revival.is_on;
}

PoolCounts pool_counts(const Pool *pool)
{
    PoolCounts counts = pool->counts;
    counts.expanded += pool->flock.expanded + pool->revival.flock.expanded;
    return counts;
}

// --- Earlier turns -------------------------------------------------------------------------------

static bool copy_into(Pool *pool, Snapshot *snapshot)
{
    const Boards *now = &pool->flock.now;
    const size_t bytes = pool->plan.game->board_bytes;
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
    if (!memory_reserve(&pool->memory, &all->list, all->count, &all->capacity, sizeof *all->list) ||
        !copy_into(pool, &all->list[all->count]))
        return false;
    all->count++;
    thin_out(pool);
    return true;
}

// --- Whole histories -----------------------------------------------------------------------------

bool pool_generate(Pool *pool, uint32_t wanted, uint32_t expansions)
{
    const HistoryPlan plan = {.game = pool->plan.game,
                              .rules = pool->plan.rules,
                              .seat = pool->plan.seat,
                              .log = &pool->log,
                              .policy = pool->plan.policy,
                              .expansions = HISTORY_EACH};
    Boards *now = &pool->flock.now;
    uint32_t all = 0;
    while (all < expansions && now->count < wanted) {
        uint32_t spent = 0;
        const HistoryResult result =
            history_find(&plan, &pool->memory, pool->start, 0, &pool->rng, pool->scratch, &spent);
        all += spent ? spent : 1;
        if (result == HISTORY_MEMORY)
            return false;
        const double weight = now->count ? 1.0 / now->count : 1; // as much as the others
        if (result == HISTORY_FOUND && boards_add(now, pool->scratch, weight))
            pool->counts.generated++;
    }
    pool->counts.expanded += all;
    boards_normalize(now);
    return true;
}

// --- Revival -------------------------------------------------------------------------------------

// The second flock is sent off from the turn that lies twice as far back as before. False if there is none.
static bool go_back(Pool *pool)
{
    Revival *revival = &pool->revival;
    const Snapshots *all = &pool->snapshots;
    const uint32_t back = revival->back ? revival->back * 2 : 1;
    boards_clear(&revival->flock.now);
    revival->back = back;
    if (back > all->count)
        return false;
    const Snapshot *snapshot = &all->list[all->count - back];
    const size_t bytes = pool->plan.game->board_bytes;
    for (uint32_t i = 0; i < snapshot->count; i++)
        (void)boards_add(&revival->flock.now, snapshot->boards + i * bytes, snapshot->weights[i]);
    boards_normalize(&revival->flock.now);
    revival->position = snapshot->position;
    pool->counts.revivals++;
    return true;
}

static void add_all(Boards *into, const Boards *boards, double share)
{
    for (uint32_t i = 0; i < boards->count; i++)
        (void)boards_add(into, boards_at(boards, i), boards->weights[i] * share);
}

// The second flock has arrived in the present. What it brings and what is there become one, each with the weight of so
// many as it has: of what is there the fewest that it has come from, since it is no more than their offspring.
static void join(Pool *pool)
{
    Revival *revival = &pool->revival;
    Flock *flock = &pool->flock, *other = &revival->flock;
    const double found = other->now.count, kept = revival->narrowest;
    boards_clear(&flock->next);
    add_all(&flock->next, &other->now, found / (found + kept));
    add_all(&flock->next, &flock->now, kept / (found + kept));
    flock_turn_over(flock);
    boards_clear(&other->now);
    revival->narrowest = flock->now.count;
}

// What was found is worth coming back to.
static bool end_revival(Pool *pool)
{
    const uint32_t count = pool->flock.now.count;
    pool->revival.is_on = false;
    pool->settled = count < pool->enough ? count : UINT32_MAX;
    return !count || take_snapshot(pool);
}

// When nobody came from any turn: whole histories, for a while.
static bool look_for_histories(Pool *pool, uint64_t expansions)
{
    Revival *revival = &pool->revival;
    const uint32_t left = revival->histories;
    const uint64_t before = pool->counts.expanded;
    if (!pool->flock.now.count &&
        !pool_generate(pool, DISTINCT_MIN, expansions < left ? (uint32_t)expansions : left))
        return false;
    const uint64_t spent = pool->counts.expanded - before;
    revival->histories = spent < left ? left - (uint32_t)spent : 0;
    return (!pool->flock.now.count && revival->histories) || end_revival(pool);
}

// One piece of a revival. False if there is no memory.
static bool work_on(Pool *pool, uint64_t expansions)
{
    Revival *revival = &pool->revival;
    Flock *other = &revival->flock;
    if (!flock_work(other, expansions))
        return true;
    if (other->now.count && revival->position < pool->log.count) {
        const Heard *next = &pool->log.list[revival->position++];
        flock_hear(other, next->own, &next->hearing);
        return true;
    }
    if (other->now.count)
        join(pool);
    if (pool->flock.now.count >= pool->enough)
        return end_revival(pool);
    const bool has_gone = revival->back <= pool->snapshots.count && go_back(pool);
    return has_gone || look_for_histories(pool, expansions);
}

static uint64_t work_done(const Pool *pool)
{
    return pool->counts.expanded + flock_work_done(&pool->revival.flock);
}

bool pool_work(Pool *pool, uint64_t expansions)
{
    const uint64_t before = work_done(pool);
    uint64_t spent = 0;
    while (pool->revival.is_on && spent < expansions) {
        if (!work_on(pool, expansions - spent))
            return false;
        spent = work_done(pool) - before;
    }
    return true;
}

static bool begin_revival(Pool *pool)
{
    Revival *revival = &pool->revival;
    FlockPlan plan = pool->plan;
    plan.seed = rng_next(&pool->rng);
    if (!revival->flock.memory.resize && !flock_init(&revival->flock, &pool->memory, &plan))
        return false;
    revival->is_on = true;
    revival->back = 0;
    revival->histories = HISTORY_EXPANSIONS;
    revival->narrowest = pool->flock.now.count;
    return true;
}

// --- Hearing -------------------------------------------------------------------------------------

// A sample that is nearly gone is worth going back for; one that a revival could not make larger only once it has
// shrunk again.
static bool is_dying(const Pool *pool)
{
    const uint32_t count = pool->flock.now.count;
    return !pool->flock.is_exact && !pool->plan.cut && count < pool->enough &&
           (count == 0 || count < pool->settled);
}

bool pool_hear(Pool *pool, Try own, const Hearing *heard)
{
    Revival *revival = &pool->revival;
    const Heard entry = {.own = own, .hearing = *heard};
    const bool begins_turn = heard->event == HEARD_MOVE && heard->seat != pool->plan.seat;
    const uint32_t before = pool->flock.now.count;
    flock_hear_all(&pool->flock, own, heard);
    const uint32_t count = pool->flock.now.count;
    if (!seat_log_add(&pool->log, &pool->memory, entry))
        return false;
    pool->counts.deaths += before && !count;
    if (revival->is_on)
        revival->narrowest = count < revival->narrowest ? count : revival->narrowest;
    else if (is_dying(pool) && !begin_revival(pool))
        return false;
    if (count >= pool->enough)
        pool->settled = UINT32_MAX;
    const bool is_worth_keeping = begins_turn && count && !revival->is_on && !pool->plan.cut;
    return !is_worth_keeping || take_snapshot(pool);
}

bool pool_hear_all(Pool *pool, Try own, const Hearing *heard)
{
    return pool_hear(pool, own, heard) && pool_work(pool, UINT64_MAX);
}
