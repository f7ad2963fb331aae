// Finished games of the archive: their records as JSON (docs/formats/json.md), compressed by zstd, without names; and their pictures.
//
// A record is made from a journal that ends its game, and from no other: of a running game there is nothing to look at.
#ifndef NEBEL_ARCHIVE_ARCHIVE_H
#define NEBEL_ARCHIVE_ARCHIVE_H

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

// Makes the umpire's record of a journal. The caller ends it with game_record_done; on error there is nothing to end.
MUST_USE ArchiveError archive_record(const GameJournal *journal, const Memory *memory,
                                     GameRecord *record);

// Adds the packed record as hexadecimal digits, which SQL's decode takes; and reads it from what encode gives.
MUST_USE ArchiveError archive_pack(const GameRecord *record, const Memory *memory, Text *digits);
MUST_USE ArchiveError archive_unpack(Slice digits, const Memory *memory, GameRecord *record);

// Facts of a finished game besides its record; NULL for what is not known.
typedef struct ArchiveTags {
    const char *id;            // its public number
    const char *date;          // on which it began
    const char *white, *black; // as they are called now
    bool is_rated;
} ArchiveTags;

// Adds tags to a record. A packed record has no names, so that a person who is removed is in none.
void archive_set_tags(GameRecord *record, const ArchiveTags *tags);

// Draws a picture of a finished game for sharing: who played, how it ended, and the three boards of its last position (SVG). Returns false, with
// nothing added, if this is no umpire's record of a game that is over, or its game has no drawings.
MUST_USE bool archive_picture(const GameRecord *record, Text *svg);

#endif
