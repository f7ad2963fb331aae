// The log of a node: a JSON object a line. Its events are a list, and none of them is something that a seat did.
#include "server/node/internal.h"

#include "base/os/event_log.h"

#include <inttypes.h>

static const char *const names[] = {
    [LOG_STARTED] = "started",
    [LOG_OPEN] = "open",
    [LOG_STORE_AWAY] = "store_away",
    [LOG_STORE_BACK] = "store_back",
    [LOG_CLOCKS_STOPPED] = "clocks_stopped",
    [LOG_CLOCKS_RUN] = "clocks_run",
    [LOG_STORE_PROBLEM] = "store_problem",
    [LOG_GAME_OPENED] = "game_opened",
    [LOG_GAME_ADOPTED] = "game_adopted",
    [LOG_GAME_LOST] = "game_lost",
    [LOG_GAME_UNREADABLE] = "game_unreadable",
    [LOG_GAME_UNFILED] = "game_unfiled",
    [LOG_NO_MEMORY] = "no_memory",
    [LOG_STOPPED] = "stopped",
};
_Static_assert(COUNT_OF(names) == LOG_EVENT_COUNT, "every event needs a name");

enum { FIELDS_MAX = 64 };

void server__log(const Server *server, LogEvent event, uint64_t game, const char *text)
{
    char memory[FIELDS_MAX];
    Text fields = TEXT_IN(memory);
    text_format(&fields, "\"node\": %" PRIu32, server->node);
    if (game)
        text_format(&fields, ", \"game\": \"%016" PRIx64 "\"", game);
    event_log(server->plan.log, names[event], memory, text);
}
