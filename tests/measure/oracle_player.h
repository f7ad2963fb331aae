// Seats of an oracle match: each wraps a player and passes everything on. Together the two seats of a game see all tries, so
// they can keep the truth by an umpire of their own; the helped seat uses it. No player of src/ can do this: the truth
// exists only in this program.
#ifndef NEBEL_TESTS_LAB_ORACLE_PLAYER_H
#define NEBEL_TESTS_LAB_ORACLE_PLAYER_H

#include "engine/core/player.h"
#include "games/kriegspiel/kriegspiel.h"

// What the helped seat is given; bits.
enum {
    ORACLE_NEW_TREE = 1, // its tree is dropped before each choice
    ORACLE_DENSITY = 2,  // its density is the truth's; this drops the tree as well
    ORACLE_AUDIT = 4, // its tries are audited on the true board, and the best that passes is sent
};

typedef struct OracleCounts {
    uint64_t choices;  // of the helped seat, unless the enemy's king was bare
    uint64_t legal;    // those whose first try was legal on the true board
    uint64_t losing;   // those of them that the audit vetoes
    uint64_t replaced; // those that were replaced; 0 without ORACLE_AUDIT
} OracleCounts;

// Shared by both seats of a game.
typedef struct Oracle {
    unsigned uses;
    int margin; // of the audit, in hundredths of a pawn
    float
        share; // of the truth in the density, above 0; the rest is what the player believes itself
    Umpire truth;
    OracleCounts counts; // over all games
} Oracle;

// Wraps `inner`, which must be mcts-b, mcts-c or mcts-bc if it is helped. The new player owns it. NULL, with `inner` untouched, if
// there is no memory.
Player *oracle_player_create(const Memory *memory, Player *inner, Oracle *oracle, bool is_helped);

#endif
