// A stage: whatever has the screen to itself and answers keys. A game, a review and a lesson are
// stages, and one loop runs them all.
#ifndef NEBEL_CONSOLE_SCREEN_LOOP_H
#define NEBEL_CONSOLE_SCREEN_LOOP_H

#include "screen/screen.h"

typedef struct ScreenKind {
    void (*draw)(const void *self, bool is_ascii, uint64_t now_ms, Cells *out);
    void (*key)(void *self, Key key, uint64_t now_ms);
    void (*tick)(void *self, uint64_t now_ms);              // NULL if time changes nothing
    uint64_t (*next_ms)(const void *self, uint64_t now_ms); // when to tick; UINT64_MAX for never
    void (*woken)(void *self);                              // there is something to read
    bool (*is_done)(const void *self);
} ScreenKind;

typedef struct ScreenLoop {
    const ScreenKind *kind;
    void *self;
    int wake; // a descriptor to watch, or -1
} ScreenLoop;

// Runs a stage until it is done. False if it was ended from outside: by a signal, the loss of the
// terminal, or for want of memory.
MUST_USE bool screen_loop_run(Screen *screen, bool is_ascii, const ScreenLoop *loop);

// Opens the screen; complains and returns NULL where there is no terminal. `instead` tells what
// would do without one.
Screen *screen_loop_open(bool is_ascii, const char *instead);

// Closes the screen. Returns the signal that has ended the stage, to be raised again once all is
// put away, so that whoever sent it sees what it did; 0 if none has.
int screen_loop_close(Screen *screen);

// The time by which stages live.
uint64_t screen_loop_now_ms(void);
// How long to wait until then, as poll(2) takes it; UINT64_MAX is for ever.
int screen_loop_timeout(uint64_t now_ms, uint64_t until_ms);

#endif
