// The pool: a particle set that keeps up with the hearings, and, after it has died, a revival: a second set that starts
// from an earlier turn and catches up. README.md of this module explains the method.
#include "engine/core/pool.h"

#include "engine/core/history.h"
#include "engine/core/particle_set.h"
#include "engine/core/snapshots.h"

#include <assert.h>

enum {
    DISTINCT_MIN = 32,         // boards: a smaller sample is revived, whatever the plan says
    HISTORY_EXPANSIONS = 3000, // spent on whole histories in one turn, at most
    HISTORY_EACH = 300,        // expansions spent on one history, at most
    GUESS_ATTEMPTS = 500,      // of one GuessStep, at least
    PAUSE_MAX = 16,            // turns between two searches for proven boards, at most
};

// Where a revival looks for boards, in this order. Guesses are quickest; the first proven board replaces them all.
typedef enum RevivalSource {
    SOURCE_GUESS,
    SOURCE_TURN,    // an earlier turn
    SOURCE_HISTORY, // whole histories
} RevivalSource;

// The second particle set, and where it comes from.
typedef struct PoolRevival {
    bool is_on;
    RevivalSource source;
    ParticleSet particles; // zeroed before the first revival
    uint32_t position;     // log entries it has taken in
    uint32_t back;         // turns it went back; 0 before the first attempt
    uint32_t histories;    // expansions left for whole histories, which come last
    uint32_t fewest;       // the fewest boards the pool had since the revival began
    // Guesses:
    Fallback *guess;      // for boards of one moment; NULL if none is being made
    const Snapshot *base; // whose boards are varied; NULL if boards are made from nothing
    uint32_t step;        // the next of guess_steps
    uint32_t attempts;    // left at this step
} PoolRevival;

struct Pool {
    ParticlePlan plan;
    Memory memory;
    Rng rng;
    SeatLog log;
    Snapshots snapshots; // of turns with proven boards
    Snapshots guessed;   // of turns with guessed boards, since the last proven one
    PoolCounts counts;   // without what the particle sets have expanded
    uint64_t attempts;   // at guesses, in all
    uint32_t enough;     // a sample with fewer boards is revived
    uint32_t
        settled; // boards after the last revival, if fewer than `enough`: perhaps there are no more
    bool is_guessed;       // its boards are guesses
    uint32_t pause;        // turns between two searches for proven boards; doubles each time
    uint32_t wait;         // turns left of the pause
    ParticleSet particles; // of the present turn
    PoolRevival revival;
    char *start, *scratch; // a board each
};

static bool pool_make_room(Pool *pool)
{
    const size_t bytes = pool->plan.model->board_bytes;
    pool->start = memory_resize(&pool->memory, NULL, bytes);
    pool->scratch = memory_resize(&pool->memory, NULL, bytes);
    return pool->start && pool->scratch &&
           particles_init(&pool->particles, &pool->memory, &pool->plan);
}

static void drop_guess(Pool *pool)
{
    if (pool->revival.guess)
        pool->plan.model->fallback->destroy(pool->revival.guess);
    pool->revival.guess = NULL;
}

Pool *pool_create(const Memory *memory, const BeliefModel *model, const Rules *rules, uint8_t seat,
                  const PoolPlan *plan)
{
    assert(seat < 2);
    assert(plan->limit > 0);
    Pool *pool = memory_resize(memory, NULL, sizeof *pool);
    if (!pool)
        return NULL;
    *pool = (Pool){.memory = *memory,
                   .enough = plan->enough > DISTINCT_MIN ? plan->enough : DISTINCT_MIN,
                   .settled = UINT32_MAX,
                   .rng = rng_from_seed(plan->seed)};
    pool->plan = (ParticlePlan){.model = model,
                                .rules = rules,
                                .policy = plan->policy,
                                .limit = plan->limit,
                                .cut = plan->cut,
                                .seat = seat,
                                .seed = rng_next(&pool->rng)};
    if (!pool_make_room(pool)) {
        pool_destroy(pool);
        return NULL;
    }
    history_start(model, rules, pool->start);
    (void)boards_add(&pool->particles.now, pool->start, 1);
    return pool;
}

