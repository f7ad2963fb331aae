// Calls of the database that wait for their answer, for threads and programs that have nothing else to do meanwhile.
//
// A caller has one connection. If it is lost, it is made again and the call is sent again, so every statement must do
// no harm when it is done twice.
#ifndef NEBEL_STORE_CALLER_H
#define NEBEL_STORE_CALLER_H

#include "base/budget.h"
#include "base/memory.h"
#include "base/text.h"

// A statement that a connection prepares when it is made.
typedef struct StoreStatement {
    const char *name, *sql;
    uint8_t values;
} StoreStatement;

typedef struct StoreCaller StoreCaller;

typedef enum StoreCallError {
    STORE_CALL_OK = 0,
    STORE_CALL_REFUSED, // the database says no
    STORE_CALL_AWAY,    // there was no connection for too long
    STORE_CALL_STOPPED, // the caller is to end
} StoreCallError;

typedef struct StoreCallerPlan {
    const char *database; // as libpq takes it; it outlives the caller, as do the statements
    const char *role;     // with whose rights alone it calls; NULL for those of the login
    const StoreStatement *statements;
    unsigned statement_count;
    const Clocks *clocks;
    uint32_t patience_ms;          // for an answer, after which the connection is given up
    const atomic_bool *is_stopped; // NULL, or set when the program is to end
    void (*lost)(
        void *context,
        const char
            *problem); // once each time that calls begin to wait for a connection; may be NULL
    void *context;
} StoreCallerPlan;

// Returns NULL if out of memory. The caller connects in its first call.
StoreCaller *store_caller_create(const Memory *memory, const StoreCallerPlan *plan);
void store_caller_destroy(StoreCaller *caller); // accepts NULL

// Lets calls give up after so long without a connection; 0, as at first, means never.
void store_caller_limit(StoreCaller *caller, uint32_t give_up_ms);

// Runs a statement with its values, which are texts; NULL is SQL's null.
MUST_USE StoreCallError store_call(StoreCaller *caller, unsigned statement,
                                   const char *const *values);

// Waits until the database notifies this connection, by a channel that a statement listens to, at most so long. Returns whether it did.
bool store_caller_wait(StoreCaller *caller, uint32_t wait_ms);

// The answer of the last call, which is valid until the next one. A field that is null is NULL.
uint32_t store_call_rows(const StoreCaller *caller);
const char *store_call_field(const StoreCaller *caller, uint32_t row, unsigned column);
// The same as a number that is not negative; 0 for null.
uint64_t store_call_number(const StoreCaller *caller, uint32_t row, unsigned column);

// Returns why the last call failed.
const char *store_caller_problem(const StoreCaller *caller);
// Writes the same for the user of a command, with what to do about a database that is not there.
void store_caller_explain(const StoreCaller *caller, StoreCallError error, Text *message);

#endif
