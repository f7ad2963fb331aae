// The terminal: paints grids of cells and reads keys. The only room that knows curses; it decides
// nothing.
//
// There is one terminal, so there is one screen at a time. It is given back as it was found: when
// the screen is closed, when the program is stopped and while it is suspended, and when it crashes.
#ifndef NEBEL_SCREEN_SCREEN_H
#define NEBEL_SCREEN_SCREEN_H

#include "view/cells.h"
#include "view/keys.h"

typedef struct Screen Screen;

// Takes over the terminal; NULL if there is none that can move its cursor. A plain screen has no
// colours.
Screen *screen_open(bool is_plain);
void screen_close(Screen *screen); // accepts NULL

// Whether the terminal shows more than ASCII.
bool screen_has_unicode(const Screen *screen);

typedef struct ScreenSize {
    uint32_t width, height;
} ScreenSize;
ScreenSize screen_size(const Screen *screen);

// Shows a grid, its upper left corner in the screen's. Only what has changed is sent.
void screen_paint(Screen *screen, const Cells *cells);

typedef enum ScreenNews {
    SCREEN_TIME,    // nothing happened in time
    SCREEN_KEY,     // a key
    SCREEN_WOKEN,   // there is something to read at the descriptor
    SCREEN_RESIZED, // the size may be another, and all must be painted
    SCREEN_ENDED,   // the terminal is gone, or somebody wants the program to end
} ScreenNews;

// Sleeps until there is news, at most `timeout_ms` (-1: for ever). `wake` is a descriptor to watch
// as well, or -1. `*key` is written for SCREEN_KEY only.
ScreenNews screen_wait(Screen *screen, int wake, int timeout_ms, Key *key);

// The signal that wants the program to end; 0 if none does. To be raised again once the screen is
// closed.
int screen_signal(const Screen *screen);

#endif
