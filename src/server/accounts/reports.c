// Reports for the operator, and blocks. Nobody is told that it was reported or blocked: no answer here or elsewhere depends on it.
#include "server/accounts/inside.h"

#include <inttypes.h>
#include <string.h>

enum { REPORT_LETTERS_MAX = 500 };

bool office__screen_report(Office *office, const NetRequest *request, bool *can_wait)
{
    (void)can_wait;
    return office__take_session(office, LIMIT_REPORT_SESSION, request) &&
           office__take_address(office, LIMIT_REPORT_ADDRESS, request->address);
}

bool office__screen_block(Office *office, const NetRequest *request, bool *can_wait)
{
    (void)can_wait;
    return office__take_session(office, LIMIT_BLOCK_SESSION, request);
}

// --- Reports -------------------------------------------------------------------------------------

// Letters of UTF-8, which jansson has checked.
static size_t letters_in(const char *text)
{
    size_t count = 0;
    for (; *text; text++)
        count += ((unsigned char)*text & 0xC0) != 0x80;
    return count;
}

// The values of a report. Returns what is wrong with it, NULL if nothing is.
static const char *read_report(const json_t *body, const char *values[5], char game[NUMBER_ROOM])
{
    static const char *const kinds[] = {"cheating", "insult", "name", "stalling", "other"};
    const char *id = office__string(body, "game"), *name = office__string(body, "name");
    const char *kind = office__string(body, "kind"), *text = office__string(body, "text");
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

void office__report(Desk *desk, const Asked *asked, Answer *answer)
{
    enum { IS_FOUND, IS_KEPT };
    char game[NUMBER_ROOM];
    const char *values[5] = {desk->asker.person};
    const char *wrong = read_report(desk->body, values, game);
    (void)asked;
    if (wrong) {
        office__refuse(answer, STATUS_BAD, wrong);
        return;
    }
    if (!office__call(desk, OFFICE_REPORT, values, answer))
        return;
    if (!office__is_true(desk, IS_FOUND))
        office__refuse(answer, STATUS_NOT_FOUND,
                       "there is no such player, or no such game that is over");
    else if (!office__is_true(desk, IS_KEPT))
        office__refuse(answer, STATUS_OFTEN, "you have reported enough for today");
    else
        office__answer(answer, STATUS_CREATED, json_pack("{s:b}", "reported", 1));
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

void office__list_own_reports(Desk *desk, const Asked *asked, Answer *answer)
{
    const char *const values[] = {desk->asker.person};
    (void)asked;
    if (office__call(desk, OFFICE_OWN_REPORTS, values, answer))
        office__answer(answer, STATUS_OK,
                       json_pack("{s:o}", "reports",
                                 office__rows_to_json(desk->caller, UINT32_MAX, report_to_json)));
}

// --- Blocks --------------------------------------------------------------------------------------

void office__block(Desk *desk, const Asked *asked, Answer *answer)
{
    enum { IS_FOUND, IS_KEPT };
    const char *name = office__string(desk->body, "name");
    const char *const values[] = {desk->asker.person, name};
    (void)asked;
    if (!office__call(desk, OFFICE_BLOCK, values, answer))
        return;
    if (!office__is_true(desk, IS_FOUND))
        office__refuse(answer, STATUS_NOT_FOUND, "there is no such player, or it is you");
    else if (!office__is_true(desk, IS_KEPT))
        office__refuse(answer, STATUS_CONFLICT, "you have blocked 200 players; end a block first");
    else
        office__answer(answer, STATUS_OK, json_pack("{s:s}", "blocked", name));
}

void office__unblock(Desk *desk, const Asked *asked, Answer *answer)
{
    const char *const values[] = {desk->asker.person, asked->parameter};
    if (!office__call(desk, OFFICE_UNBLOCK, values, answer))
        return;
    if (store_call_number(desk->caller, 0, 0))
        office__answer(answer, STATUS_OK, json_pack("{s:s}", "unblocked", asked->parameter));
    else
        office__refuse(answer, STATUS_NOT_FOUND, "you have not blocked this player");
}

static json_t *block_to_json(const StoreCaller *caller, uint32_t row)
{
    enum { NAME, SINCE };
    return json_pack("{s:s, s:s}", "name", store_call_field(caller, row, NAME), "since",
                     store_call_field(caller, row, SINCE));
}

void office__list_blocks(Desk *desk, const Asked *asked, Answer *answer)
{
    const char *const values[] = {desk->asker.person};
    (void)asked;
    if (office__call(desk, OFFICE_BLOCKS, values, answer))
        office__answer(answer, STATUS_OK,
                       json_pack("{s:o}", "blocks",
                                 office__rows_to_json(desk->caller, UINT32_MAX, block_to_json)));
}
