// The referee's record played again before a pool that hears one seat's part of it.
#include "belief/go_follow.h"

typedef struct Walker {
    const GoFollowPlan *plan;
    const Rules *rules;
    PhantomTruth truth;
    PhantomView view;
    Pool *pool;
} Walker;

static bool hear(Walker *walker, Try own, const Hearing *heard)
{
    if (heard->event == HEARD_NOTHING)
        return true;
    phantom_go_game.hear(walker->rules, &walker->view, own, heard);
    return pool_hear_all(walker->pool, own, heard);
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

static double brier_of(const GoBoard *truth, uint8_t enemy, const double at[GO_SPOTS])
{
    double sum = 0;
    for (unsigned row = 0; row < truth->size; row++)
        for (unsigned column = 0; column < truth->size; column++) {
            const GoPoint point = go_point(column, row);
            const double error = at[go_spot(point)] - (go_board_at(truth, point) == (GoColor)enemy);
            sum += error * error;
        }
    return sum / (truth->size * truth->size);
}

static bool report_turn(Walker *walker, const GoFollowSink *sink)
{
    const Boards *boards = pool_boards(walker->pool);
    const GoBoard *truth = &walker->truth.game.board;
    const uint8_t enemy = !walker->plan->seat;
    double at[GO_SPOTS];
    PhantomBoard imagined;
    add_weights(boards, enemy, at);
    phantom_go_game.imagine(walker->rules, &walker->truth, &imagined);
    const uint32_t place = boards_find(boards, &imagined);
    return sink->turn(
        sink->context,
        &(GoFollowTurn){.turn = walker->truth.game.turns + 1u,
                        .boards = boards->count,
                        .is_exact = pool_is_exact(walker->pool),
                        .truth_weight = place < boards->count ? boards->weights[place] : 0,
                        .brier = brier_of(truth, enemy, at),
                        .view = &walker->view,
                        .truth = truth,
                        .at = at});
}

static bool walk(Walker *walker, const GoFollowSink *sink, bool *goes_on)
{
    const Entries *entries = walker->plan->entries;
    const uint8_t seat = walker->plan->seat;
    bool is_fine = true;
    for (uint32_t i = 0; i < entries->count && is_fine && *goes_on && !walker->truth.ending; i++) {
        const Entry *entry = &entries->list[i];
        const uint8_t mover = walker->truth.game.board.to_move;
        Hearing to[2];
        if (entry->kind != EVENT_TRY || entry->seat != mover)
            continue;
        if (mover == seat && walker->truth.attempts == 0)
            *goes_on = report_turn(walker, sink);
        phantom_go_game.judge(walker->rules, &walker->truth, entry->attempt, to);
        is_fine = hear(walker, mover == seat ? entry->attempt : TRY_NONE, &to[seat]);
    }
    return is_fine;
}

bool go_follow_game(const GoFollowPlan *plan, const Memory *memory, const GoFollowSink *sink)
{
    Walker walker = {.plan = plan, .rules = (const Rules *)plan->rules};
    Hearing to[2];
    bool goes_on = true;
    walker.pool = pool_create(memory, &phantom_go_game, walker.rules, plan->seat, &plan->pool);
    if (!walker.pool)
        return false;
    phantom_go_game.deal(walker.rules, &walker.truth, to);
    phantom_go_game.sit(walker.rules, plan->seat, &walker.view);
    const bool is_fine = hear(&walker, TRY_NONE, &to[plan->seat]) && walk(&walker, sink, &goes_on);
    pool_destroy(walker.pool);
    return is_fine;
}
