// Finished games, players and their ratings. A running game is answered like one that does not exist; a rating moves when its game is filed, so
// nothing here can tell of a game that runs.
#include "server/accounts/internal.h"

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

static bool refuse_record(HandlerAnswer *answer, ArchiveError error)
{
    accounts__refuse(answer, error == ARCHIVE_ERR_MEMORY ? STATUS_BUSY : STATUS_FAILED,
                     archive_error_text(error));
    return false;
}

// Reads the record of the game that a request names. Returns false, with the answer written, if there is none.
static bool find_record(RequestHandler *handler, const HandlerRequest *asked, GameRecord *record,
                        HandlerAnswer *answer)
{
    char memory[ID_ROOM];
    Text id = TEXT_IN(memory);
    const char *const values[] = {memory};
    uint64_t number;
    const bool is_id = slice_hex(slice_of(asked->parameter), &number) && number <= INT64_MAX;
    text_format(&id, "%" PRIu64, is_id ? number : 0); // no game has 0
    if (!accounts__call(handler, ACCOUNTS_GAME, values, answer))
        return false;
    if (!store_call_rows(handler->caller)) {
        accounts__refuse(answer, STATUS_NOT_FOUND, "there is no such game, or it is not over");
        return false;
    }
    const ArchiveError error = archive_unpack(
        slice_of(store_call_field(handler->caller, 0, GAME_RECORD)), handler->memory, record);
    if (error)
        return refuse_record(answer, error);
    set_tags(handler->caller, asked->parameter, record);
    return true;
}

void accounts__tell_game(RequestHandler *handler, const HandlerRequest *asked,
                         HandlerAnswer *answer)
{
    GameRecord record;
    if (!find_record(handler, asked, &record, answer))
        return;
    answer->status = STATUS_OK;
    answer->type = NET_JSON;
    if (!game_record_to_json(&record, &answer->body))
        refuse_record(answer, ARCHIVE_ERR_MEMORY);
    game_record_done(&record, handler->memory);
}

void accounts__tell_picture(RequestHandler *handler, const HandlerRequest *asked,
                            HandlerAnswer *answer)
{
    GameRecord record;
    if (!find_record(handler, asked, &record, answer))
        return;
    answer->status = STATUS_OK;
    answer->type = NET_SVG;
    if (!archive_picture(&record, &answer->body))
        refuse_record(answer, ARCHIVE_ERR_PACKED);
    game_record_done(&record, handler->memory);
}

typedef struct GamesQuery {
    char player[VALUE_MAX], rules[VALUE_MAX], result[VALUE_MAX], before[CURSOR_MAX];
    char moment[CURSOR_MAX], id[ID_ROOM]; // of the cursor
} GamesQuery;

// A cursor is the moment at which the last game of a page ended, in microseconds, and its id.
static bool read_cursor(GamesQuery *wanted)
{
    Slice rest = slice_of(wanted->before);
    const Slice moment = slice_take(&rest, "-");
    uint64_t microseconds = MOMENT_MAX, id = INT64_MAX;
    if (wanted->before[0] && (!slice_number(moment, MOMENT_MAX, &microseconds) ||
                              !slice_hex(rest, &id) || id > INT64_MAX))
        return false;
    Text moment_text = TEXT_IN(wanted->moment), id_text = TEXT_IN(wanted->id);
    text_format(&moment_text, "%" PRIu64, microseconds);
    text_format(&id_text, "%" PRIu64, id);
    return true;
}

// Reads what is asked for. Returns what is wrong with it, NULL if nothing is.
static const char *read_games_query(const char *query, GamesQuery *wanted)
{
    static const char *const results[] = {"", "white", "black", "draw", "off", "won", "lost"};
    QueryKey keys[] = {{"player", TEXT_IN(wanted->player)},
                       {"rules", TEXT_IN(wanted->rules)},
                       {"result", TEXT_IN(wanted->result)},
                       {"before", TEXT_IN(wanted->before)}};
    const char *wrong = accounts__read_query(query, keys, COUNT_OF(keys),
                                             "ask for player, rules, result or before");
    if (wrong)
        return wrong;
    if (!accounts__is_word(wanted->player) || !accounts__is_word(wanted->rules))
        return accounts__no_word;
    const unsigned result = slice_find(slice_of(wanted->result), results, COUNT_OF(results));
    if (result == COUNT_OF(results))
        return "a result is white, black, draw or off; of a player also won or lost";
    if (result > 4 && !wanted->player[0])
        return "won or lost needs a player";
    return read_cursor(wanted) ? NULL : "before is what the page before calls next";
}

