// Everything that is said to PostgreSQL: statements, the values of questions, and their answers. The tables are those of deploy/schema.
#include "server/store/internal.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

// The ratings of a person, as read_ratings takes them.
#define RATINGS_OF(person_number)                                                          \
    "(SELECT coalesce(string_agg(concat_ws(' ', pool, rating, is_provisional), ' '"        \
    "  ORDER BY pool), '') FROM nebel.rating_now WHERE rating_now.person = " person_number \
    " AND scope = 'all')"

// The persons whom one has blocked, as one text.
#define BLOCKS_OF(person)                                                                \
    "(SELECT string_agg(blocked::text, ' ') FROM (SELECT blocked FROM nebel.block WHERE" \
    " block.person = " person " ORDER BY blocked LIMIT 200) AS few)"

// The logins that see what this one does, superusers aside: statistics, WAL positions and notices are those of the whole cluster. $1 has those that are
// trusted.
#define FOREIGN_LOGINS                                                 \
    "(SELECT string_agg(rolname, ', ' ORDER BY rolname) FROM pg_roles" \
    "  WHERE rolcanlogin AND NOT rolsuper AND rolname <> current_user" \
    "   AND rolname <> ALL (string_to_array(replace($1, ' ', ''), ',')))"

const StoreStatement store__writer_statements[WRITER_STATEMENTS] = {
    // One statement is one transaction. It writes all rows or none: a key that is there already refuses it, and so does a row
    // that does not follow the last one of its game. A game that opens and ends in one batch is never live.
    // A game that ends is to be filed (src/archive).
    [WRITE_BATCH] =
        {"write_batch",
         "WITH batch AS MATERIALIZED ("
         "  SELECT * FROM unnest($3::bigint[], $4::integer[], $5::text[], $6::boolean[])"
         "    AS row (game, number, line, is_last)),"
         " gap AS MATERIALIZED ("
         "  SELECT FROM (SELECT game, min(number) AS number FROM batch GROUP BY game) AS first"
         "  WHERE number > 0 AND NOT EXISTS (SELECT FROM nebel.journal"
         "    WHERE journal.game = first.game AND journal.number = first.number - 1)),"
         " written AS ("
         "  INSERT INTO nebel.journal (game, number, node, line)"
         "  SELECT game, number, $1, line FROM batch WHERE NOT EXISTS (TABLE gap)"
         "  RETURNING game),"
         " opened AS ("
         "  INSERT INTO nebel.live_game (game)"
         "  SELECT game FROM batch WHERE number = 0 AND NOT EXISTS (TABLE gap)"
         "    AND game NOT IN (SELECT game FROM batch WHERE is_last)),"
         " closed AS ("
         "  DELETE FROM nebel.live_game"
         "  WHERE game IN (SELECT game FROM batch WHERE is_last) AND NOT EXISTS (TABLE gap)"
         "  RETURNING game, began),"
         " ended AS ("
         "  INSERT INTO nebel.ended (game, began)"
         "  SELECT game, coalesce(began, now()) FROM batch LEFT JOIN closed USING (game)"
         "  WHERE is_last AND NOT EXISTS (TABLE gap)),"
         " alive AS ("
         "  UPDATE nebel.node SET alive_ms = greatest(alive_ms, $2) WHERE number = $1)"
         " SELECT count(*) FROM written",
         6},
    [FIND_BATCH] = {"find_batch",
                    "WITH batch AS MATERIALIZED ("
                    "  SELECT * FROM unnest($1::bigint[], $2::integer[]) WITH ORDINALITY"
                    "    AS row (game, number, place))"
                    " SELECT coalesce(there.node, 0), batch.number = 0"
                    "   OR EXISTS (SELECT FROM nebel.journal AS before"
                    "     WHERE before.game = batch.game AND before.number = batch.number - 1)"
                    "   OR EXISTS (SELECT FROM batch AS before"
                    "     WHERE before.game = batch.game AND before.number = batch.number - 1)"
                    " FROM batch LEFT JOIN nebel.journal AS there"
                    "   ON there.game = batch.game AND there.number = batch.number"
                    " ORDER BY batch.place",
                    2},
};

