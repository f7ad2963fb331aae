// The umpire plays the record, and the pool listens with one seat.
#include "study/trail.h"

#include <math.h>

static const char *const error_texts[] = {
    [FOLLOW_OK] = "no error",
    [FOLLOW_ERR_GAME] = "nothing is hidden in this game, so there is nothing to believe",
    [FOLLOW_ERR_RECORD] = "the record has a try out of turn",
    [FOLLOW_ERR_MEMORY] = "there is not enough memory",
};
_Static_assert(COUNT_OF(error_texts) == FOLLOW_ERR_COUNT, "every error needs a text");

const char *follow_error_text(FollowError error)
{
    return error_texts[error];
}

// Nobody's time is counted here, so a sample is drawn anew long before it is nearly gone: from this part of its limit on.
enum { ENOUGH_SHARE = 64 };

typedef struct Walker {
    const TrailPlan *plan;
    const TrailSink *sink;
    Replay replay;
    AnyView view; // of the seat; while the sink is told of a try, as it was before the answer
    Pool *pool;
    bool is_stopped; // by the sink
} Walker;

// --- What a pool says ----------------------------------------------------------------------------

static double entropy_bits(const Boards *boards)
{
    double bits = 0;
    for (uint32_t i = 0; i < boards->count; i++)
        if (boards->weights[i] > 0)
            bits -= boards->weights[i] * log2(boards->weights[i]);
    return bits;
}

static double legal_chance(const Walker *walker, Try attempt)
{
    const Boards *boards = pool_boards(walker->pool);
    double sum = 0;
    for (uint32_t i = 0; i < boards->count; i++)
        if (walker->plan->kind->allows(walker->plan->rules, &walker->view, boards_at(boards, i),
                                       attempt))
            sum += boards->weights[i];
    return sum;
}

static double met_chance(const Walker *walker, Try attempt)
{
    const Boards *boards = pool_boards(walker->pool);
    const TrailKind *kind = walker->plan->kind;
    double sum = 0;
    for (uint32_t i = 0; kind->meets && i < boards->count; i++)
        if (kind->meets(boards_at(boards, i), walker->plan->seat, attempt))
            sum += boards->weights[i];
    return sum;
}

// --- The walk ------------------------------------------------------------------------------------

// If it is the seat's turn.
static void tell_turn(Walker *walker)
{
    const TrailTurn turn = {walker->pool, &walker->view, &walker->replay.truth};
    const bool is_turn = !walker->replay.outcome.is_over &&
                         replay_seat_to_move(&walker->replay) == walker->plan->seat;
    if (is_turn && !walker->is_stopped && walker->sink->turn)
        walker->is_stopped = !walker->sink->turn(walker->sink->turn_context, &turn);
}

// An own try as it stood before its answer.
static FollowTry try_before(const Walker *walker, Try attempt, const Hearing *heard)
{
    const Boards *boards = pool_boards(walker->pool);
    return (FollowTry){.attempt = attempt,
                       .heard = *heard,
                       .legal_chance = legal_chance(walker, attempt),
                       .met_before = met_chance(walker, attempt),
                       .before = boards->count,
                       .bits_before = entropy_bits(boards)};
}

// The pool takes in the answer to an own try, and the sink is told what that did.
static bool hear_own(Walker *walker, Try attempt, const Hearing *heard)
{
    const TrailSink *sink = walker->sink;
    if (!sink->attempt)
        return pool_hear_all(walker->pool, attempt, heard);
    FollowTry told = try_before(walker, attempt, heard);
    const PoolCounts counts = pool_counts(walker->pool);
    if (!pool_hear_all(walker->pool, attempt, heard))
        return false;
    const Boards *boards = pool_boards(walker->pool);
    told.after = boards->count;
    told.bits_after = entropy_bits(boards);
    told.met_after = met_chance(walker, attempt);
    const PoolCounts since = pool_counts(walker->pool);
    told.is_redrawn = since.revivals != counts.revivals || since.guesses != counts.guesses;
    walker->is_stopped = !sink->attempt(sink->context, &told);
    return true;
}

static FollowError hear(Walker *walker, Try own, const Hearing *heard)
{
    const TrailSink *sink = walker->sink;
    if (heard->event == HEARD_NOTHING)
        return FOLLOW_OK;
    if (own == TRY_NONE ? !pool_hear_all(walker->pool, own, heard) : !hear_own(walker, own, heard))
        return FOLLOW_ERR_MEMORY;
    walker->replay.game->hear(walker->plan->rules, &walker->view, own, heard);
    if (sink->hear && !walker->is_stopped)
        walker->is_stopped = !sink->hear(sink->context, own, heard);
    return FOLLOW_OK;
}

// What an entry told the seat. Others' records may go on where our rules have ended the game; nothing more is heard then.
static FollowError take_entry(Walker *walker, const Entry *entry)
{
    const Replay *replay = &walker->replay;
    const uint8_t seat = walker->plan->seat;
    if (entry->kind != EVENT_TRY)
        return FOLLOW_OK;
    if (!replay->is_judged)
        return replay->outcome.is_over ? FOLLOW_OK : FOLLOW_ERR_RECORD;
    const bool is_own = entry->seat == seat;
    const FollowError error = hear(walker, is_own ? entry->attempt : TRY_NONE, &replay->to[seat]);
    if (!error && !is_own)
        tell_turn(walker);
    return error;
}

static FollowError walk(Walker *walker)
{
    const TrailPlan *plan = walker->plan;
    Replay *replay = &walker->replay;
    replay_begin(replay, plan->kind->game, plan->rules, plan->entries);
    replay->game->sit(plan->rules, plan->seat, &walker->view);
    FollowError error = hear(walker, TRY_NONE, &replay->to[plan->seat]);
    if (!error)
        tell_turn(walker);
    while (!error && !walker->is_stopped && replay_step(replay))
        error = take_entry(walker, replay_entry(replay));
    return error;
}

FollowError trail_walk(const TrailPlan *plan, const Memory *memory, const TrailSink *sink)
{
    PoolPlan pool = plan->pool;
    pool.enough = pool.limit / ENOUGH_SHARE;
    pool.fallback = plan->kind->fallback;
    Walker walker = {.plan = plan, .sink = sink};
    walker.pool = pool_create(memory, plan->kind->game, plan->rules, plan->seat, &pool);
    const FollowError error = walker.pool ? walk(&walker) : FOLLOW_ERR_MEMORY;
    pool_destroy(walker.pool);
    return error;
}
