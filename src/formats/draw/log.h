// What one seat has heard, as lines: the number of the move (games/core/move_number.h), its own try if it made one, the umpire's words.
//
//     11          White's move. Pawn at d5 captured.
//     12    e2d3  Illegal move.
//     12.2  e2e4  Black's move.
//
// A log is drawn from the seat's own tries and hearings and nothing else. It goes through the seam,
// so it serves every game.
#ifndef NEBEL_VIEW_LOG_H
#define NEBEL_VIEW_LOG_H

#include "formats/draw/cells.h"
#include "games/core/record.h"

// All that the seat has heard, oldest first; entries before `from` are counted and not drawn.
typedef struct ViewLog {
    const Game *game;
    const Rules *rules;
    const Heard *entries;
    uint32_t count;
    uint32_t from;
} ViewLog;

// Draws the newest entries that fit into `out`, newest last, long ones wrapped between words; all
// of `out` is cleared first. An entry is shown whole, unless it is the newest and taller than
// `out`: then its end is cut off. Some 30 columns read well; fewer are clipped, never overrun.
void view_log(const ViewLog *log, Cells *out);

#endif
