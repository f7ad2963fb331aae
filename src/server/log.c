// The log of a node: a JSON object a line. Its events are a list, and none of them is something that a seat did.
#define _POSIX_C_SOURCE 200809L // for gmtime_r
#include "server/inside.h"

#include <inttypes.h>
#include <time.h>

static const char *const names[] = {
    [LOG_STARTED] = "started",
    [LOG_OPEN] = "open",
    [LOG_STORE_AWAY] = "store_away",
    [LOG_STORE_BACK] = "store_back",
    [LOG_STORE_PROBLEM] = "store_problem",
    [LOG_GAME_OPENED] = "game_opened",
    [LOG_GAME_ADOPTED] = "game_adopted",
    [LOG_GAME_LOST] = "game_lost",
    [LOG_GAME_UNREADABLE] = "game_unreadable",
    [LOG_NO_MEMORY] = "no_memory",
    [LOG_STOPPED] = "stopped",
};
_Static_assert(COUNT_OF(names) == LOG_EVENT_COUNT, "every event needs a name");

// Messages are of the database; characters that JSON would want escaped are not worth it.
static void add_plain(Text *line, const char *text)
{
    for (; *text; text++) {
        const bool is_plain = *text >= ' ' && *text != '"' && *text != '\\';
        text_add_char(line, is_plain ? *text : '\'');
    }
}

void server__log(const Server *server, LogEvent event, uint64_t game, const char *text)
{
    char memory[1024], stamp[32];
    Text line = TEXT_IN(memory);
    const time_t now = time(NULL);
    struct tm utc;
    if (!server->plan.log || !gmtime_r(&now, &utc))
        return;
    strftime(stamp, sizeof stamp, "%Y-%m-%dT%H:%M:%SZ", &utc);
    text_format(&line, "{\"time\": \"%s\", \"node\": %" PRIu32 ", \"event\": \"%s\"", stamp,
                server->node, names[event]);
    if (game)
        text_format(&line, ", \"game\": \"%016" PRIx64 "\"", game);
    if (text) {
        text_add(&line, ", \"text\": \"");
        add_plain(&line, text);
        text_add(&line, "\"");
    }
    fprintf(server->plan.log, "%s}\n", memory);
    fflush(server->plan.log);
}