void pool_destroy(Pool *pool)
{
    if (!pool)
        return;
    const Memory memory = pool->memory;
    snapshots_done(&pool->snapshots, &memory);
    snapshots_done(&pool->guessed, &memory);
    drop_guess(pool);
    seat_log_done(&pool->log, &memory);
    particles_done(&pool->particles);
    particles_done(&pool->revival.particles);
    memory_resize(&memory, pool->start, 0);
    memory_resize(&memory, pool->scratch, 0);
    memory_resize(&memory, pool, 0);
}

void pool_bound(Pool *pool, uint32_t most)
{
    assert(most > 0);
    const uint32_t bound = most < pool->plan.limit ? most : pool->plan.limit;
    pool->particles.most = pool->revival.particles.most = bound;
}

const Boards *pool_boards(const Pool *pool)
{
    return &pool->particles.now;
}

bool pool_is_exact(const Pool *pool)
{
    return pool->particles.is_exact;
}

bool pool_is_guessed(const Pool *pool)
{
    return pool->is_guessed && pool->particles.now.count;
}

bool pool_is_reviving(const Pool *pool)
{
    return pool->revival.is_on;
}

PoolCounts pool_counts(const Pool *pool)
{
    PoolCounts counts = pool->counts;
    counts.expanded += pool->particles.expanded + pool->revival.particles.expanded;
    return counts;
}

static bool take_snapshot(Pool *pool)
{
    Snapshots *all = pool->is_guessed ? &pool->guessed : &pool->snapshots;
    return snapshots_take(all, &pool->memory, &pool->particles.now, pool->log.count);
}

static uint32_t proven_count(const Pool *pool)
{
    return pool->is_guessed ? 0 : pool->particles.now.count;
}

// The first board with a proven history replaces all guesses.
static void drop_guesses(Pool *pool)
{
    if (!pool->is_guessed)
        return;
    boards_clear(&pool->particles.now);
    snapshots_done(&pool->guessed, &pool->memory);
    pool->is_guessed = false;
    pool->pause = pool->wait = 0;
    pool->revival.fewest = 0;
}

bool pool_generate(Pool *pool, uint32_t wanted, uint32_t expansions)
{
    const HistoryPlan plan = {.model = pool->plan.model,
                              .rules = pool->plan.rules,
                              .seat = pool->plan.seat,
                              .log = &pool->log,
                              .policy = pool->plan.policy,
                              .expansions = HISTORY_EACH};
    Boards *now = &pool->particles.now;
    uint32_t all = 0;
    while (all < expansions && proven_count(pool) < wanted) {
        uint32_t spent = 0;
        const HistoryResult result =
            history_find(&plan, &pool->memory, pool->start, 0, &pool->rng, pool->scratch, &spent);
        all += spent ? spent : 1;
        if (result == HISTORY_MEMORY)
            return false;
        if (result == HISTORY_FOUND)
            drop_guesses(pool);
        const double weight = now->count ? 1.0 / now->count : 1; // the mean of the others
        if (result == HISTORY_FOUND && boards_add(now, pool->scratch, weight))
            pool->counts.generated++;
    }
    pool->counts.expanded += all;
    boards_normalize(now);
    return true;
}

static bool begins_turn_of(const Hearing *heard, uint8_t seat)
{
    return heard->event == HEARD_OPENING ? heard->seat == seat
                                         : heard->event == HEARD_MOVE && heard->seat != seat;
}

static bool ends_turn(const Hearing *heard, uint8_t seat)
{
    return heard->event == HEARD_MOVE && heard->seat == seat;
}

uint32_t fallback_turn(const SeatLog *log, uint8_t seat, uint32_t position, bool begins)
{
    assert(seat < 2);
    assert(position <= log->count);
    uint32_t latest = position;
    for (; position && !begins_turn_of(&log->list[position - 1].hearing, seat); position--)
        if (ends_turn(&log->list[position - 1].hearing, seat))
            latest = position - 1;
    return begins || !position ? position : latest;
}

