// What a measurement may read and set inside mcts-b, mcts-c and mcts-bc between a hearing and a choice. It is for programs of
// tests/ that ask what a part of such a player is worth. src/LAYERS lets no other module include it.
#ifndef NEBEL_KRIEGSPIEL_PLAYER_MCTS_INTERNAL_H
#define NEBEL_KRIEGSPIEL_PLAYER_MCTS_INTERNAL_H

#include "engine/core/player.h"
#include "engine/kriegspiel_belief/density.h"

// What the player believes of the enemy's men.
const Density *mcts_player_density(const Player *player);

// Replaces what the player believes of the enemy's men. Its next hearing updates this density.
void mcts_player_believe(Player *player, const Density *density);

// Makes the next choice begin a new tree: one that grew from another density values tries by that density.
void mcts_player_drop_tree(Player *player);

// The tries of the last tree search, best first by the rule that chose. Returns how many, 0 if there was no search yet; `out`
// has room for TRIES_MAX.
uint32_t mcts_player_ranking(const Player *player, Try *out);

#endif
