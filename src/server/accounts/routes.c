// The table of routes: everything that can be asked of the office, and who may ask. docs/accounts.md describes those of accounts.
#include "server/accounts/inside.h"

static void tell_health(Desk *desk, const Asked *asked, Answer *answer)
{
    (void)asked;
    if (office__call(desk, OFFICE_PING, NULL, answer))
        office__answer(answer, STATUS_OK,
                       json_pack("{s:s, s:b}", "health", "ok", "mail",
                                 desk->office->plan.mail.server != NULL));
}

const OfficeRoute office__routes[] = {
    {NET_GET, NET_PUBLIC, "/api/health", LANE_QUICK, tell_health},
    {NET_POST, NET_PUBLIC, "/api/account", LANE_HASH, office__register,
     .screen = office__screen_register},
    {NET_GET, NET_PERSON, "/api/account", LANE_QUICK, office__tell_account},
    {NET_POST, NET_PERSON, "/api/account/delete", LANE_HASH, office__delete_account, NEED_LOGIN,
     .screen = office__screen_password},
    {NET_GET, NET_PERSON, "/api/export", LANE_QUICK, office__export,
     .screen = office__screen_export},
    {NET_POST, NET_PUBLIC, "/api/session", LANE_HASH, office__log_in,
     .screen = office__screen_login},
    {NET_GET, NET_PERSON, "/api/session", LANE_QUICK, office__list_sessions, NEED_LOGIN},
    {NET_DELETE, NET_PERSON, "/api/session/*", LANE_QUICK, office__end_sessions, NEED_LOGIN},
    {NET_POST, NET_PERSON, "/api/password", LANE_HASH, office__change_password, NEED_LOGIN,
     .screen = office__screen_password},
    {NET_POST, NET_PERSON, "/api/email", LANE_MAIL, office__set_email, NEED_LOGIN,
     .screen = office__screen_email},
    {NET_DELETE, NET_PERSON, "/api/email", LANE_QUICK, office__forget_email, NEED_LOGIN},
    {NET_POST, NET_PUBLIC, "/api/email/confirm", LANE_QUICK, office__confirm_email,
     .screen = office__screen_link},
    {NET_POST, NET_PUBLIC, "/api/reset", LANE_RESET, office__send_reset,
     .screen = office__screen_reset},
    {NET_POST, NET_PUBLIC, "/api/reset/confirm", LANE_HASH, office__reset_password,
     .screen = office__screen_link},
    {NET_POST, NET_PERSON, "/api/token", LANE_QUICK, office__make_token, NEED_LOGIN},
    {NET_POST, NET_PERSON, "/api/report", LANE_QUICK, office__report, NEED_PERSON,
     .screen = office__screen_report},
    {NET_POST, NET_PERSON, "/api/block", LANE_QUICK, office__block, NEED_PERSON,
     .screen = office__screen_block},
    {NET_GET, NET_PERSON, "/api/block", LANE_QUICK, office__list_blocks, NEED_PERSON},
    {NET_DELETE, NET_PERSON, "/api/block/*", LANE_QUICK, office__unblock, NEED_PERSON,
     .screen = office__screen_block},
    {NET_GET, NET_PUBLIC, "/api/game/*", LANE_QUICK, office__tell_game},
    {NET_GET, NET_PUBLIC, "/api/game/*/picture.svg", LANE_QUICK, office__tell_picture},
    {NET_GET, NET_PUBLIC, "/api/games", LANE_QUICK, office__list_games},
    {NET_GET, NET_PUBLIC, "/api/player/*", LANE_QUICK, office__tell_player},
    {NET_GET, NET_PUBLIC, "/api/player/*/ratings", LANE_QUICK, office__tell_ratings},
    {NET_GET, NET_PUBLIC, "/api/player/*/history", LANE_QUICK, office__tell_history},
    {NET_GET, NET_PUBLIC, "/api/leaderboard", LANE_QUICK, office__tell_leaderboard},
};
const unsigned office__route_count = COUNT_OF(office__routes);