const char *store_batch_statement(void)
{
    return store__writer_statements[WRITE_BATCH].sql;
}

const StoreStatement store__reader_statements[READER_STATEMENTS] = {
    [START_NODE] = {"start_node",
                    "WITH seen AS MATERIALIZED (SELECT " FOREIGN_LOGINS " AS logins),"
                    " added AS (INSERT INTO nebel.node (started)"
                    "  SELECT now() FROM seen WHERE logins IS NULL RETURNING number)"
                    " SELECT (TABLE added), current_setting('fsync'), logins FROM seen",
                    1},
    // Notifications come to this connection from now on; those of before are read.
    [LISTEN] = {"listen",
                "DO 'BEGIN LISTEN nebel_revoked; LISTEN nebel_rated; LISTEN nebel_block;"
                " LISTEN nebel_end; END'",
                0},
    // All, or those that have a reason.
    [REVOKED] = {"revoked",
                 "SELECT encode(hash, 'hex'), why FROM nebel.revoked"
                 " WHERE $1::boolean OR why IS NOT NULL",
                 1},
    [BEAT] = {"beat", "SELECT " FOREIGN_LOGINS, 1},
    [ASK_FIRST + STORE_LIST] = {"list",
                                "SELECT game, EXISTS (SELECT FROM nebel.person_seat"
                                "  WHERE person_seat.game = live_game.game)"
                                " FROM nebel.live_game ORDER BY game",
                                0},
    [ASK_FIRST +
        STORE_JOURNAL] = {"journal",
                          "SELECT journal.number, journal.line, coalesce(node.alive_ms, 0)"
                          " FROM nebel.journal LEFT JOIN nebel.node ON node.number = journal.node"
                          " WHERE journal.game = $1 ORDER BY journal.number",
                          1},
    [ASK_FIRST +
        STORE_ADD_TOKENS] = {"add_tokens",
                             "WITH expired AS (DELETE FROM nebel.seat_token WHERE hash IN"
                             "  (SELECT hash FROM nebel.seat_token WHERE expires <= now()"
                             "   ORDER BY expires LIMIT 10 FOR UPDATE SKIP LOCKED)),"
                             " seats AS MATERIALIZED (SELECT * FROM (VALUES"
                             "  ($1::bigint, 0, $2::bytea, $5::bigint, $7::bytea),"
                             "  ($1, 1, $3::bytea, $6::bigint, $8::bytea))"
                             "  AS seat (game, seat, hash, person, session)),"
                             " seated AS ("
                             "  INSERT INTO nebel.person_seat (game, seat, person)"
                             "  SELECT game, seat, person FROM seats WHERE person > 0"
                             "  ON CONFLICT (game, seat) DO NOTHING),"
                             " rated AS (INSERT INTO nebel.rated_game (game)"
                             "  SELECT $1 WHERE $9::boolean ON CONFLICT DO NOTHING)"
                             " INSERT INTO nebel.seat_token (hash, game, seat, expires, session)"
                             " SELECT hash, game, seat, now() + $4 * interval '1 second',"
                             "   CASE WHEN person > 0 THEN session END"
                             "  FROM seats ON CONFLICT (hash) DO NOTHING",
                             9},
    // A session that expires leaves its row, and those of its seats, until somebody tidies up.
    [ASK_FIRST + STORE_FIND_TOKEN] = {"find_token",
                                      "SELECT game, seat, encode(session, 'hex')"
                                      " FROM nebel.seat_token"
                                      " WHERE hash = $1 AND expires > now()"
                                      "  AND (session IS NULL OR EXISTS ("
                                      "   SELECT FROM nebel.session AS own"
                                      "   WHERE own.hash = seat_token.session"
                                      "    AND own.expires > now()))",
                                      1},
    // A session that is there already is this one, whose first answer was lost; any other person has the name.
    [ASK_FIRST +
        STORE_ADD_ANONYMOUS] = {"add_guest",
                                "WITH expired AS (DELETE FROM nebel.person WHERE number IN"
                                "  (SELECT number FROM nebel.person WHERE expires <= now()"
                                "   ORDER BY expires LIMIT 10 FOR UPDATE SKIP LOCKED)),"
                                " ended AS (DELETE FROM nebel.session WHERE hash IN"
                                "  (SELECT hash FROM nebel.session WHERE expires <= now()"
                                "   ORDER BY expires LIMIT 10 FOR UPDATE SKIP LOCKED)),"
                                " added AS ("
                                "  INSERT INTO nebel.person (number, name, expires)"
                                "  VALUES ($1, $3, now() + $4 * interval '1 second')"
                                "  ON CONFLICT DO NOTHING RETURNING number, expires),"
                                " begun AS ("
                                "  INSERT INTO nebel.session (hash, person, kind, expires)"
                                "  SELECT $2, number, 'guest', expires FROM added)"
                                " SELECT EXISTS (TABLE added) OR EXISTS (SELECT FROM nebel.session"
                                "  WHERE hash = $2 AND person = $1)",
                                4},
    // Once a day is often enough to keep it longer. A token for programs ends when it was said to.
    [ASK_FIRST + STORE_FIND_PERSON] =
        {"find_person",
         "WITH found AS MATERIALIZED ("
         "  SELECT person.number, name, session.expires, seen,"
         "    session.hash, kind"
         "  FROM nebel.session JOIN nebel.person ON person.number = person"
         "  WHERE hash = $1 AND session.expires > now() AND person.expires > now()"
         "    AND (kind <> 'token' OR 'play' = ANY (scopes))"
         "    AND nebel.suspended(person.number) IS NULL),"
         " due AS (SELECT * FROM found WHERE seen < current_date OR kind <> 'token'"
         "  AND expires < now() + $2 * interval '1 second' - interval '1 day'),"
         " kept AS ("
         "  UPDATE nebel.person SET expires ="
         "    greatest(person.expires, now() + $2 * interval '1 second')"
         "  FROM due WHERE person.number = due.number"
         "    AND person.expires < 'infinity'),"
         " seen AS ("
         "  UPDATE nebel.session SET seen = current_date, expires ="
         "    CASE WHEN session.kind = 'token' THEN session.expires"
         "      ELSE now() + $2 * interval '1 second' END"
         "  FROM due WHERE session.hash = due.hash)"
         " SELECT number, name,"
         "  EXISTS (SELECT FROM nebel.account WHERE account.person = found.number),"
         "  " RATINGS_OF(
             "found.number") ","
                             "  (SELECT coalesce(string_agg(mark, ' '), '') FROM (SELECT DISTINCT"
                             "    encode(substring(address FOR 8), 'hex') AS mark FROM "
                             "nebel.session"
                             "    WHERE person = found.number AND address IS NOT NULL LIMIT 16) AS "
                             "own), " BLOCKS_OF("found.number") " FROM found",
         2},
    [ASK_FIRST + STORE_RATINGS] = {"ratings", "SELECT " RATINGS_OF("$1"), 1},
    // In the order of the games' random numbers.
    [ASK_FIRST + STORE_PERSON_GAMES] =
        {"person_games",
         "WITH own AS MATERIALIZED ("
         "  SELECT own.game, own.seat, token.hash, token.expires"
         "  FROM nebel.person_seat AS own JOIN nebel.live_game USING (game)"
         "   LEFT JOIN nebel.seat_token AS token"
         "    ON token.session = $2 AND token.game = own.game AND token.seat = own.seat"
         "     AND token.expires > now()"
         "  WHERE own.person = $1),"
         " kept AS ("
         "  UPDATE nebel.seat_token SET expires = now() + $3 * interval '1 second'"
         "  FROM own WHERE seat_token.hash = own.hash"
         "   AND own.expires < now() + $3 * interval '1 second' - interval '1 hour')"
         " SELECT own.game, own.seat, coalesce(person.name, 'nobody'), own.hash IS NOT NULL"
         " FROM own LEFT JOIN nebel.person_seat AS other"
         "   ON other.game = own.game AND other.seat <> own.seat"
         "  LEFT JOIN nebel.person ON person.number = other.person"
         " ORDER BY own.game",
         3},
    [ASK_FIRST +
        STORE_KEEP_SEAT] = {"keep_seat",
                            "INSERT INTO nebel.seat_token (hash, game, seat, expires, session)"
                            " VALUES ($1, $2, $3, now() + $4 * interval '1 second', $5)"
                            " ON CONFLICT (hash) DO UPDATE SET expires = excluded.expires"
                            "  WHERE seat_token.expires < excluded.expires - interval '1 hour'",
                            5},
    [ASK_FIRST + STORE_FIND_SEAT] =
        {"find_seat",
         "SELECT own.game, own.seat, live.game IS NOT NULL, other.person, journal.line,"
         "  CASE WHEN bot.person IS NOT NULL THEN person.name END,"
         "  EXISTS (SELECT FROM nebel.rated_game WHERE rated_game.game = own.game)"
         " FROM nebel.seat_token AS token"
         "  JOIN nebel.person_seat AS own USING (game, seat)"
         "  JOIN nebel.person_seat AS other"
         "   ON other.game = own.game AND other.seat <> own.seat"
         "  JOIN nebel.journal ON journal.game = own.game AND journal.number = 0"
         "  LEFT JOIN nebel.live_game AS live ON live.game = own.game"
         "  LEFT JOIN house.bot ON bot.person = other.person"
         "  LEFT JOIN nebel.person ON person.number = other.person"
         " WHERE own.person = $1 AND token.hash = $2",
         2},
    [ASK_FIRST +
        STORE_LIST_BOTS] = {"list_bots",
                            "SELECT name, rating, level, game, is_free, words, is_provisional"
                            " FROM house.list()"
                            " LIMIT 100",
                            0},
    [ASK_FIRST +
        STORE_BOOK_BOT] = {"book_bot",
                           "WITH asked AS MATERIALIZED ("
                           "  SELECT house.book($1, $2, $3, $4, $5, $6, $7, $8, $9) AS booking),"
                           " rated AS (INSERT INTO nebel.rated_game (game)"
                           "  SELECT $1 FROM asked WHERE booking = 'booked' AND $10::boolean"
                           "  ON CONFLICT DO NOTHING)"
                           " SELECT booking FROM asked",
                           10},
    [ASK_FIRST + STORE_BOTS_ENROL] = {"bots_enrol",
                                      "SELECT concat_ws(' ', 'worker', worker, key)"
                                      " FROM house.enrol($1)",
                                      1},
    [ASK_FIRST + STORE_BOTS_LEASE] =
        {"bots_lease",
         "SELECT concat_ws(' ', kind, game, bot, nodes, move_ms, pace_ms, player)"
         " FROM house.lease($1, $2, decode($3, 'hex'))",
         3},
    [ASK_FIRST + STORE_BOTS_RENEW] =
        {"bots_renew",
         "SELECT concat_ws(' ', CASE WHEN is_known THEN 'held' ELSE 'unknown' END, seconds,"
         " nullif(held, '')) FROM house.renew($1, $2)",
         2},
    [ASK_FIRST + STORE_BOTS_DONE] = {"bots_done",
                                     "SELECT 'done' FROM house.done($1, $2, $3, $4 = 'failed')", 4},
    [ASK_FIRST + STORE_BOTS_LEAVE] = {"bots_leave", "SELECT 'left' FROM house.leave($1, $2)", 2},
    [ASK_FIRST + STORE_FIND_BLOCKS] = {"find_blocks", "SELECT " BLOCKS_OF("$1::bigint"), 1},
    [ASK_FIRST + STORE_LIST_ENDS] =
        {"list_ends",
         "SELECT game, false FROM nebel.end_wish JOIN nebel.live_game USING (game)"
         " ORDER BY game",
         0},
};

