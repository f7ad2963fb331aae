// What the parts of a density share, inside this room.
#ifndef NEBEL_KRIEGSPIEL_BELIEF_DENSITY_PARTS_H
#define NEBEL_KRIEGSPIEL_BELIEF_DENSITY_PARTS_H

#include "kriegspiel/belief/density.h"

static const float density__line_share =
    3.0F / 7; // pieces of seven that go along a rank or file, or along a diagonal
static const float density__jump_share = 2.0F / 7; // knights among them

typedef struct DensityStep {
    int8_t rank, file;
} DensityStep;

static const DensityStep density__steps[8] = {{0, 1}, {0, -1},  {1, 0},  {-1, 0},
                                              {1, 1}, {-1, -1}, {1, -1}, {-1, 1}};
enum { DENSITY_ROOK_STEPS = 4 }; // the first

static inline Bits density__free_squares(const OwnMen *own)
{
    return own_men_board(own)->squares & ~own->all;
}

// The chance that somebody stands on a square.
static inline float density__taken_at(const Density *density, unsigned square)
{
    const float sum = density->king[square] + density->pawns[square] + density->pieces[square];
    return float_min(1, sum);
}

// The square one step on; SQUARE_NONE off the square of 8x8.
static inline unsigned density__step_on(unsigned square, DensityStep step)
{
    const int rank = (int)square_rank(square) + step.rank;
    const int file = (int)square_file(square) + step.file;
    return rank >= 0 && rank < 8 && file >= 0 && file < 8 ? (unsigned)(rank * 8 + file)
                                                          : SQUARE_NONE;
}

static inline unsigned density__king_square(const OwnMen *own)
{
    return bits_first(own->kind[KING]);
}

// Squares on which an enemy's pawn can stand.
Bits density__pawn_squares(const OwnMen *own);

// Make the sums what they should be again, what is `fixed` left as it is.
void density__settle_king(Density *density, const OwnMen *own, Bits fixed);
void density__settle_men(Density *density, const OwnMen *own, Bits fixed);

// The enemy has moved, and nothing was taken.
void density__move_unseen(Density *density, const OwnMen *own, const MotionModel *motion,
                          unsigned time);

// --- Own men and their moves ---------------------------------------------------------------------------

const Castle *density__castle_of(const OwnMen *own, Move move); // NULL if the move is none
bool density__is_diagonal(Move move);
Bits density__path_of(const OwnMen *own, Move move);
Bits density__shields_of(const OwnMen *own);
Bits density__check_squares(const Board *board, unsigned king, uint8_t checks);

#endif
