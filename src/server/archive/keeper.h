// The keeper of the archive: a thread of a node that files the games that are over, its own and those that another node left behind, and drops
// the journals of those that were filed long ago.
//
// It has a connection of its own, so a long journal delays no question of a seat.
#ifndef NEBEL_ARCHIVE_KEEPER_H
#define NEBEL_ARCHIVE_KEEPER_H

#include "base/memory.h"

typedef struct ArchiveKeeper ArchiveKeeper;

typedef struct ArchiveKeeperPlan {
    const char *database; // as libpq takes it; it outlives the keeper
    // A game was set aside, or with 0 the database is away. Called in the keeper's thread.
    void (*problem)(void *context, uint64_t game, const char *why);
    void *context;
} ArchiveKeeperPlan;

// NULL if there is no memory or no thread.
ArchiveKeeper *archive_keeper_start(const Memory *memory, const ArchiveKeeperPlan *plan);
void archive_keeper_end(
    ArchiveKeeper *keeper); // accepts NULL; what is not filed waits for the next

// A game may be over. Without this the keeper looks now and then.
void archive_keeper_wake(ArchiveKeeper *keeper);
// Games that it has filed.
uint64_t archive_keeper_filed(const ArchiveKeeper *keeper);

#endif
