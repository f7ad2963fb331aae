// Finished games: the record of one, lists of them, and what a player has played. Whatever is asked, a running game is a game that does not exist.
#include "server/accounts/inside.h"

#include "formats/records/json.h"
#include "server/archive/archive.h"

#include <inttypes.h>
#include <string.h>

enum {
    PAGE_GAMES = 20,
    VALUE_MAX = 64,
    CURSOR_MAX = 64,
    ID_ROOM = 24,
};

#define MOMENT_MAX UINT64_C(253402300799000000) // the end of the year 9999, in microseconds

// --- One game ------------------------------------------------------------------------------------

// What a call for one game brings: the packed record, both names, the day on which it began, whether it was rated.
enum { GAME_RECORD, GAME_WHITE, GAME_BLACK, GAME_DATE, GAME_IS_RATED };

static void set_tags(const StoreCaller *caller, const char *id, GameRecord *record)
{
    const ArchiveTags tags = {.id = id,
                              .date = store_call_field(caller, 0, GAME_DATE),
                              .white = store_call_field(caller, 0, GAME_WHITE),
                              .black = store_call_field(caller, 0, GAME_BLACK),
                              .is_rated = store_call_field(caller, 0, GAME_IS_RATED)[0] == 't'};
    archive_set_tags(record, &tags);
}

static bool refuse_record(Answer *answer, ArchiveError error)
{
    office__refuse(answer, error == ARCHIVE_ERR_MEMORY ? STATUS_BUSY : STATUS_FAILED,
                   archive_error_text(error));
    return false;
}

// The record of the game that a request names. False, with the answer written, if there is none.
static bool find_record(Desk *desk, const Asked *asked, GameRecord *record, Answer *answer)
{
    char memory[ID_ROOM];
    Text id = TEXT_IN(memory);
    const char *const values[] = {memory};
    uint64_t number;
    const bool is_id = slice_hex(slice_of(asked->parameter), &number) && number <= INT64_MAX;
    text_format(&id, "%" PRIu64, is_id ? number : 0); // no game has 0
    if (!office__call(desk, OFFICE_GAME, values, answer))
        return false;
    if (!store_call_rows(desk->caller)) {
        office__refuse(answer, STATUS_NOT_FOUND, "there is no such game, or it is not over");
        return false;
    }
    const ArchiveError error = archive_unpack(
        slice_of(store_call_field(desk->caller, 0, GAME_RECORD)), desk->memory, record);
    if (error)
        return refuse_record(answer, error);
    set_tags(desk->caller, asked->parameter, record);
    return true;
}

void office__tell_game(Desk *desk, const Asked *asked, Answer *answer)
{
    GameRecord record;
    if (!find_record(desk, asked, &record, answer))
        return;
    answer->status = STATUS_OK;
    answer->type = NET_JSON;
    if (!game_record_to_json(&record, &answer->body))
        refuse_record(answer, ARCHIVE_ERR_MEMORY);
    game_record_done(&record, desk->memory);
}

void office__tell_picture(Desk *desk, const Asked *asked, Answer *answer)
{
    GameRecord record;
    if (!find_record(desk, asked, &record, answer))
        return;
    answer->status = STATUS_OK;
    answer->type = NET_SVG;
    if (!archive_picture(&record, &answer->body))
        refuse_record(answer, ARCHIVE_ERR_PACKED);
    game_record_done(&record, desk->memory);
}

// --- Lists ---------------------------------------------------------------------------------------

typedef struct Wish {
    char player[VALUE_MAX], rules[VALUE_MAX], result[VALUE_MAX], before[CURSOR_MAX];
    char moment[CURSOR_MAX], id[ID_ROOM]; // of the cursor
} Wish;

// A cursor is the moment at which the last game of a page ended, in microseconds, and its id.
static bool read_cursor(Wish *wish)
{
    Slice rest = slice_of(wish->before);
    const Slice moment = slice_take(&rest, "-");
    uint64_t microseconds = MOMENT_MAX, id = INT64_MAX;
    if (wish->before[0] && (!slice_number(moment, MOMENT_MAX, &microseconds) ||
                            !slice_hex(rest, &id) || id > INT64_MAX))
        return false;
    Text moment_text = TEXT_IN(wish->moment), id_text = TEXT_IN(wish->id);
    text_format(&moment_text, "%" PRIu64, microseconds);
    text_format(&id_text, "%" PRIu64, id);
    return true;
}

// Reads what is asked for. Returns what is wrong with it, NULL if nothing is.
static const char *read_wish(const char *query, Wish *wish)
{
    static const char *const results[] = {"", "white", "black", "draw", "off", "won", "lost"};
    QueryKey keys[] = {{"player", TEXT_IN(wish->player)},
                       {"rules", TEXT_IN(wish->rules)},
                       {"result", TEXT_IN(wish->result)},
                       {"before", TEXT_IN(wish->before)}};
    const char *wrong =
        office__read_query(query, keys, COUNT_OF(keys), "ask for player, rules, result or before");
    if (wrong)
        return wrong;
    if (!office__is_word(wish->player) || !office__is_word(wish->rules))
        return office__no_word;
    const unsigned result = slice_find(slice_of(wish->result), results, COUNT_OF(results));
    if (result == COUNT_OF(results))
        return "a result is white, black, draw or off; of a player also won or lost";
    if (result > 4 && !wish->player[0])
        return "won or lost needs a player";
    return read_cursor(wish) ? NULL : "before is what the page before calls next";
}

