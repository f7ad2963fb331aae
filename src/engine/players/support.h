// What the ISMCTS players need of a game beside its BeliefModel: one row for each game they play.
#ifndef NEBEL_ISMCTS_SUPPORT_H
#define NEBEL_ISMCTS_SUPPORT_H

#include "engine/core/ismcts.h"
#include "engine/core/player.h"
#include "engine/kriegspiel_belief/last_turn_sampler.h"

enum { ISMCTS_SAMPLED_MAX = 100 }; // boards that are drawn for a pool that has run dry

// What a player keeps so that it can draw boards without its pool.
typedef struct IsmctsSampler {
    LastTurnSampler last_turn; // of Kriegspiel
    Boards boards;             // has room for ISMCTS_SAMPLED_MAX once the pool has run dry
} IsmctsSampler;

typedef struct IsmctsSupport {
    const Game *game;
    IsmctsGame material; // values leaves by material; zeroed if the game has none
    IsmctsGame playout;  // values leaves by a random game
    // Each is NULL if the game has no use for it. `sample` fills sampler->boards with boards of the present turn, as
    // many as it finds.
    void (*begin)(IsmctsSampler *sampler, const Seating *seating);
    void (*hear)(IsmctsSampler *sampler, Try own, const Hearing *heard);
    void (*sample)(IsmctsSampler *sampler, const void *view, Rng *rng);
} IsmctsSupport;

// The row of a game; NULL if the players do not play it.
const IsmctsSupport *ismcts_support_of(const Game *game);

#endif
