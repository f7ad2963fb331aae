// Everything that the office holds on a person, for that person. Finished games are in the archive, where everybody can read them.
#include "office/inside.h"

#include <string.h>

// The answer of another route, as an object.
static json_t *ask_route(Desk *desk, const Asked *asked, Answer *answer,
                         void (*route)(Desk *desk, const Asked *asked, Answer *answer))
{
    json_error_t error;
    route(desk, asked, answer);
    return answer->status == STATUS_OK ? json_loads(answer->body.start, 0, &error) : NULL;
}

void office__export(Desk *desk, const Asked *asked, Answer *answer)
{
    Asked own = *asked; // the routes of players go by names
    own.parameter = desk->asker.name;
    json_t *account = ask_route(desk, asked, answer, office__tell_account);
    json_t *sessions = account ? ask_route(desk, asked, answer, office__list_sessions) : NULL;
    json_t *ratings = sessions ? ask_route(desk, &own, answer, office__tell_ratings) : NULL;
    json_t *history = ratings ? ask_route(desk, &own, answer, office__tell_history) : NULL;
    if (history)
        office__answer(answer, STATUS_OK,
                       json_pack("{s:O, s:O, s:O, s:O, s:s}", "account", account, "sessions",
                                 json_object_get(sessions, "sessions"), "ratings",
                                 json_object_get(ratings, "ratings"), "history",
                                 json_object_get(history, "steps"), "games",
                                 "every finished game is in the archive"));
    json_decref(account);
    json_decref(sessions);
    json_decref(ratings);
    json_decref(history);
}
