// What the files of this module share: operations on densities (density.c, motion.c, forecast.c) and on metapositions
// (metaposition.c, deduction.c).
#ifndef NEBEL_KRIEGSPIEL_BELIEF_INTERNAL_H
#define NEBEL_KRIEGSPIEL_BELIEF_INTERNAL_H

#include "engine/kriegspiel_belief/density.h"
#include "engine/kriegspiel_belief/metaposition.h"

// Of the seven pieces of a side besides the king, three move along ranks and files (two rooks and the queen), three along
// diagonals (two bishops and the queen), two are knights.
static const float density__line_share = 3.0F / 7;
static const float density__jump_share = 2.0F / 7;

// Men: a smaller sum is rounding, not a man.
static const float density__nothing = 1e-6F;
// Men: so much may sums be off by rounding after many moves.
static const float density__tolerance = 1e-2F;

typedef struct DensityStep {
    int8_t rank, file;
} DensityStep;

static const DensityStep density__steps[8] = {{0, 1}, {0, -1},  {1, 0},  {-1, 0},
                                              {1, 1}, {-1, -1}, {1, -1}, {-1, 1}};
enum { DENSITY_ROOK_STEPS = 4 }; // the first four are a rook's, the rest a bishop's

// The chance that somebody stands on a square.
static inline float density__taken_at(const Density *density, unsigned square)
{
    const float sum = density->king[square] + density->pawns[square] + density->pieces[square];
    return float_min(1, sum);
}

// Whether a sum is what it should be, and a chance between 0 and 1, but for rounding.
static inline bool density__is_about(float sum, float wanted)
{
    return sum > wanted - density__tolerance && sum < wanted + density__tolerance;
}

static inline bool density__is_chance(float chance)
{
    return chance > -density__tolerance && chance < 1 + density__tolerance;
}

// The next square in a direction; SQUARE_NONE beyond the 8x8 squares.
static inline unsigned density__step_on(unsigned square, DensityStep step)
{
    const int rank = (int)square_rank(square) + step.rank;
    const int file = (int)square_file(square) + step.file;
    return rank >= 0 && rank < 8 && file >= 0 && file < 8 ? (unsigned)(rank * 8 + file)
                                                          : SQUARE_NONE;
}

// Squares on which an enemy's pawn can stand.
Bits density__pawn_squares(const OwnMen *own);

// Bring the sums back to 1, pawn_count and piece_count. Squares in `fixed` keep their values, if the sums allow it.
void density__settle_king(Density *density, const OwnMen *own, Bits fixed);
void density__settle_men(Density *density, const OwnMen *own, Bits fixed);

// The sum of one matrix over all squares.
float density__sum_of(const float at[SQUARE_COUNT]);
// Shares `sum` evenly among `squares`.
void density__add_over(float at[SQUARE_COUNT], Bits squares, float sum);

// The chance that an own man attacks each square. Sliders see through squares as far as these are likely to be empty.
void density__own_attacks(const Density *density, const OwnMen *own, float attacks[SQUARE_COUNT]);

// Whether exactly the squares without an own man may be empty or have an enemy on them.
static inline bool metaposition__is_sound(const Metaposition *meta)
{
    return (metaposition_possible(meta) | meta->empty) == own__free_squares(&meta->own);
}

// The squares that are certainly empty on the way from an own man to the enemy's king.
Bits metaposition__open_lines(const Metaposition *meta);

// The enemies that may attack `square`, by kind, if exactly `open` are the squares that a slider passes.
void metaposition__attackers(const Metaposition *meta, unsigned square, Bits open,
                             Bits attackers[KIND_COUNT]);

// Something was learnt of these squares: their ages are 0 again.
void metaposition__learn(Metaposition *meta, Bits squares);

// No enemy stands on these squares.
void metaposition__remove_men(Metaposition *meta, Bits squares);

// An own try was refused.
void deduction__refused(Metaposition *meta, Move move);

// The kinds of check called on the own king: which men give them, and that no man gives another.
void deduction__our_king(Metaposition *meta, uint8_t checks);
// The same for the enemy's king after an own move; and that it is in no check after a move of the enemy.
void deduction__their_king(Metaposition *meta, uint8_t checks);
void deduction__their_king_is_safe(Metaposition *meta);

// The pawn tries called to the own seat, and to the other seat.
void deduction__own_tries(Metaposition *meta, const Hearing *heard);
void deduction__their_tries(Metaposition *meta, const Hearing *heard);

// What follows from the numbers of men. Makes the metaposition sound again.
void deduction__count(Metaposition *meta);

#endif
