// A seat's record as text: whose game it was, every line the seat heard, and its board at the end.
//
//     Anna - Otto   0-1   kriegspiel(rules=icc,board=8x8)
//
//              White's move.
//      1  e2e4  Black's move.
//
// All of it is drawn from the seat's own log, so tests of silence can compare the very text that
// is printed.
#ifndef NEBEL_VIEW_REPLAY_H
#define NEBEL_VIEW_REPLAY_H

#include "games/core/record.h"

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
