// The three matrices of a density, and what density.c, motion.c and forecast.c all do with them.
#ifndef NEBEL_KRIEGSPIEL_BELIEF_DENSITY_PARTS_H
#define NEBEL_KRIEGSPIEL_BELIEF_DENSITY_PARTS_H

#include "kriegspiel/belief/own_moves.h"

typedef struct Density {
    float king[SQUARE_COUNT];   // sums to 1
    float pawns[SQUARE_COUNT];  // sums to pawn_count
    float pieces[SQUARE_COUNT]; // sums to piece_count; neither kings nor pawns
    float pawn_count, piece_count;
} Density;

// What one of its matrices has on some squares together.
static inline float density_sum_over(const float at[SQUARE_COUNT], Bits squares)
{
    float sum = 0;
    while (squares)
        sum += at[bits_take(&squares)];
    return sum;
}

static const float density__line_share =
    3.0F / 7; // pieces of seven that go along a rank or file, or along a diagonal
static const float density__jump_share = 2.0F / 7; // knights among them

typedef struct DensityStep {
    int8_t rank, file;
} DensityStep;

static const DensityStep density__steps[8] = {{0, 1}, {0, -1},  {1, 0},  {-1, 0},
                                              {1, 1}, {-1, -1}, {1, -1}, {-1, 1}};
enum { DENSITY_ROOK_STEPS = 4 }; // the first

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

// Squares on which an enemy's pawn can stand.
Bits density__pawn_squares(const OwnMen *own);

// Make the sums what they should be again, what is `fixed` left as it is.
void density__settle_king(Density *density, const OwnMen *own, Bits fixed);
void density__settle_men(Density *density, const OwnMen *own, Bits fixed);

float density__sum_of(const float at[SQUARE_COUNT]);
// Shares `sum` evenly among `squares`.
void density__add_over(float at[SQUARE_COUNT], Bits squares, float sum);

// The chance that each square is attacked by an own man, as far as the density lets sliders through.
void density__own_attacks(const Density *density, const OwnMen *own, float attacks[SQUARE_COUNT]);

#endif
