// A picture of a finished game for sharing: who played, how it ended, and the three boards of its last position (SVG).
#ifndef NEBEL_ARCHIVE_PICTURE_H
#define NEBEL_ARCHIVE_PICTURE_H

#include "formats/records/game_record.h"

// Draws an umpire's record of a game that is over. False, with nothing added, if it is no such record, or its game has no drawings.
MUST_USE bool archive_picture(const GameRecord *record, Text *svg);

#endif
