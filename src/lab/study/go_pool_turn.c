// Compares a pool of Go boards with the truth, point by point.
#include "lab/study/go_pool_turn.h"

#include <assert.h>

// Ignores superko: a board has no history, and superko is rare.
static bool allows(const Rules *rules, const void *view, const void *board, Try attempt)
{
    GoBoard unpacked;
    if (attempt == PHANTOM_PASS)
        return true;
    if (!phantom_may_try(view, attempt))
        return false;
    assert(attempt >= 1 && attempt <= GO_SPOTS);
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
    assert(enemy < 2);
    for (uint32_t i = 0; i < boards->count; i++) {
        const PhantomBoard *board = boards_at(boards, i);
        for (unsigned word = 0; word < GO_SET_WORDS; word++)
            for (Bits left = board->stones[enemy].words[word]; left;)
                at[word * 64 + bits_take(&left)] += boards->weights[i];
    }
}

// Compares the weight of every point with the truth.
static void judge_points(GoPoolTurn *turn, uint8_t enemy)
{
    const unsigned size = turn->truth->size;
    for (unsigned row = 0; row < size; row++)
        for (unsigned column = 0; column < size; column++) {
            const GoPoint point = go_point(column, row);
            const double weight = turn->at[go_spot(point)];
            assert(weight >= 0);
            const bool is_there = go_board_at(turn->truth, point) == (GoColor)enemy;
            const bool is_held = study_is_there(weight, turn->is_exact);
            turn->known += is_held && is_there;
            turn->wrong += is_held && !is_there;
            turn->brier += (weight - is_there) * (weight - is_there) / (size * size);
            turn->expected += weight * (1 - weight) / (size * size);
        }
}

void go_pool_turn(const StudyTurn *studied, GoPoolTurn *turn)
{
    const uint8_t enemy = !studied->plan->seat;
    const PhantomTruth *truth = studied->truth;
    const Boards *boards = pool_boards(studied->pool);
    PhantomBoard imagined;
    phantom_go_belief_model.imagine(studied->plan->rules, truth, &imagined);
    const uint32_t found = boards_find(boards, &imagined);
    *turn = (GoPoolTurn){.turn = studied->number,
                         .boards = boards->count,
                         .is_exact = pool_is_exact(studied->pool),
                         .truth_weight = found < boards->count ? boards->weights[found] : 0,
                         .view = studied->view,
                         .truth = &truth->game.board};
    add_weights(boards, enemy, turn->at);
    judge_points(turn, enemy);
    assert(turn->boards || turn->truth_weight <= 0);
    assert(turn->known <= turn->view->enemies);
}

static uint32_t turn_number(const void *truth)
{
    return ((const PhantomTruth *)truth)->game.turns + 1u;
}

const StudyKind phantom_go_study = {
    .model = &phantom_go_belief_model, .allows = allows, .meets = meets, .number = turn_number};
