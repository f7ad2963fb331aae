// How strong players are: their ratings, the history of these, and the best of a ruleset. A rating moves when its game is filed, so nothing here can tell of a
// game that runs.
#include "server/accounts/inside.h"

#include <string.h>

enum { WORD_ROOM = 64 };

// Which ratings are asked for.
typedef struct RatingWish {
    char game[WORD_ROOM], among[WORD_ROOM]; // a pool, and a scope; "" for all
} RatingWish;

static const char *read_wish(const char *query, RatingWish *wish)
{
    static const char *const scopes[] = {"", "all", "people", "bots"};
    QueryKey keys[] = {{"game", TEXT_IN(wish->game)}, {"among", TEXT_IN(wish->among)}};
    const char *wrong =
        office__read_query(query, keys, COUNT_OF(keys), "ask for game or among alone");
    if (wrong)
        return wrong;
    if (!office__is_word(wish->game))
        return office__no_word;
    return slice_find(slice_of(wish->among), scopes, COUNT_OF(scopes)) < COUNT_OF(scopes)
               ? NULL
               : "among is all, people or bots";
}

// --- Rows ----------------------------------------------------------------------------------------

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

// --- Routes --------------------------------------------------------------------------------------

// What is wrong with the name or the query of a request; false, with the answer written, if anything is.
static bool read_request(const Asked *asked, RatingWish *wish, Answer *answer)
{
    const char *wrong = read_wish(asked->query, wish);
    if (!office__is_word(asked->parameter))
        wrong = office__no_word;
    if (wrong)
        office__refuse(answer, STATUS_BAD, wrong);
    return !wrong;
}

// A name that nobody has looks like one whose owner has no rating.
static void tell_of_player(Desk *desk, const Asked *asked, Answer *answer,
                           OfficeStatement statement, const char *key, RowToJson *to_json)
{
    RatingWish wish = {0};
    if (!read_request(asked, &wish, answer))
        return;
    const char *const values[] = {asked->parameter, wish.game, wish.among};
    if (office__call(desk, statement, values, answer))
        office__answer(answer, STATUS_OK,
                       json_pack("{s:s, s:o}", "name", asked->parameter, key,
                                 office__rows_to_json(desk->caller, UINT32_MAX, to_json)));
}

void office__tell_ratings(Desk *desk, const Asked *asked, Answer *answer)
{
    tell_of_player(desk, asked, answer, OFFICE_RATINGS, "ratings", rating_to_json);
}

void office__tell_history(Desk *desk, const Asked *asked, Answer *answer)
{
    tell_of_player(desk, asked, answer, OFFICE_HISTORY, "steps", step_to_json);
}

void office__tell_leaderboard(Desk *desk, const Asked *asked, Answer *answer)
{
    RatingWish wish = {0};
    if (!read_request(asked, &wish, answer))
        return;
    if (!wish.game[0]) {
        office__refuse(answer, STATUS_BAD, "name a ruleset: /api/leaderboard?game=icc");
        return;
    }
    const char *among = wish.among[0] ? wish.among : "all";
    const char *const values[] = {wish.game, among};
    if (office__call(desk, OFFICE_LEADERBOARD, values, answer))
        office__answer(answer, STATUS_OK,
                       json_pack("{s:s, s:s, s:o}", "game", wish.game, "among", among, "players",
                                 office__rows_to_json(desk->caller, UINT32_MAX, best_to_json)));
}
