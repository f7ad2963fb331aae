// Every verb: what it needs, what it says to PostgreSQL, what comes back.
#include "server/admin/internal.h"

#include "server/accounts/credentials.h"

#include <inttypes.h>
#include <string.h>

void admin__write_game(uint64_t number, Text *text)
{
    text_format(text, "%016" PRIx64, public_number(number));
}

static bool has_control(const char *text)
{
    for (; *text; text++)
        if ((unsigned char)*text < ' ' || *text == 0x7F)
            return true;
    return false;
}

// The values of an act begin with its key and end with its reason; `last` is the index of the reason.
static const char *fill_act(const AdminRequest *wanted, AdminValues *values, unsigned last)
{
    if (!wanted->reason || !wanted->reason[0])
        return "say why: --reason TEXT; it goes into the audit log";
    if (strlen(wanted->reason) > REASON_BYTES_MAX || has_control(wanted->reason))
        return "a reason is one line of at most 300 bytes";
    if (!token_draw(&values->key))
        return "there is no chance for a key; try again";
    values->list[0] = values->key.text;
    values->list[last] = wanted->reason;
    return NULL;
}

// An act on a name, or on an operator.
static const char *fill_name(const AdminRequest *wanted, AdminValues *values)
{
    values->list[1] = wanted->arguments[0];
    return fill_act(wanted, values, 2);
}

static const char *fill_asked(const AdminRequest *wanted, AdminValues *values)
{
    values->list[0] = wanted->arguments[0];
    return NULL;
}

static const char *fill_find(const AdminRequest *wanted, AdminValues *values)
{
    account_name_skeleton(slice_of(wanted->arguments[0]), values->skeleton);
    values->list[0] = wanted->arguments[0];
    values->list[1] = values->skeleton;
    return NULL;
}

static const char *fill_rename(const AdminRequest *wanted, AdminValues *values)
{
    const Slice name = slice_of(wanted->arguments[1]);
    const char *problem =
        account_name_problem(name, strncmp(wanted->arguments[0], "bot-", strlen("bot-")) == 0);
    if (problem)
        return problem;
    account_name_skeleton(name, values->skeleton);
    values->list[1] = wanted->arguments[0];
    values->list[2] = wanted->arguments[1];
    values->list[3] = values->skeleton;
    return fill_act(wanted, values, 4);
}

static const char *fill_hold(const AdminRequest *wanted, AdminValues *values)
{
    if (strlen(wanted->arguments[0]) > NAME_LETTERS_MAX)
        return "no name has more than 20 letters";
    account_name_skeleton(slice_of(wanted->arguments[0]), values->skeleton);
    values->list[1] = wanted->arguments[0];
    values->list[2] = values->skeleton;
    return fill_act(wanted, values, 3);
}

static const char *fill_suspend(const AdminRequest *wanted, AdminValues *values)
{
    uint64_t days;
    const bool is_endless = wanted->days && strcmp(wanted->days, "never") == 0;
    if (!wanted->days)
        return "say for how long: --days N, or --days never for a suspension without an end";
    if (!is_endless && (!slice_number(slice_of(wanted->days), DAYS_MAX, &days) || !days))
        return "--days is a number from 1 to 3650, or never";
    values->list[1] = wanted->arguments[0];
    values->list[2] = is_endless ? NULL : wanted->days;
    return fill_act(wanted, values, 3);
}

static const char *fill_mail(const AdminRequest *wanted, AdminValues *values)
{
    if (wanted->email && !mail_is_address(slice_of(wanted->email)))
        return "--email is no address of e-mail";
    values->list[1] = wanted->arguments[0];
    values->list[2] = wanted->email;
    return fill_act(wanted, values, 3);
}

// A game by the number that people know, which must be found among those that run.
static const char *fill_end(const AdminRequest *wanted, AdminValues *values)
{
    uint64_t id;
    if (!slice_hex(slice_of(wanted->arguments[0]), &id))
        return "a game is named by 16 digits and letters, as nebel admin games shows them";
    values->list[1] = values->number; // not known yet
    values->list[2] = wanted->arguments[0];
    return fill_act(wanted, values, 3);
}

