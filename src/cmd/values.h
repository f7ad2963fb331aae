// Values of options of many commands: numbers and games.
#ifndef NEBEL_CLI_VALUES_H
#define NEBEL_CLI_VALUES_H

#include "games/core/game.h"
#include "ui/terminal/screen.h"

// Reads the whole number of an option; complains of anything else. An option that was not given, with a `text` of NULL, keeps
// its default.
MUST_USE bool read_number(const char *option, const char *text, uint64_t min, uint64_t max,
                          uint64_t *number);

// Reads a game string; complains if it is wrong. On failure `*game` and `*rules` are untouched.
MUST_USE bool read_game(const char *text, const Game **game, AnyRules *rules);

// Reads the value of --alert; complains of anything else.
MUST_USE bool read_alert(const char *text, ScreenAlert *alert);

#endif