enum { HASH_TEXT_MAX = 2 * STORE_HASH_BYTES + 3 }; // with \x and the end

static void hash_to_text(const StoreHash *hash, char memory[HASH_TEXT_MAX])
{
    Text text = text_in(memory, HASH_TEXT_MAX);
    text_add(&text, "\\x");
    for (unsigned i = 0; i < STORE_HASH_BYTES; i++)
        text_format(&text, "%02x", hash->bytes[i]);
}

static int digit_of(char letter)
{
    static const char digits[] = "0123456789abcdef";
    const char *digit = letter ? strchr(digits, letter) : NULL;
    return digit ? (int)(digit - digits) : -1;
}

bool store__hash_read(const char *text, StoreHash *hash)
{
    if (strlen(text) != 2 * sizeof hash->bytes)
        return false;
    for (unsigned i = 0; i < sizeof hash->bytes; i++) {
        const int high = digit_of(text[2 * i]), low = digit_of(text[2 * i + 1]);
        if (high < 0 || low < 0)
            return false;
        hash->bytes[i] = (uint8_t)(16 * high + low);
    }
    return true;
}

void store__question_send(const StoreQuestion *question, StoreLink *link, uint64_t now_ms)
{
    char game_memory[24], seat_memory[8], life_memory[16], base_memory[16], persons[2][24];
    char hashes[2][HASH_TEXT_MAX], sessions[2][HASH_TEXT_MAX];
    Text game = TEXT_IN(game_memory), seat = TEXT_IN(seat_memory), life = TEXT_IN(life_memory);
    Text base = TEXT_IN(base_memory);
    const char *is_rated = question->is_rated ? "true" : "false";
    const char *const *words = question->words;
    for (unsigned i = 0; i < COUNT_OF(persons); i++) {
        Text person = TEXT_IN(persons[i]);
        text_format(&person, "%" PRIu64, question->persons[i]);
        hash_to_text(&question->hashes[i], hashes[i]);
        hash_to_text(&question->sessions[i], sessions[i]);
    }
    text_format(&game, "%" PRIu64, question->game);
    text_format(&seat, "%u", question->seat);
    text_format(&life, "%" PRIu32, question->life_s);
    text_format(&base, "%" PRIu32, question->base_ms);
    const char *const values[STORE_ASK_COUNT][STATEMENT_VALUES_MAX] = {
        [STORE_LIST] = {NULL},
        [STORE_JOURNAL] = {game_memory},
        [STORE_ADD_TOKENS] = {game_memory, hashes[0], hashes[1], life_memory, persons[0],
                              persons[1], sessions[0], sessions[1], is_rated},
        [STORE_FIND_TOKEN] = {hashes[0]},
        [STORE_ADD_ANONYMOUS] = {persons[0], hashes[0], question->name, life_memory},
        [STORE_FIND_PERSON] = {hashes[0], life_memory},
        [STORE_RATINGS] = {persons[0]},
        [STORE_PERSON_GAMES] = {persons[0], sessions[0], life_memory},
        [STORE_KEEP_SEAT] = {hashes[0], game_memory, seat_memory, life_memory, sessions[0]},
        [STORE_FIND_SEAT] = {persons[0], hashes[0]},
        [STORE_LIST_BOTS] = {NULL},
        [STORE_BOOK_BOT] = {game_memory, question->name, persons[0], seat_memory, hashes[0],
                            sessions[0], life_memory, question->rules, base_memory, is_rated},
        [STORE_BOTS_ENROL] = {words[0]},
        [STORE_BOTS_LEASE] = {words[0], words[1], words[2]},
        [STORE_BOTS_RENEW] = {words[0], words[1]},
        [STORE_BOTS_DONE] = {words[0], words[1], words[2], words[3]},
        [STORE_BOTS_LEAVE] = {words[0], words[1]},
        [STORE_FIND_BLOCKS] = {persons[0]},
        [STORE_LIST_ENDS] = {NULL},
    };
    store__link_send(link, ASK_FIRST + question->ask, values[question->ask], now_ms);
}

