// The match file: the settings, then one line a pair, each written in one piece as soon as its turn
// has come. A runner that is killed loses at most the pairs it was playing; the file is taken up
// where its last whole line ends. It has one runner at a time.
#ifndef NEBEL_MATCH_JOURNAL_H
#define NEBEL_MATCH_JOURNAL_H

#include "match/workers.h"

typedef enum JournalError {
    JOURNAL_OK = 0,
    JOURNAL_ERR_OPEN, // the file cannot be opened or made
    JOURNAL_ERR_PIPE,
    JOURNAL_ERR_EXISTS,  // a new match would overwrite it
    JOURNAL_ERR_BUSY,    // another runner is at it
    JOURNAL_ERR_KIND,    // it is no match file
    JOURNAL_ERR_OTHER,   // it belongs to a match with other settings
    JOURNAL_ERR_SEED,    // its guests' seeds came from the seed; it is read, but not taken further
    JOURNAL_ERR_DAMAGED, // a line before the last cannot be read
    JOURNAL_ERR_READ,
    JOURNAL_ERR_WRITE, // the disk is full, perhaps
    JOURNAL_ERR_MEMORY,
    JOURNAL_ERR_COUNT
} JournalError;

typedef struct Journal {
    int file; // -1 when closed
    const Memory *memory;
    uint64_t secretless; // pairs that were read and cannot be derived again: their run was killed
} Journal;

// A closed one, which both of the following open; it is then to be closed, whether they succeeded
// or not.
Journal journal_closed(const Memory *memory);

// Makes a new match file.
MUST_USE JournalError journal_create(Journal *journal, const char *path, const Plan *plan);

// Takes up a match file, or makes it if it is not there: every whole pair of the plan is handed to
// `sink` in order, and what follows the last (half a line, a pair written twice) is cut off, unless
// the plan or the sink wants no more. `*next` is the pair to go on with. The message says more on
// some errors. The file of a match with guests from before secrets is read, but not changed.
MUST_USE JournalError journal_resume(Journal *journal, const char *path, const Plan *plan,
                                     PairSink sink, uint64_t *next, Text *message);

// Frame the pairs of a run of a plan with guests (match/runs.h): the commitment to the secret before
// the first, the secret when all guests have left.
MUST_USE JournalError journal_begin_run(Journal *journal, uint64_t from, const Secret *secret);
MUST_USE JournalError journal_end_run(Journal *journal, const Secret *secret);

MUST_USE JournalError journal_append(Journal *journal, const PairResult *result);
MUST_USE JournalError journal_close(Journal *journal); // accepts a closed one
const char *journal_error_text(JournalError error);

#endif
