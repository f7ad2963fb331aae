// What ISMCTS asks of a game on a chess board beyond game.h: the legal moves of a sampled board, and the value of the board
// by its men or by a random game to the end.
//
// The functions fit the slots of an IsmctsGame. Their truth is an Umpire, of Kriegspiel or of open chess.
#ifndef NEBEL_KRIEGSPIEL_SEARCH_PLAYOUT_H
#define NEBEL_KRIEGSPIEL_SEARCH_PLAYOUT_H

#include "base/budget.h"
#include "base/rng.h"
#include "games/kriegspiel/kriegspiel.h"

typedef struct Playout {
    uint32_t plies_max; // a longer game is drawn
} Playout;

// Plays random legal moves to the end: mate, stalemate, dead material and fifty moves as the ruleset has them. Repetition is
// not checked: it is too rare in a random game to pay for the check. Returns the winner as in a Hearing. Steps the meter
// once a ply, and does not stop for it.
uint8_t playout_winner(const Playout *playout, const Ruleset *rules, const Position *start,
                       Rng *rng, Meter *meter);

// Lists the moves that the umpire would let the seat to move play, none if the game is over; `out` has room for TRIES_MAX.
uint32_t playout_list_legal(const Rules *rules, const void *truth, Try *out);

// 1 if `seat` has more men than the other by worth (9-5-3-3-1), 0 if fewer, a half if equal. Needs no context.
double playout_value_men(const void *context, const Rules *rules, const void *truth, uint8_t seat,
                         Rng *rng, Meter *meter);

// 1 for a random game that `seat` wins, 0 for one that it loses, a half for a draw. The context is a Playout.
double playout_value_end(const void *context, const Rules *rules, const void *truth, uint8_t seat,
                         Rng *rng, Meter *meter);

// The index of one of some legal tries: nearly always a recapture or a capture by a pawn if there is one, else a random
// one. Fits IsmctsGame.reply; the truth is an Umpire.
uint32_t playout_lively_reply(const void *truth, const Try *tries, uint32_t count, Rng *rng);

// As playout_value_end, for a game of such moves. It is broken off as won if one side has a bare king and the other a rook or
// a queen.
double playout_value_lively(const void *context, const Rules *rules, const void *truth,
                            uint8_t seat, Rng *rng, Meter *meter);

#endif
