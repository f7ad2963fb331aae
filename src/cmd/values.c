// Reads values of options.
#include "cmd/values.h"

#include "base/cli/output.h"
#include "games/registry/games.h"

#include <assert.h>
#include <inttypes.h>
#include <string.h>

bool read_number(const char *option, const char *text, uint64_t min, uint64_t max, uint64_t *number)
{
    assert(min <= max);
    uint64_t read;
    if (!text)
        return true;
    if (!slice_number(slice_of(text), max, &read) || read < min) {
        complain("%s takes a whole number from %" PRIu64 " to %" PRIu64 ", not '%s'", option, min,
                 max, text);
        return false;
    }
    *number = read;
    return true;
}

bool read_game(const char *text, const Game **game, AnyRules *rules)
{
    char why[MESSAGE_ROOM];
    Text message = TEXT_IN(why);
    const Game *found = game_read(text, rules, &message);
    if (found)
        *game = found;
    else
        complain("%s", why);
    return found != NULL;
}

bool read_alert(const char *text, ScreenAlert *alert)
{
    static const char *const names[] = {[ALERT_BELL] = "bell", [ALERT_FLASH] = "flash"};
    for (unsigned i = ALERT_BELL; i < COUNT_OF(names); i++)
        if (strcmp(text, names[i]) == 0) {
            *alert = (ScreenAlert)i;
            return true;
        }
    complain("--alert must be bell or flash, not '%s'", text);
    return false;
}
