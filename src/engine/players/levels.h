// Opponents by level: named players with a budget of nodes, each stronger than the one before.
//
// A level answers within about 50 ms, whatever the clock; so a level plays alike on every machine. tools/figures/levels measures each
// against the one below, and writes docs/guides/levels.md.
#ifndef NEBEL_PLAY_LEVELS_H
#define NEBEL_PLAY_LEVELS_H

#include "base/i18n/words.h"
#include "base/text.h"
#include "games/core/game.h"

enum {
    LEVEL_COUNT = 8,
    LEVEL_STRONGEST = LEVEL_COUNT + 1, // as strong as it can: the last player, by the clock
    LEVEL_DEFAULT = 2,                 // that a casual player can beat
};

typedef struct Level {
    SayCode name;       // "casual player"
    SayCode short_name; // "casual": it stands beside a clock
    const char *player; // a player string
    uint64_t nodes;     // of a try; 0 if the clock decides
} Level;

// A level from 1 to LEVEL_STRONGEST; NULL for a game without levels.
const Level *level_of(const Game *game, unsigned number);

// Who the opponent is: "level 2, casual", and "2 casual" where there is little room.
void level_say(const Level *level, unsigned number, Text *text);
void level_say_briefly(const Level *level, unsigned number, Text *text);

#endif
