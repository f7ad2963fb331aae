// Runs a plan: plays its pairs, counts them, writes them to a match file and shows them in a live block. For matches, tournaments
// and cells of experiments.
#ifndef NEBEL_CONSOLE_MATCH_RUN_H
#define NEBEL_CONSOLE_MATCH_RUN_H

#include "base/cli/progress.h"
#include "lab/match/external_programs.h"
#include "lab/match/match_file.h"
#include "lab/match/workers.h"
#include "lab/report/report.h"

#include <stdatomic.h>

typedef struct MatchRun {
    // Set by the caller; match_run_open initialises the tally.
    const Plan *plan;
    Tally *tally;
    unsigned threads;
    const Secret *given_secret;        // for a plan with external programs; NULL to draw one
    const atomic_bool *is_interrupted; // when set, the run ends after the games in play
    const char
        *log_folder; // an existing folder for the dialogues of external programs; NULL for none
    // Called for each pair after it was counted, also for pairs of a resumed match file. Returns NULL, or why the run must
    // end. May be NULL.
    const char *(*take)(void *context, const PairResult *result);
    void (*show)(void *context, Text *block);
    void *context;

    Speed speed; // of the pairs of this run
    // Internal.
    MatchFile journal;
    Secret secret; // of this run of a plan with external programs
    const char *path;
    uint64_t next;
    DialogueLogFolder dialogues;
    bool is_read_back; // pairs now come from the match file
    Live live;
    double began;
    WorkersState state; // what is being played
    double game_began;  // when its oldest game began
    bool is_ending;     // the user knows that the run ends
    const char *error;  // what ended the run early, or NULL
} MatchRun;

// Refuses a plan whose external programs cannot start. Opens a new match file, or resumes one and counts its pairs; `path` may be NULL. Then the caller calls match_run_go if the
// match is not over, and match_run_close in any case. All three print what fails.
MUST_USE bool match_run_open(MatchRun *match_run, const char *path, bool is_taken_up);
// Returns whether all is played or decided, or an error has ended the run, which match_run_close prints.
bool match_run_is_over(const MatchRun *match_run);
MUST_USE bool match_run_go(MatchRun *match_run);
// Takes the next pair, which was played elsewhere, instead of playing it. Then the caller sets the speed.
void match_run_take(MatchRun *match_run, const PairResult *result);
MUST_USE bool match_run_close(MatchRun *match_run);

#endif
