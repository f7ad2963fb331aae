// How the enemy's men move while we hear nothing: each may have moved, by chance or as a model of the enemy says.
#ifndef NEBEL_KRIEGSPIEL_BELIEF_MOTION_H
#define NEBEL_KRIEGSPIEL_BELIEF_MOTION_H

#include "engine/kriegspiel_belief/density_parts.h"
#include "engine/kriegspiel_belief/model.h"

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

#endif
