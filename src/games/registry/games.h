// The games there are, by name and by game string.
#ifndef NEBEL_GAMES_GAMES_H
#define NEBEL_GAMES_GAMES_H

#include "games/core/game.h"

// The games there are, ended by NULL; and one of them by the name before the parenthesis.
extern const Game *const game_list[];
const Game *game_by_name(Slice name);

// Finds the game that a game string names and splits the string, ready for game->read. NULL, with a
// message, if it is none.
const Game *game_find(const char *text, Spec *spec, Text *message);

// Reads a whole game string: the game it names, and its rules. NULL, with a message and `*rules` untouched, if it is none.
const Game *game_read(const char *text, AnyRules *rules, Text *message);

#endif
