// Looks versions up.
#include "engine/players/version.h"

#include "engine/players/version_rows.h"

#include <assert.h>
#include <inttypes.h>

static const PlayerVersion versions[] = {VERSION_ROWS};

const PlayerVersion *roster_version(Slice name)
{
    const PlayerVersion *present = NULL;
    for (unsigned i = 0; i < COUNT_OF(versions); i++)
        if (slice_is(name, versions[i].name))
            present = &versions[i]; // later lines are later versions
    return present;
}

void roster_version_to_text(const char *player, Text *text)
{
    assert(player);
    Slice rest = slice_of(player);
    const PlayerVersion *version = roster_version(slice_take(&rest, "(:"));
    if (version)
        text_format(text, "%s@%" PRIu32 " %s", version->name, version->version, version->signature);
}
