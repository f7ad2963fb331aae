// Everything that is said to PostgreSQL. The tables are those of db/.
#include "store/inside.h"

const StoreStatement store__writer_statements[WRITER_STATEMENTS] = {
    // One statement is one transaction. It writes all rows or none: a key that is there already refuses it, and so does a row
    // that does not follow the last one of its game. A game that opens and ends in one batch is never live.
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
         "  WHERE game IN (SELECT game FROM batch WHERE is_last) AND NOT EXISTS (TABLE gap)),"
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
                    "INSERT INTO nebel.node DEFAULT VALUES"
                    " RETURNING number, current_setting('fsync')",
                    0},
    [BEAT] = {"beat", "SELECT", 0},
    [ASK_FIRST + STORE_LIST] = {"list",
                                "SELECT game, EXISTS (SELECT FROM nebel.guest_seat"
                                "  WHERE guest_seat.game = live_game.game)"
                                " FROM nebel.live_game ORDER BY game",
                                0},
    [ASK_FIRST +
        STORE_JOURNAL] = {"journal",
                          "SELECT journal.number, journal.line, coalesce(node.alive_ms, 0)"
                          " FROM nebel.journal LEFT JOIN nebel.node ON node.number = journal.node"
                          " WHERE journal.game = $1 ORDER BY journal.number",
                          1},
    [ASK_FIRST + STORE_ADD_TOKENS] = {"add_tokens",
                                      "WITH expired AS (DELETE FROM nebel.seat_token WHERE hash IN"
                                      "  (SELECT hash FROM nebel.seat_token WHERE expires <= now()"
                                      "   ORDER BY expires LIMIT 10 FOR UPDATE SKIP LOCKED)),"
                                      " seats AS MATERIALIZED (SELECT * FROM (VALUES"
                                      "  ($1::bigint, 0, $2::bytea, $5::bigint),"
                                      "  ($1, 1, $3::bytea, $6::bigint))"
                                      "  AS seat (game, seat, hash, guest)),"
                                      " seated AS ("
                                      "  INSERT INTO nebel.guest_seat (game, seat, guest, hash)"
                                      "  SELECT game, seat, guest, hash FROM seats WHERE guest > 0"
                                      "  ON CONFLICT (game, seat) DO NOTHING)"
                                      " INSERT INTO nebel.seat_token (hash, game, seat, expires)"
                                      " SELECT hash, game, seat, now() + $4 * interval '1 second'"
                                      "  FROM seats ON CONFLICT (hash) DO NOTHING",
                                      6},
    [ASK_FIRST + STORE_FIND_TOKEN] = {"find_token",
                                      "SELECT game, seat FROM nebel.seat_token"
                                      " WHERE hash = $1 AND expires > now()",
                                      1},
    // A guest that is there already is this one, whose first answer was lost; any other has its name.
    [ASK_FIRST +
        STORE_ADD_GUEST] = {"add_guest",
                            "WITH expired AS (DELETE FROM nebel.guest WHERE number IN"
                            "  (SELECT number FROM nebel.guest WHERE expires <= now()"
                            "   ORDER BY expires LIMIT 10 FOR UPDATE SKIP LOCKED)),"
                            " added AS ("
                            "  INSERT INTO nebel.guest (number, hash, name, expires)"
                            "  VALUES ($1, $2, $3, now() + $4 * interval '1 second')"
                            "  ON CONFLICT DO NOTHING RETURNING number)"
                            " SELECT EXISTS (TABLE added) OR EXISTS (SELECT FROM nebel.guest"
                            "  WHERE number = $1 AND hash = $2)",
                            4},
    // Once a day is often enough to keep it longer.
    [ASK_FIRST +
        STORE_FIND_GUEST] = {"find_guest",
                             "WITH found AS MATERIALIZED ("
                             "  SELECT number, name, rating, expires FROM nebel.guest"
                             "  WHERE hash = $1 AND expires > now()),"
                             " kept AS ("
                             "  UPDATE nebel.guest SET expires = now() + $2 * interval '1 second'"
                             "  FROM found WHERE guest.number = found.number AND found.expires"
                             "    < now() + $2 * interval '1 second' - interval '1 day')"
                             " SELECT number, name, rating FROM found",
                             2},
    // In the order of the games' random numbers.
    [ASK_FIRST + STORE_GUEST_GAMES] =
        {"guest_games",
         "WITH own AS MATERIALIZED ("
         "  SELECT game, seat, hash FROM nebel.guest_seat JOIN nebel.live_game USING (game)"
         "  WHERE guest = $1),"
         " kept AS ("
         "  INSERT INTO nebel.seat_token (hash, game, seat, expires)"
         "  SELECT hash, game, seat, now() + $2 * interval '1 second' FROM own"
         "  ON CONFLICT (hash) DO UPDATE SET expires = excluded.expires)"
         " SELECT own.game, own.seat, coalesce(guest.name, 'nobody') FROM own"
         "  LEFT JOIN nebel.guest_seat AS other"
         "   ON other.game = own.game AND other.seat <> own.seat"
         "  LEFT JOIN nebel.guest ON guest.number = other.guest"
         " ORDER BY own.game",
         2},
    [ASK_FIRST + STORE_FIND_SEAT] =
        {"find_seat",
         "SELECT own.game, own.seat, live.game IS NOT NULL, other.guest, journal.line"
         " FROM nebel.guest_seat AS own"
         "  JOIN nebel.guest_seat AS other"
         "   ON other.game = own.game AND other.seat <> own.seat"
         "  JOIN nebel.journal ON journal.game = own.game AND journal.number = 0"
         "  LEFT JOIN nebel.live_game AS live ON live.game = own.game"
         " WHERE own.guest = $1 AND own.hash = $2",
         2},
};
