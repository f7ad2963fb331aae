// From a wish to one call of the database, and back to words.
#include "server/admin/inside.h"

#include <inttypes.h>
#include <string.h>

enum {
    PATIENCE_MS = 20000, // for an answer
    GIVE_UP_MS = 3000,   // without a connection
};

unsigned admin_verb_count(void)
{
    return admin__verb_count;
}

AdminHelp admin_help(unsigned verb)
{
    return admin__verbs[verb].help;
}

unsigned admin_find_verb(const char *name)
{
    unsigned verb = 0;
    while (verb < admin__verb_count && strcmp(admin__verbs[verb].help.verb, name) != 0)
        verb++;
    return verb;
}

// --- Calling -------------------------------------------------------------------------------------

enum { CALL_VERB, CALL_LIVE_GAMES, CALLS };

typedef struct Desk {
    const Memory *memory;
    const Verb *verb;
    const AdminWish *wish;
    StoreCaller *caller;
    Text *answer, *message;
} Desk;

static bool call(const Desk *desk, unsigned statement, const char *const *values)
{
    const StoreCallError error = store_call(desk->caller, statement, values);
    if (!error)
        return true;
    store_caller_explain(desk->caller, error, desk->message);
    const char *problem = store_caller_problem(desk->caller);
    if (strstr(problem, "permission denied") || strstr(problem, "role \""))
        text_add(desk->message, "; the owner of the database lets an operator use this command: "
                                "runuser -u nebel -- nebel admin admit NAME --reason TEXT");
    return false;
}

static AdminError check_shown(const Desk *desk, bool is_shown)
{
    if (!is_shown)
        text_add(desk->message, "there is no memory");
    return is_shown ? ADMIN_OK : ADMIN_ERR_FAILED;
}

// The row of the running game that people know by this name, after a call for all of them; their count if there is none.
static uint32_t find_live_game(const Desk *desk, const char *id)
{
    const uint32_t rows = store_call_rows(desk->caller);
    for (uint32_t row = 0; row < rows; row++) {
        char memory[NUMBER_ROOM];
        Text text = TEXT_IN(memory);
        admin__write_game(store_call_number(desk->caller, row, 0), &text);
        if (strcmp(memory, id) == 0)
            return row;
    }
    return rows;
}

// --- Answers -------------------------------------------------------------------------------------

static AdminError take_act(const Desk *desk, Values *values)
{
    const StoreCaller *caller = desk->caller;
    if (!call(desk, CALL_VERB, values->list))
        return ADMIN_ERR_FAILED;
    const char *words = store_call_field(caller, 0, 1);
    if (store_call_field(caller, 0, 0)[0] == 't')
        return check_shown(desk, admin__show_done(words, desk->wish->wants_json, desk->answer));
    admin__add_plain(desk->message, words);
    return ADMIN_ERR_FAILED;
}

// An act on a running game needs its own number, which only the database has.
static AdminError take_act_on_game(const Desk *desk, Values *values)
{
    Text number = TEXT_IN(values->number);
    if (!call(desk, CALL_LIVE_GAMES, NULL))
        return ADMIN_ERR_FAILED;
    const uint32_t row = find_live_game(desk, desk->wish->arguments[0]);
    text_format(&number, "%" PRIu64,
                row < store_call_rows(desk->caller) ? store_call_number(desk->caller, row, 0) : 0);
    return take_act(desk, values);
}

static AdminError take_list(const Desk *desk, Values *values)
{
    const Table table = {.caller = desk->caller,
                         .columns = desk->verb->columns,
                         .has_secret_numbers = desk->verb->answer == ANSWER_LIVE};
    if (!call(desk, CALL_VERB, values->list))
        return ADMIN_ERR_FAILED;
    return check_shown(
        desk, admin__show_rows(&table, desk->wish->wants_json, desk->memory, desk->answer));
}

