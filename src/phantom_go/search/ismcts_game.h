// What a tree search asks of Phantom Go beyond the seam; the functions fit the slots of an IsmctsGame.
#ifndef NEBEL_PHANTOM_GO_SEARCH_ISMCTS_GAME_H
#define NEBEL_PHANTOM_GO_SEARCH_ISMCTS_GAME_H

#include "base/budget.h"
#include "base/rng.h"
#include "phantom_go/law/phantom_go.h"

// The legal points of the seat to move that are no own eyes, and a pass only if there is none; nothing if the game is over.
// A tree that filled eyes would have to learn first what every light playout knows.
uint32_t go_truth_list_open(const Rules *rules, const void *truth, Try *out);

// 1 for a light playout that `seat` wins, 0 for one that it loses, a half for a draw. Needs no context.
double go_truth_value_end(const void *context, const Rules *rules, const void *truth, uint8_t seat,
                          Rng *rng, Meter *meter);

#endif
