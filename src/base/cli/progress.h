// A progress line on the terminal for work that takes longer than two seconds. Prints nothing if standard error is no terminal, so
// that logs and pipes stay clean.
#ifndef NEBEL_CLI_PROGRESS_H
#define NEBEL_CLI_PROGRESS_H

#include "base/base.h"

typedef struct Progress {
    const char *unit; // what is being counted: "games"
    uint64_t total;   // 0 if unknown
    double began, shown;
    bool is_on, is_dirty;
} Progress;

Progress progress_begin(const char *unit, uint64_t total);
void progress_step(Progress *progress, uint64_t done);
void progress_end(Progress *progress); // wipes the line

#endif
