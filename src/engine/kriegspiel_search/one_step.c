// One step ahead on each board, and the choice over all boards.
#include "engine/kriegspiel_search/one_step.h"

#include "engine/kriegspiel_search/evaluate.h"
#include "engine/kriegspiel_search/geometry.h"
#include "engine/kriegspiel_search/one_ply_audit.h"

#include <assert.h>
#include <math.h>
#include <string.h>

// Hundredths of a pawn; set by hand.
static const double mate_worth = 3000;
static const double mate_gain = 1000;   // at least, however far we are ahead
static const double winning_lead = 900; // a stalemate then costs what a mate is worth
static const double quiet_cost = 0.08;  // times the square of the quiet plies above QUIET_FREE
static const double reply_cost = 8, middle_cost = 12, distance_cost = 6; // of a king that is hunted
enum { QUIET_FREE = 50 };

void one_step_begin(OneStep *step, const OneStepPlan *plan, const Try *tries, uint32_t count)
{
    assert(count <= TRIES_MAX);
    step->plan = *plan;
    step->count = step->boards = 0;
    for (uint32_t i = 0; i < count; i++)
        if (tries[i] != TRY_ANY) // a question has no value on a board
            step->tries[step->count++] = (OneStepTry){.attempt = tries[i]};
    memset(step->threats, 0, sizeof step->threats[0] * step->count);
}

// Where a move captures, one more than the square; 0 if it does not.
static uint8_t capture_of(const Position *position, Move move)
{
    const unsigned to = move_to(move);
    if (bits_has(position_occupied(position), to))
        return (uint8_t)(to + 1);
    const bool is_passant =
        to == position->passant && bits_has(position->kind[PAWN], move_from(move));
    return is_passant ? (uint8_t)(to + (position->to_move == WHITE ? -8 : 8) + 1) : 0;
}

// The board after our try, as he finds it.
static KriegspielBoard board_after(const KriegspielBoard *board, Move move)
{
    KriegspielBoard after = {.lost_at = capture_of(&board->position, move)};
    position_after(&board->position, move, &after.position);
    kriegspiel_remember(board, move, after.lost_at, &after);
    return after;
}

// What a reply wins by exchanges; 0 if it is quiet.
static int reply_gain(const Position *position, Move reply)
{
    const Bits ours = position->color[other_color((Color)position->to_move)];
    const bool counts = bits_has(ours, move_to(reply)) || move_promotion(reply) != PAWN;
    return counts ? exchange_value(position, reply) : 0;
}

// We are mated: that costs a lead too.
static double mated_cost(double lead)
{
    return mate_worth + fmax(lead, 0);
}

// What his replies cost us; `taken` gets the chance that the man on each square is captured.
static double one_step_expected_loss(const OneStepPlan *plan, PolicyMemo *memo,
                                     const KriegspielBoard *board, const MoveList *replies,
                                     double lead, float taken[SQUARE_COUNT])
{
    const Position *position = &board->position;
    const Bits ours = position->color[other_color((Color)position->to_move)];
    float chances[MOVES_MAX];
    const Sights sights = sights_of(position);
    double loss = 0;
    if (board->lost_at) // his men are not those that the memo knows
        policy_chances(plan->policy, board, replies, chances);
    else
        policy_chances_by_memo(plan->policy, memo, board, replies, chances);
    for (uint32_t i = 0; i < replies->count; i++) {
        const Move reply = replies->moves[i];
        const int gain = reply_gain(position, reply);
        loss += (double)chances[i] * gain * (gain > 0 ? plan->caution : 1);
        if (bits_has(ours, move_to(reply)))
            taken[move_to(reply)] += chances[i];
        if (reply_mates(position, &sights, reply))
            loss += (double)chances[i] * mated_cost(lead);
    }
    return loss;
}

// A king with pawns alone is hunted if we have a rook or a queen: his replies, his steps from the edges, and those between the kings cost us.
static double hunt_cost(const Position *position)
{
    const Color them = (Color)position->to_move, us = other_color(them);
    const Bits theirs = position->color[them], *kind = position->kind;
    const bool is_hunted = !(theirs & ~(kind[KING] | kind[PAWN])) &&
                           ((kind[ROOK] | kind[QUEEN]) & position->color[us]);
    if (!is_hunted)
        return 0;
    const unsigned king = bits_first(kind[KING] & theirs);
    const unsigned own = bits_first(kind[KING] & position->color[us]);
    return reply_cost * chess_count_legal(position) +
           middle_cost * centrality(position_board(position), king) +
           distance_cost * square_distance(king, own);
}

