// A request of an operator becomes one run_call of the database, and its rows become aligned columns or lines for people, or JSON for programs.
#include "server/admin/internal.h"

#include <inttypes.h>
#include <jansson.h>
#include <stdlib.h>
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

enum { MARGIN = 2 };

typedef struct AnswerTable {
    const StoreCaller *caller;
    const char *const *columns;
    bool has_secret_numbers; // of games, in the first column
} AnswerTable;

static const char number_mark = '#', truth_mark = '?';

static bool has_mark(const char *column)
{
    return column[0] == number_mark || column[0] == truth_mark;
}

// The name of a column without its mark.
static const char *name_of(const char *column)
{
    return column + has_mark(column);
}

static unsigned column_count(const AnswerTable *table)
{
    unsigned count = 0;
    while (count < COLUMNS_MAX && table->columns[count])
        count++;
    return count;
}

// Adds words of any person for an operator's terminal, without signs that would steer it: those below a space, and the C1 signs of UTF-8.
static void add_plain(Text *text, const char *words)
{
    for (const unsigned char *c = (const unsigned char *)words; *c; c++) {
        const bool is_c1 = c[0] == 0xC2 && c[1] >= 0x80 && c[1] < 0xA0;
        text_add_char(text, *c < ' ' || *c == 0x7F || is_c1 ? '?' : (char)*c);
        c += is_c1;
    }
}

// Writes a field as it is shown to people.
static void write_field(const AnswerTable *table, uint32_t row, unsigned column, Text *text)
{
    const char *field = store_call_field(table->caller, row, column);
    if (table->has_secret_numbers && !column)
        admin__write_game(store_call_number(table->caller, row, column), text);
    else if (table->columns[column][0] == truth_mark)
        text_add(text, field && field[0] == 't' ? "yes" : "no");
    else
        add_plain(text, field ? field : "");
}

// The bytes that a field takes.
static size_t width_of(const AnswerTable *table, uint32_t row, unsigned column,
                       const Memory *memory)
{
    Text text = text_growing(memory);
    write_field(table, row, column, &text);
    const size_t width = text.length;
    text_done(&text);
    return width;
}

static void pad(Text *text, size_t width, size_t wanted)
{
    for (; width < wanted + MARGIN; width++)
        text_add_char(text, ' ');
}

static void end_line(Text *text)
{
    while (text->length && text->start[text->length - 1] == ' ')
        text->start[--text->length] = '\0';
    text_add_char(text, '\n');
}

static void show_table(const AnswerTable *table, const Memory *memory, Text *text)
{
    const unsigned columns = column_count(table);
    const uint32_t rows = store_call_rows(table->caller);
    size_t widths[COLUMNS_MAX];
    for (unsigned column = 0; column < columns; column++) {
        widths[column] = strlen(name_of(table->columns[column]));
        for (uint32_t row = 0; row < rows; row++) {
            const size_t width = width_of(table, row, column, memory);
            widths[column] = width > widths[column] ? width : widths[column];
        }
        text_add(text, name_of(table->columns[column]));
        pad(text, strlen(name_of(table->columns[column])), widths[column]);
    }
    end_line(text);
    for (uint32_t row = 0; row < rows; row++) {
        for (unsigned column = 0; column < columns; column++) {
            const size_t before = text->length;
            write_field(table, row, column, text);
            pad(text, text->length - before, widths[column]);
        }
        end_line(text);
    }
}

static void add_lines(const AnswerTable *table, uint32_t row, const Memory *memory, Text *text)
{
    for (unsigned column = 0; column < column_count(table); column++) {
        if (!width_of(table, row, column, memory))
            continue;
        text_format(text, "%s: ", name_of(table->columns[column]));
        write_field(table, row, column, text);
        text_add_char(text, '\n');
    }
}

static json_t *field_to_json(const AnswerTable *table, uint32_t row, unsigned column,
                             const Memory *memory)
{
    const char *field = store_call_field(table->caller, row, column);
    const char mark = table->columns[column][0];
    if (!field || !field[0])
        return json_null();
    if (mark == number_mark)
        return json_integer((json_int_t)store_call_number(table->caller, row, column));
    if (mark == truth_mark)
        return json_boolean(field[0] == 't');
    if (!table->has_secret_numbers || column)
        return json_string(field);
    Text text = text_growing(memory);
    write_field(table, row, column, &text);
    json_t *string = json_string(text.start);
    text_done(&text);
    return string;
}

