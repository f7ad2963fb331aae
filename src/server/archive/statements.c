// Everything that the archive says to PostgreSQL.
#include "server/archive/statements.h"

const StoreStatement archive_filing_statements[FILING_STATEMENTS] = {
    [FILING_NEXT] = {"next",
                     "SELECT next.game, journal.number, journal.line FROM"
                     "  (SELECT game FROM nebel.ended WHERE problem IS NULL"
                     "   ORDER BY ended, game LIMIT 1) AS next"
                     " JOIN nebel.journal ON journal.game = next.game ORDER BY journal.number",
                     0},
    // Of a game that began as rated, for both seats: the rating among all, then the one against such as the opponent. Nothing if one of them has no
    // account any more.
    [FILING_STANDINGS] =
        {"standings",
         "WITH seat AS MATERIALIZED ("
         "  SELECT person_seat.seat, person.number, person.is_bot, ended.ended"
         "  FROM nebel.rated_game JOIN nebel.ended USING (game) JOIN nebel.person_seat USING (game)"
         "   JOIN nebel.person ON person.number = person_seat.person"
         "  WHERE rated_game.game = $1"
         "   AND (EXISTS (SELECT FROM nebel.account WHERE account.person = person.number)"
         "    OR EXISTS (SELECT FROM house.bot WHERE bot.person = person.number)))"
         " SELECT own.number, kind.scope, rating.rating, rating.deviation, rating.volatility,"
         "  coalesce(rating.games, 0), nebel.rating_periods(rating.moved, own.ended)"
         " FROM seat AS own JOIN seat AS other ON other.seat <> own.seat"
         "  CROSS JOIN LATERAL (VALUES (0, 'all'), (1, CASE WHEN other.is_bot THEN 'bots'"
         "   ELSE 'people' END)) AS kind (place, scope)"
         "  LEFT JOIN nebel.rating ON rating.person = own.number AND rating.pool = $2"
         "   AND rating.scope = kind.scope"
         " ORDER BY own.seat, kind.place",
         2},
    // Whoever files the same game at the same time, or a second time because the answer was lost, finds it filed.
    [FILING_KEEP] = {"keep",
                     "SELECT nebel.file_game($1, $2, $3, $4, $5, $6, $7, $8, decode($9, 'hex'),"
                     " $10)",
                     10},
    [FILING_ASIDE] = {"aside", "UPDATE nebel.ended SET problem = $2 WHERE game = $1", 2},
    [FILING_DROP] = {"drop", "SELECT nebel.drop_journals(100)", 0},
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
