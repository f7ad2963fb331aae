// The keeper of the archive: a thread of a node that files the games that are over, its own and those that another node left behind, and drops
// the journals of those that were filed long ago.
//
// The transaction that writes the last row of a game also notes that the game is to be filed. So a game is filed whatever happened to the node
// that ended it. The keeper has a connection of its own, so a long journal delays no question of a seat.
#ifndef NEBEL_ARCHIVE_FILING_H
#define NEBEL_ARCHIVE_FILING_H

#include "formats/records/game_record.h"

typedef struct ArchiveKeeper ArchiveKeeper;

typedef struct ArchiveKeeperPlan {
    const char *database; // as libpq takes it; it outlives the keeper
    // A game was set aside, or with 0 the database is away. Called in the keeper's thread.
    void (*problem)(void *context, uint64_t game, const char *why);
    void *context;
} ArchiveKeeperPlan;

// Returns NULL if out of memory or threads.
ArchiveKeeper *archive_keeper_start(const Memory *memory, const ArchiveKeeperPlan *plan);
void archive_keeper_end(
    ArchiveKeeper *keeper); // accepts NULL; what is not filed waits for the next

// Lets the keeper look for a game that is over. Without this it looks now and then.
void archive_keeper_wake(ArchiveKeeper *keeper);
// Returns how many games the keeper has filed.
uint64_t archive_keeper_filed(const ArchiveKeeper *keeper);

// Returns whether a game says anything of its players: it has a result, and each seat has played two moves. How it ended, and what stood on the
// board, does not matter.
bool archive_counts(const GameRecord *record);

#endif
