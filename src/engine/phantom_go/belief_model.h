// What a seat can hold possible in Phantom Go: a board without its chains, which are found again when it is unpacked.
#ifndef NEBEL_PHANTOM_GO_BELIEF_MODEL_H
#define NEBEL_PHANTOM_GO_BELIEF_MODEL_H

#include "base/budget.h"
#include "engine/core/belief_model.h"
#include "games/phantom_go/phantom_go.h"

// A particle: the stones and what both seats know, without the past that superko needs.
typedef struct PhantomBoard {
    uint64_t key; // of the stones alone
    GoSet stones[2], marked[2], refused, lost;
    PhantomCounts counts;
    uint16_t taken[2];
    GoPoint ko;
    uint8_t to_move, passes;
} PhantomBoard;

extern const BeliefModel phantom_go_belief_model;

// What a seat knows on an imagined board; and the board itself with its chains.
void phantom_view_of(const PhantomRules *rules, const PhantomBoard *board, uint8_t seat,
                     PhantomView *view);
void phantom_board_unpack(const PhantomRules *rules, const PhantomBoard *board, GoBoard *unpacked);

// What ISMCTS needs of Phantom Go; the functions fit the slots of an IsmctsGame.
// The legal points of the seat to move that are no own eyes; a pass only if there is none; nothing if the game is over.
// With eyes as edges the tree would first have to learn not to fill them.
uint32_t go_truth_list_open(const Rules *rules, const void *truth, Try *out);

// 1 for a light playout that `seat` wins, 0 for one that it loses, a half for a draw. Needs no context.
double go_truth_value_end(const void *context, const Rules *rules, const void *truth, uint8_t seat,
                          Rng *rng, Meter *meter);

#endif
