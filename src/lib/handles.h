// What is behind the handles of libnebel, and the few helpers that the files of this room share.
//
// The room is a border: it checks arguments, calls the room that does the work, and copies plain values
// out. It has no rules and no state of its own.
#ifndef NEBEL_API_HANDLES_H
#define NEBEL_API_HANDLES_H

#include "formats/records/game_record.h"
#include "games/core/table.h"
#include "lib/actions.h"
#include "lib/live.h"

#include <nebel/nebel.h>

#include <assert.h>

struct nebel_game {
    const Game *game;
    AnyRules rules;
    const NumericKind *kind;
    Actions actions;
};

struct nebel_record {
    GameRecord game;
};

// A state: a game in play, what its seats have heard, and what was tried.
struct nebel_state {
    const nebel_game *game;
    SeatLog logs[2];
    Try *tries; // all, oldest first
    uint32_t count, capacity;
    bool is_drawn; // from a belief: `tries` is only what was tried since
    Live *live;    // in `bytes`
    _Alignas(max_align_t) unsigned char bytes[]; // as many as the game needs
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

// A game without its actions, which are made here. NULL if there is no memory.
nebel_game *api__make_game(const Game *game, const AnyRules *rules);

// A state whose `live` has no meaning yet, and which has heard and tried nothing. NULL if there is no memory.
nebel_state *api__make_state(const nebel_game *game);

// The try of an own action in a hearing: TRY_NONE for NEBEL_NO_ACTION. False if it is no action.
static inline bool api__own_try(const nebel_game *game, int32_t action, Try *attempt)
{
    *attempt = action_try(&game->actions, action);
    return *attempt != TRY_NONE || action == NEBEL_NO_ACTION;
}

// Whether two handles are of the same game: the same law and the same options.
bool api__is_same_game(const nebel_game *one, const nebel_game *other);

// The public name of a table's error.
nebel_error api__error(TableError error);

#endif
