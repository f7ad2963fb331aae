// What is behind the handles of libnebel, and the few helpers that the files of this room share.
//
// The room is a border: it checks arguments, calls the room that does the work, and copies plain values
// out. It has no rules and no state of its own.
#ifndef NEBEL_API_HANDLES_H
#define NEBEL_API_HANDLES_H

#include "table/table.h"
#include "wire/game_record.h"

#include <nebel/nebel.h>

#include <assert.h>

struct nebel_game {
    const Game *game;
    AnyRules rules;
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

enum { API_TRIES_MAX = 1024 }; // more than any game's tries_max

static inline void api__try_to_text(const Game *game, Try attempt, nebel_try *out)
{
    Text text = TEXT_IN(out->text);
    game->try_to_text(attempt, &text);
    assert(!text.cut);
}

// The public name of a table's error.
nebel_error api__error(TableError error);

#endif
