// Finding experiments and finishing them.
#include "lab/farm/found.h"

#include <stdlib.h>
#include <string.h>

bool farm_find(FarmOwner *owner, const char *name, FarmExperiment *found, bool *is_there)
{
    const char *const values[] = {name};
    *found = (FarmExperiment){.description = text_growing(&owner->memory)};
    if (!farm_ask(owner, FARM_FIND, values))
        return false;
    *is_there = store_call_rows(owner->caller) > 0;
    if (!*is_there)
        return true;
    Text secret = TEXT_IN(found->secret);
    found->id = store_call_number(owner->caller, 0, 0);
    text_add(&found->description, store_call_field(owner->caller, 0, 1));
    found->scale = strtod(store_call_field(owner->caller, 0, 2), NULL);
    found->is_open = strcmp(store_call_field(owner->caller, 0, 3), "open") == 0;
    text_add(&secret, store_call_field(owner->caller, 0, 4));
    return true;
}

void farm_experiment_done(FarmExperiment *experiment)
{
    text_done(&experiment->description);
}

bool farm_finish(FarmOwner *owner, const FarmExperiment *experiment)
{
    const FarmNumber id = farm_number(experiment->id);
    const char *const values[] = {id.text};
    return farm_ask(owner, FARM_FINISH, values);
}
