// A dump: all finished games of a month in one file, one JSON record a line, compressed by zstd. docs/formats/dump.md describes it.
#ifndef NEBEL_ARCHIVE_DUMP_H
#define NEBEL_ARCHIVE_DUMP_H

#include "base/text.h"

#include <stdio.h>

enum { DUMP_DIGEST_ROOM = 65 };

typedef struct DumpPlan {
    const char *database; // as libpq takes it
    const char *month;    // "2026-11", in UTC
    bool has_casual;      // games that are not rated too
    FILE *file;           // open for writing bytes
} DumpPlan;

typedef struct DumpReport {
    uint64_t games, bytes;         // of the file
    char digest[DUMP_DIGEST_ROOM]; // SHA-256 of the file
} DumpReport;

// Returns whether a text is a month, as in "2026-11".
bool dump_is_month(const char *text);

// Writes a dump. Returns false, with a message, if the database or the file fails.
MUST_USE bool archive_dump(const Memory *memory, const DumpPlan *plan, DumpReport *report,
                           Text *message);

#endif
