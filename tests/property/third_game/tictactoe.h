// Phantom tic-tac-toe: the smallest phantom game, here to prove that the seam fits more than one.
//
// Each player sees only its own marks. A try on a square the other holds is refused and may not be
// repeated; the turn stays. Three in a row win, a full board draws.
#ifndef NEBEL_TESTS_TICTACTOE_H
#define NEBEL_TESTS_TICTACTOE_H

#include "engine/core/belief_model.h"

extern const Game tictactoe_game;
extern const BeliefModel tictactoe_belief_model;

#endif