// An answer that is being read, and the memory of what it points to.
typedef struct StoreReply {
    const PGresult *result;
    const Memory *memory;
    StoreAnswer answer;
    void *items; // of a list
    GameJournal journal;
    StoreHash session;
    StoreRating ratings[STORE_RATINGS_MAX];
    uint64_t addresses[STORE_ADDRESSES_MAX], blocks[STORE_BLOCKS_MAX];
} StoreReply;

// Returns a number that the database keeps as one that is not negative.
static uint64_t number_at(const PGresult *result, int row, int column)
{
    return strtoull(PQgetvalue(result, row, column), NULL, 10);
}

static bool is_true_at(const PGresult *result, int row, int column)
{
    return PQgetvalue(result, row, column)[0] == 't';
}

static bool has_row(StoreReply *reply)
{
    reply->answer.error = PQntuples(reply->result) ? STORE_OK : STORE_ERR_NONE;
    return !reply->answer.error;
}

// Reads all rows into a list of items; NULL if out of memory. Their number goes to `count`.
static void *read_rows(StoreReply *reply, size_t bytes, uint32_t *count,
                       void (*read)(const PGresult *result, int row, void *item))
{
    const uint32_t rows = (uint32_t)PQntuples(reply->result);
    char *items = memory_resize(reply->memory, NULL, (rows + 1) * bytes);
    *count = items ? rows : 0;
    for (uint32_t i = 0; i < *count; i++)
        read(reply->result, (int)i, items + i * bytes);
    reply->items = items;
    reply->answer.error = items ? STORE_OK : STORE_ERR_MEMORY;
    return items;
}

