// What an opponent is taken to be: several ways to play, with shares that follow what is heard of him in the game.
#ifndef NEBEL_KRIEGSPIEL_BELIEF_OPPONENT_MODEL_H
#define NEBEL_KRIEGSPIEL_BELIEF_OPPONENT_MODEL_H

#include "base/rng.h"
#include "engine/core/boards.h"
#include "engine/kriegspiel_belief/policy.h"

typedef struct OpponentModel {
    Policy policy; // what he is taken to do now
    const Ruleset *rules;
    uint8_t seat; // his
    Rng rng;
} OpponentModel;

// Begins with all fitted ways to play, equally likely.
void opponent_model_begin(OpponentModel *model, const Ruleset *rules, uint8_t seat, uint64_t seed);

// Moves the shares towards the ways to play that foretold what was heard. `boards` are those of before it.
void opponent_model_hear(OpponentModel *model, const Boards *boards, const Hearing *heard);

#endif
