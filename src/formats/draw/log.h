// What one seat has heard, as lines: the number of the move (games/core/move_number.h), its own try if it made one, the umpire's words.
//
//     11          White's move. Pawn at d5 captured.
//     12    e2d3  Illegal move.
//     12.2  e2e4  Black's move.
//
// A log is drawn from the seat's own tries and hearings and nothing else. It goes through the seam,
// so it serves every game.
//
// A seat's record as text is such a log, with the board at its end. Tests of silence compare the very text that is printed.
#ifndef NEBEL_DRAW_LOG_H
#define NEBEL_DRAW_LOG_H

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

typedef struct ViewTitle {
    const char *white, *black; // names; an empty one is shown as the colour
    const char *result;
} ViewTitle;

// The line above every replay, the umpire's too, and an empty one.
void view_replay_head(const Game *game, const Rules *rules, ViewTitle title, Text *text);

// The lines of a seat and, of a game that can be drawn, its board.
void view_seat_replay(const Game *game, const Rules *rules, uint8_t seat, const SeatLog *log,
                      Text *text);

#endif
