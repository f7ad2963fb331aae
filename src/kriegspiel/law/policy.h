// How likely each move of the other seat is, on an imagined board: a weight for every legal move, and the chances that
// follow. If a player orders its tries at random by weight and plays the first that is legal, the chance of a move is
// its weight among the legal ones. So the refusals that were not heard need not be imagined.
//
// Only what that seat itself can see may enter a weight: its men, the board, and what was said aloud.
#ifndef NEBEL_KRIEGSPIEL_LAW_POLICY_H
#define NEBEL_KRIEGSPIEL_LAW_POLICY_H

#include "kriegspiel/law/kriegspiel.h"

// Logarithms of weights; a move without one weighs 1.
struct Policy {
    float recapture; // onto the square where a man was just lost
};

// The policies that have a name: "uniform", and "capturer", which is the behaviour of the player of that name with its
// default options. False, with `*policy` untouched, for another name.
MUST_USE bool policy_find(Slice name, const Policy **policy);

// Fills in the chance of each reply of the side to move. Without a policy all are equal.
void policy_chances(const Policy *policy, const KriegspielBoard *board, const MoveList *replies,
                    float *chances);

#endif
