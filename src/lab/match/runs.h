// The runs of a match with guests, and the lines that frame them in its match file:
//
//     run 4 | bb934b10… | 8f1c…         pairs from 4 on use the secret of this commitment
//     pair 4 | …
//     secret 00010203… | 8f1c…          the secret, written when the run is over
//
// A guest may read the disk, so a secret is not written while it is in use. A run that was killed has no `secret` line: its
// pairs count, but their seeds cannot be derived again.
#ifndef NEBEL_MATCH_RUNS_H
#define NEBEL_MATCH_RUNS_H

#include "base/crypto/secret.h"

// Both without a line feed.
void run_to_line(uint64_t from, const Secret *secret, Text *text);
void secret_to_line(const Secret *secret, Text *text);

// The runs of a file, as far as it was read.
typedef struct Runs {
    bool is_open; // the secret of the last run has not come yet
    Commitment commitment;
    uint64_t pairs;      // of the open run
    uint64_t secretless; // pairs of runs that ended without their secret
} Runs;

// Takes a `run` or `secret` line; `next` is the pair that comes next. False, with `*runs` untouched, if the line is anything
// else, or a secret that does not fit the commitment.
MUST_USE bool runs_take_line(Runs *runs, Slice line, uint64_t next);
// Counts a pair; false if no run is open.
MUST_USE bool runs_take_pair(Runs *runs);
// Pairs without a secret, if the file ends here.
uint64_t runs_secretless(const Runs *runs);

#endif
