// The trail of a game of Phantom Go, and what its pool says point by point.
#include "study/go_pool_study.h"

// Superko asks for a past that a board does not have; it is rare, and left out.
static bool allows(const Rules *rules, const void *view, const void *board, Try attempt)
{
    GoBoard unpacked;
    if (attempt == PHANTOM_PASS)
        return true;
    if (!phantom_may_try(view, attempt))
        return false;
    phantom_board_unpack((const PhantomRules *)rules, board, &unpacked);
    return go_board_judge(&unpacked, go_point_at(attempt - 1u)) == GO_LEGAL;
}

static bool meets(const void *board, uint8_t seat, Try attempt)
{
    return attempt <= GO_SPOTS &&
           go_set_has(&((const PhantomBoard *)board)->stones[!seat], attempt - 1u);
}

static void add_weights(const Boards *boards, uint8_t enemy, double at[GO_SPOTS])
{
    for (unsigned spot = 0; spot < GO_SPOTS; spot++)
        at[spot] = 0;
    for (uint32_t i = 0; i < boards->count; i++) {
        const PhantomBoard *board = boards_at(boards, i);
        for (unsigned word = 0; word < GO_SET_WORDS; word++)
            for (Bits left = board->stones[enemy].words[word]; left;)
                at[word * 64 + bits_take(&left)] += boards->weights[i];
    }
}

// Point by point: what the weights are worth.
static void judge_points(GoPoolTurn *turn, uint8_t enemy)
{
    const unsigned size = turn->truth->size;
    for (unsigned row = 0; row < size; row++)
        for (unsigned column = 0; column < size; column++) {
            const GoPoint point = go_point(column, row);
            const double weight = turn->at[go_spot(point)];
            const bool is_there = go_board_at(turn->truth, point) == (GoColor)enemy;
            const bool is_held = study_is_there(weight, turn->is_exact);
            turn->known += is_held && is_there;
            turn->wrong += is_held && !is_there;
            turn->brier += (weight - is_there) * (weight - is_there) / (size * size);
            turn->expected += weight * (1 - weight) / (size * size);
        }
}

typedef struct Follower {
    const GoPoolPlan *plan;
    const GoPoolSink *sink;
} Follower;

static bool tell_turn(void *context, const StudyTurn *trail)
{
    const Follower *follower = context;
    const uint8_t enemy = !follower->plan->seat;
    const PhantomTruth *truth = trail->truth;
    const Boards *boards = pool_boards(trail->pool);
    double at[GO_SPOTS];
    PhantomBoard imagined;
    add_weights(boards, enemy, at);
    phantom_go_game.imagine((const Rules *)follower->plan->rules, truth, &imagined);
    const uint32_t place = boards_find(boards, &imagined);
    GoPoolTurn turn = {.turn = truth->game.turns + 1u,
                       .boards = boards->count,
                       .is_exact = pool_is_exact(trail->pool),
                       .truth_weight = place < boards->count ? boards->weights[place] : 0,
                       .view = trail->view,
                       .truth = &truth->game.board,
                       .at = at};
    judge_points(&turn, enemy);
    return follower->sink->turn(follower->sink->context, &turn);
}

StudyError go_pool_study(const GoPoolPlan *plan, const Memory *memory, const GoPoolSink *sink)
{
    static const StudyKind phantom_go = {
        .game = &phantom_go_game, .allows = allows, .meets = meets};
    Follower follower = {plan, sink};
    const StudyPlan trail = {.kind = &phantom_go,
                             .rules = (const Rules *)plan->rules,
                             .entries = plan->entries,
                             .seat = plan->seat,
                             .pool = plan->pool};
    return study_replay(&trail, memory,
                        &(StudySink){.turn = sink->turn ? tell_turn : NULL,
                                     .turn_context = &follower,
                                     .attempt = sink->attempt,
                                     .hear = sink->hear,
                                     .context = sink->context});
}
