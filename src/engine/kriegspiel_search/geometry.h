// Distances, edges, and what a move of a pawn is: small questions that several searches ask.
#ifndef NEBEL_KRIEGSPIEL_SEARCH_GEOMETRY_H
#define NEBEL_KRIEGSPIEL_SEARCH_GEOMETRY_H

#include "games/chess/fill.h"

#include <assert.h>
#include <stdlib.h>

// A king's steps between two squares.
static inline int square_distance(unsigned a, unsigned b)
{
    assert(a < SQUARE_COUNT && b < SQUARE_COUNT);
    const int files = abs((int)square_file(a) - (int)square_file(b));
    const int ranks = abs((int)square_rank(a) - (int)square_rank(b));
    return files > ranks ? files : ranks;
}

// Steps from a coordinate to the nearer end of a side of the board.
static inline int end_distance(unsigned at, unsigned side)
{
    assert(at < side);
    const int low = (int)at, high = (int)side - 1 - (int)at;
    return low < high ? low : high;
}

static inline int file_edge_distance(const Board *board, unsigned square)
{
    return end_distance(square_file(square), board->files);
}

static inline int rank_edge_distance(const Board *board, unsigned square)
{
    return end_distance(square_rank(square), board->ranks);
}

// Steps from the edges along ranks and files together: 0 in a corner, 6 in the middle of 8x8.
static inline int centrality(const Board *board, unsigned square)
{
    return file_edge_distance(board, square) + rank_edge_distance(board, square);
}

// Steps that a pawn has made from its second rank.
static inline int pawn_steps(const Board *board, Color color, unsigned square)
{
    assert(bits_has(board->squares, square));
    const int rank = (int)square_rank(square);
    return color == WHITE ? rank - 1 : board->ranks - 2 - rank;
}

// All squares before a pawn on its own file.
static inline Bits squares_ahead(Color color, unsigned square)
{
    return fill_by(bit(square), ~(Bits)0, color == WHITE ? 8 : -8) & ~bit(square);
}

// Whether a move of one of these pawns leaves its file: only captures do.
static inline bool is_strike(Bits pawns, Move move)
{
    return bits_has(pawns, move_from(move)) &&
           square_file(move_from(move)) != square_file(move_to(move));
}

// Whether a move promotes to less than a queen where a queen could be had.
static inline bool is_lesser_promotion(const Board *board, Move move)
{
    const Kind kind = move_promotion(move);
    return kind != PAWN && kind != QUEEN && bits_has(board->promotions, QUEEN);
}

#endif
