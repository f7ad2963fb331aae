// Kriegspiel behind the seam, and its plain values for code that knows that it is Kriegspiel.
//
//     kriegspiel(rules=icc,board=8x8)      both are the defaults
//     kriegspiel(rules=rand,fen=4k3/8/8/8/8/8/4P3/4K3_w)
#ifndef NEBEL_KRIEGSPIEL_LAW_KRIEGSPIEL_H
#define NEBEL_KRIEGSPIEL_LAW_KRIEGSPIEL_H

#include "games/chess/setup.h"
#include "games/core/game.h"
#include "games/kriegspiel/judge.h"

typedef struct KriegspielRules {
    const Ruleset *ruleset;
    Setup setup;
} KriegspielRules;

enum { LATEST_MOVES = 3 };

// A particle: a position, whether the answer to "any?" binds the seat to move, where that seat has just lost a man, and what else the seats
// can remember of how the men came to stand.
typedef struct KriegspielBoard {
    Position position;
    Bits shown;      // men that have captured and not moved since: both seats know where they stand
    Bits still;      // men that have never moved
    uint8_t asked;   // Asked
    uint8_t lost_at; // one more than the square; 0 if none was lost
    uint8_t latest
        [2][LATEST_MOVES]; // one more than where the last moves of each side went, the latest first
} KriegspielBoard;

typedef struct KriegspielView {
    OwnMen own;
    Turn turn; // own turns only
    uint8_t seat;
    uint8_t to_move;
    uint8_t ending;
    uint8_t spare[5];
} KriegspielView;

extern const Game kriegspiel_game;

// Fills in what a board remembers, after a move on the board `before`. `capture_at` is as in a Hearing.
void kriegspiel_remember(const KriegspielBoard *before, Move move, uint8_t capture_at,
                         KriegspielBoard *after);

// The rules of a game that is known to be on a chess board.
static inline const KriegspielRules *kriegspiel_rules(const Rules *rules)
{
    return (const KriegspielRules *)rules;
}

#endif
