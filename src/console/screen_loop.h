// A stage: whatever has the screen to itself and answers keys. A game, a review and a lesson are
// stages, and one loop runs them all.
#ifndef NEBEL_CONSOLE_SCREEN_LOOP_H
#define NEBEL_CONSOLE_SCREEN_LOOP_H

#include "screen/screen.h"

typedef struct StageKind {
    void (*draw)(const void *self, bool is_ascii, uint64_t now_ms, Cells *out);
    void (*key)(void *self, Key key, uint64_t now_ms);
    void (*tick)(void *self, uint64_t now_ms);              // NULL if time changes nothing
    uint64_t (*next_ms)(const void *self, uint64_t now_ms); // when to tick; UINT64_MAX for never
    void (*woken)(void *self);                              // there is something to read
    bool (*is_done)(const void *self);
} StageKind;

typedef struct Stage {
    const StageKind *kind;
    void *self;
    int wake; // a descriptor to watch, or -1
} Stage;

// Runs a stage until it is done. False if it was ended from outside: by a signal, the loss of the
// terminal, or for want of memory.
MUST_USE bool stage_run(Screen *screen, bool is_ascii, const Stage *stage);

// Opens the screen; complains and returns NULL where there is no terminal. `instead` tells what
// would do without one.
Screen *stage_open(bool is_ascii, const char *instead);

// Closes the screen. Returns the signal that has ended the stage, to be raised again once all is
// put away, so that whoever sent it sees what it did; 0 if none has.
int stage_close(Screen *screen);

// The time by which stages live.
uint64_t stage_now_ms(void);

#endif