static void read_live_game(const PGresult *result, int row, void *item)
{
    *(StoreLiveGame *)item = (StoreLiveGame){number_at(result, row, 0), is_true_at(result, row, 1)};
}

static void answer_list(StoreReply *reply)
{
    reply->answer.games =
        read_rows(reply, sizeof(StoreLiveGame), &reply->answer.game_count, read_live_game);
}

static StoreError read_journal(const PGresult *result, const Memory *memory, GameJournal *journal)
{
    const int count = PQntuples(result);
    for (int row = 0; row < count; row++) {
        if (number_at(result, row, 0) != (uint64_t)row)
            return STORE_ERR_JOURNAL;
        const GameJournalError error =
            game_journal_add(journal, memory, slice_of(PQgetvalue(result, row, 1)));
        if (error)
            return error == GAME_JOURNAL_ERR_MEMORY ? STORE_ERR_MEMORY : STORE_ERR_JOURNAL;
    }
    return count ? STORE_OK : STORE_ERR_NONE;
}

static void answer_journal(StoreReply *reply)
{
    StoreAnswer *answer = &reply->answer;
    answer->error = (uint8_t)read_journal(reply->result, reply->memory, &reply->journal);
    if (answer->error)
        return;
    answer->journal = &reply->journal;
    answer->alive_ms = number_at(reply->result, PQntuples(reply->result) - 1, 2);
}

