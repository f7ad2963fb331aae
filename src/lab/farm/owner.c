// The owner's connection.
#include "lab/farm/owner.h"

#include <inttypes.h>

enum {
    PATIENCE_MS = 120000, // for an answer
    GIVE_UP_MS = 15000,   // without a connection
};

bool farm_owner_init(FarmOwner *owner, const Memory *memory, const FarmOwnerPlan *plan)
{
    const StoreCallerPlan caller = {.database = plan->database,
                                    .statements = farm_owner_statements,
                                    .statement_count = FARM_OWNER_STATEMENTS,
                                    .clocks = plan->clocks,
                                    .patience_ms = PATIENCE_MS,
                                    .is_stopped = plan->is_stopped,
                                    .lost = plan->lost,
                                    .context = plan->context};
    *owner = (FarmOwner){
        .memory = *memory, .clocks = plan->clocks, .caller = store_caller_create(memory, &caller)};
    owner->message = TEXT_IN(owner->why);
    if (owner->caller)
        store_caller_limit(owner->caller, GIVE_UP_MS);
    else
        text_add(&owner->message, "there is not enough memory");
    return owner->caller;
}

void farm_owner_persist(FarmOwner *owner)
{
    store_caller_limit(owner->caller, 0);
}

void farm_owner_done(FarmOwner *owner)
{
    store_caller_destroy(owner->caller);
    owner->caller = NULL;
}

bool farm_ask(FarmOwner *owner, OwnerStatement statement, const char *const *values)
{
    const StoreCallError error = store_call(owner->caller, statement, values);
    if (error)
        store_caller_explain(owner->caller, error, &owner->message);
    return !error;
}

FarmNumber farm_number(uint64_t number)
{
    FarmNumber value;
    Text text = TEXT_IN(value.text);
    text_format(&text, "%" PRIu64, number);
    return value;
}
