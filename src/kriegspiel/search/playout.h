// What a tree search asks of a game on a chess board beyond the seam: the moves that are legal on a
// board it imagines, and what the board is worth, by its men or by a random game to the end.
//
// The functions fit the slots of an IsmctsGame. Their truth is an Umpire, of Kriegspiel or of open
// chess.
#ifndef NEBEL_KRIEGSPIEL_SEARCH_PLAYOUT_H
#define NEBEL_KRIEGSPIEL_SEARCH_PLAYOUT_H

#include "base/budget.h"
#include "base/rng.h"
#include "kriegspiel/law/kriegspiel.h"

typedef struct Playout {
    uint32_t plies_max; // a game that is longer is drawn
} Playout;

// Plays legal moves, each as likely as another, to the end: mate, stalemate, dead material and
// fifty moves as the ruleset has them. Repetition is not looked for: a random game finds it too
// seldom to pay for the looking. Returns the winner as a Hearing tells it; steps the meter once a
// ply, and does not stop for it.
uint8_t playout_winner(const Playout *playout, const Ruleset *rules, const Position *start,
                       Rng *rng, Meter *meter);

// The moves that the umpire would let the seat to move play, none if the game is over; `out` has
// room for TRIES_MAX.
uint32_t playout_list_legal(const Rules *rules, const void *truth, Try *out);

// More men than the other (9-5-3-3-1) is a win, fewer a loss, exactly as many a draw. Needs no
// context.
double playout_value_men(const void *context, const Rules *rules, const void *truth, uint8_t seat,
                         Rng *rng, Meter *meter);

// 1 for a random game that `seat` wins, 0 for one that it loses, a half for a draw. The context is
// a Playout.
double playout_value_end(const void *context, const Rules *rules, const void *truth, uint8_t seat,
                         Rng *rng, Meter *meter);

// --- Pseudo-random games (Ciancarini and Favini 2010, method A) ------------------------------------------------

// Of some legal tries the place of one that is nearly always a recapture or a capture by a pawn, where there is such a one,
// and else any. Fits IsmctsGame.reply; the truth is an Umpire.
uint32_t playout_lively_reply(const void *truth, const Try *tries, uint32_t count, Rng *rng);

// The same value as playout_value_end for a game of such moves, broken off where a side has a bare king and the other a rook
// or queen: that is won.
double playout_value_lively(const void *context, const Rules *rules, const void *truth,
                            uint8_t seat, Rng *rng, Meter *meter);

#endif
