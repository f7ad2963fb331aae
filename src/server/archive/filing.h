// Filing: a game that is over gets its row in the archive, made from its journal.
//
// The transaction that writes the last row of a game also notes that the game is to be filed. So whoever comes next finds it,
// whatever happened to the node that ended it.
#ifndef NEBEL_ARCHIVE_FILING_H
#define NEBEL_ARCHIVE_FILING_H

#include "base/text.h"
#include "server/store/caller.h"

typedef enum FilingNews {
    FILING_DONE,    // a game was filed
    FILING_PROBLEM, // a game cannot be filed and was set aside; `why`
    FILING_NOTHING, // no game waits
    FILING_ENDED,   // the caller is to end, or cannot reach the database
} FilingNews;

// A caller with these statements: archive_filing_statements.
FilingNews archive_file_next(StoreCaller *caller, const Memory *memory, uint64_t *game, Text *why);

// Drops journals of games that were filed long ago (nebel.setting.journal_days), some at a time. True if there were any.
bool archive_drop_journals(StoreCaller *caller);

#endif
