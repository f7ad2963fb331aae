// The terminal: paints grids of cells and reads keys. Only this module uses curses.
//
// There is one terminal, so there is one screen at a time. The terminal is restored when the screen is closed, when the program
// is stopped or suspended, and when it crashes.
#ifndef NEBEL_SCREEN_SCREEN_H
#define NEBEL_SCREEN_SCREEN_H

#include "formats/draw/cells.h"
#include "ui/play/keys.h"

typedef struct Screen Screen;

// Takes over the terminal; NULL if there is none, or if it cannot move its cursor. A plain screen has no colours.
Screen *screen_open(bool is_plain);
void screen_close(Screen *screen); // accepts NULL

// Returns whether the terminal shows more than ASCII.
bool screen_has_unicode(const Screen *screen);

typedef struct ScreenSize {
    uint32_t width, height;
} ScreenSize;
ScreenSize screen_size(const Screen *screen);

// Shows a grid from the upper left corner of the screen. Only changed cells are sent.
void screen_paint(Screen *screen, const Cells *cells);

// Rings the terminal's bell or flashes the screen, as far as the terminal can.
typedef enum ScreenAlert { ALERT_NONE, ALERT_BELL, ALERT_FLASH } ScreenAlert;
void screen_alert(Screen *screen, ScreenAlert alert);

typedef enum ScreenNews {
    SCREEN_TIME,    // the timeout is over
    SCREEN_KEY,     // a key or a mouse button was pressed
    SCREEN_WOKEN,   // the descriptor is ready to be read
    SCREEN_RESIZED, // the size may have changed, and all must be painted
    SCREEN_ENDED,   // the terminal is gone, or a signal asks the program to end
} ScreenNews;

// Waits for news, at most `timeout_ms` (-1 for ever). `wake` is another descriptor to wait for, or -1. `*key` is only written for
// SCREEN_KEY.
ScreenNews screen_wait(Screen *screen, int wake, int timeout_ms, Key *key);

// The signal that asked the program to end; 0 if there was none. It should be raised again after the screen is closed.
int screen_signal(const Screen *screen);

#endif
