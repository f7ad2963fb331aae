// What a seat makes of its hearings without imagining boards: three matrices, for each square the chance of the enemy's
// king, the expected number of his pawns and that of his other men on it (P_k, P_w and P_c of Ciancarini and Favini 2010).
//
// Men are taken one by one: what is known of two squares together is lost. In exchange a whole belief is three times 64
// numbers, and a turn moves it on in a microsecond. Works on every board; without a model all squares attract alike.
#ifndef NEBEL_KRIEGSPIEL_BELIEF_DENSITY_H
#define NEBEL_KRIEGSPIEL_BELIEF_DENSITY_H

#include "kriegspiel/belief/model.h"

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

// --- How the enemy moves -----------------------------------------------------------------------------

// What squares attract his men at one time, so that they go where the model has them next. Only proportions count: where
// all attract alike, men move as if there were no model.
typedef struct MoveBias {
    float king[SQUARE_COUNT], pawns[SQUARE_COUNT], pieces[SQUARE_COUNT];
    float castling; // how much one counts beside a step of the king's; 0 for none
} MoveBias;

typedef struct MotionModel {
    const Board *board;
    Color enemy;
    float speed; // of all his men: 1 if one of them moves each turn, 0 if they stand still
    float
        pace; // of pieces: a piece moves along a line with this times 3/7 over the number of his men
    float jumps;    // the same for knights' jumps, times 2/7; 0 for none
    uint32_t times; // moves of his for which the model knows a trend
    MoveBias biases[MODEL_TIMES];
    MoveBias flat; // without one
} MotionModel;

// `model` may be NULL; of boards other than chess's own it is not used.
void motion_init(MotionModel *motion, const Board *board, Color enemy, const Model *model);

// --- Belief --------------------------------------------------------------------------------------------

// The first position, which everyone knows.
void density_begin(Density *density, const Position *start, Color enemy);

// Takes in the answer to an own try; `own` are the men before it.
void density_answer(Density *density, const OwnMen *own, const Ruleset *rules, Try attempt,
                    const Hearing *heard);

// Takes in a move of the enemy's, his `time`-th. `own` are the men after it, a captured one already gone.
void density_reply(Density *density, const OwnMen *own, const Ruleset *rules,
                   const MotionModel *motion, unsigned time, const Hearing *heard);

// --- Predictions ----------------------------------------------------------------------------------------

// What a density means for a seat in its turn.
typedef struct DensityForecast {
    float control[SQUARE_COUNT]; // expected number of enemy men that attack the square
    float empty[SQUARE_COUNT];   // chance that nobody stands there; 0 on own men and off the board
    float rook_sees
        [SQUARE_COUNT]; // chance that a rook there sees the enemy king along ranks and files
    float bishop_sees[SQUARE_COUNT]; // the same for a bishop
    float rescue[SQUARE_COUNT];      // in check: chance that a man put there ends it
    Bits shields;                    // own men that stand between their king and the open
    bool in_check;
} DensityForecast;

// `last` is the call that began the turn.
void forecast_init(DensityForecast *forecast, const Density *density, const OwnMen *own,
                   const Hearing *last);

// The chances of one try.
typedef struct TryForecast {
    float legal;
    float pawn, piece; // given that it is legal: what it takes
    float check;       // given that it is legal
} TryForecast;

TryForecast forecast_try(const DensityForecast *forecast, const Density *density, const OwnMen *own,
                         Move move);

// The chance that each square is attacked by an own man, as far as the density lets sliders through.
void density_own_attacks(const Density *density, const OwnMen *own, float attacks[SQUARE_COUNT]);

#endif
