// Tables computed while building (make_tables.c) and constant ever after: attacks on
// the full 8x8 square and Zobrist's random words. Smaller boards use the same tables
// and mask what lies off them.
#ifndef NEBEL_CHESS_TABLES_H
#define NEBEL_CHESS_TABLES_H

#include "games/chess/board.h"

// How to find a slider's attacks: the men that matter (`mask`), multiplied by a factor that packs
// them into the high bits, index a stretch of chess_slides.
typedef struct Magic {
    Bits mask, factor;
    uint32_t offset, shift;
} Magic;

extern const Bits chess_knight_steps[64];
extern const Bits chess_king_steps[64];
extern const Bits chess_pawn_strikes[2][64]; // the squares a pawn of that colour attacks
extern const Bits chess_rook_rays[64];       // the slides on an empty board
extern const Bits chess_bishop_rays[64];

// The squares from `a` (left out) to `b` (included) along a line; `b` alone where no line joins
// them. So the answer to a check by any man is a move onto chess_path[king][checker].
extern const Bits chess_path[64][64];

extern const Magic chess_rook_magics[64];
extern const Magic chess_bishop_magics[64];
enum { CHESS_SLIDES = 107648 }; // arrangements of men that matter, over all squares
#ifdef NEBEL_FILL_SLIDES
extern Bits chess_slides[CHESS_SLIDES]; // fill_slides.c
#else
extern const Bits chess_slides[CHESS_SLIDES];
#endif

extern const uint64_t chess_man_keys[2][6][64];
extern const uint64_t chess_castling_keys[16];
extern const uint64_t chess_passant_keys[8];
extern const uint64_t chess_black_key;

static inline Bits slide(const Magic *magic, Bits occupied)
{
    return chess_slides[magic->offset + ((occupied & magic->mask) * magic->factor >> magic->shift)];
}

static inline Bits rook_slides(unsigned from, Bits occupied)
{
    return slide(&chess_rook_magics[from], occupied);
}

static inline Bits bishop_slides(unsigned from, Bits occupied)
{
    return slide(&chess_bishop_magics[from], occupied);
}

// What a man attacks, were `occupied` the occupied squares; men of its own side are included. On a smaller board the
// squares off it must be among the occupied ones, and steps may leave the board: mask them.
static ALWAYS_INLINE Bits man_attacks(Kind kind, Color color, unsigned from, Bits occupied)
{
    switch (kind) {
    case PAWN:
        return chess_pawn_strikes[color][from];
    case KNIGHT:
        return chess_knight_steps[from];
    case BISHOP:
        return bishop_slides(from, occupied);
    case ROOK:
        return rook_slides(from, occupied);
    case QUEEN:
        return bishop_slides(from, occupied) | rook_slides(from, occupied);
    default:
        return chess_king_steps[from];
    }
}

#endif
