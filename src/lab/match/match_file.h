// The match file: the settings, then one line for each pair, in order. Each line is written in one piece. A runner that is killed
// loses at most the pairs it was playing; a resumed match goes on after the last whole line. Only one runner at a time
// may write a file; a reader changes and locks nothing, so it can read a file that is being written: the last line may then be
// torn, and counts as not there yet.
//
// In a match with external programs, lines around the pairs of a run say where their seeds come from:
//
//     run 4 | bb934b10… | 8f1c…         pairs from 4 on use the secret of this commitment
//     pair 4 | …
//     secret 00010203… | 8f1c…          the secret, written when the run is over
//
// A program may read the disk, so a secret is not written while it is in use. A run that was killed has no `secret` line: its
// pairs count, but their seeds cannot be derived again.
#ifndef NEBEL_LAB_MATCH_MATCH_FILE_H
#define NEBEL_LAB_MATCH_MATCH_FILE_H

#include "base/crypto/secret.h"
#include "lab/match/pair.h"

#include <stdio.h>
#include <sys/types.h>

// Adds a `secret` line, without its line feed.
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

typedef enum MatchFileError {
    MATCH_FILE_OK = 0,
    MATCH_FILE_ERR_OPEN, // the file cannot be opened or made
    MATCH_FILE_ERR_PIPE,
    MATCH_FILE_ERR_EXISTS, // a new match would overwrite it
    MATCH_FILE_ERR_BUSY,   // another runner is writing it
    MATCH_FILE_ERR_KIND,   // it is no match file
    MATCH_FILE_ERR_OTHER,  // it belongs to a match with other settings
    MATCH_FILE_ERR_SEED,   // from before programs' seeds were secret; it is read, but not continued
    MATCH_FILE_ERR_DAMAGED, // a line before the last cannot be read
    MATCH_FILE_ERR_READ,
    MATCH_FILE_ERR_WRITE, // the disk is full, perhaps
    MATCH_FILE_ERR_MEMORY,
    MATCH_FILE_ERR_COUNT
} MatchFileError;

const char *match_file_error_text(MatchFileError error);

typedef struct MatchFileReader {
    const Plan *plan;
    FILE *file;
    Text line;          // the last one, its end included
    uint64_t next;      // place of the next pair
    off_t good_end;     // where the head or the last whole line ends; 0 if there is no whole head
    bool is_torn;       // a line that cannot be read follows; it may only be the last
    bool is_enough;     // no more pairs are wanted
    bool is_keyed;      // with external programs: pairs stand in runs
    bool is_before_key; // with external programs, but from before there were runs
    Runs runs;
    Text *message; // says more of some errors
} MatchFileReader;

// Opens a file and compares its head with the plan. A file that ends inside a head that fits has no pairs. Call
// match_file_reader_close in any case.
MUST_USE MatchFileError match_file_reader_open(MatchFileReader *reader, const Memory *memory,
                                               const char *path, const Plan *plan, Text *message);
// Reads the next pair of the plan, which lives until the next call; `*is_pair` is false at the end of the file.
MUST_USE MatchFileError match_file_reader_next(MatchFileReader *reader, PairResult *result,
                                               bool *is_pair);
void match_file_reader_close(MatchFileReader *reader);

typedef struct MatchFile {
    int file; // -1 when closed
    const Memory *memory;
    uint64_t secretless; // pairs of runs that were killed: their seeds cannot be derived again
} MatchFile;

// Returns a closed match file. match_file_create and match_file_resume open it; close it afterwards, also if they failed.
MatchFile match_file_closed(const Memory *memory);

// Makes a new match file.
MUST_USE MatchFileError match_file_create(MatchFile *journal, const char *path, const Plan *plan);

// Resumes a match file, or makes it if there is none. Every whole pair of the plan goes to `sink` in order. What follows the last
// one (half a line, or a pair written twice) is cut off, unless the plan or the sink wants no more pairs. `*next` is the
// next pair to play. On some errors the message says more. An old file of a match with external
// programs, from before secrets, is read but not changed.
MUST_USE MatchFileError match_file_resume(MatchFile *journal, const char *path, const Plan *plan,
                                          PairSink sink, uint64_t *next, Text *message);

// Write the lines around the pairs of a run with external programs: the commitment to the secret before the first pair, the secret
// when all programs have ended.
MUST_USE MatchFileError match_file_begin_run(MatchFile *journal, uint64_t from,
                                             const Secret *secret);
MUST_USE MatchFileError match_file_end_run(MatchFile *journal, const Secret *secret);

MUST_USE MatchFileError match_file_append(MatchFile *journal, const PairResult *result);
MUST_USE MatchFileError match_file_close(MatchFile *journal); // accepts a closed journal

#endif
