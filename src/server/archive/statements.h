// What the archive says to PostgreSQL. The tables are those of deploy/schema/deploy/archive.sql.
#ifndef NEBEL_ARCHIVE_STATEMENTS_H
#define NEBEL_ARCHIVE_STATEMENTS_H

#include "server/store/caller.h"

// What whoever files games says.
typedef enum FilingStatement {
    FILING_NEXT,      // the journal of a game that is over and not filed
    FILING_STANDINGS, // if it is rated: how strong both players are
    FILING_KEEP,      // its record
    FILING_ASIDE,     // why it cannot be filed
    FILING_DROP,      // the journals of games that were filed long ago
    FILING_STATEMENTS
} FilingStatement;

extern const StoreStatement archive_filing_statements[FILING_STATEMENTS];

// A page of a dump.
extern const StoreStatement archive_dump_statement;

#endif
