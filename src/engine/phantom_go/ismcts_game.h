// What ISMCTS needs of Phantom Go beside the seam; the functions fit the slots of an IsmctsGame.
#ifndef NEBEL_PHANTOM_GO_SEARCH_ISMCTS_GAME_H
#define NEBEL_PHANTOM_GO_SEARCH_ISMCTS_GAME_H

#include "base/budget.h"
#include "base/rng.h"
#include "games/phantom_go/phantom_go.h"

// The legal points of the seat to move that are no own eyes; a pass only if there is none; nothing if the game is over.
// With eyes as edges the tree would first have to learn not to fill them.
uint32_t go_truth_list_open(const Rules *rules, const void *truth, Try *out);

// 1 for a light playout that `seat` wins, 0 for one that it loses, a half for a draw. Needs no context.
double go_truth_value_end(const void *context, const Rules *rules, const void *truth, uint8_t seat,
                          Rng *rng, Meter *meter);

#endif
