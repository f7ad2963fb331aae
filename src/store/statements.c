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
    [ASK_FIRST + STORE_LIST] = {"list", "SELECT game FROM nebel.live_game ORDER BY game", 0},
    [ASK_FIRST +
        STORE_JOURNAL] = {"journal",
                          "SELECT journal.number, journal.line, coalesce(node.alive_ms, 0)"
                          " FROM nebel.journal LEFT JOIN nebel.node ON node.number = journal.node"
                          " WHERE journal.game = $1 ORDER BY journal.number",
                          1},
    [ASK_FIRST + STORE_ADD_TOKENS] = {"add_tokens",
                                      "WITH expired AS (DELETE FROM nebel.seat_token WHERE hash IN"
                                      "  (SELECT hash FROM nebel.seat_token WHERE expires <= now()"
                                      "   ORDER BY expires LIMIT 10 FOR UPDATE SKIP LOCKED))"
                                      " INSERT INTO nebel.seat_token (hash, game, seat, expires)"
                                      " VALUES ($2, $1, 0, now() + $4 * interval '1 second'),"
                                      "  ($3, $1, 1, now() + $4 * interval '1 second')"
                                      " ON CONFLICT (hash) DO NOTHING",
                                      4},
    [ASK_FIRST + STORE_FIND_TOKEN] = {"find_token",
                                      "SELECT game, seat FROM nebel.seat_token"
                                      " WHERE hash = $1 AND expires > now()",
                                      1},
};
