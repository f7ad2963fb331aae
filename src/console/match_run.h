// A plan in play: its pairs counted, kept in a match file, and shown in a live block. What matches,
// tournaments and the cells of experiments have in common.
#ifndef NEBEL_CONSOLE_MATCH_RUN_H
#define NEBEL_CONSOLE_MATCH_RUN_H

#include "cli/live.h"
#include "match/journal.h"
#include "report/report.h"

#include <stdatomic.h>

typedef struct Playing {
    // Whoever plays sets these; the tally's content comes with playing_open.
    const Plan *plan;
    Tally *tally;
    unsigned threads;
    const Secret *given_secret;        // of a plan with guests; NULL to draw one
    const atomic_bool *is_interrupted; // ends it after the games in play
    // Takes a pair after it was counted, one read back from the match file included. Returns NULL, or
    // why it must end. May be NULL.
    const char *(*take)(void *context, const PairResult *result);
    void (*show)(void *context, Text *block);
    void *context;

    Speed speed; // of what was played now
    // The rest is its own.
    Journal journal;
    Secret secret; // of this run of a plan with guests
    const char *path;
    uint64_t next;
    bool is_read_back; // the pairs come from the match file
    Live live;
    double began;
    const char *error; // what ended it early, or NULL
} Playing;

// Opens the match file, or takes it up and counts what is in it; `path` may be NULL. Then play if it
// is not over, and close in any case. All complain of what fails.
MUST_USE bool playing_open(Playing *playing, const char *path, bool is_taken_up);
// Whether all is played or decided, or something has gone wrong that playing_close will tell.
bool playing_is_over(const Playing *playing);
MUST_USE bool playing_go(Playing *playing);
MUST_USE bool playing_close(Playing *playing);

#endif
