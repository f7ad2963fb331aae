// The roster of a build without processes and threads: no other programs, and all work in one thread.
#include "engine/players/outside.h"

#include "engine/players/roster.h"

#include <string.h>

const Crew *const roster_crew = &crew_alone;

bool roster_is_guest(const char *string)
{
    (void)string;
    return false;
}

const char *roster_lack(const char *string)
{
    (void)string;
    return NULL;
}

bool roster__open_guest(const Memory *memory, const char *string, Player **player, Text *message)
{
    (void)memory, (void)string, (void)player, (void)message;
    return false;
}

bool roster__has_engine(const PlayerKind *kind, const OptionValues *options, Text *message)
{
    for (unsigned i = 0; i < options_count(kind->options); i++) {
        const PlayerOption *option = &kind->options[i];
        if (strcmp(option->name, "engine") != 0 || options->values[i] == 0)
            continue;
        text_format(message, "this build starts no other programs, so engine=%s is not there",
                    option->words[(unsigned)options->values[i]]);
        return false;
    }
    return true;
}

void roster__equip(Player *player)
{
    (void)player;
}