// How guesses are made, in this order. With `is_around`: by varying the boards of `back` turns ago. Without: by placing
// all men, at the beginning of the own turn `back` turns ago (1 is the present or the last one), or, if `back` is 0, at
// the latest moment of the present own turn.
static const struct GuessStep {
    bool is_around;
    uint8_t back;
} guess_steps[] = {{true, 1}, {true, 2}, {true, 4}, {false, 5}, {false, 3}, {false, 1}, {false, 0}};

static bool can_guess(const Pool *pool)
{
    return pool->plan.model->fallback && !pool->plan.cut;
}

// The snapshot whose boards a step varies; NULL if there is none or if it was not an own turn.
static const Snapshot *snapshot_of(const Pool *pool, const struct GuessStep *step)
{
    const Snapshots *all = pool->guessed.count ? &pool->guessed : &pool->snapshots;
    const Snapshot *base = snapshots_back(all, step->back);
    const bool is_turn =
        base && fallback_turn(&pool->log, pool->plan.seat, base->position, false) == base->position;
    return is_turn ? base : NULL;
}

static uint32_t turn_of(const Pool *pool, const struct GuessStep *step)
{
    uint32_t position = fallback_turn(&pool->log, pool->plan.seat, pool->log.count, step->back > 0);
    for (uint8_t i = 1; i < step->back && position; i++)
        position = fallback_turn(&pool->log, pool->plan.seat, position - 1, true);
    return position;
}

// Begins the next step. False if there is no memory. If its turn does not exist, revival->guess stays NULL.
static bool begin_guess(Pool *pool)
{
    PoolRevival *revival = &pool->revival;
    assert(revival->step < COUNT_OF(guess_steps) && !revival->guess);
    const struct GuessStep *step = &guess_steps[revival->step++];
    revival->base = step->is_around ? snapshot_of(pool, step) : NULL;
    revival->position = revival->base ? revival->base->position : turn_of(pool, step);
    if (!revival->position || (step->is_around && !revival->base))
        return true;
    const FallbackPlan plan = {.rules = pool->plan.rules,
                               .seat = pool->plan.seat,
                               .log = &pool->log,
                               .position = revival->position};
    revival->guess = pool->plan.model->fallback->create(&pool->memory, &plan);
    const uint32_t most = pool->particles.most;
    revival->attempts = most > GUESS_ATTEMPTS ? most : GUESS_ATTEMPTS;
    boards_clear(&revival->particles.now);
    return revival->guess != NULL;
}

// Makes some attempts of the present step. After the last attempt the second set can start to catch up.
static void guess_some(Pool *pool, uint64_t attempts)
{
    PoolRevival *revival = &pool->revival;
    assert(revival->guess && revival->attempts);
    const Snapshot *base = revival->base;
    const uint32_t some = attempts < revival->attempts ? (uint32_t)attempts : revival->attempts;
    pool->plan.model->fallback->draw(revival->guess, base ? base->boards : NULL,
                                     base ? base->count : 0, some, &pool->rng,
                                     &revival->particles.now);
    pool->attempts += some;
    revival->attempts -= some;
    if (revival->attempts)
        return;
    boards_normalize(&revival->particles.now);
    drop_guess(pool);
}

// How many turns to go back next: twice as many as last time; 0 if there is no such turn. A pool that can guess and has
// no proven board tries the first turn, too, before it gives up.
static uint32_t next_back(const Pool *pool)
{
    const uint32_t last = pool->revival.back, all = pool->snapshots.count;
    const uint32_t next = last ? 2 * last : 1;
    if (next <= all)
        return next;
    return proven_count(pool) || !can_guess(pool) || last >= all ? 0 : all;
}

// The second set starts from an earlier turn. False if there is no such turn.
static bool go_back(Pool *pool)
{
    PoolRevival *revival = &pool->revival;
    const uint32_t back = next_back(pool);
    boards_clear(&revival->particles.now);
    if (!back)
        return false;
    revival->back = back;
    const Snapshot *snapshot = snapshots_back(&pool->snapshots, back);
    assert(snapshot && snapshot->position <= pool->log.count);
    const size_t bytes = pool->plan.model->board_bytes;
    for (uint32_t i = 0; i < snapshot->count; i++)
        (void)boards_add(&revival->particles.now, snapshot->boards + i * bytes,
                         snapshot->weights[i]);
    boards_normalize(&revival->particles.now);
    revival->position = snapshot->position;
    pool->counts.revivals++;
    return true;
}