// What a row of a list has.
enum {
    ROW_ID,
    ROW_WHITE,
    ROW_BLACK,
    ROW_RULES,
    ROW_BASE_MS,
    ROW_INCREMENT_MS,
    ROW_RESULT,
    ROW_REASON,
    ROW_BEGAN,
    ROW_ENDED,
    ROW_IS_RATED,
    ROW_MOMENT // of its end, in microseconds
};

static json_t *row_to_json(const StoreCaller *caller, uint32_t row)
{
    return json_pack(
        "{s:s, s:s?, s:s?, s:s, s:{s:I, s:I}, s:s, s:s, s:s, s:s, s:b}", "id",
        store_call_field(caller, row, ROW_ID), "white", store_call_field(caller, row, ROW_WHITE),
        "black", store_call_field(caller, row, ROW_BLACK), "game",
        store_call_field(caller, row, ROW_RULES), "clock", "base_ms",
        (json_int_t)store_call_number(caller, row, ROW_BASE_MS), "increment_ms",
        (json_int_t)store_call_number(caller, row, ROW_INCREMENT_MS), "result",
        store_call_field(caller, row, ROW_RESULT), "reason",
        store_call_field(caller, row, ROW_REASON), "began",
        store_call_field(caller, row, ROW_BEGAN), "ended", store_call_field(caller, row, ROW_ENDED),
        "rated", store_call_field(caller, row, ROW_IS_RATED)[0] == 't');
}

// {"games": [...]} with so many rows at most; NULL if there is no memory.
static json_t *games_to_json(const StoreCaller *caller, uint32_t most)
{
    return json_pack("{s:o}", "games", office__rows_to_json(caller, most, row_to_json));
}

// The games of a page. One row more was asked for: if it is there, so is another page.
static json_t *page_to_json(const StoreCaller *caller)
{
    json_t *page = games_to_json(caller, PAGE_GAMES);
    if (!page || store_call_rows(caller) <= PAGE_GAMES)
        return page;
    char memory[CURSOR_MAX];
    Text next = TEXT_IN(memory);
    text_format(&next, "%s-%s", store_call_field(caller, PAGE_GAMES - 1, ROW_MOMENT),
                store_call_field(caller, PAGE_GAMES - 1, ROW_ID));
    if (json_object_set_new(page, "next", json_string(memory)) == 0)
        return page;
    json_decref(page);
    return NULL;
}

void office__list_games(Desk *desk, const Asked *asked, Answer *answer)
{
    Wish wish = {0};
    const char *wrong = read_wish(asked->query, &wish);
    if (wrong) {
        office__refuse(answer, STATUS_BAD, wrong);
        return;
    }
    const char *const values[] = {wish.moment, wish.id, wish.result, wish.rules, wish.player};
    const OfficeStatement statement = wish.player[0]  ? OFFICE_GAMES_OF_PLAYER
                                      : wish.rules[0] ? OFFICE_GAMES_BY_RULES
                                                      : OFFICE_GAMES;
    if (office__call(desk, statement, values, answer))
        office__answer(answer, STATUS_OK, page_to_json(desk->caller));
}

void office__list_own_games(Desk *desk, const Asked *asked, Answer *answer)
{
    const char *const values[] = {desk->asker.person};
    (void)asked;
    if (office__call(desk, OFFICE_GAMES_OF_PERSON, values, answer))
        office__answer(answer, STATUS_OK, games_to_json(desk->caller, UINT32_MAX));
}

// --- A player ------------------------------------------------------------------------------------

// A name that nobody has looks like one whose owner has not finished a game.
void office__tell_player(Desk *desk, const Asked *asked, Answer *answer)
{
    enum { GAMES, WON, LOST, DRAWN };
    const char *const values[] = {asked->parameter};
    const StoreCaller *caller = desk->caller;
    if (!office__is_word(asked->parameter)) {
        office__refuse(answer, STATUS_BAD, office__no_word);
        return;
    }
    if (!office__call(desk, OFFICE_PLAYER, values, answer))
        return;
    office__answer(answer, STATUS_OK,
                   json_pack("{s:s, s:b, s:I, s:I, s:I, s:I}", "name", asked->parameter, "bot",
                             strncmp(asked->parameter, "bot-", 4) == 0, "games",
                             (json_int_t)store_call_number(caller, 0, GAMES), "won",
                             (json_int_t)store_call_number(caller, 0, WON), "lost",
                             (json_int_t)store_call_number(caller, 0, LOST), "drawn",
                             (json_int_t)store_call_number(caller, 0, DRAWN)));
}