// Our side of the evaluation where he is to move, less what many quiet plies cost: more than the lead, if there is one, before they draw.
static double standing(const Position *position, double lead)
{
    const double quiet =
        position->quiet_plies > QUIET_FREE ? position->quiet_plies - QUIET_FREE : 0;
    const double cost = quiet_cost + fmax(lead, 0) / (QUIET_FREE * QUIET_FREE);
    return lead - cost * quiet * quiet - hunt_cost(position);
}

// He cannot move. A mate is worth more than any lead. A stalemate gives a win away: it costs as much as a mate, or less if we are little
// ahead.
static double end_value(const Position *position, double lead)
{
    if (position_checkers(position, (Color)position->to_move))
        return fmax(mate_worth, lead + mate_gain);
    return lead > 0 ? -mate_worth * fmin(lead / winning_lead, 1) : 0;
}

double one_step_after_reply(const Position *position, Move reply)
{
    const Sights sights = sights_of(position);
    const double lead = -evaluate_position(position);
    return standing(position, lead) - reply_gain(position, reply) -
           (reply_mates(position, &sights, reply) ? mated_cost(lead) : 0);
}

void one_step_begin_board(PolicyMemo *memo, const KriegspielBoard *board)
{
    KriegspielBoard his = *board;
    his.position.to_move = !his.position.to_move;
    policy_memo_begin(memo, &his);
}

void one_step_play(const OneStepPlan *plan, PolicyMemo *memo, const KriegspielBoard *board,
                   Move move, OneStepOutcome *outcome)
{
    *outcome = (OneStepOutcome){.after = board_after(board, move)};
    const Position *position = &outcome->after.position;
    MoveList replies;
    chess_list_legal(position, &replies);
    outcome->is_over = !replies.count;
    const double lead = -evaluate_position(position);
    if (outcome->is_over)
        outcome->value = end_value(position, lead);
    else
        outcome->value =
            standing(position, lead) -
            one_step_expected_loss(plan, memo, &outcome->after, &replies, lead, outcome->taken);
}

// Adds what each capture would win next if he passed, times the chance that the captor is still there.
static void add_threats(const Position *position, const float taken[SQUARE_COUNT],
                        float threats[SQUARE_COUNT][SQUARE_COUNT])
{
    const Color them = (Color)position->to_move, us = other_color(them);
    const Bits targets = position->color[them] & ~position->kind[KING];
    for (Bits men = position->color[us]; men;) {
        const unsigned from = bits_take(&men);
        const Kind kind = position_kind_at(position, from);
        Bits captures = targets & man_attacks(kind, us, from, position_occupied(position));
        while (captures) {
            const unsigned to = bits_take(&captures);
            const int gain = exchange_value(position, move_make(from, to, PAWN));
            if (gain > 0)
                threats[from][to] += (float)gain * (1 - taken[from]);
        }
    }
}

static double value_on(OneStep *step, uint32_t index, PolicyMemo *memo,
                       const KriegspielBoard *board)
{
    OneStepTry *one = &step->tries[index];
    OneStepOutcome outcome;
    one_step_play(&step->plan, memo, board, one->attempt, &outcome);
    for (unsigned square = 0; square < SQUARE_COUNT; square++)
        one->captured += (double)outcome.taken[square];
    if (!outcome.is_over)
        add_threats(&outcome.after.position, outcome.taken, step->threats[index]);
    return outcome.value;
}

// Boards between two readings of the clock.
typedef struct OneStepRound {
    OneStep *step;
    const KriegspielBoard *const *boards;
    uint32_t count;
    unsigned threads;
} OneStepRound;

// A thread's own tries, on all boards of the round in their order.
static void value_share(void *context, unsigned thread, Meter *meter)
{
    const OneStepRound *round = context;
    OneStep *step = round->step;
    PolicyMemo *memo = &step->memos[thread];
    for (uint32_t b = 0; b < round->count; b++) {
        const KriegspielBoard *board = round->boards[b];
        one_step_begin_board(memo, board);
        for (uint32_t i = thread; i < step->count; i += round->threads) {
            const bool is_legal = chess_allows(&board->position, step->tries[i].attempt);
            step->values[i][step->boards + b] =
                is_legal ? (float)value_on(step, i, memo, board) : NAN;
            meter->nodes++;
        }
    }
}