static void answer_done(StoreReply *reply)
{
    (void)reply; // there is nothing to read
}

static void answer_token(StoreReply *reply)
{
    if (!has_row(reply))
        return;
    reply->answer.game = number_at(reply->result, 0, 0);
    reply->answer.seat = (uint8_t)number_at(reply->result, 0, 1);
    if (store__hash_read(PQgetvalue(reply->result, 0, 2), &reply->session))
        reply->answer.session = &reply->session;
}

static void answer_guest_added(StoreReply *reply)
{
    reply->answer.error = is_true_at(reply->result, 0, 0) ? STORE_OK : STORE_ERR_NONE;
}

// Reads "icc 1612 f rand 1500 t": pools, ratings, and whether these are provisional.
static void read_ratings(StoreReply *reply, int column)
{
    Slice rest = slice_of(PQgetvalue(reply->result, 0, column));
    uint32_t count = 0;
    while (rest.length && count < STORE_RATINGS_MAX) {
        StoreRating *rating = &reply->ratings[count++];
        Text pool = TEXT_IN(rating->pool);
        uint64_t number = 0;
        text_add_slice(&pool, slice_take(&rest, " "));
        (void)!slice_number(slice_take(&rest, " "), UINT32_MAX, &number);
        rating->rating = (uint32_t)number;
        rating->is_provisional = slice_is(slice_take(&rest, " "), "t");
    }
    reply->answer.ratings = reply->ratings;
    reply->answer.rating_count = count;
}

