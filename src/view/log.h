// What one seat has heard, as lines: a number, its own try if it made one, the umpire's words.
//
//     11        White's move. Pawn at d5 captured.
//     12  e2d3  Illegal move.
//     13  e2e4  Black's move.
//
// A log is drawn from the seat's own tries and hearings and nothing else. It goes through the seam,
// so it serves every game.
#ifndef NEBEL_VIEW_LOG_H
#define NEBEL_VIEW_LOG_H

#include "game/record.h"
#include "view/cells.h"

// The caller's entries, oldest first; `first` is the number of the oldest, 1 for the opening.
typedef struct ViewLog {
    const Game *game;
    const Rules *rules;
    const Heard *entries;
    uint32_t count;
    uint32_t first;
} ViewLog;

// Draws the newest entries that fit into `out`, newest last, long ones wrapped between words; all
// of `out` is cleared first. An entry is shown whole, unless it is the newest and taller than
// `out`: then its end is cut off. Some 30 columns read well; fewer are clipped, never overrun.
void view_log(const ViewLog *log, Cells *out);

#endif
