// Alpha-beta: plain, and small enough to be looked through.
#include "kriegspiel/search/alphabeta.h"

#include "chess/ending.h"
#include "chess/legal.h"

// What a move wins at once, less a little for a dear man that takes.
static int gain(const Position *position, Move move)
{
    const unsigned to = move_to(move);
    const Kind promotion = move_promotion(move);
    int sum = promotion == PAWN ? 0 : man_values[promotion];
    if (bits_has(position_occupied(position), to))
        sum += 16 * man_values[position_kind_at(position, to)] -
               man_values[position_kind_at(position, move_from(move))];
    return sum;
}

// A stable sort; lists are short and mostly of equals.
void sort_moves(const Position *position, Move *moves, uint32_t count)
{
    int gains[MOVES_MAX];
    for (uint32_t i = 0; i < count; i++) {
        const Move move = moves[i];
        const int its = gain(position, move);
        uint32_t place = i;
        for (; place > 0 && gains[place - 1] < its; place--) {
            gains[place] = gains[place - 1];
            moves[place] = moves[place - 1];
        }
        gains[place] = its;
        moves[place] = move;
    }
}

static bool is_loud(const Position *position, Move move)
{
    return bits_has(position_occupied(position), move_to(move)) || move_promotion(move) == QUEEN;
}

// Captures until none is worth while. The side to move may always stand pat, but not in check.
static int quiesce(const AlphaBeta *search, const Position *position, const MoveList *legal,
                   int alpha, int beta)
{
    const int still = search->evaluate(position);
    if (still >= beta)
        return still;
    if (still > alpha)
        alpha = still;
    MoveList loud = {0};
    for (uint32_t i = 0; i < legal->count; i++)
        if (is_loud(position, legal->moves[i]))
            loud.moves[loud.count++] = legal->moves[i];
    sort_moves(position, loud.moves, loud.count);
    for (uint32_t i = 0; i < loud.count && alpha < beta && !search->meter->is_spent; i++) {
        Position after;
        position_after(position, loud.moves[i], &after);
        const int value = -alphabeta_value(search, &after, -beta, -alpha, 0);
        if (value > alpha)
            alpha = value;
    }
    return alpha;
}

static bool is_drawn(const Position *position)
{
    return position->quiet_plies >= QUIET_PLIES_MAX || chess_is_dead(position);
}

int alphabeta_value(const AlphaBeta *search, const Position *position, int alpha, int beta,
                    unsigned depth)
{
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
    sort_moves(position, legal.moves, legal.count);
    for (uint32_t i = 0; i < legal.count && alpha < beta && !search->meter->is_spent; i++) {
        Position after;
        position_after(position, legal.moves[i], &after);
        const int value = -alphabeta_value(search, &after, -beta, -alpha, depth - 1);
        if (value > alpha)
            alpha = value;
    }
    return alpha;
}

bool alphabeta_moves(const AlphaBeta *search, const Position *position, Move *moves, uint32_t count,
                     unsigned depth, int *values)
{
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