// Returns a row as JSON. Names of columns are written with _ there.
static json_t *row_to_json(const AnswerTable *table, uint32_t row, const Memory *memory)
{
    json_t *object = json_object();
    for (unsigned column = 0; column < column_count(table); column++) {
        char key_memory[NAME_ROOM];
        Text key = TEXT_IN(key_memory);
        for (const char *c = name_of(table->columns[column]); *c; c++)
            text_add_char(&key, *c == ' ' ? '_' : *c);
        if (json_object_set_new(object, key_memory, field_to_json(table, row, column, memory)) !=
            0) {
            json_decref(object);
            return NULL;
        }
    }
    return object;
}

// Adds a value, which it takes; returns false if out of memory. What a terminal would obey is escaped.
static bool add_json(json_t *value, Text *text)
{
    char *dump = value ? json_dumps(value, JSON_ENSURE_ASCII | JSON_INDENT(2)) : NULL;
    json_decref(value);
    if (!dump)
        return false;
    text_add(text, dump);
    text_add_char(text, '\n');
    free(dump);
    return !text->cut;
}

static bool show_rows(const AnswerTable *table, bool is_json, const Memory *memory, Text *text)
{
    if (!is_json) {
        show_table(table, memory, text);
        return !text->cut;
    }
    json_t *list = json_array();
    for (uint32_t row = 0; row < store_call_rows(table->caller); row++)
        if (json_array_append_new(list, row_to_json(table, row, memory)) != 0) {
            json_decref(list);
            return false;
        }
    return add_json(list, text);
}

static bool show_row(const AnswerTable *table, uint32_t row, bool is_json, const Memory *memory,
                     Text *text)
{
    if (is_json)
        return add_json(row_to_json(table, row, memory), text);
    add_lines(table, row, memory, text);
    return !text->cut;
}

static bool show_done(const char *words, bool is_json, Text *text)
{
    if (is_json)
        return add_json(json_pack("{s:b, s:s}", "done", 1, "words", words), text);
    add_plain(text, words);
    text_add_char(text, '\n');
    return !text->cut;
}

enum { CALL_VERB, CALL_LIVE_GAMES, CALLS };

typedef struct AdminCall {
    const Memory *memory;
    const Verb *verb;
    const AdminRequest *wanted;
    StoreCaller *caller;
    Text *answer, *message;
} AdminCall;

static bool run_call(const AdminCall *request, unsigned statement, const char *const *values)
{
    const StoreCallError error = store_call(request->caller, statement, values);
    if (!error)
        return true;
    store_caller_explain(request->caller, error, request->message);
    const char *problem = store_caller_problem(request->caller);
    if (strstr(problem, "permission denied") || strstr(problem, "role \""))
        text_add(request->message, "; the owner of the database lets an operator use this command: "
                                   "runuser -u nebel -- nebel admin admit NAME --reason TEXT");
    return false;
}

static AdminError check_shown(const AdminCall *request, bool is_shown)
{
    if (!is_shown)
        text_add(request->message, "there is no memory");
    return is_shown ? ADMIN_OK : ADMIN_ERR_FAILED;
}

// Returns the row of the running game that people know by this name, after a run_call for all of them; their count if there is none.
static uint32_t find_live_game(const AdminCall *request, const char *id)
{
    const uint32_t rows = store_call_rows(request->caller);
    for (uint32_t row = 0; row < rows; row++) {
        char memory[NUMBER_ROOM];
        Text text = TEXT_IN(memory);
        admin__write_game(store_call_number(request->caller, row, 0), &text);
        if (strcmp(memory, id) == 0)
            return row;
    }
    return rows;
}

static AdminError take_act(const AdminCall *request, AdminValues *values)
{
    const StoreCaller *caller = request->caller;
    if (!run_call(request, CALL_VERB, values->list))
        return ADMIN_ERR_FAILED;
    const char *words = store_call_field(caller, 0, 1);
    if (store_call_field(caller, 0, 0)[0] == 't')
        return check_shown(request, show_done(words, request->wanted->wants_json, request->answer));
    add_plain(request->message, words);
    return ADMIN_ERR_FAILED;
}

// Does an act on a running game. It needs the game's own number, which only the database has.
static AdminError take_act_on_game(const AdminCall *request, AdminValues *values)
{
    Text number = TEXT_IN(values->number);
    if (!run_call(request, CALL_LIVE_GAMES, NULL))
        return ADMIN_ERR_FAILED;
    const uint32_t row = find_live_game(request, request->wanted->arguments[0]);
    text_format(&number, "%" PRIu64,
                row < store_call_rows(request->caller) ? store_call_number(request->caller, row, 0)
                                                       : 0);
    return take_act(request, values);
}

