// A finished game as the archive keeps it: its record as JSON (docs/formats/json.md), compressed by zstd, without names.
//
// A record is made from a journal that ends its game, and from no other: of a running game there is nothing that
// anybody could look at.
#ifndef NEBEL_ARCHIVE_PACKED_H
#define NEBEL_ARCHIVE_PACKED_H

#include "formats/records/game_journal.h"
#include "formats/records/game_record.h"

typedef enum ArchiveError {
    ARCHIVE_OK = 0,
    ARCHIVE_ERR_RUNNING, // the game of this journal is not over
    ARCHIVE_ERR_JOURNAL, // no table takes the events of the journal
    ARCHIVE_ERR_PACKED,  // these bytes are no packed record
    ARCHIVE_ERR_MEMORY,
    ARCHIVE_ERR_COUNT
} ArchiveError;

const char *archive_error_text(ArchiveError error);

// The umpire's record of a journal. End it with game_record_done; on error there is nothing to end.
MUST_USE ArchiveError archive_record(const GameJournal *journal, const Memory *memory,
                                     GameRecord *record);

// Adds the packed record as hexadecimal digits, which SQL's decode takes; and reads it from what encode gives.
MUST_USE ArchiveError archive_pack(const GameRecord *record, const Memory *memory, Text *digits);
MUST_USE ArchiveError archive_unpack(Slice digits, const Memory *memory, GameRecord *record);

// What is known of a finished game besides its record; NULL for what is not.
typedef struct ArchiveTags {
    const char *id;            // its public number
    const char *date;          // on which it began
    const char *white, *black; // as they are called now
    bool is_rated;
} ArchiveTags;

// Adds it to a record. A packed record has no names, so that who is removed is nobody in it.
void archive_set_tags(GameRecord *record, const ArchiveTags *tags);

#endif
