// How work goes on, shown on standard error: a line for work that takes longer than two seconds, and a block of lines that is repainted in
// place.
#ifndef NEBEL_CLI_PROGRESS_H
#define NEBEL_CLI_PROGRESS_H

#include "base/base.h"
#include "base/text.h"

typedef struct Progress {
    const char *unit; // what is being counted: "games"
    uint64_t total;   // 0 if unknown
    double began, shown;
    bool is_on, is_dirty;
} Progress;

Progress progress_begin(const char *unit, uint64_t total);
void progress_step(Progress *progress, uint64_t done);
void progress_end(Progress *progress); // wipes the line

typedef struct Live {
    bool is_terminal;
    unsigned lines; // of the block that is on the terminal
    double shown;   // when, in seconds of wall time
} Live;

Live live_begin(void);

// Returns whether the next showing is due.
bool live_is_due(const Live *live);

// Shows `block` on standard error; without a terminal only its first line.
void live_show(Live *live, const char *block);
void live_end(Live *live); // wipes the block from a terminal

#endif
