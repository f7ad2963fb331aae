// Everything that the archive says to PostgreSQL.
#include "archive/statements.h"

const StoreStatement archive_filing_statements[FILING_STATEMENTS] = {
    [FILING_NEXT] = {"next",
                     "SELECT next.game, journal.number, journal.line FROM"
                     "  (SELECT game FROM nebel.ended WHERE problem IS NULL"
                     "   ORDER BY ended, game LIMIT 1) AS next"
                     " JOIN nebel.journal ON journal.game = next.game ORDER BY journal.number",
                     0},
    // Whoever files the same game at the same time, or a second time because the answer was lost, finds it filed. A person
    // that is removed meanwhile is removed before this or after it.
    [FILING_KEEP] =
        {"keep",
         "WITH seat AS MATERIALIZED ("
         "  SELECT person_seat.seat, person.number FROM nebel.person_seat"
         "  JOIN nebel.person ON person.number = person_seat.person"
         "  WHERE person_seat.game = $1 FOR KEY SHARE OF person),"
         " done AS (DELETE FROM nebel.ended WHERE game = $1 RETURNING game, began, ended)"
         " INSERT INTO nebel.finished (id, game, white, black, rules, ruleset, base_ms,"
         "  increment_ms, result, reason, began, ended, record)"
         " SELECT $2, game, (SELECT number FROM seat WHERE seat = 0),"
         "  (SELECT number FROM seat WHERE seat = 1), $3, $4, $5, $6, $7, $8, began, ended,"
         "  decode($9, 'hex') FROM done ON CONFLICT (game) DO NOTHING",
         9},
    [FILING_ASIDE] = {"aside", "UPDATE nebel.ended SET problem = $2 WHERE game = $1", 2},
};

// The games that ended in the month that begins with the day $1, oldest first, behind the moment $2, in microseconds, and the id $3.
const StoreStatement archive_dump_statement = {
    "dump",
    "SELECT encode(finished.record, 'hex'), white.name, black.name,"
    " to_char(finished.began AT TIME ZONE 'UTC', 'YYYY.MM.DD'), finished.is_rated,"
    " lpad(to_hex(finished.id), 16, '0'), (extract(epoch FROM finished.ended) * 1000000)::bigint,"
    " finished.id FROM nebel.finished"
    " LEFT JOIN nebel.person AS white ON white.number = finished.white"
    " LEFT JOIN nebel.person AS black ON black.number = finished.black"
    " WHERE finished.ended >= $1::timestamp AT TIME ZONE 'UTC'"
    "  AND finished.ended < ($1::timestamp + interval '1 month') AT TIME ZONE 'UTC'"
    "  AND (finished.ended, finished.id)"
    "   > (timestamptz 'epoch' + $2::bigint * interval '1 microsecond', $3::bigint)"
    "  AND (finished.is_rated OR $4::boolean)"
    " ORDER BY finished.ended, finished.id LIMIT 500",
    4};
