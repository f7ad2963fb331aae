// Clocks as players write them.
//
//     3+2         three minutes, and two seconds for each move
//     180s+2s     the same
//     90m+30s     a number of 60 or more needs its unit: people also write seconds, as in 180+2
#ifndef NEBEL_PLAY_CLOCK_TEXT_H
#define NEBEL_PLAY_CLOCK_TEXT_H

#include "games/core/record.h"

// False, with `*clock` untouched and a message, for any other text.
MUST_USE bool play_clock_from_text(const char *text, ClockRule *clock, Text *message);

#endif
