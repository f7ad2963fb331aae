// A match file read pair by pair. Nothing is changed or locked, so it can be a file that is being written: its last line may then be
// torn, and counts as not there yet.
#ifndef NEBEL_MATCH_JOURNAL_READER_H
#define NEBEL_MATCH_JOURNAL_READER_H

#include "lab/match/pair.h"
#include "lab/match/runs.h"

#include <stdio.h>
#include <sys/types.h>

typedef enum JournalError {
    JOURNAL_OK = 0,
    JOURNAL_ERR_OPEN, // the file cannot be opened or made
    JOURNAL_ERR_PIPE,
    JOURNAL_ERR_EXISTS,  // a new match would overwrite it
    JOURNAL_ERR_BUSY,    // another runner is writing it
    JOURNAL_ERR_KIND,    // it is no match file
    JOURNAL_ERR_OTHER,   // it belongs to a match with other settings
    JOURNAL_ERR_SEED,    // from before guests' seeds were secret; it is read, but not continued
    JOURNAL_ERR_DAMAGED, // a line before the last cannot be read
    JOURNAL_ERR_READ,
    JOURNAL_ERR_WRITE, // the disk is full, perhaps
    JOURNAL_ERR_MEMORY,
    JOURNAL_ERR_COUNT
} JournalError;

const char *journal_error_text(JournalError error);

// What a file of this plan begins with: the settings.
void journal_head_to_text(const Plan *plan, Text *text);

typedef struct JournalReader {
    const Plan *plan;
    FILE *file;
    Text line;          // the last one, its end included
    uint64_t next;      // place of the next pair
    off_t good_end;     // where the head or the last whole line ends; 0 if there is no whole head
    bool is_torn;       // a line that cannot be read follows; it may only be the last
    bool is_enough;     // no more pairs are wanted
    bool is_keyed;      // with guests: pairs stand in runs
    bool is_before_key; // with guests, but from before there were runs
    Runs runs;
    Text *message; // says more of some errors
} JournalReader;

// Opens a file and compares its head with the plan. A file that ends inside a head that fits has no pairs. Call
// journal_reader_close in any case.
MUST_USE JournalError journal_reader_open(JournalReader *reader, const Memory *memory,
                                          const char *path, const Plan *plan, Text *message);
// Reads the next pair of the plan, which lives until the next call; `*is_pair` is false at the end of the file.
MUST_USE JournalError journal_reader_next(JournalReader *reader, PairResult *result, bool *is_pair);
// No more pairs are wanted. Looks for the secret of the last one, which may stand after pairs that are not wanted.
MUST_USE JournalError journal_reader_stop(JournalReader *reader);
void journal_reader_close(JournalReader *reader);

#endif