// A game that is not filed may run: then who plays it, since when and by which clock.
static AdminError take_live_game(const Desk *desk)
{
    const Table table = {
        .caller = desk->caller, .columns = admin__live_columns, .has_secret_numbers = true};
    if (!call(desk, CALL_LIVE_GAMES, NULL))
        return ADMIN_ERR_FAILED;
    const uint32_t row = find_live_game(desk, desk->wish->arguments[0]);
    if (row < store_call_rows(desk->caller))
        return check_shown(
            desk, admin__show_row(&table, row, desk->wish->wants_json, desk->memory, desk->answer));
    text_add(desk->message, "there is no such game; nebel admin games lists those that run");
    return ADMIN_ERR_FAILED;
}

static AdminError take_nothing(const Desk *desk)
{
    text_add(desk->message, "there is nothing called '");
    admin__add_plain(desk->message, desk->wish->arguments[0]);
    text_add(desk->message, "'; nebel admin find looks for names, nebel admin reports --all lists "
                            "reports");
    return ADMIN_ERR_FAILED;
}

// The row that was asked for, or what is said if there is none.
static AdminError take_row(const Desk *desk, const Values *values,
                           AdminError (*otherwise)(const Desk *desk))
{
    const Table table = {.caller = desk->caller, .columns = desk->verb->columns};
    if (!call(desk, CALL_VERB, values->list))
        return ADMIN_ERR_FAILED;
    if (!store_call_rows(desk->caller))
        return otherwise(desk);
    return check_shown(
        desk, admin__show_row(&table, 0, desk->wish->wants_json, desk->memory, desk->answer));
}

static AdminError take_one(const Desk *desk, Values *values)
{
    return take_row(desk, values, take_nothing);
}

static AdminError take_game(const Desk *desk, Values *values)
{
    return take_row(desk, values, take_live_game);
}

static AdminError (*const takers[])(const Desk *desk, Values *values) = {
    [ANSWER_ACT] = take_act,   [ANSWER_ACT_ON_GAME] = take_act_on_game,
    [ANSWER_LIST] = take_list, [ANSWER_ONE] = take_one,
    [ANSWER_GAME] = take_game, [ANSWER_LIVE] = take_list,
};

// --- The whole -----------------------------------------------------------------------------------

static bool is_said_well(const AdminWish *wish, Text *message)
{
    const Verb *verb = &admin__verbs[wish->verb];
    unsigned count = 0;
    while (count < ADMIN_ARGUMENTS_MAX && wish->arguments[count])
        count++;
    if (count >= verb->argument_min && count <= verb->argument_count)
        return true;
    text_format(message, "say nebel admin %s%s%s, as in: %s", verb->help.verb,
                verb->help.arguments[0] ? " " : "", verb->help.arguments, verb->help.example);
    return false;
}

AdminError admin_do(const Memory *memory, const AdminPlan *plan, const AdminWish *wish,
                    Text *answer, Text *message)
{
    const Verb *verb = &admin__verbs[wish->verb];
    Values values = {0};
    if (!is_said_well(wish, message))
        return ADMIN_ERR_WISH;
    const char *problem = verb->fill(wish, &values);
    if (problem) {
        text_format(message, "%s; example: %s", problem, verb->help.example);
        return ADMIN_ERR_WISH;
    }
    const StoreStatement statements[CALLS] = {
        [CALL_VERB] = verb->statement, [CALL_LIVE_GAMES] = admin__live_games};
    const StoreCallerPlan caller_plan = {.database = plan->database,
                                         .role = plan->operator_,
                                         .statements = statements,
                                         .statement_count = CALLS,
                                         .clocks = plan->clocks,
                                         .patience_ms = PATIENCE_MS};
    const Desk desk = {.memory = memory,
                       .verb = verb,
                       .wish = wish,
                       .caller = store_caller_create(memory, &caller_plan),
                       .answer = answer,
                       .message = message};
    if (!desk.caller)
        return check_shown(&desk, false);
    store_caller_limit(desk.caller, GIVE_UP_MS);
    const AdminError error = takers[verb->answer](&desk, &values);
    store_caller_destroy(desk.caller);
    return error;
}
