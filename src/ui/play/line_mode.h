// Line mode, for people who do not see the board, and for pipes: typed lines go in, sentences come out; no colours and no cursor.
#ifndef NEBEL_PLAY_LINE_MODE_H
#define NEBEL_PLAY_LINE_MODE_H

#include "ui/play/game_ui.h"

// A plain value. The GameUi must outlive it.
typedef struct Lines {
    GameUi *ui;
    uint32_t spoken; // how many hearings were written
} Lines;

// Begins: writes who plays what, and what the umpire has said so far.
void line_mode_open(Lines *lines, GameUi *ui, Text *text);
// Takes a line and writes the answer.
void line_mode_take(Lines *lines, Slice line, uint64_t now_ms, Text *text);
// Writes hearings that are new. To be called after every event that is not a line.
void line_mode_add_news(Lines *lines, Text *text);

#endif
