// The match file: the settings, then one line for each pair, in order. Each line is written in one piece. A runner that is killed
// loses at most the pairs it was playing; a resumed match goes on after the last whole line. Only one runner at a time
// may write a file.
#ifndef NEBEL_MATCH_JOURNAL_H
#define NEBEL_MATCH_JOURNAL_H

#include "lab/match/journal_reader.h"
#include "lab/match/workers.h"

typedef struct Journal {
    int file; // -1 when closed
    const Memory *memory;
    uint64_t secretless; // pairs of runs that were killed: their seeds cannot be derived again
} Journal;

// A closed journal. journal_create and journal_resume open it; close it afterwards, also if they failed.
Journal journal_closed(const Memory *memory);

// Makes a new match file.
MUST_USE JournalError journal_create(Journal *journal, const char *path, const Plan *plan);

// Resumes a match file, or makes it if there is none. Every whole pair of the plan goes to `sink` in order. What follows the last
// one (half a line, or a pair written twice) is cut off, unless the plan or the sink wants no more pairs. `*next` is the
// next pair to play. On some errors the message says more. An old file of a match with guests, from before
// secrets, is read but not changed.
MUST_USE JournalError journal_resume(Journal *journal, const char *path, const Plan *plan,
                                     PairSink sink, uint64_t *next, Text *message);

// Write the lines around the pairs of a run with guests (lab/match/runs.h): the commitment to the secret before the first pair, the
// secret when all guests have ended.
MUST_USE JournalError journal_begin_run(Journal *journal, uint64_t from, const Secret *secret);
MUST_USE JournalError journal_end_run(Journal *journal, const Secret *secret);

MUST_USE JournalError journal_append(Journal *journal, const PairResult *result);
MUST_USE JournalError journal_close(Journal *journal); // accepts a closed journal

#endif