// The columns of a list.
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

// Returns {"games": [...]} with at most so many rows; NULL if out of memory.
static json_t *games_to_json(const StoreCaller *caller, uint32_t most)
{
    return json_pack("{s:o}", "games", accounts__rows_to_json(caller, most, row_to_json));
}

// Returns the games of a page. One row more was asked for: if it is there, so is another page.
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

void accounts__list_games(RequestHandler *handler, const HandlerRequest *asked,
                          HandlerAnswer *answer)
{
    GamesQuery wanted = {0};
    const char *wrong = read_games_query(asked->query, &wanted);
    if (wrong) {
        accounts__refuse(answer, STATUS_BAD, wrong);
        return;
    }
    const char *const values[] = {wanted.moment, wanted.id, wanted.result, wanted.rules,
                                  wanted.player};
    const AccountsStatement statement = wanted.player[0]  ? ACCOUNTS_GAMES_OF_PLAYER
                                        : wanted.rules[0] ? ACCOUNTS_GAMES_BY_RULES
                                                          : ACCOUNTS_GAMES;
    if (accounts__call(handler, statement, values, answer))
        accounts__answer(answer, STATUS_OK, page_to_json(handler->caller));
}

void accounts__list_own_games(RequestHandler *handler, const HandlerRequest *asked,
                              HandlerAnswer *answer)
{
    const char *const values[] = {handler->asker.person};
    (void)asked;
    if (accounts__call(handler, ACCOUNTS_GAMES_OF_PERSON, values, answer))
        accounts__answer(answer, STATUS_OK, games_to_json(handler->caller, UINT32_MAX));
}

// Answers with the results of a player. A name without a player looks like one whose player has not finished a game.
void accounts__tell_player(RequestHandler *handler, const HandlerRequest *asked,
                           HandlerAnswer *answer)
{
    enum { GAMES, WON, LOST, DRAWN };
    const char *const values[] = {asked->parameter};
    const StoreCaller *caller = handler->caller;
    if (!accounts__is_word(asked->parameter)) {
        accounts__refuse(answer, STATUS_BAD, accounts__no_word);
        return;
    }
    if (!accounts__call(handler, ACCOUNTS_PLAYER, values, answer))
        return;
    accounts__answer(answer, STATUS_OK,
                     json_pack("{s:s, s:b, s:I, s:I, s:I, s:I}", "name", asked->parameter, "bot",
                               strncmp(asked->parameter, "bot-", 4) == 0, "games",
                               (json_int_t)store_call_number(caller, 0, GAMES), "won",
                               (json_int_t)store_call_number(caller, 0, WON), "lost",
                               (json_int_t)store_call_number(caller, 0, LOST), "drawn",
                               (json_int_t)store_call_number(caller, 0, DRAWN)));
}

enum { WORD_ROOM = 64 };

// Which ratings are asked for.
typedef struct RatingQuery {
    char game[WORD_ROOM], among[WORD_ROOM]; // a pool, and a scope; "" for all
} RatingQuery;

static const char *read_rating_query(const char *query, RatingQuery *wanted)
{
    static const char *const scopes[] = {"", "all", "people", "bots"};
    QueryKey keys[] = {{"game", TEXT_IN(wanted->game)}, {"among", TEXT_IN(wanted->among)}};
    const char *wrong =
        accounts__read_query(query, keys, COUNT_OF(keys), "ask for game or among alone");
    if (wrong)
        return wrong;
    if (!accounts__is_word(wanted->game))
        return accounts__no_word;
    return slice_find(slice_of(wanted->among), scopes, COUNT_OF(scopes)) < COUNT_OF(scopes)
               ? NULL
               : "among is all, people or bots";
}

static bool is_true_at(const StoreCaller *caller, uint32_t row, unsigned column)
{
    return store_call_field(caller, row, column)[0] == 't';
}

static json_int_t number_at(const StoreCaller *caller, uint32_t row, unsigned column)
{
    return (json_int_t)store_call_number(caller, row, column);
}

