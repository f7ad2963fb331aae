// Everything that is said to PostgreSQL. The tables are those of deploy/schema.
#include "server/store/inside.h"

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
        STORE_ADD_GUEST] = {"add_guest",
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
