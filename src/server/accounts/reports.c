// Reports for the operator, and blocks. A person is not told that it was reported or blocked: no answer here or elsewhere depends on it.
#include "server/accounts/internal.h"

#include <inttypes.h>
#include <string.h>

enum { REPORT_LETTERS_MAX = 500 };

bool accounts__screen_report(AccountsService *service, const NetRequest *request, bool *can_wait)
{
    (void)can_wait;
    return accounts__take_session(service, LIMIT_REPORT_SESSION, request) &&
           accounts__take_address(service, LIMIT_REPORT_ADDRESS, request->address);
}

bool accounts__screen_block(AccountsService *service, const NetRequest *request, bool *can_wait)
{
    (void)can_wait;
    return accounts__take_session(service, LIMIT_BLOCK_SESSION, request);
}

// Returns the number of letters of UTF-8, which jansson has checked.
static size_t letters_in(const char *text)
{
    size_t count = 0;
    for (; *text; text++)
        count += ((unsigned char)*text & 0xC0) != 0x80;
    return count;
}

// Reads the values of a report. Returns what is wrong with it, NULL if nothing is.
static const char *read_report(const json_t *body, const char *values[5], char game[NUMBER_ROOM])
{
    static const char *const kinds[] = {"cheating", "insult", "name", "stalling", "other"};
    const char *id = accounts__string(body, "game"), *name = accounts__string(body, "name");
    const char *kind = accounts__string(body, "kind"), *text = accounts__string(body, "text");
    Text digits = text_in(game, NUMBER_ROOM);
    uint64_t number = 0;
    if (!*id == !*name)
        return "report a game or a name: game is the id of a finished game, name that of a player";
    if (*id && (!slice_hex(slice_of(id), &number) || number > INT64_MAX))
        return "the id of a game has 16 digits and letters";
    if (slice_find(slice_of(kind), kinds, COUNT_OF(kinds)) == COUNT_OF(kinds))
        return "a kind is cheating, insult, name, stalling or other";
    if (letters_in(text) > REPORT_LETTERS_MAX)
        return "a text has at most 500 characters";
    text_format(&digits, "%" PRIu64, number);
    values[1] = *name ? name : NULL;
    values[2] = *id ? game : NULL;
    values[3] = kind;
    values[4] = text;
    return NULL;
}

void accounts__report(RequestHandler *handler, const HandlerRequest *asked, HandlerAnswer *answer)
{
    enum { IS_FOUND, IS_KEPT };
    char game[NUMBER_ROOM];
    const char *values[5] = {handler->asker.person};
    const char *wrong = read_report(handler->body, values, game);
    (void)asked;
    if (wrong) {
        accounts__refuse(answer, STATUS_BAD, wrong);
        return;
    }
    if (!accounts__call(handler, ACCOUNTS_REPORT, values, answer))
        return;
    if (!accounts__is_true(handler, IS_FOUND))
        accounts__refuse(answer, STATUS_NOT_FOUND,
                         "there is no such player, or no such game that is over");
    else if (!accounts__is_true(handler, IS_KEPT))
        accounts__refuse(answer, STATUS_OFTEN, "you have reported enough for today");
    else
        accounts__answer(answer, STATUS_CREATED, json_pack("{s:b}", "reported", 1));
}

static json_t *report_to_json(const StoreCaller *caller, uint32_t row)
{
    enum { MADE, KIND, ABOUT, GAME, TEXT, IS_CLOSED };
    return json_pack(
        "{s:s, s:s, s:s?, s:s?, s:s, s:b}", "made", store_call_field(caller, row, MADE), "kind",
        store_call_field(caller, row, KIND), "name", store_call_field(caller, row, ABOUT), "game",
        store_call_field(caller, row, GAME), "text", store_call_field(caller, row, TEXT), "closed",
        store_call_field(caller, row, IS_CLOSED)[0] == 't');
}

void accounts__list_own_reports(RequestHandler *handler, const HandlerRequest *asked,
                                HandlerAnswer *answer)
{
    const char *const values[] = {handler->asker.person};
    (void)asked;
    if (accounts__call(handler, ACCOUNTS_OWN_REPORTS, values, answer))
        accounts__answer(
            answer, STATUS_OK,
            json_pack("{s:o}", "reports",
                      accounts__rows_to_json(handler->caller, UINT32_MAX, report_to_json)));
}

void accounts__block(RequestHandler *handler, const HandlerRequest *asked, HandlerAnswer *answer)
{
    enum { IS_FOUND, IS_KEPT };
    const char *name = accounts__string(handler->body, "name");
    const char *const values[] = {handler->asker.person, name};
    (void)asked;
    if (!accounts__call(handler, ACCOUNTS_BLOCK, values, answer))
        return;
    if (!accounts__is_true(handler, IS_FOUND))
        accounts__refuse(answer, STATUS_NOT_FOUND, "there is no such player, or it is you");
    else if (!accounts__is_true(handler, IS_KEPT))
        accounts__refuse(answer, STATUS_CONFLICT,
                         "you have blocked 200 players; end a block first");
    else
        accounts__answer(answer, STATUS_OK, json_pack("{s:s}", "blocked", name));
}

void accounts__unblock(RequestHandler *handler, const HandlerRequest *asked, HandlerAnswer *answer)
{
    const char *const values[] = {handler->asker.person, asked->parameter};
    if (!accounts__call(handler, ACCOUNTS_UNBLOCK, values, answer))
        return;
    if (store_call_number(handler->caller, 0, 0))
        accounts__answer(answer, STATUS_OK, json_pack("{s:s}", "unblocked", asked->parameter));
    else
        accounts__refuse(answer, STATUS_NOT_FOUND, "you have not blocked this player");
}

static json_t *block_to_json(const StoreCaller *caller, uint32_t row)
{
    enum { NAME, SINCE };
    return json_pack("{s:s, s:s}", "name", store_call_field(caller, row, NAME), "since",
                     store_call_field(caller, row, SINCE));
}

void accounts__list_blocks(RequestHandler *handler, const HandlerRequest *asked,
                           HandlerAnswer *answer)
{
    const char *const values[] = {handler->asker.person};
    (void)asked;
    if (accounts__call(handler, ACCOUNTS_BLOCKS, values, answer))
        accounts__answer(
            answer, STATUS_OK,
            json_pack("{s:o}", "blocks",
                      accounts__rows_to_json(handler->caller, UINT32_MAX, block_to_json)));
}
