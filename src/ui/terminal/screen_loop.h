// The loop of everything that fills the screen and answers keys: a game, a review, a lesson. Each is a ScreenKind.
#ifndef NEBEL_TERMINAL_SCREEN_LOOP_H
#define NEBEL_TERMINAL_SCREEN_LOOP_H

#include "ui/terminal/screen.h"

typedef struct ScreenKind {
    void (*draw)(const void *self, bool is_ascii, uint64_t now_ms, Cells *out);
    void (*key)(void *self, Key key, uint64_t now_ms);
    void (*tick)(void *self, uint64_t now_ms);              // NULL if time changes nothing
    uint64_t (*next_ms)(const void *self, uint64_t now_ms); // when to tick; UINT64_MAX for never
    void (*woken)(void *self);                              // `wake` is ready to be read
    bool (*is_done)(const void *self);
    // A mouse button on a screen of that size; NULL if it does nothing.
    void (*click)(void *self, ScreenSize size, Key click, uint64_t now_ms);
    ScreenAlert (*take_alert)(void *self); // what should ring or flash now; NULL for nothing
} ScreenKind;

typedef struct ScreenLoop {
    const ScreenKind *kind;
    void *self;
    int wake; // a descriptor to wait for, or -1
} ScreenLoop;

// Runs until `is_done`. False if it was ended from outside: by a signal, the loss of the terminal, or a lack of memory.
MUST_USE bool screen_loop_run(Screen *screen, bool is_ascii, const ScreenLoop *loop);

// Opens the screen. Without a terminal it prints that, with the advice `instead`, and returns NULL.
Screen *screen_loop_open(bool is_ascii, const char *instead);

// Closes the screen. Returns the signal that ended the loop, or 0. The caller should raise it again after cleaning up, so that the
// parent process sees how the program ended.
int screen_loop_close(Screen *screen);

// The clock of all screens, in milliseconds.
uint64_t screen_loop_now_ms(void);
// How long to wait, as poll(2) takes it; until UINT64_MAX is for ever.
int screen_loop_timeout(uint64_t now_ms, uint64_t until_ms);

#endif