static void add_scaled(Boards *into, const Boards *boards, double share)
{
    for (uint32_t i = 0; i < boards->count; i++)
        (void)boards_add(into, boards_at(boards, i), boards->weights[i] * share);
}

// The second set has caught up and is merged with the first. Each gets a share of the weight by its number of boards.
// For the first set that is the fewest boards it had meanwhile, because its boards all descend from those.
static void merge_revival(Pool *pool)
{
    PoolRevival *revival = &pool->revival;
    ParticleSet *particles = &pool->particles, *other = &revival->particles;
    const bool is_guess = revival->source == SOURCE_GUESS;
    assert(other->now.count && revival->position == pool->log.count);
    if (!is_guess)
        drop_guesses(pool);
    pool->counts.guesses += is_guess;
    pool->is_guessed = is_guess;
    const double found = other->now.count, kept = revival->fewest;
    boards_clear(&particles->next);
    add_scaled(&particles->next, &other->now, found / (found + kept));
    add_scaled(&particles->next, &particles->now, kept / (found + kept));
    particles_swap(particles);
    boards_clear(&other->now);
    revival->fewest = particles->now.count;
}

// A pool that still has only guesses waits longer each time before it looks for proven boards again.
static void set_pause(Pool *pool)
{
    const bool has_looked = pool->revival.source != SOURCE_GUESS;
    if (!has_looked || proven_count(pool))
        return;
    pool->pause = !pool->pause ? 1 : pool->pause < PAUSE_MAX ? 2 * pool->pause : PAUSE_MAX;
    pool->wait = pool->pause;
}

// Keeps a snapshot of what was found, so that later revivals can start from it.
static bool end_revival(Pool *pool)
{
    const uint32_t count = pool->particles.now.count;
    assert(pool->revival.is_on && !pool->revival.guess);
    pool->revival.is_on = false;
    pool->settled = count < pool->enough ? count : UINT32_MAX;
    set_pause(pool);
    return !count || take_snapshot(pool);
}

// Makes guesses until there are enough boards; then looks for proven boards, unless the pause lasts.
static bool look_for_guesses(Pool *pool, uint64_t expansions)
{
    PoolRevival *revival = &pool->revival;
    if (revival->guess) {
        guess_some(pool, expansions);
        return true;
    }
    if (pool->particles.now.count < pool->enough && revival->step < COUNT_OF(guess_steps))
        return begin_guess(pool);
    if (pool->wait)
        return end_revival(pool);
    revival->source = SOURCE_TURN;
    return true;
}

static bool look_in_turns(Pool *pool, uint64_t expansions)
{
    (void)expansions;
    if (proven_count(pool) >= pool->enough)
        return end_revival(pool);
    if (!go_back(pool))
        pool->revival.source = SOURCE_HISTORY;
    return true;
}

// When no board has come from any earlier turn: whole histories, while the budget for them lasts.
static bool look_for_histories(Pool *pool, uint64_t expansions)
{
    PoolRevival *revival = &pool->revival;
    const uint32_t left = revival->histories;
    const uint64_t before = pool->counts.expanded;
    if (!proven_count(pool) &&
        !pool_generate(pool, DISTINCT_MIN, expansions < left ? (uint32_t)expansions : left))
        return false;
    const uint64_t spent = pool->counts.expanded - before;
    revival->histories = spent < left ? left - (uint32_t)spent : 0;
    return (!proven_count(pool) && revival->histories) || end_revival(pool);
}

