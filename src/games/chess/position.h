// A full board with everything the laws of chess need to go on, but for the positions before it.
//
// A Position is a plain value without padding: `Position copy = *position;` forks the game, and two
// equal positions are equal bytes. It is always sound: one king a side, at most 16 men a side, no
// pawn on an end rank, the side not to move not in check. Only fen.h makes one from outside.
#ifndef NEBEL_CHESS_POSITION_H
#define NEBEL_CHESS_POSITION_H

#include "games/chess/board.h"
#include "games/chess/tables.h"

// Bits of Position.castling.
enum { WHITE_SHORT = 1, WHITE_LONG = 2, BLACK_SHORT = 4, BLACK_LONG = 8 };

typedef struct Position {
    Bits color[2];
    Bits kind[KIND_COUNT];
    uint64_t key;         // Zobrist, kept up to date by every move
    uint16_t quiet_plies; // since the last capture or pawn move
    uint16_t move_number; // as in FEN: from 1, one more after each move of Black's
    uint8_t board;        // index in chess_boards
    uint8_t to_move;      // Color
    uint8_t castling;
    Square passant; // where a pawn can be captured en passant, legally, now; else SQUARE_NONE
} Position;
_Static_assert(sizeof(Position) == 80, "a position has no padding and stays small");

// A move, or an attempt at one: `from` and `to`, six bits each, and what a pawn becomes (0 for no
// promotion: no pawn becomes a pawn). Castling is the king's move of two squares.
typedef uint16_t Move;
enum { MOVE_NONE = 0 };

static inline Move move_make(unsigned from, unsigned to, Kind promotion)
{
    return (Move)(from | to << 6 | (unsigned)promotion << 12);
}

static inline unsigned move_from(Move move)
{
    return move & 63;
}

static inline unsigned move_to(Move move)
{
    return move >> 6 & 63;
}

static inline Kind move_promotion(Move move)
{
    return (Kind)(move >> 12);
}

static inline const Board *position_board(const Position *position)
{
    return &chess_boards[position->board];
}

static inline Bits position_men(const Position *position, Color color, Kind kind)
{
    return position->color[color] & position->kind[kind];
}

static inline Bits position_occupied(const Position *position)
{
    return position->color[WHITE] | position->color[BLACK];
}

// The kind of the man on `square`, which is occupied. Sums rather than branches:
// kinds are not predictable.
static inline Kind position_kind_at(const Position *position, unsigned square)
{
    const Bits *kind = position->kind;
    return (Kind)((kind[KNIGHT] >> square & 1) * KNIGHT + (kind[BISHOP] >> square & 1) * BISHOP +
                  (kind[ROOK] >> square & 1) * ROOK + (kind[QUEEN] >> square & 1) * QUEEN +
                  (kind[KING] >> square & 1) * KING);
}

// The men of `by` that attack `square`, were `occupied` the occupied squares.
static inline Bits position_attackers(const Position *position, unsigned square, Color by,
                                      Bits occupied)
{
    const Bits *kind = position->kind;
    const Bits attackers = (chess_pawn_strikes[other_color(by)][square] & kind[PAWN]) |
                           (chess_knight_steps[square] & kind[KNIGHT]) |
                           (chess_king_steps[square] & kind[KING]) |
                           (bishop_slides(square, occupied) & (kind[BISHOP] | kind[QUEEN])) |
                           (rook_slides(square, occupied) & (kind[ROOK] | kind[QUEEN]));
    return attackers & position->color[by];
}

// The men that give check to `color`'s king.
Bits position_checkers(const Position *position, Color color);

// What a castling right stands for on chess's own board.
typedef struct Castle {
    Square king_from, king_to, rook_from, rook_to;
    Bits between; // must be empty
    Bits crossed; // must not be attacked: the king's path, its end included
} Castle;
extern const Castle chess_castles[4]; // by bit number of the right

// The castle that a king's move between two squares is, or NULL if it is a plain step.
const Castle *chess_castle_of(unsigned king_from, unsigned king_to);

// Writes the position after a legal move, elsewhere than over `before`. The
// only place where men move.
void position_after(const Position *before, Move move, Position *after);

// Whether the pawn on `from` may capture en passant onto `passant` without baring its king.
bool position_passant_is_legal(const Position *position, unsigned from, unsigned passant);

// The key from scratch; equals `position->key` always.
uint64_t position_key(const Position *position);

#endif
