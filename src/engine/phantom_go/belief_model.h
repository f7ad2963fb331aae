// What a seat can hold possible in Phantom Go: a board without its chains, which are found again when it is unpacked.
#ifndef NEBEL_PHANTOM_GO_BELIEF_MODEL_H
#define NEBEL_PHANTOM_GO_BELIEF_MODEL_H

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

#endif
