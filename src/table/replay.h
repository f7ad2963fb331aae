// A record played again: what one seat received of it, and nothing else.
#ifndef NEBEL_TABLE_REPLAY_H
#define NEBEL_TABLE_REPLAY_H

#include "table/table.h"

// Fills `log`, which is empty, with all that `seat` received. On error the log is empty again.
MUST_USE TableError table_replay(const Memory *memory, const Game *game, const Rules *rules,
                                 ClockRule clock, const Entries *entries, uint8_t seat,
                                 SeatLog *log);

#endif
