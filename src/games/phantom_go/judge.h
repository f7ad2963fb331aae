// The judge of Phantom Go: what a try does, on a truth or on an imagined board, and who hears what of it. For this room
// only.
#ifndef NEBEL_PHANTOM_GO_LAW_JUDGE_H
#define NEBEL_PHANTOM_GO_LAW_JUDGE_H

#include "games/phantom_go/phantom_go.h"

// Whether the seat could have ruled a try out itself, from its own stones and what was refused to it this turn.
bool phantom__is_impossible(unsigned size, Try attempt, const GoSet *own, const GoSet *refused);

// --- The truth -------------------------------------------------------------------------------------

// A truth with an empty board and no turn yet; and the truth at the beginning of a game.
void phantom__clear_truth(const PhantomRules *rules, PhantomTruth *truth);
void phantom__begin_game(const PhantomRules *rules, PhantomTruth *truth);

// Finds the legal points of the turn.
void phantom__begin_turn(PhantomTruth *truth);

// Judges a try of the seat to move, in a game that is not over.
void phantom__judge(const PhantomRules *rules, PhantomTruth *truth, Try attempt, Hearing to[2]);

// --- Imagined boards, each with its chains in `unpacked` -------------------------------------------

// Whether `attempt`, legal on this board, would have sounded like `heard` to the listener. If so, plays it on the
// board.
bool phantom__play_if_heard(const PhantomRules *rules, PhantomBoard *board, const GoBoard *unpacked,
                            Try attempt, uint8_t listener, const Hearing *heard);

// Whether the point `attempt` could have been refused as was heard. If so, notes the refusal on the board.
bool phantom__refuse_if_heard(const PhantomRules *rules, PhantomBoard *board,
                              const GoBoard *unpacked, Try attempt, const Hearing *heard);

// Whether any point could have been refused to the seat to move.
bool phantom__can_refuse(const PhantomRules *rules, const PhantomBoard *board,
                         const GoBoard *unpacked);

#endif
