// The judge of Phantom Go: what a try does, and who hears what of it. Beliefs ask it the same of boards without a past.
#ifndef NEBEL_PHANTOM_GO_LAW_JUDGE_H
#define NEBEL_PHANTOM_GO_LAW_JUDGE_H

#include "games/phantom_go/phantom_go.h"

// Returns whether the seat could have ruled a try out itself, from its own stones and what was refused to it this turn.
bool phantom__is_impossible(unsigned size, Try attempt, const GoSet *own, const GoSet *refused);

// Makes a truth with an empty board and no turn yet; and the truth at the beginning of a game.
void phantom_truth_clear(const PhantomRules *rules, PhantomTruth *truth);
void phantom__begin_game(const PhantomRules *rules, PhantomTruth *truth);

// Finds the legal points of the turn.
void phantom_begin_turn(PhantomTruth *truth);

// Judges a try of the seat to move, in a game that is not over.
void phantom__judge(const PhantomRules *rules, PhantomTruth *truth, Try attempt, Hearing to[2]);

// A move or pass that was played.
typedef struct PhantomMoveFacts {
    uint8_t seat, ending, winner;
    bool is_pass, is_atari;
    GoSet captured;
} PhantomMoveFacts;

// Returns what a legal try would do, without the ending.
PhantomMoveFacts phantom_foresee(const PhantomRules *rules, const GoBoard *board, Try attempt);

// Adds the ending, which is by passes or by length, with the winner on this board.
void phantom_finish(const PhantomRules *rules, const GoBoard *board, Ending ending,
                    PhantomMoveFacts *facts);

// Returns what a seat hears of a move.
Hearing phantom_hear_facts(const PhantomRules *rules, const PhantomMoveFacts *facts,
                           uint8_t listener);

// Returns the reason that a seat may be given for a refusal.
Reason phantom_reason_of(GoVerdict verdict);

// Adds a pair of numbers of stones to the set; and returns whether it may have been added.
void phantom_counts_add(PhantomCounts *counts, unsigned white, unsigned black);
bool phantom_counts_has(const PhantomCounts *counts, unsigned white, unsigned black);

#endif