// One piece of a revival. False if there is no memory.
static bool work_piece(Pool *pool, uint64_t expansions)
{
    static bool (*const looks[])(Pool * pool, uint64_t expansions) = {
        [SOURCE_GUESS] = look_for_guesses,
        [SOURCE_TURN] = look_in_turns,
        [SOURCE_HISTORY] = look_for_histories,
    };
    PoolRevival *revival = &pool->revival;
    ParticleSet *other = &revival->particles;
    assert(revival->source < COUNT_OF(looks) && revival->position <= pool->log.count);
    if (!particles_work(other, expansions))
        return true;
    const bool is_ready = other->now.count && !revival->guess;
    if (is_ready && revival->position < pool->log.count) {
        const Heard *next = &pool->log.list[revival->position++];
        particles_hear(other, next->own, &next->hearing);
        return true;
    }
    if (is_ready)
        merge_revival(pool);
    return looks[revival->source](pool, expansions);
}

static uint64_t work_done(const Pool *pool)
{
    return pool->counts.expanded + pool->attempts + particles_work_done(&pool->revival.particles);
}

bool pool_work(Pool *pool, uint64_t expansions)
{
    const uint64_t before = work_done(pool);
    uint64_t spent = 0;
    while (pool->revival.is_on && spent < expansions) {
        if (!work_piece(pool, expansions - spent))
            return false;
        spent = work_done(pool) - before;
    }
    return true;
}

static bool begin_revival(Pool *pool)
{
    PoolRevival *revival = &pool->revival;
    ParticlePlan plan = pool->plan;
    plan.seed = rng_next(&pool->rng);
    if (!revival->particles.memory.resize &&
        !particles_init(&revival->particles, &pool->memory, &plan))
        return false;
    const uint32_t count = pool->particles.now.count;
    const bool is_short = can_guess(pool) && !proven_count(pool) && count < pool->enough;
    particles_stop(&revival->particles);
    revival->particles.most = pool->particles.most;
    drop_guess(pool);
    revival->is_on = true;
    revival->source = is_short ? SOURCE_GUESS : SOURCE_TURN;
    revival->step = revival->back = 0;
    revival->histories = HISTORY_EXPANSIONS;
    revival->fewest = count;
    return true;
}

// A sample with too few boards is revived. If the last revival could not make it larger, it is revived again only after
// it has shrunk further.
static bool is_dying(const Pool *pool)
{
    const uint32_t count = pool->particles.now.count;
    return !pool->particles.is_exact && !pool->plan.cut && count < pool->enough &&
           (count == 0 || count < pool->settled);
}

// Whether a revival begins. An empty pool falls back to guesses first, even in the middle of a revival.
static bool needs_revival(const Pool *pool, uint32_t before)
{
    const uint32_t count = pool->particles.now.count;
    if (pool->revival.is_on)
        return before && !count && can_guess(pool);
    return is_dying(pool) || (pool->is_guessed && !pool->wait);
}

bool pool_hear(Pool *pool, Try own, const Hearing *heard)
{
    PoolRevival *revival = &pool->revival;
    const Heard entry = {.own = own, .hearing = *heard};
    const bool begins_turn = heard->event == HEARD_MOVE && heard->seat != pool->plan.seat;
    const uint32_t before = pool->particles.now.count;
    particles_hear_all(&pool->particles, own, heard);
    const uint32_t count = pool->particles.now.count;
    if (!seat_log_add(&pool->log, &pool->memory, entry))
        return false;
    pool->counts.deaths += before && !count;
    pool->wait -= begins_turn && pool->wait;
    if (revival->is_on)
        revival->fewest = count < revival->fewest ? count : revival->fewest;
    if (needs_revival(pool, before) && !begin_revival(pool))
        return false;
    if (count >= pool->enough)
        pool->settled = UINT32_MAX;
    assert(pool->particles.stage == PARTICLES_IDLE && pool->wait <= pool->pause);
    const bool is_busy = revival->is_on && (!pool->is_guessed || revival->source == SOURCE_GUESS);
    const bool is_worth_keeping = begins_turn && count && !is_busy && !pool->plan.cut;
    return !is_worth_keeping || take_snapshot(pool);
}

bool pool_hear_all(Pool *pool, Try own, const Hearing *heard)
{
    return pool_hear(pool, own, heard) && pool_work(pool, UINT64_MAX);
}