static const char *fill_game(const AdminRequest *wanted, AdminValues *values)
{
    uint64_t id;
    Text text = TEXT_IN(values->number);
    if (!slice_hex(slice_of(wanted->arguments[0]), &id) || id > INT64_MAX)
        return "a game is named by 16 digits and letters, the end of its address: #/game/ID";
    text_format(&text, "%" PRIu64, id);
    values->list[0] = values->number;
    return NULL;
}

static const char *fill_none(const AdminRequest *wanted, AdminValues *values)
{
    (void)wanted;
    (void)values;
    return NULL;
}

static const char *fill_reports(const AdminRequest *wanted, AdminValues *values)
{
    values->list[0] = wanted->wants_all ? "t" : "f";
    values->list[1] = NULL;
    return NULL;
}

static const char *check_report(const AdminRequest *wanted)
{
    uint64_t number;
    return slice_number(slice_of(wanted->arguments[0]), INT32_MAX, &number)
               ? NULL
               : "a report is named by its number, as nebel admin reports shows it";
}

static const char *fill_report(const AdminRequest *wanted, AdminValues *values)
{
    values->list[0] = "t";
    values->list[1] = wanted->arguments[0];
    return check_report(wanted);
}

static const char *fill_close(const AdminRequest *wanted, AdminValues *values)
{
    const char *problem = check_report(wanted);
    values->list[1] = wanted->arguments[0];
    return problem ? problem : fill_act(wanted, values, 2);
}

static const char *fill_audit(const AdminRequest *wanted, AdminValues *values)
{
    uint64_t limit = LIMIT_DEFAULT;
    Text text = TEXT_IN(values->number);
    if (wanted->limit && (!slice_number(slice_of(wanted->limit), LIMIT_MAX, &limit) || !limit))
        return "--limit is a number from 1 to 10000";
    text_format(&text, "%" PRIu64, limit);
    values->list[0] = values->number;
    values->list[1] = wanted->arguments[0];
    return NULL;
}

#define ACT(run_call) "SELECT is_done, words FROM admin." run_call
#define REPORT_COLUMNS                                                                          \
    {                                                                                           \
        "#number", "made", "kind", "about", "game", "reporter", "words", "closed", "closed by", \
            "note"                                                                              \
    }
#define REPORTS                                                                                    \
    "SELECT number, made, kind, about, game, reporter, words, closed, closed_by, note FROM admin." \
    "reports($1::boolean, $2::bigint)"

#define LIVE_GAMES "SELECT game, white, black, began, clock FROM admin.live_games()"
#define LIVE_COLUMNS                               \
    {                                              \
        "game", "white", "black", "began", "clock" \
    }

const StoreStatement admin__live_games = {"live_games", LIVE_GAMES, 0};
const char *const admin__live_columns[COLUMNS_MAX] = LIVE_COLUMNS;