static json_t *rating_to_json(const StoreCaller *caller, uint32_t row)
{
    enum { POOL, SCOPE, RATING, DEVIATION, IS_PROVISIONAL, GAMES };
    return json_pack("{s:s, s:s, s:I, s:I, s:b, s:I}", "game", store_call_field(caller, row, POOL),
                     "among", store_call_field(caller, row, SCOPE), "rating",
                     number_at(caller, row, RATING), "deviation", number_at(caller, row, DEVIATION),
                     "provisional", is_true_at(caller, row, IS_PROVISIONAL), "games",
                     number_at(caller, row, GAMES));
}

static json_t *step_to_json(const StoreCaller *caller, uint32_t row)
{
    enum { POOL, SCOPE, ID, AT, RATING, DEVIATION };
    return json_pack("{s:s, s:s, s:s, s:s, s:I, s:I}", "game", store_call_field(caller, row, POOL),
                     "among", store_call_field(caller, row, SCOPE), "id",
                     store_call_field(caller, row, ID), "at", store_call_field(caller, row, AT),
                     "rating", number_at(caller, row, RATING), "deviation",
                     number_at(caller, row, DEVIATION));
}

static json_t *best_to_json(const StoreCaller *caller, uint32_t row)
{
    enum { NAME, IS_BOT, RATING, DEVIATION, GAMES };
    return json_pack("{s:s, s:b, s:I, s:I, s:I}", "name", store_call_field(caller, row, NAME),
                     "bot", is_true_at(caller, row, IS_BOT), "rating",
                     number_at(caller, row, RATING), "deviation", number_at(caller, row, DEVIATION),
                     "games", number_at(caller, row, GAMES));
}

// Reads the name and the query of a request. Returns false, with the answer written, if anything is wrong.
static bool read_request(const HandlerRequest *asked, RatingQuery *wanted, HandlerAnswer *answer)
{
    const char *wrong = read_rating_query(asked->query, wanted);
    if (!accounts__is_word(asked->parameter))
        wrong = accounts__no_word;
    if (wrong)
        accounts__refuse(answer, STATUS_BAD, wrong);
    return !wrong;
}

// Answers with ratings of a player. A name without a player looks like one whose player has no rating.
static void tell_of_player(RequestHandler *handler, const HandlerRequest *asked,
                           HandlerAnswer *answer, AccountsStatement statement, const char *key,
                           RowToJson *to_json)
{
    RatingQuery wanted = {0};
    if (!read_request(asked, &wanted, answer))
        return;
    const char *const values[] = {asked->parameter, wanted.game, wanted.among};
    if (accounts__call(handler, statement, values, answer))
        accounts__answer(answer, STATUS_OK,
                         json_pack("{s:s, s:o}", "name", asked->parameter, key,
                                   accounts__rows_to_json(handler->caller, UINT32_MAX, to_json)));
}

void accounts__tell_ratings(RequestHandler *handler, const HandlerRequest *asked,
                            HandlerAnswer *answer)
{
    tell_of_player(handler, asked, answer, ACCOUNTS_RATINGS, "ratings", rating_to_json);
}

void accounts__tell_history(RequestHandler *handler, const HandlerRequest *asked,
                            HandlerAnswer *answer)
{
    tell_of_player(handler, asked, answer, ACCOUNTS_HISTORY, "steps", step_to_json);
}

void accounts__tell_leaderboard(RequestHandler *handler, const HandlerRequest *asked,
                                HandlerAnswer *answer)
{
    RatingQuery wanted = {0};
    if (!read_request(asked, &wanted, answer))
        return;
    if (!wanted.game[0]) {
        accounts__refuse(answer, STATUS_BAD, "name a ruleset: /api/leaderboard?game=icc");
        return;
    }
    const char *among = wanted.among[0] ? wanted.among : "all";
    const char *const values[] = {wanted.game, among};
    if (accounts__call(handler, ACCOUNTS_LEADERBOARD, values, answer))
        accounts__answer(
            answer, STATUS_OK,
            json_pack("{s:s, s:s, s:o}", "game", wanted.game, "among", among, "players",
                      accounts__rows_to_json(handler->caller, UINT32_MAX, best_to_json)));
}