static bool read_id(Slice word, uint64_t *id)
{
    return slice_number(word, INT64_MAX, id);
}

// Reads a field of words with spaces between them; what cannot be read is left out. Returns how many there are.
static uint32_t read_words(const char *field, bool (*parse)(Slice word, uint64_t *number),
                           uint64_t *numbers, uint32_t max)
{
    Slice rest = slice_of(field);
    uint32_t count = 0;
    for (Slice word = slice_word(&rest); word.length && count < max; word = slice_word(&rest))
        count += parse(word, &numbers[count]);
    return count;
}

static void read_blocks(StoreReply *reply, int column)
{
    const char *field = PQgetvalue(reply->result, 0, column);
    reply->answer.block_count = read_words(field, read_id, reply->blocks, STORE_BLOCKS_MAX);
    reply->answer.blocks = reply->blocks;
}

static void answer_blocks(StoreReply *reply)
{
    read_blocks(reply, 0);
}

static void answer_person(StoreReply *reply)
{
    StoreAnswer *answer = &reply->answer;
    if (!has_row(reply))
        return;
    answer->person = number_at(reply->result, 0, 0);
    answer->name = PQgetvalue(reply->result, 0, 1);
    answer->has_account = is_true_at(reply->result, 0, 2);
    read_ratings(reply, 3);
    answer->addresses = reply->addresses;
    answer->address_count = read_words(PQgetvalue(reply->result, 0, 4), slice_hex, reply->addresses,
                                       STORE_ADDRESSES_MAX);
    read_blocks(reply, 5);
}

static void answer_ratings(StoreReply *reply)
{
    reply->answer.person = reply->answer.id;
    read_ratings(reply, 0);
}

static void read_person_game(const PGresult *result, int row, void *item)
{
    *(StorePersonGame *)item =
        (StorePersonGame){number_at(result, row, 0), (uint8_t)number_at(result, row, 1),
                          is_true_at(result, row, 3), PQgetvalue(result, row, 2)};
}

static void answer_person_games(StoreReply *reply)
{
    reply->answer.seats =
        read_rows(reply, sizeof(StorePersonGame), &reply->answer.game_count, read_person_game);
}

static void answer_seat(StoreReply *reply)
{
    const PGresult *result = reply->result;
    StoreAnswer *answer = &reply->answer;
    if (!has_row(reply))
        return;
    const Slice opening = slice_of(PQgetvalue(result, 0, 4));
    if (game_journal_add(&reply->journal, reply->memory, opening) != GAME_JOURNAL_OK) {
        answer->error = STORE_ERR_JOURNAL;
        return;
    }
    answer->game = number_at(result, 0, 0);
    answer->seat = (uint8_t)number_at(result, 0, 1);
    answer->is_live = is_true_at(result, 0, 2);
    answer->person = number_at(result, 0, 3);
    answer->journal = &reply->journal;
    answer->bot = PQgetisnull(result, 0, 5) ? NULL : PQgetvalue(result, 0, 5);
    answer->is_rated = is_true_at(result, 0, 6);
}

