// The table of routes: all requests, and who may ask. docs/accounts.md describes those of accounts. Also the export, which is made of the answers of
// other routes: everything that the server holds on a person, for that person. The record of a game is in the archive, by its id.
#include "server/accounts/internal.h"

static bool screen_export(AccountsService *service, const NetRequest *request, bool *can_wait)
{
    (void)can_wait;
    return accounts__take_session(service, LIMIT_EXPORT_SESSION, request);
}

typedef struct Part {
    const char *key, *inner; // in the export, and in the answer of the route; NULL for all of it
    void (*route)(RequestHandler *handler, const HandlerRequest *asked, HandlerAnswer *answer);
} Part;

// Adds what another route answers. False, with its answer, if it fails.
static bool add_part(RequestHandler *handler, const HandlerRequest *asked, HandlerAnswer *answer,
                     const Part *part, json_t *whole)
{
    json_error_t error;
    part->route(handler, asked, answer);
    if (answer->status != STATUS_OK)
        return false;
    json_t *told = json_loads(answer->body.start, 0, &error);
    const bool is_added =
        json_object_set(whole, part->key,
                        part->inner ? json_object_get(told, part->inner) : told) == 0;
    json_decref(told);
    if (!is_added)
        accounts__refuse(answer, STATUS_BUSY, "there is no memory");
    return is_added;
}

static void office_export(RequestHandler *handler, const HandlerRequest *asked,
                          HandlerAnswer *answer)
{
    static const Part parts[] = {{"account", NULL, accounts__tell_account},
                                 {"sessions", "sessions", accounts__list_sessions},
                                 {"ratings", "ratings", accounts__tell_ratings},
                                 {"history", "steps", accounts__tell_history},
                                 {"games", "games", accounts__list_own_games},
                                 {"reports", "reports", accounts__list_own_reports},
                                 {"blocks", "blocks", accounts__list_blocks}};
    HandlerRequest own = *asked; // the routes of players go by names
    own.parameter = handler->asker.name;
    json_t *whole = json_object();
    bool is_whole = whole != NULL;
    for (unsigned i = 0; i < COUNT_OF(parts) && is_whole; i++)
        is_whole = add_part(handler, &own, answer, &parts[i], whole);
    if (is_whole)
        accounts__answer(answer, STATUS_OK, json_incref(whole));
    json_decref(whole);
}

static void tell_health(RequestHandler *handler, const HandlerRequest *asked, HandlerAnswer *answer)
{
    (void)asked;
    if (accounts__call(handler, ACCOUNTS_PING, NULL, answer))
        accounts__answer(answer, STATUS_OK,
                         json_pack("{s:s, s:b}", "health", "ok", "mail",
                                   handler->service->plan.mail.server != NULL));
}

const AccountsRoute accounts__routes[] = {
    {NET_GET, NET_PUBLIC, "/api/health", QUEUE_QUICK, tell_health},
    {NET_POST, NET_PUBLIC, "/api/account", QUEUE_HASH, accounts__register,
     .screen = accounts__screen_register},
    {NET_GET, NET_PERSON, "/api/account", QUEUE_QUICK, accounts__tell_account},
    {NET_POST, NET_PERSON, "/api/account/delete", QUEUE_HASH, accounts__delete_account, NEED_LOGIN,
     .screen = accounts__screen_password},
    {NET_GET, NET_PERSON, "/api/export", QUEUE_QUICK, office_export, .screen = screen_export},
    {NET_POST, NET_PUBLIC, "/api/session", QUEUE_HASH, accounts__log_in,
     .screen = accounts__screen_login},
    {NET_GET, NET_PERSON, "/api/session", QUEUE_QUICK, accounts__list_sessions, NEED_LOGIN},
    {NET_DELETE, NET_PERSON, "/api/session/*", QUEUE_QUICK, accounts__end_sessions, NEED_LOGIN},
    {NET_POST, NET_PERSON, "/api/password", QUEUE_HASH, accounts__change_password, NEED_LOGIN,
     .screen = accounts__screen_password},
    {NET_POST, NET_PERSON, "/api/email", QUEUE_MAIL, accounts__set_email, NEED_LOGIN,
     .screen = accounts__screen_email},
    {NET_DELETE, NET_PERSON, "/api/email", QUEUE_QUICK, accounts__forget_email, NEED_LOGIN},
    {NET_POST, NET_PUBLIC, "/api/email/confirm", QUEUE_QUICK, accounts__confirm_email,
     .screen = accounts__screen_link},
    {NET_POST, NET_PUBLIC, "/api/reset", QUEUE_RESET, accounts__send_reset,
     .screen = accounts__screen_reset},
    {NET_POST, NET_PUBLIC, "/api/reset/confirm", QUEUE_HASH, accounts__reset_password,
     .screen = accounts__screen_link},
    {NET_POST, NET_PERSON, "/api/token", QUEUE_QUICK, accounts__make_token, NEED_LOGIN},
    {NET_POST, NET_PERSON, "/api/report", QUEUE_QUICK, accounts__report, NEED_PERSON,
     .screen = accounts__screen_report},
    {NET_POST, NET_PERSON, "/api/block", QUEUE_QUICK, accounts__block, NEED_PERSON,
     .screen = accounts__screen_block},
    {NET_GET, NET_PERSON, "/api/block", QUEUE_QUICK, accounts__list_blocks, NEED_PERSON},
    {NET_DELETE, NET_PERSON, "/api/block/*", QUEUE_QUICK, accounts__unblock, NEED_PERSON,
     .screen = accounts__screen_block},
    {NET_GET, NET_PUBLIC, "/api/game/*", QUEUE_QUICK, accounts__tell_game},
    {NET_GET, NET_PUBLIC, "/api/game/*/picture.svg", QUEUE_QUICK, accounts__tell_picture},
    {NET_GET, NET_PUBLIC, "/api/games", QUEUE_QUICK, accounts__list_games},
    {NET_GET, NET_PUBLIC, "/api/player/*", QUEUE_QUICK, accounts__tell_player},
    {NET_GET, NET_PUBLIC, "/api/player/*/ratings", QUEUE_QUICK, accounts__tell_ratings},
    {NET_GET, NET_PUBLIC, "/api/player/*/history", QUEUE_QUICK, accounts__tell_history},
    {NET_GET, NET_PUBLIC, "/api/leaderboard", QUEUE_QUICK, accounts__tell_leaderboard},
};
const unsigned accounts__route_count = COUNT_OF(accounts__routes);
