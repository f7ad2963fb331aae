// The events of a game as one short line, for match files: all that is needed to play it again.
//
//     e2e4 e7e5/a7a6 d1h5@1530 offer/b8c6 resign
//
// A space passes to the other seat, a stroke stays with the same one; the first item is by the seat
// that opens the game. `@` gives the milliseconds since the event before, where there were any.
#ifndef NEBEL_MATCH_SCRIPT_H
#define NEBEL_MATCH_SCRIPT_H

#include "game/record.h"

void script_write(const Game *game, const Entries *entries, uint8_t first_seat, Text *text);

// Fills `entries`, which is empty, and stays empty if the text is not one that script_write makes,
// or there is no memory.
MUST_USE bool script_read(const Game *game, Slice text, uint8_t first_seat, const Memory *memory,
                          Entries *entries);

#endif
