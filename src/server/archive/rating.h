// What a finished game does to the ratings of its players.
#ifndef NEBEL_ARCHIVE_RATING_H
#define NEBEL_ARCHIVE_RATING_H

#include "formats/records/game_record.h"
#include "server/store/caller.h"

// Whether a game tells anything of its players: it has a result, and each seat has played two moves. How it ended, and what stood on the board, does not
// matter.
bool archive_counts(const GameRecord *record);

// The new ratings of both players, as nebel.file_game takes them; "[]" if none moves. FILING_STANDINGS must have been called for the game.
void archive_rate(const StoreCaller *caller, const GameRecord *record, Text *steps);

#endif
