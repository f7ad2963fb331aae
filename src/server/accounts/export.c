// Everything that the server holds on a person, for that person: account, sessions, finished games, reports and blocks of its own. The record of a
// game is in the archive, by its id.
#include "server/accounts/inside.h"

#include <string.h>

bool office__screen_export(Office *office, const NetRequest *request, bool *can_wait)
{
    (void)can_wait;
    return office__take_session(office, LIMIT_EXPORT_SESSION, request);
}

typedef struct Part {
    const char *key, *inner; // in the export, and in the answer of the route; NULL for all of it
    void (*route)(Desk *desk, const Asked *asked, Answer *answer);
} Part;

// Adds what another route answers. False, with its answer, if it fails.
static bool add_part(Desk *desk, const Asked *asked, Answer *answer, const Part *part,
                     json_t *whole)
{
    json_error_t error;
    part->route(desk, asked, answer);
    if (answer->status != STATUS_OK)
        return false;
    json_t *told = json_loads(answer->body.start, 0, &error);
    const bool is_added =
        json_object_set(whole, part->key,
                        part->inner ? json_object_get(told, part->inner) : told) == 0;
    json_decref(told);
    if (!is_added)
        office__refuse(answer, STATUS_BUSY, "there is no memory");
    return is_added;
}

void office__export(Desk *desk, const Asked *asked, Answer *answer)
{
    static const Part parts[] = {{"account", NULL, office__tell_account},
                                 {"sessions", "sessions", office__list_sessions},
                                 {"ratings", "ratings", office__tell_ratings},
                                 {"history", "steps", office__tell_history},
                                 {"games", "games", office__list_own_games},
                                 {"reports", "reports", office__list_own_reports},
                                 {"blocks", "blocks", office__list_blocks}};
    Asked own = *asked; // the routes of players go by names
    own.parameter = desk->asker.name;
    json_t *whole = json_object();
    bool is_whole = whole != NULL;
    for (unsigned i = 0; i < COUNT_OF(parts) && is_whole; i++)
        is_whole = add_part(desk, &own, answer, &parts[i], whole);
    if (is_whole)
        office__answer(answer, STATUS_OK, json_incref(whole));
    json_decref(whole);
}
