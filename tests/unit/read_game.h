// A game and its rules by a game string, for tests.
#ifndef NEBEL_TESTS_READ_GAME_H
#define NEBEL_TESTS_READ_GAME_H

#include "check.h"
#include "games/registry/games.h"

// `rules` must have room for the rules of this game.
static inline const Game *read_game(const char *text, void *rules)
{
    char why[200];
    Text message = TEXT_IN(why);
    Spec spec;
    const Game *game = game_find(text, &spec, &message);
    if (!game || !game->read(&spec, rules, &message))
        fail_msg("%s: %s", text, why);
    return game;
}

#endif
