// The owner's side of the farm: a connection that may read and write all of it.
#ifndef NEBEL_FARM_OWNER_H
#define NEBEL_FARM_OWNER_H

#include "base/budget.h"
#include "base/text.h"
#include "lab/farm/statements.h"
#include "server/store/caller.h"

typedef struct FarmOwner {
    Memory memory;
    const Clocks *clocks;
    StoreCaller *caller;
    char why[512];
    Text message; // in `why`: what went wrong
} FarmOwner;

typedef struct FarmOwnerPlan {
    const char *database; // as libpq takes it
    const Clocks *clocks;
    const atomic_bool *is_stopped;                    // may be NULL
    void (*lost)(void *context, const char *problem); // the database is away; may be NULL
    void *context;
} FarmOwnerPlan;

// It connects in its first call. Call farm_owner_done in any case; false if there is no memory.
MUST_USE bool farm_owner_init(FarmOwner *owner, const Memory *memory, const FarmOwnerPlan *plan);
void farm_owner_done(FarmOwner *owner);
// From now on a call waits for a database that is away, until the program is to end; before, it gives up soon.
void farm_owner_persist(FarmOwner *owner);

// Runs a statement; false, with a message, if that fails. The answer is read by store_call_field.
MUST_USE bool farm_ask(FarmOwner *owner, OwnerStatement statement, const char *const *values);

// A number as a value of a statement.
typedef struct FarmNumber {
    char text[24];
} FarmNumber;

FarmNumber farm_number(uint64_t number);

#endif
