// The events of a game as one short line, for match files: all that is needed to play it again.
//
//     e2e4 e7e5/a7a6 d1h5@1530 offer/b8c6 resign
//
// After a space comes an event of the other seat, after a stroke one of the same seat. The first event is of the seat that opens
// the game. `@` gives the milliseconds since the event before, if there were any.
#ifndef NEBEL_MATCH_SCRIPT_H
#define NEBEL_MATCH_SCRIPT_H

#include "games/core/record.h"

void script_write(const Game *game, const Entries *entries, uint8_t first_seat, Text *text);

// Fills `entries`, which must be empty. False, with `entries` empty, if script_write would not write this text, or if there is
// no memory.
MUST_USE bool script_read(const Game *game, Slice text, uint8_t first_seat, const Memory *memory,
                          Entries *entries);

#endif
