// Two evaluations.
#include "kriegspiel/search/evaluate.h"

#include <math.h>

const int16_t man_values[KIND_COUNT] = {
    [PAWN] = 100, [KNIGHT] = 300, [BISHOP] = 300, [ROOK] = 500, [QUEEN] = 900};

// What a step towards the middle is worth to a man, in the opening and in the ending.
static const int8_t middle_worth[2][KIND_COUNT] = {
    {[PAWN] = 4, [KNIGHT] = 10, [BISHOP] = 5, [ROOK] = 1, [QUEEN] = 2, [KING] = -12},
    {[PAWN] = 2, [KNIGHT] = 8, [BISHOP] = 5, [ROOK] = 1, [QUEEN] = 4, [KING] = 10},
};
enum { PAWN_STEP_WORTH = 5, PASSED_STEP_WORTH = 12, ENDING_MATERIAL = 1300 };
enum { EDGE_WORTH = 12, NEARNESS_WORTH = 6 }; // against a bare king

double winning_chance(double centipawns)
{
    return 1 / (1 + exp(-centipawns / WINNING_CENTIPAWNS));
}

static int material_of(const Position *position, Color color)
{
    int sum = 0;
    for (unsigned kind = 0; kind < KIND_COUNT; kind++)
        sum += man_values[kind] * (int)bits_count(position_men(position, color, (Kind)kind));
    return sum;
}

int evaluate_material(const Position *position)
{
    const Color us = position->to_move;
    return material_of(position, us) - material_of(position, other_color(us));
}

static int edge_distance(unsigned at, unsigned side)
{
    const int low = (int)at, high = (int)side - 1 - (int)at;
    return low < high ? low : high;
}

// Steps from the edge, along ranks and files together: 0 in a corner, 6 in the middle of 8x8.
static int centrality(const Board *board, unsigned square)
{
    return edge_distance(square_file(square), board->files) +
           edge_distance(square_rank(square), board->ranks);
}

static int distance(unsigned a, unsigned b)
{
    const int files = (int)square_file(a) - (int)square_file(b);
    const int ranks = (int)square_rank(a) - (int)square_rank(b);
    const int across = files < 0 ? -files : files, along = ranks < 0 ? -ranks : ranks;
    return across > along ? across : along;
}

// A pawn's steps from its own side.
static int advance(const Board *board, Color color, unsigned square)
{
    return color == WHITE ? (int)square_rank(square)
                          : (int)board->ranks - 1 - (int)square_rank(square);
}

// The squares before a pawn on its own file.
static Bits file_ahead(Color color, unsigned square)
{
    const Bits file = UINT64_C(0x0101010101010101) << square_file(square);
    const Bits below = bit(square) - 1;
    return color == WHITE ? file & ~below & ~bit(square) : file & below;
}

static int pawns_of(const Position *position, Color color)
{
    const Board *board = position_board(position);
    const Bits enemies = position_men(position, other_color(color), PAWN);
    int sum = 0;
    for (Bits pawns = position_men(position, color, PAWN); pawns;) {
        const unsigned square = bits_take(&pawns);
        const Bits ahead = file_ahead(color, square);
        const Bits beside = (ahead & ~UINT64_C(0x0101010101010101)) >> 1 |
                            (ahead & ~UINT64_C(0x8080808080808080)) << 1;
        const bool is_passed = !((ahead | beside) & enemies);
        sum += advance(board, color, square) * (is_passed ? PASSED_STEP_WORTH : PAWN_STEP_WORTH);
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

// What it is worth to have driven the other's bare king so far.
static int bare_king(const Position *position, Color stronger)
{
    const unsigned prey = bits_first(position_men(position, other_color(stronger), KING));
    const unsigned king = bits_first(position_men(position, stronger, KING));
    return -EDGE_WORTH * centrality(position_board(position), prey) -
           NEARNESS_WORTH * distance(king, prey);
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
    const Color us = position->to_move, them = other_color(us);
    const int ours = material_of(position, us), theirs = material_of(position, them);
    return worth_of(position, us, ours, theirs < ENDING_MATERIAL) -
           worth_of(position, them, theirs, ours < ENDING_MATERIAL);
}
