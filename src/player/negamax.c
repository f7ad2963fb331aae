// negamax: alpha-beta on material for open chess, on every board (Foret 2019's perfect-information player).
//
// It deepens ply by ply until its depth or its budget is reached, and of the moves that are equally good it plays
// any, so that two of them do not play one game for ever.
#include "player/simple.h"

#include "umpire/open_chess.h"

enum { DEPTH };

static const PlayerOption options[] = {
    [DEPTH] = {"depth", OPTION_NUMBER, 3, 1, 20, NULL, "plies it looks ahead, captures included"},
    {0},
};

enum { MATE_VALUE = 30000, VALUE_MAX = 32000 };

static const int16_t kind_values[KIND_COUNT] = {
    [PAWN] = 1, [KNIGHT] = 3, [BISHOP] = 3, [ROOK] = 5, [QUEEN] = 9};

static bool plays_open_chess(const Game *game)
{
    return game == &open_chess_game;
}

static int material_of(const Position *position, Color color)
{
    int sum = 0;
    for (unsigned kind = 0; kind < KIND_COUNT; kind++)
        sum += kind_values[kind] * (int)bits_count(position_men(position, color, (Kind)kind));
    return sum;
}

static int material(const Position *position)
{
    const Color us = position->to_move;
    return material_of(position, us) - material_of(position, other_color(us));
}

// What a move wins at once: the better a capture, the sooner it is looked at.
static int gain(const Position *position, Move move)
{
    const unsigned to = move_to(move);
    const int promotion = kind_values[move_promotion(move)];
    if (!bits_has(position_occupied(position), to))
        return promotion - kind_values[PAWN];
    return promotion + 16 * kind_values[position_kind_at(position, to)] -
           kind_values[position_kind_at(position, move_from(move))];
}

// A stable sort by gain; lists are short and mostly of equals.
static void sort_by_gain(const Position *position, MoveList *list)
{
    int gains[MOVES_MAX];
    for (uint32_t i = 0; i < list->count; i++) {
        const Move move = list->moves[i];
        const int its = gain(position, move);
        uint32_t place = i;
        for (; place > 0 && gains[place - 1] < its; place--) {
            gains[place] = gains[place - 1];
            list->moves[place] = list->moves[place - 1];
        }
        gains[place] = its;
        list->moves[place] = move;
    }
}

// The value of a position for the side to move. Recursive, to at most the depth asked for. Once the budget is
// spent the value means nothing and the caller throws it away.
static int search(const Position *position, int alpha, int beta, unsigned depth, unsigned ply,
                  Meter *meter)
{
    if (meter_step(meter))
        return 0;
    if (position->quiet_plies >= QUIET_PLIES_MAX || chess_is_dead(position))
        return 0;
    MoveList legal;
    chess_list_legal(position, &legal);
    if (!legal.count)
        return position_checkers(position, position->to_move) ? (int)ply - MATE_VALUE : 0;
    if (depth == 0)
        return material(position);
    sort_by_gain(position, &legal);
    for (uint32_t i = 0; i < legal.count && alpha < beta && !meter->is_spent; i++) {
        Position after;
        position_after(position, legal.moves[i], &after);
        const int value = -search(&after, -beta, -alpha, depth - 1, ply + 1, meter);
        if (value > alpha)
            alpha = value;
    }
    return alpha;
}

// Looks at every move to `depth`. The window stays one point open below the best, so that equals are seen to be
// equal. Returns the move; MOVE_NONE if the budget was spent before the end.
static Move search_root(const Position *position, const MoveList *legal, unsigned depth, Rng *rng,
                        Meter *meter, int *value)
{
    int best = -VALUE_MAX;
    Move chosen = MOVE_NONE;
    uint32_t equals = 0;
    for (uint32_t i = 0; i < legal->count; i++) {
        Position after;
        position_after(position, legal->moves[i], &after);
        const int its = -search(&after, -VALUE_MAX, -(best - 1), depth - 1, 1, meter);
        if (meter->is_spent)
            return MOVE_NONE;
        equals = its > best ? 1 : equals + (its == best);
        if (its > best || (its == best && rng_below(rng, equals) == 0))
            chosen = legal->moves[i];
        best = its > best ? its : best;
    }
    *value = best;
    return chosen;
}

// Material as a chance to win: a rook ahead is most of a game.
static double winning_chance(int value)
{
    return value > 10 ? 1.0 : value < -10 ? 0.0 : 0.5 + value / 20.0;
}

static PlayerError choose(Player *player, const Budget *budget, Choice *choice)
{
    const OpenView *view = player->view;
    Meter meter = meter_begin(budget, view->seat);
    MoveList legal;
    chess_list_legal(&view->position, &legal);
    sort_by_gain(&view->position, &legal);
    Move best = legal.moves[0];
    int value = 0;
    const unsigned depth_max = (unsigned)player->options.values[DEPTH];
    for (unsigned depth = 1; depth <= depth_max && !meter.is_spent; depth++) {
        const Move deeper =
            search_root(&view->position, &legal, depth, &player->rng, &meter, &value);
        best = deeper ? deeper : best;
    }
    *choice = (Choice){
        .kind = EVENT_TRY, .attempt = best, .nodes = meter.nodes, .value = winning_chance(value)};
    return PLAYER_OK;
}

const PlayerKind negamax_player = {
    .name = "negamax",
    .summary = "alpha-beta on material, for open chess on every board",
    .options = options,
    .plays = plays_open_chess,
    .choose = choose,
};
