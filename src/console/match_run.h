// A plan in play: its pairs counted, kept in a match file, and shown in a live block. What matches,
// tournaments and the cells of experiments have in common.
#ifndef NEBEL_CONSOLE_MATCH_RUN_H
#define NEBEL_CONSOLE_MATCH_RUN_H

#include "cli/live.h"
#include "match/journal.h"
#include "report/report.h"

#include <stdatomic.h>

typedef struct MatchRun {
    // Whoever plays sets these; the tally's content comes with match_run_open.
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
} MatchRun;

// Opens the match file, or takes it up and counts what is in it; `path` may be NULL. Then play if it
// is not over, and close in any case. All complain of what fails.
MUST_USE bool match_run_open(MatchRun *match_run, const char *path, bool is_taken_up);
// Whether all is played or decided, or something has gone wrong that match_run_close will tell.
bool match_run_is_over(const MatchRun *match_run);
MUST_USE bool match_run_go(MatchRun *match_run);
MUST_USE bool match_run_close(MatchRun *match_run);

#endif
