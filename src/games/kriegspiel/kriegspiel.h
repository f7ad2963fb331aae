// Kriegspiel as a Game, and its plain values for code that knows that it is Kriegspiel.
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

typedef struct KriegspielView {
    OwnMen own;
    Turn turn; // own turns only
    uint8_t seat;
    uint8_t to_move;
    uint8_t ending;
    uint8_t spare[5];
} KriegspielView;

extern const Game kriegspiel_game;

// The rules of a game that is known to be on a chess board.
static inline const KriegspielRules *kriegspiel_rules(const Rules *rules)
{
    return (const KriegspielRules *)rules;
}

#endif