const Verb admin__verbs[] = {
    {{"admit", "NAME", "let somebody use nebel admin; for the owner of the database",
      "runuser -u nebel -- nebel admin admit eva --reason \"first operator\""},
     ANSWER_ACT,
     {"admit", ACT("admit($1, $2::text::name, $3)"), 3},
     fill_name},
    {{"dismiss", "NAME", "do not let him any more; for the owner of the database",
      "runuser -u nebel -- nebel admin dismiss eva --reason \"has left the club\""},
     ANSWER_ACT,
     {"dismiss", ACT("dismiss($1, $2::text::name, $3)"), 3},
     fill_name},
    {{"find", "TEXT", "names that contain a text or look like it", "nebel admin find oskar"},
     ANSWER_LIST,
     {"names", "SELECT name, kind, created, suspended FROM admin.names($1, $2)", 2},
     fill_find,
     {"name", "kind", "created", "suspended until"}},
    {{"rename", "NAME NEW", "give an account another name; the old one is held for 180 days",
      "nebel admin rename rude-word oskar7 --reason \"insulting name\""},
     ANSWER_ACT,
     {"rename", ACT("rename($1, $2, $3, $4, $5)"), 5},
     fill_rename},
    {{"reserve", "NAME", "let nobody take a name, nor one that looks like it",
      "nebel admin reserve chessclub --reason \"the name of our club\""},
     ANSWER_ACT,
     {"reserve", ACT("reserve($1, $2, $3, $4)"), 4},
     fill_hold},
    {{"release", "NAME", "let a name be taken that is reserved or held",
      "nebel admin release chessclub --reason \"the club has another name\""},
     ANSWER_ACT,
     {"release", ACT("release($1, $2, $3, $4)"), 4},
     fill_hold},
    {{"account", "NAME", "show a person: account or guest, sessions, games, reports",
      "nebel admin account oskar"},
     ANSWER_ONE,
     {"account",
      "SELECT name, kind, created, email, sessions, seen, suspended, finished, running,"
      " reports_open, reports_closed FROM admin.account($1)",
      1},
     fill_asked,
     {"name", "kind", "created", "email", "#sessions", "last seen", "suspended until",
      "#finished games", "#running games", "#open reports", "#closed reports"}},
    {{"suspend", "NAME", "end all sessions and let nobody log in by this name for some days",
      "nebel admin suspend oskar --days 7 --reason \"insults after games\""},
     ANSWER_ACT,
     {"suspend", ACT("suspend($1, $2, $3::integer, $4)"), 4},
     fill_suspend},
    {{"lift", "NAME", "end a suspension", "nebel admin lift oskar --reason \"has apologised\""},
     ANSWER_ACT,
     {"lift", ACT("lift($1, $2, $3)"), 3},
     fill_name},
    {{"logout", "NAME", "end all sessions and tokens of a person",
      "nebel admin logout oskar --reason \"asked for it: a stolen laptop\""},
     ANSWER_ACT,
     {"log_out", ACT("log_out($1, $2, $3)"), 3},
     fill_name},
    {{"mail", "NAME",
      "set an account's address by --email, for a new password; without it, remove it",
      "nebel admin mail oskar --email oskar@example.org --reason \"has lost the old address\""},
     ANSWER_ACT,
     {"set_mail", ACT("set_mail($1, $2, $3, $4)"), 4},
     fill_mail},
    {{"delete", "NAME", "delete an account, as its owner can; its games stay",
      "nebel admin delete oskar --reason \"asked for it by letter\""},
     ANSWER_ACT,
     {"delete_account", ACT("delete_account($1, $2, $3)"), 3},
     fill_name},
    {{"games", "", "running games: who plays, since when, by which clock", "nebel admin games"},
     ANSWER_LIVE,
     {"games", LIVE_GAMES, 0},
     fill_none,
     LIVE_COLUMNS},
    {{"game", "ID", "show a finished game; of a running one, who plays, since when, by which clock",
      "nebel admin game 0b1f6c2d9e3a7740"},
     ANSWER_GAME,
     {"game",
      "SELECT white, black, rules, clock, result, reason, began, ended, is_rated, reports"
      " FROM admin.game($1::bigint)",
      1},
     fill_game,
     {"white", "black", "game", "clock", "result", "reason", "began", "ended", "?rated",
      "#reports"}},
    {{"end", "ID", "call a running game off",
      "nebel admin end 0b1f6c2d9e3a7740 --reason \"both asked for it\""},
     ANSWER_ACT_ON_GAME,
     {"end_game", ACT("end_game($1, $2::bigint, $3, $4)"), 4},
     fill_end},
    {{"reports", "", "reports that are open; with --all the closed ones too",
      "nebel admin reports"},
     ANSWER_LIST,
     {"reports", REPORTS, 2},
     fill_reports,
     REPORT_COLUMNS},
    {{"report", "NUMBER", "show a report", "nebel admin report 12"},
     ANSWER_ONE,
     {"reports", REPORTS, 2},
     fill_report,
     REPORT_COLUMNS},
    {{"close", "NUMBER", "close a report; the reason is its note",
      "nebel admin close 12 --reason \"suspended for a week\""},
     ANSWER_ACT,
     {"close_report", ACT("close_report($1, $2::bigint, $3)"), 3},
     fill_close},
    {{"audit", "[NAME]", "what operators did, the newest first; of one name if it is given",
      "nebel admin audit oskar --limit 20"},
     ANSWER_LIST,
     {"acts", "SELECT number, at, operator, act, target, reason FROM admin.acts($1::integer, $2)",
      2},
     fill_audit,
     {"#number", "at", "operator", "act", "target", "reason"}},
};
const unsigned admin__verb_count = COUNT_OF(admin__verbs);