static AdminError take_list(const AdminCall *request, AdminValues *values)
{
    const AnswerTable table = {.caller = request->caller,
                               .columns = request->verb->columns,
                               .has_secret_numbers = request->verb->answer == ANSWER_LIVE};
    if (!run_call(request, CALL_VERB, values->list))
        return ADMIN_ERR_FAILED;
    return check_shown(
        request, show_rows(&table, request->wanted->wants_json, request->memory, request->answer));
}

// Shows a game that is not filed and may run: its players, its beginning and its clock.
static AdminError take_live_game(const AdminCall *request)
{
    const AnswerTable table = {
        .caller = request->caller, .columns = admin__live_columns, .has_secret_numbers = true};
    if (!run_call(request, CALL_LIVE_GAMES, NULL))
        return ADMIN_ERR_FAILED;
    const uint32_t row = find_live_game(request, request->wanted->arguments[0]);
    if (row < store_call_rows(request->caller))
        return check_shown(request, show_row(&table, row, request->wanted->wants_json,
                                             request->memory, request->answer));
    text_add(request->message, "there is no such game; nebel admin games lists those that run");
    return ADMIN_ERR_FAILED;
}

static AdminError take_nothing(const AdminCall *request)
{
    text_add(request->message, "there is nothing called '");
    add_plain(request->message, request->wanted->arguments[0]);
    text_add(request->message,
             "'; nebel admin find looks for names, nebel admin reports --all lists "
             "reports");
    return ADMIN_ERR_FAILED;
}

// Shows the row that was asked for, or takes what is said if there is none.
static AdminError take_row(const AdminCall *request, const AdminValues *values,
                           AdminError (*otherwise)(const AdminCall *request))
{
    const AnswerTable table = {.caller = request->caller, .columns = request->verb->columns};
    if (!run_call(request, CALL_VERB, values->list))
        return ADMIN_ERR_FAILED;
    if (!store_call_rows(request->caller))
        return otherwise(request);
    return check_shown(request, show_row(&table, 0, request->wanted->wants_json, request->memory,
                                         request->answer));
}

static AdminError take_one(const AdminCall *request, AdminValues *values)
{
    return take_row(request, values, take_nothing);
}

static AdminError take_game(const AdminCall *request, AdminValues *values)
{
    return take_row(request, values, take_live_game);
}

static AdminError (*const takers[])(const AdminCall *request, AdminValues *values) = {
    [ANSWER_ACT] = take_act,   [ANSWER_ACT_ON_GAME] = take_act_on_game,
    [ANSWER_LIST] = take_list, [ANSWER_ONE] = take_one,
    [ANSWER_GAME] = take_game, [ANSWER_LIVE] = take_list,
};

static bool is_said_well(const AdminRequest *wanted, Text *message)
{
    const Verb *verb = &admin__verbs[wanted->verb];
    unsigned count = 0;
    while (count < ADMIN_ARGUMENTS_MAX && wanted->arguments[count])
        count++;
    unsigned words = *verb->help.arguments != '\0';
    for (const char *c = verb->help.arguments; *c; c++)
        words += *c == ' ';
    if (count == words || (count < words && *verb->help.arguments == '['))
        return true;
    text_format(message, "say nebel admin %s%s%s, as in: %s", verb->help.verb,
                verb->help.arguments[0] ? " " : "", verb->help.arguments, verb->help.example);
    return false;
}

AdminError admin_do(const Memory *memory, const AdminPlan *plan, const AdminRequest *wanted,
                    Text *answer, Text *message)
{
    const Verb *verb = &admin__verbs[wanted->verb];
    AdminValues values = {0};
    if (!is_said_well(wanted, message))
        return ADMIN_ERR_REQUEST;
    const char *problem = verb->fill(wanted, &values);
    if (problem) {
        text_format(message, "%s; example: %s", problem, verb->help.example);
        return ADMIN_ERR_REQUEST;
    }
    const StoreStatement statements[CALLS] = {
        [CALL_VERB] = verb->statement, [CALL_LIVE_GAMES] = admin__live_games};
    const StoreCallerPlan caller_plan = {.database = plan->database,
                                         .role = plan->operator_,
                                         .statements = statements,
                                         .statement_count = CALLS,
                                         .clocks = plan->clocks,
                                         .patience_ms = PATIENCE_MS};
    const AdminCall request = {.memory = memory,
                               .verb = verb,
                               .wanted = wanted,
                               .caller = store_caller_create(memory, &caller_plan),
                               .answer = answer,
                               .message = message};
    if (!request.caller)
        return check_shown(&request, false);
    store_caller_limit(request.caller, GIVE_UP_MS);
    const AdminError error = takers[verb->answer](&request, &values);
    store_caller_destroy(request.caller);
    return error;
}
