// The umpire plays the record, and the pool listens with one seat.
#include "belief/follow.h"

#include "umpire/open_chess.h"

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
    const FollowPlan *plan;
    const FollowSink *sink;
    Umpire umpire;
    KriegspielView view;
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
    const Ruleset *ruleset = walker->plan->rules->ruleset;
    const KriegspielView *view = &walker->view;
    const Boards *boards = pool_boards(walker->pool);
    double sum = 0;
    if (!attempt_is_possible(&view->turn, ruleset, &view->own, attempt))
        return 0;
    if (attempt == TRY_ANY)
        return 1;
    for (uint32_t i = 0; i < boards->count; i++)
        if (chess_allows(&((const KriegspielBoard *)boards_at(boards, i))->position, attempt))
            sum += boards->weights[i];
    return sum;
}

static Quality quality_of_none(uint8_t seat, const Position *truth)
{
    const unsigned squares = bits_count(position_board(truth)->squares);
    const double loss = king_log_loss(0, squares);
    return (Quality){.king_log_loss = loss,
                     .king_entropy = loss,
                     .brier = bits_count(truth->color[other_color(seat)]) / (double)squares};
}

// --- The walk ------------------------------------------------------------------------------------

static void tell_turn(Walker *walker)
{
    const Position *truth = &walker->umpire.truth;
    const uint8_t seat = walker->plan->seat;
    if (walker->is_stopped || !walker->sink->turn)
        return;
    FollowTurn turn = {.move = truth->move_number,
                       .is_exact = pool_is_exact(walker->pool),
                       .boards = pool_boards(walker->pool),
                       .counts = pool_counts(walker->pool),
                       .view = &walker->view,
                       .truth = truth};
    turn.quality =
        turn.boards->count ? quality_of(turn.boards, seat, truth) : quality_of_none(seat, truth);
    walker->is_stopped = !walker->sink->turn(walker->sink->context, &turn);
}

// An own try as it stood before its answer.
static FollowTry try_before(const Walker *walker, Try attempt, const Hearing *heard)
{
    const Boards *boards = pool_boards(walker->pool);
    return (FollowTry){.attempt = attempt,
                       .heard = *heard,
                       .legal_chance = legal_chance(walker, attempt),
                       .before = boards->count,
                       .bits_before = entropy_bits(boards)};
}

// The pool takes in the answer to an own try, and the sink is told what that did.
static bool hear_own(Walker *walker, Try attempt, const Hearing *heard)
{
    const FollowSink *sink = walker->sink;
    if (!sink->attempt)
        return pool_hear_all(walker->pool, attempt, heard);
    FollowTry told = try_before(walker, attempt, heard);
    const PoolCounts counts = pool_counts(walker->pool);
    if (!pool_hear_all(walker->pool, attempt, heard))
        return false;
    const Boards *boards = pool_boards(walker->pool);
    told.after = boards->count;
    told.bits_after = entropy_bits(boards);
    told.is_redrawn = pool_counts(walker->pool).revivals != counts.revivals;
    walker->is_stopped = !sink->attempt(sink->context, &told);
    return true;
}

static FollowError hear(Walker *walker, Try own, const Hearing *heard)
{
    const FollowSink *sink = walker->sink;
    if (heard->event == HEARD_NOTHING)
        return FOLLOW_OK;
    if (own == TRY_NONE ? !pool_hear_all(walker->pool, own, heard) : !hear_own(walker, own, heard))
        return FOLLOW_ERR_MEMORY;
    kriegspiel_game.hear((const Rules *)walker->plan->rules, &walker->view, own, heard);
    if (sink->hear && !walker->is_stopped)
        walker->is_stopped = !sink->hear(sink->context, own, heard);
    return FOLLOW_OK;
}

// Plain PGN may go on where our rules have ended the game; nothing more is heard then.
static FollowError play_try(Walker *walker, const Entry *entry)
{
    const uint8_t seat = walker->plan->seat;
    Reply reply;
    walker->is_stopped |= walker->umpire.ending != ENDING_NONE;
    if (walker->is_stopped)
        return FOLLOW_OK;
    if (umpire_try(&walker->umpire, entry->seat, entry->attempt, &reply))
        return FOLLOW_ERR_RECORD;
    const bool is_own = entry->seat == seat;
    const FollowError error = hear(walker, is_own ? entry->attempt : TRY_NONE, &reply.to[seat]);
    if (!error && !is_own && reply.verdict == VERDICT_PLAYED && !walker->umpire.ending)
        tell_turn(walker);
    return error;
}

static FollowError walk(Walker *walker)
{
    const FollowPlan *plan = walker->plan;
    const Entries *entries = plan->entries;
    Hearing to[2];
    kriegspiel_game.deal((const Rules *)plan->rules, &walker->umpire, to);
    kriegspiel_game.sit((const Rules *)plan->rules, plan->seat, &walker->view);
    FollowError error = hear(walker, TRY_NONE, &to[plan->seat]);
    if (!error && walker->umpire.truth.to_move == plan->seat && !walker->umpire.ending)
        tell_turn(walker);
    for (uint32_t i = 0; i < entries->count && !error; i++)
        if (entries->list[i].kind == EVENT_TRY)
            error = play_try(walker, &entries->list[i]);
    return error;
}

FollowError follow_game(const FollowPlan *plan, const Memory *memory, const FollowSink *sink)
{
    if (kriegspiel_rules_game(plan->rules) != &kriegspiel_game)
        return FOLLOW_ERR_GAME;
    Walker walker = {.plan = plan, .sink = sink};
    PoolPlan pool = plan->pool;
    pool.enough = pool.limit / ENOUGH_SHARE;
    walker.pool =
        pool_create(memory, &kriegspiel_game, (const Rules *)plan->rules, plan->seat, &pool);
    const FollowError error = walker.pool ? walk(&walker) : FOLLOW_ERR_MEMORY;
    pool_destroy(walker.pool);
    return error;
}

// --- Sums ----------------------------------------------------------------------------------------

void follow_sums_add(FollowSums *sums, const FollowTurn *turn)
{
    const Quality *quality = &turn->quality;
    sums->turns++;
    sums->exact += turn->is_exact;
    sums->found += quality->truth_weight > 0;
    sums->empty += turn->boards->count == 0;
    sums->sum.truth_weight += quality->truth_weight;
    sums->sum.king_chance += quality->king_chance;
    sums->sum.king_log_loss += quality->king_log_loss;
    sums->sum.king_entropy += quality->king_entropy;
    sums->sum.brier += quality->brier;
}

Quality follow_mean(const FollowSums *sums)
{
    const double turns = sums->turns ? sums->turns : 1;
    return (Quality){.truth_weight = sums->sum.truth_weight / turns,
                     .king_chance = sums->sum.king_chance / turns,
                     .king_log_loss = sums->sum.king_log_loss / turns,
                     .king_entropy = sums->sum.king_entropy / turns,
                     .brier = sums->sum.brier / turns};
}
