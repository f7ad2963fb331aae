// Looks for the schema in the usual places.
#include "cmd/schema.h"

#include <unistd.h>

const char *schema_folder(const char *given)
{
    if (given)
        return given;
    return access("deploy/schema/sqitch.plan", R_OK) == 0 ? "deploy/schema" : NEBEL_SCHEMA;
}
