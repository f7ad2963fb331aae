// The state of the batch that is being committed: what is done next with it, and what became of one whose answer was lost.
// docs/formats/store.md states the rules. Pure: server/store follows them with PostgreSQL, and the simulator in tests/hall with a store in
// memory, by the same code.
//
//     commit_take(&ledger, COMMIT_BATCH)       COMMIT_WRITE: send the batch
//     commit_take(&ledger, COMMIT_LOST)        COMMIT_REST: the connection is gone, and what the batch did is not known
//     commit_take(&ledger, COMMIT_UP)          COMMIT_ASK: read back what the journal has of it
//     commit_take(&ledger, COMMIT_OURS)        COMMIT_DURABLE: it was written
//
// A batch is durable only after the store has said so. It is refused only if the journal holds what makes it impossible for ever.
#ifndef NEBEL_LIVE_COMMIT_STATE_H
#define NEBEL_LIVE_COMMIT_STATE_H

#include "base/base.h"

typedef enum CommitPhase {
    COMMIT_DOWN,    // no batch, no connection
    COMMIT_IDLE,    // no batch
    COMMIT_WAITING, // a batch that may have been written, and no connection
    COMMIT_WRITING,
    COMMIT_ASKING, // what became of the batch
    COMMIT_HALTED, // the journal holds a part of a batch: nothing is acknowledged any more
    COMMIT_PHASE_COUNT
} CommitPhase;

// News: what has happened.
typedef enum CommitNews {
    COMMIT_UP,      // there is a connection
    COMMIT_LOST,    // it is gone
    COMMIT_BATCH,   // the live games hand out a batch
    COMMIT_WROTE,   // the store says that it has committed the batch
    COMMIT_FAILED,  // the store says that it has not
    COMMIT_OURS,    // the journal has every row of the batch, by this node
    COMMIT_NOTHING, // it has none of them, and they can follow what it has
    COMMIT_OTHERS,  // another node owns one of the games
    COMMIT_TORN,    // it has some rows of this batch by this node, and others not
    COMMIT_NEWS_COUNT
} CommitNews;

// The step to take.
typedef enum CommitStep {
    COMMIT_REST,
    COMMIT_WRITE,
    COMMIT_ASK,
    COMMIT_DURABLE, // report it to the live games
    COMMIT_REFUSED, // report which games are lost
    COMMIT_HALT,    // a person must look at the database
} CommitStep;

// Zeroed: no batch and no connection.
typedef struct CommitState {
    uint8_t state; // CommitPhase
} CommitState;

// Takes news that can come in this state, and returns what to do. Any other news is a bug of the caller.
CommitStep commit_take(CommitState *ledger, CommitNews news);
// Returns whether a batch is out.
bool commit_is_busy(const CommitState *ledger);

// The row of the journal that has the key of one row of a batch.
typedef struct CommitRow {
    uint64_t game;
    uint32_t node; // that wrote it; 0 if there is no such row
    bool
        has_before; // the row before it is in the journal or in the batch, or it is the first of its game
} CommitRow;

// Returns what became of a batch, as news. On COMMIT_OTHERS the games that this node has lost are in `lost`, each once; `lost` has room
// for `count`.
CommitNews commit_judge(const CommitRow *rows, uint32_t count, uint32_t node, uint64_t *lost,
                        uint32_t *lost_count);

// Returns how long to wait before the next attempt to connect, after so many that failed: doubling, at most a second.
uint32_t commit_pause_ms(uint32_t failures);

#endif
