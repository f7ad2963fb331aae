// Line mode: a desk for people who do not see the board, and for pipes. Sentences come out, typed
// lines go in; no colour, no cursor, nothing that must be looked at.
#ifndef NEBEL_PLAY_LINES_H
#define NEBEL_PLAY_LINES_H

#include "play/game_ui.h"

// A plain value; ends with its desk.
typedef struct Lines {
    GameUi *ui;
    uint32_t spoken; // how many hearings were spoken
} Lines;

// Who plays what, what the umpire has said so far.
void lines_open(Lines *lines, GameUi *ui, Text *text);
// Takes a line, and writes what there is to say to it.
void lines_take(Lines *lines, Slice line, uint64_t now_ms, Text *text);
// What was heard and not yet spoken. To be called after every other event.
void lines_news(Lines *lines, Text *text);

#endif
