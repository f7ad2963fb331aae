// The state of the batch that is being committed: what is done next with it, and what became of one whose answer was lost.
// docs/formats/store.md states the rules. Pure: server/store follows them with PostgreSQL, and the simulator in tests/hall with a store in
// memory, by the same code.
//
//     ledger_take(&ledger, LEDGER_BATCH)       LEDGER_WRITE: send the batch
//     ledger_take(&ledger, LEDGER_LOST)        LEDGER_REST: the connection is gone, and what the batch did is not known
//     ledger_take(&ledger, LEDGER_UP)          LEDGER_ASK: read back what the journal has of it
//     ledger_take(&ledger, LEDGER_OURS)        LEDGER_DURABLE: it was written
//
// A batch is durable only after the store has said so. It is refused only if the journal holds what makes it impossible for ever.
#ifndef NEBEL_LIVE_COMMIT_STATE_H
#define NEBEL_LIVE_COMMIT_STATE_H

#include "base/base.h"

typedef enum LedgerState {
    LEDGER_DOWN,    // no batch, no connection
    LEDGER_IDLE,    // no batch
    LEDGER_WAITING, // a batch that may have been written, and no connection
    LEDGER_WRITING,
    LEDGER_ASKING, // what became of the batch
    LEDGER_HALTED, // the journal holds a part of a batch: nothing is acknowledged any more
    LEDGER_STATE_COUNT
} LedgerState;

// News: what has happened.
typedef enum LedgerNews {
    LEDGER_UP,      // there is a connection
    LEDGER_LOST,    // it is gone
    LEDGER_BATCH,   // the live games hand out a batch
    LEDGER_WROTE,   // the store says that it has committed the batch
    LEDGER_FAILED,  // the store says that it has not
    LEDGER_OURS,    // the journal has every row of the batch, by this node
    LEDGER_NOTHING, // it has none of them, and they can follow what it has
    LEDGER_OTHERS,  // another node owns one of the games
    LEDGER_TORN,    // it has some rows of this batch by this node, and others not
    LEDGER_NEWS_COUNT
} LedgerNews;

// The step to take.
typedef enum LedgerStep {
    LEDGER_REST,
    LEDGER_WRITE,
    LEDGER_ASK,
    LEDGER_DURABLE, // report it to the live games
    LEDGER_REFUSED, // report which games are lost
    LEDGER_HALT,    // a person must look at the database
} LedgerStep;

// Zeroed: no batch and no connection.
typedef struct Ledger {
    uint8_t state; // LedgerState
} Ledger;

// Takes news that can come in this state, and returns what to do. Any other news is a bug of the caller.
LedgerStep ledger_take(Ledger *ledger, LedgerNews news);
// Returns whether a batch is out.
bool ledger_is_busy(const Ledger *ledger);

// The row of the journal that has the key of one row of a batch.
typedef struct LedgerRow {
    uint64_t game;
    uint32_t node; // that wrote it; 0 if there is no such row
    bool
        has_before; // the row before it is in the journal or in the batch, or it is the first of its game
} LedgerRow;

// Returns what became of a batch, as news. On LEDGER_OTHERS the games that this node has lost are in `lost`, each once; `lost` has room
// for `count`.
LedgerNews ledger_judge(const LedgerRow *rows, uint32_t count, uint32_t node, uint64_t *lost,
                        uint32_t *lost_count);

// Returns how long to wait before the next attempt to connect, after so many that failed: doubling, at most a second.
uint32_t ledger_pause_ms(uint32_t failures);

#endif
