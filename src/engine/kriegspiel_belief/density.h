// A density: what a seat believes without imagining boards. Three matrices hold, for each square, the chance of the
// enemy's king and the expected numbers of his pawns and of his other men (P_k, P_w and P_c of Ciancarini and Favini 2010).
//
// Each man is treated as independent of the others, so what is known of two squares together is lost. In exchange a whole
// belief is 3 x 64 numbers, and a turn updates it in a microsecond. It works on every board.
#ifndef NEBEL_KRIEGSPIEL_BELIEF_DENSITY_H
#define NEBEL_KRIEGSPIEL_BELIEF_DENSITY_H

#include "engine/kriegspiel_belief/model.h"
#include "engine/kriegspiel_belief/own_moves.h"

typedef struct Density {
    float king[SQUARE_COUNT];   // sums to 1
    float pawns[SQUARE_COUNT];  // sums to pawn_count
    float pieces[SQUARE_COUNT]; // sums to piece_count; neither kings nor pawns
    float pawn_count, piece_count;
} Density;

// The sum of one matrix over some squares.
static inline float density_sum_over(const float at[SQUARE_COUNT], Bits squares)
{
    float sum = 0;
    while (squares)
        sum += at[bits_take(&squares)];
    return sum;
}

// How strongly each square attracts the enemy's men in one move, so that they go where the model has them next. Only
// proportions count: if all squares are equal, men move as if there were no model.
typedef struct MoveBias {
    float king[SQUARE_COUNT], pawns[SQUARE_COUNT], pieces[SQUARE_COUNT];
    float castling; // weight of a castling, beside 1 for a step of the king; 0 if there is none
} MoveBias;

typedef struct MotionModel {
    const Board *board;
    Color enemy;
    float speed;                  // men that move each turn: 1, or 0 if they stand still
    float pace;                   // of pieces along a line, as a factor of density__line_share
    float jumps;                  // of pieces by knights' jumps, as a factor of density__jump_share
    uint32_t bias_count;          // move numbers for which the model knows a bias
    MoveBias biases[MODEL_MOVES]; // by move number; the first is flat
    MoveBias flat;                // where no bias is known
} MotionModel;

// `model` may be NULL; it is used on chess's own board only.
void motion_init(MotionModel *motion, const Board *board, Color enemy, const Model *model);

// Moves the enemy's men in his move `move_number`, which took nothing. `own` are the own men.
void motion_move_men(Density *density, const OwnMen *own, const MotionModel *motion,
                     unsigned move_number);

// The first position, which both seats know.
void density_begin(Density *density, const Position *start, Color enemy);

// Updates by the answer to an own try; `own` are the own men before it.
void density_answer(Density *density, const OwnMen *own, const Ruleset *rules, Try attempt,
                    const Hearing *heard);

// Updates by move `move_number` of the enemy. `own` are the own men after it: a captured man is already gone.
void density_reply(Density *density, const OwnMen *own, const Ruleset *rules,
                   const MotionModel *motion, unsigned move_number, const Hearing *heard);

// A density that is kept up to date through a game by what one seat hears.
// A plain value of some 40,000 bytes; `rules` belongs to the caller.
typedef struct DensityTracker {
    const KriegspielRules *rules;
    KriegspielView view;
    Density density;
    Hearing last;         // the call that began the own turn
    uint32_t move_number; // moves the enemy has played
    MotionModel motion;
} DensityTracker;

// `model` may be NULL, and is used for games from chess's usual first position only.
void tracker_begin(DensityTracker *tracker, const KriegspielRules *rules, uint8_t seat,
                   const Model *model);
// `own` is the own try that the hearing answers, or TRY_NONE.
void tracker_hear(DensityTracker *tracker, Try own, const Hearing *heard);

// Predictions for one own turn.
typedef struct DensityForecast {
    float control[SQUARE_COUNT]; // expected number of enemy men that attack the square
    float empty[SQUARE_COUNT];   // chance that nobody stands there; 0 on own men and off the board
    float rook_sees[SQUARE_COUNT];   // chance that a rook there gives check
    float bishop_sees[SQUARE_COUNT]; // chance that a bishop there gives check
    float rescue[SQUARE_COUNT];      // in check: chance that a man put there ends it
    Bits shields;                    // own men that an enemy may pin: own__shields_of
    float pin_share; // of the men that attack a shield of the own king, the share that pins it
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

#endif
