// What is behind the handles, and the few helpers that the files of this room share.
//
// The room is a border: it checks what comes in, calls the room that knows, and copies plain values
// out. It has no rules and keeps no secrets of its own.
#ifndef NEBEL_API_HANDLES_H
#define NEBEL_API_HANDLES_H

#include "table/table.h"
#include "umpire/open_chess.h"
#include "wire/game_record.h"

#include <nebel/nebel.h>

// The games of this library have one form of rules; nebel_game_open refuses the others.
struct nebel_game {
    const Game *game;
    KriegspielRules rules;
};

struct nebel_record {
    GameRecord game;
};

static inline const Rules *api__rules(const nebel_game *game)
{
    return (const Rules *)&game->rules;
}

static inline bool api__is_seat(int seat)
{
    return seat == NEBEL_WHITE || seat == NEBEL_BLACK;
}

// What is said of a game that the library does not carry.
extern const char api__kriegspiel_alone[];

static inline bool api__carries(const Game *game)
{
    return game == &kriegspiel_game || game == &open_chess_game;
}

// The public name of a table's error.
nebel_error api__error(TableError error);

#endif
