// Values full boards: men, squares, and the exchange on one square.
#include "engine/kriegspiel_search/evaluate.h"

#include "base/portable_math.h"
#include "engine/kriegspiel_search/geometry.h"

#include <assert.h>
#include <math.h>

const int16_t man_values[KIND_COUNT] = {
    [PAWN] = 100, [KNIGHT] = 300, [BISHOP] = 300, [ROOK] = 500, [QUEEN] = 900};

// Hundredths of a pawn for each step from the edge towards the middle, in the opening and in the ending. All numbers here
// are textbook sizes set by hand; none was fitted.
static const int8_t middle_worth[2][KIND_COUNT] = {
    {[PAWN] = 4, [KNIGHT] = 10, [BISHOP] = 5, [ROOK] = 1, [QUEEN] = 2, [KING] = -12},
    {[PAWN] = 2, [KNIGHT] = 8, [BISHOP] = 5, [ROOK] = 1, [QUEEN] = 4, [KING] = 10},
};
enum {
    PAWN_STEP_WORTH = 5, // for each rank of a pawn, and of one that no enemy pawn can stop:
    PASSED_STEP_WORTH = 12,
    ENDING_MATERIAL = 1300, // an ending: the other side has less than a queen and a rook
    EDGE_WORTH = 12,        // against a bare king: for each step of it from the edge
    NEARNESS_WORTH = 6,     // and for each step between the kings
};

double winning_chance(double centipawns)
{
    assert(isfinite(centipawns));
    return 1 / (1 + portable_exp(-centipawns / WINNING_CENTIPAWNS));
}

static int material_of(const Position *position, Color color)
{
    int sum = 0;
    for (Kind kind = PAWN; kind < KING; kind++)
        sum += man_values[kind] * (int)bits_count(position_men(position, color, kind));
    return sum;
}

int evaluate_material(const Position *position)
{
    const Color us = position->to_move;
    return material_of(position, us) - material_of(position, other_color(us));
}

static int pawns_of(const Position *position, Color color)
{
    const Board *board = position_board(position);
    const Bits enemies = position_men(position, other_color(color), PAWN);
    int sum = 0;
    for (Bits pawns = position_men(position, color, PAWN); pawns;) {
        const unsigned square = bits_take(&pawns);
        const Bits ahead = squares_ahead(color, square);
        const bool is_passed = !((ahead | step_by(ahead, 1) | step_by(ahead, -1)) & enemies);
        const int ranks = pawn_steps(board, color, square) + 1; // from the first
        sum += ranks * (is_passed ? PASSED_STEP_WORTH : PAWN_STEP_WORTH);
    }
    return sum;
}

static int squares_of(const Position *position, Color color, bool is_ending)
{
    const Board *board = position_board(position);
    int sum = 0;
    for (unsigned kind = 0; kind < KIND_COUNT; kind++)
        for (Bits men = position_men(position, color, (Kind)kind); men;)
            sum += middle_worth[is_ending][kind] * centrality(board, bits_take(&men));
    return sum;
}

static bool is_bare(const Position *position, Color color)
{
    return !bits_are_many(position->color[color]);
}

// How far the bare king of the other side has been driven.
static int bare_king(const Position *position, Color stronger)
{
    const unsigned bare = bits_first(position_men(position, other_color(stronger), KING));
    const unsigned king = bits_first(position_men(position, stronger, KING));
    return -EDGE_WORTH * centrality(position_board(position), bare) -
           NEARNESS_WORTH * square_distance(king, bare);
}

static int worth_of(const Position *position, Color color, int material, bool is_ending)
{
    int sum = material + pawns_of(position, color) + squares_of(position, color, is_ending);
    if (is_bare(position, other_color(color)) && !is_bare(position, color))
        sum += bare_king(position, color);
    return sum;
}

int evaluate_position(const Position *position)
{
    assert(position->kind[KING] & position->color[WHITE]);
    assert(position->kind[KING] & position->color[BLACK]);
    const Color us = position->to_move, them = other_color(us);
    const int ours = material_of(position, us), theirs = material_of(position, them);
    return worth_of(position, us, ours, theirs < ENDING_MATERIAL) -
           worth_of(position, them, theirs, ours < ENDING_MATERIAL);
}

const int16_t exchange_values[KIND_COUNT] = {
    [PAWN] = 100, [KNIGHT] = 320, [BISHOP] = 330, [ROOK] = 500, [QUEEN] = 950, [KING] = 10000};

enum { TAKERS_MAX = 2 * MEN_MAX };

// The cheapest man of a side that can take on a square, among those in `occupied`; SQUARE_NONE if there is none. A king does not take what is
// guarded.
static unsigned next_taker(const Position *position, unsigned to, Color side, Bits occupied,
                           Kind *kind)
{
    const Bits takers = position_attackers(position, to, side, occupied) & occupied & ~bit(to);
    for (*kind = PAWN; *kind < KING; ++*kind)
        if (takers & position->kind[*kind])
            return bits_first(takers & position->kind[*kind]);
    const Bits guards = position_attackers(position, to, other_color(side), occupied & ~takers) &
                        occupied & ~bit(to);
    return takers && !guards ? bits_first(takers) : SQUARE_NONE;
}

// Each side in turn takes with its cheapest man; sliders behind a man that has gone join in. Then, from the last capture back, each side
// takes only if it gains by it.
int exchange_value(const Position *position, Move move)
{
    int gains[TAKERS_MAX];
    const unsigned to = move_to(move);
    unsigned from = move_from(move), count = 1;
    Bits occupied = position_occupied(position);
    assert(bits_has(occupied, from));
    Color side = bits_has(position->color[WHITE], from) ? WHITE : BLACK;
    const Kind promotion = move_promotion(move);
    Kind kind = promotion != PAWN ? promotion : position_kind_at(position, from);
    gains[0] = bits_has(occupied, to) ? exchange_values[position_kind_at(position, to)] : 0;
    if (promotion != PAWN)
        gains[0] += exchange_values[promotion] - exchange_values[PAWN];
    for (; count < TAKERS_MAX; count++) {
        const int at_stake = exchange_values[kind];
        occupied &= ~bit(from);
        side = other_color(side);
        from = next_taker(position, to, side, occupied, &kind);
        if (from == SQUARE_NONE)
            break;
        gains[count] = at_stake - gains[count - 1];
    }
    while (--count > 0)
        if (gains[count] > -gains[count - 1])
            gains[count - 1] = -gains[count];
    return gains[0];
}