// One board for one thread; several for a team, which begins and ends its threads each time. Not more than the nodes allow.
static uint32_t round_size(const OneStep *step, uint32_t left, const Team *team, const Meter *meter)
{
    enum { TEAM_ROUND = 16 };
    const uint64_t nodes = meter->budget->nodes;
    uint32_t size = team->threads > 1 ? TEAM_ROUND : 1;
    if (nodes && (nodes - meter->nodes) / step->count < size)
        size = (uint32_t)((nodes - meter->nodes + step->count - 1) / step->count);
    const uint32_t room = ONE_STEP_BOARDS_MAX - step->boards;
    left = left < room ? left : room;
    return size < left ? size : left;
}

uint32_t one_step_add(OneStep *step, const KriegspielBoard *const *boards, uint32_t count,
                      const Team *team, Meter *meter)
{
    uint32_t added = 0;
    while (step->count && !meter->is_spent && added < count && step->boards < ONE_STEP_BOARDS_MAX) {
        OneStepRound round = {step, boards + added, round_size(step, count - added, team, meter),
                              team->threads};
        team_run(team, value_share, &round, meter);
        step->boards += round.count;
        added += round.count;
    }
    return added;
}

static float best_threat(const OneStep *step, uint32_t index)
{
    const float *threats = &step->threats[index][0][0];
    float best = 0;
    for (unsigned i = 0; i < SQUARE_COUNT * SQUARE_COUNT; i++)
        best = threats[i] > best ? threats[i] : best;
    return best;
}

enum { NO_TRY = TRIES_MAX };

// The values of a try, added up over the boards on which another is refused, or over all boards.
typedef struct OneStepSum {
    double values;
    uint32_t boards, legal;
} OneStepSum;

static OneStepSum sum_up(const OneStep *step, uint32_t index, uint32_t refused)
{
    OneStepSum sum = {0};
    for (uint32_t i = 0; i < step->boards; i++) {
        const float value = step->values[index][i];
        if (refused != NO_TRY && !isnan(step->values[refused][i]))
            continue;
        sum.boards++;
        if (isnan(value))
            continue;
        sum.values += (double)value;
        sum.legal++;
    }
    return sum;
}

// The threat must be known.
static double one_step_value_of(const OneStep *step, uint32_t index, const OneStepSum *sum)
{
    const OneStepTry *one = &step->tries[index];
    return sum->values / sum->legal + step->plan.threat * one->threat - one->penalty;
}

static void take_means(OneStep *step, uint32_t index)
{
    OneStepTry *one = &step->tries[index];
    const OneStepSum sum = sum_up(step, index, NO_TRY);
    if (!sum.legal)
        return;
    one->legal = (double)sum.legal / sum.boards;
    one->threat = (double)best_threat(step, index) / sum.legal;
    one->captured /= sum.legal;
    one->value = one_step_value_of(step, index, &sum);
}

// The value of a try after another was refused; -INFINITY if it is then legal on less than half of the boards.
static double value_after(const OneStep *step, uint32_t refused, uint32_t index)
{
    const OneStepSum sum = sum_up(step, index, refused);
    return sum.legal && 2 * sum.legal >= sum.boards ? one_step_value_of(step, index, &sum)
                                                    : -INFINITY;
}

// A refusal costs nothing and tells something: what a try is worth includes the best that can follow its refusal.
static double worth_of_trying(const OneStep *step, uint32_t index)
{
    const OneStepTry *one = &step->tries[index];
    if (one->legal >= 1)
        return one->value;
    double best = -INFINITY;
    for (uint32_t i = 0; i < step->count; i++)
        if (i != index && step->tries[i].legal > 0)
            best = fmax(best, value_after(step, index, i));
    return one->legal * one->value + (1 - one->legal) * (isfinite(best) ? best : one->value);
}

uint32_t one_step_choose(OneStep *step)
{
    uint32_t best = step->count;
    for (uint32_t i = 0; i < step->count && step->boards; i++)
        take_means(step, i);
    for (uint32_t i = 0; i < step->count; i++) {
        OneStepTry *one = &step->tries[i];
        if (!(one->legal > 0))
            continue;
        one->worth = worth_of_trying(step, i);
        if (best == step->count || one->worth > step->tries[best].worth)
            best = i;
    }
    return best;
}
