// How the enemy's men move unseen: each may have gone on, as a model has it or by chance.
#ifndef NEBEL_KRIEGSPIEL_BELIEF_MOTION_H
#define NEBEL_KRIEGSPIEL_BELIEF_MOTION_H

#include "kriegspiel/belief/density_parts.h"
#include "kriegspiel/belief/model.h"

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

// The enemy has made his `time`-th move, and nothing was taken. `own` are the own men.
void motion_move_men(Density *density, const OwnMen *own, const MotionModel *motion, unsigned time);

#endif