static void read_bot(const PGresult *result, int row, void *item)
{
    *(StoreBot *)item = (StoreBot){.name = PQgetvalue(result, row, 0),
                                   .rating = (uint32_t)number_at(result, row, 1),
                                   .level = (uint32_t)number_at(result, row, 2),
                                   .game = PQgetvalue(result, row, 3),
                                   .is_free = is_true_at(result, row, 4),
                                   .words = PQgetvalue(result, row, 5),
                                   .is_provisional = is_true_at(result, row, 6)};
}

static void answer_bots(StoreReply *reply)
{
    reply->answer.bots = read_rows(reply, sizeof(StoreBot), &reply->answer.bot_count, read_bot);
}

static void answer_booking(StoreReply *reply)
{
    static const char *const words[STORE_BOOKING_COUNT] = {
        [STORE_BOOKED] = "booked",   [STORE_BOT_NONE] = "none", [STORE_BOT_GAME] = "game",
        [STORE_BOT_CLOCK] = "clock", [STORE_BOT_MANY] = "many", [STORE_BOT_BUSY] = "busy"};
    const Slice word = slice_of(PQgetvalue(reply->result, 0, 0));
    const size_t found = slice_find(word, words, COUNT_OF(words));
    reply->answer.booking = found < COUNT_OF(words) ? (uint8_t)found : STORE_BOT_BUSY;
}

static void answer_line(StoreReply *reply)
{
    reply->answer.line = PQgetvalue(reply->result, 0, 0);
}

// Returns whether an error is about the values: the same question would get it again.
static bool is_about_values(const PGresult *result)
{
    const char *code = PQresultErrorField(result, PG_DIAG_SQLSTATE);
    return code && (strncmp(code, "22", 2) == 0 || strncmp(code, "23", 2) == 0);
}

bool store__question_answer(const StoreQuestion *question, const PGresult *result,
                            const Memory *memory, const StoreOwner *owner)
{
    static void (*const readers[STORE_ASK_COUNT])(StoreReply *) = {
        [STORE_LIST] = answer_list,
        [STORE_JOURNAL] = answer_journal,
        [STORE_ADD_TOKENS] = answer_done,
        [STORE_FIND_TOKEN] = answer_token,
        [STORE_ADD_ANONYMOUS] = answer_guest_added,
        [STORE_FIND_PERSON] = answer_person,
        [STORE_RATINGS] = answer_ratings,
        [STORE_PERSON_GAMES] = answer_person_games,
        [STORE_KEEP_SEAT] = answer_done,
        [STORE_FIND_SEAT] = answer_seat,
        [STORE_LIST_BOTS] = answer_bots,
        [STORE_BOOK_BOT] = answer_booking,
        [STORE_BOTS_ENROL] = answer_line,
        [STORE_BOTS_LEASE] = answer_line,
        [STORE_BOTS_RENEW] = answer_line,
        [STORE_BOTS_DONE] = answer_line,
        [STORE_BOTS_LEAVE] = answer_line,
        [STORE_FIND_BLOCKS] = answer_blocks,
        [STORE_LIST_ENDS] = answer_list,
    };
    StoreReply reply = {.result = result,
                        .memory = memory,
                        .answer = {.ask = question->ask,
                                   .id = question->id,
                                   .mark = question->mark,
                                   .game = question->game,
                                   .seat = question->seat,
                                   .name = question->name}};
    const ExecStatusType status = PQresultStatus(result);
    if (status == PGRES_TUPLES_OK || status == PGRES_COMMAND_OK)
        readers[question->ask](&reply);
    else if (is_about_values(result))
        reply.answer.error = STORE_ERR_REFUSED;
    else
        return false;
    owner->answer(owner->context, &reply.answer);
    memory_resize(memory, reply.items, 0);
    game_journal_done(&reply.journal, memory);
    return true;
}
