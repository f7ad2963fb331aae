// Alpha-beta without tables or extensions: boards are many, and each is searched a ply or two deep.
#include "engine/kriegspiel_search/alphabeta.h"

#include "games/chess/ending.h"
#include "games/chess/legal.h"

#include <assert.h>

enum {
    VICTIM_FACTOR = 16
}; // weight of the man taken: more than a queen is worth in pawns, so that it counts first

// What a move wins at once: the man taken first, then the cheaper taker, and a promotion.
static int gain(const Position *position, Move move)
{
    const unsigned to = move_to(move);
    const Kind promotion = move_promotion(move);
    int sum = promotion == PAWN ? 0 : man_values[promotion];
    if (bits_has(position_occupied(position), to))
        sum += VICTIM_FACTOR * man_values[position_kind_at(position, to)] -
               man_values[position_kind_at(position, move_from(move))];
    return sum;
}

// A stable insertion sort: lists are short, and most gains are equal.
void sort_moves(const Position *position, Move *moves, uint32_t count)
{
    int gains[MOVES_MAX];
    assert(count <= MOVES_MAX);
    for (uint32_t i = 0; i < count; i++) {
        const Move move = moves[i];
        const int its = gain(position, move);
        uint32_t index = i;
        for (; index > 0 && gains[index - 1] < its; index--) {
            gains[index] = gains[index - 1];
            moves[index] = moves[index - 1];
        }
        gains[index] = its;
        moves[index] = move;
    }
}

// The best value of some moves, each searched `depth` plies deep, or alpha if none is better.
static int best_of(const AlphaBeta *search, const Position *position, MoveList *moves, int alpha,
                   int beta, unsigned depth)
{
    sort_moves(position, moves->moves, moves->count);
    for (uint32_t i = 0; i < moves->count && alpha < beta && !search->meter->is_spent; i++) {
        Position after;
        position_after(position, moves->moves[i], &after);
        const int value = -alphabeta_value(search, &after, -beta, -alpha, depth);
        if (value > alpha)
            alpha = value;
    }
    return alpha;
}

static bool is_tactical(const Position *position, Move move)
{
    return bits_has(position_occupied(position), move_to(move)) || move_promotion(move) == QUEEN;
}

// Searches captures until none gains. The side to move may always decline to capture.
static int quiesce(const AlphaBeta *search, const Position *position, const MoveList *legal,
                   int alpha, int beta)
{
    const int still = search->evaluate(position);
    if (still >= beta)
        return still;
    MoveList tactical = {0};
    for (uint32_t i = 0; i < legal->count; i++)
        if (is_tactical(position, legal->moves[i]))
            tactical.moves[tactical.count++] = legal->moves[i];
    return best_of(search, position, &tactical, still > alpha ? still : alpha, beta, 0);
}

static bool is_drawn(const Position *position)
{
    return position->quiet_plies >= QUIET_PLIES_MAX || chess_is_dead(position);
}

int alphabeta_value(const AlphaBeta *search, const Position *position, int alpha, int beta,
                    unsigned depth)
{
    assert(alpha < beta);
    if (meter_step(search->meter) || is_drawn(position))
        return 0;
    MoveList legal;
    chess_list_legal(position, &legal);
    const int mated = -MATE_VALUE - (int)depth; // sooner is worse
    if (!legal.count)
        return position_checkers(position, position->to_move) ? mated : 0;
    if (depth == 0)
        return search->is_quiet ? quiesce(search, position, &legal, alpha, beta)
                                : search->evaluate(position);
    return best_of(search, position, &legal, alpha, beta, depth - 1);
}

bool alphabeta_moves(const AlphaBeta *search, const Position *position, Move *moves, uint32_t count,
                     unsigned depth, int *values)
{
    assert(search->meter && search->evaluate);
    sort_moves(position, moves, count);
    for (uint32_t i = 0; i < count; i++) {
        Position after;
        position_after(position, moves[i], &after);
        values[i] = -alphabeta_value(search, &after, -VALUE_MAX, VALUE_MAX, depth ? depth - 1 : 0);
        if (search->meter->is_spent)
            return false;
    }
    return true;
}

static bool value_moves(void *context, const Position *position, Move *moves, uint32_t count,
                        Meter *meter, int *values)
{
    const NativeEvaluator *native = context;
    assert(native && meter);
    const AlphaBeta search = {.evaluate = evaluate_position, .is_quiet = true, .meter = meter};
    return alphabeta_moves(&search, position, moves, count, native->depth, values);
}

Evaluator evaluator_native(NativeEvaluator *native)
{
    return (Evaluator){value_moves, native};
}
