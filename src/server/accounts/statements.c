// Everything that the service says to PostgreSQL. The tables are those of deploy/schema; the role is nebel_office.
#include "server/accounts/internal.h"

#define STAMP(column) "to_char(" column " AT TIME ZONE 'UTC', 'YYYY-MM-DD\"T\"HH24:MI:SS\"Z\"')"

// Finished games, newest first: a page, and one row more that shows whether another page follows. A page begins behind the moment $1, in microseconds, and the
// id $2. So games that are filed meanwhile move no game from one page to the other.
#define GAME_COLUMNS                                                                     \
    "SELECT lpad(to_hex(finished.id), 16, '0'), white.name, black.name, finished.rules," \
    " finished.base_ms, finished.increment_ms, finished.result, finished.reason,"        \
    " " STAMP("finished.began") ", " STAMP(                                              \
        "finished.ended") ", finished.is_rated,"                                         \
                          " (extract(epoch FROM finished.ended) * 1000000)::bigint"
#define GAME_NAMES                                                      \
    " LEFT JOIN nebel.person AS white ON white.number = finished.white" \
    " LEFT JOIN nebel.person AS black ON black.number = finished.black"
#define GAME_BEFORE                  \
    " (finished.ended, finished.id)" \
    " < (timestamptz 'epoch' + $1::bigint * interval '1 microsecond', $2::bigint)"
#define GAME_RESULT                                                            \
    " AND ($3::text = '' OR finished.result = CASE $3 WHEN 'white' THEN '1-0'" \
    "  WHEN 'black' THEN '0-1' WHEN 'draw' THEN '1/2-1/2' WHEN 'off' THEN '*'"
#define GAME_PAGE " ORDER BY finished.ended DESC, finished.id DESC LIMIT 21"
// The games of a player in one seat, which $3 may ask to be won or lost there.
#define GAMES_IN_SEAT(seat, won, lost)                                                      \
    "(SELECT id, white, black, rules, base_ms, increment_ms, result, reason, began, ended," \
    "  is_rated FROM nebel.finished WHERE finished." seat                                   \
    "   = (SELECT number FROM nebel.person WHERE name = $5) AND" GAME_BEFORE GAME_RESULT    \
    "  WHEN 'won' THEN '" won "' WHEN 'lost' THEN '" lost "' END)"                          \
    " AND ($4::text = '' OR finished.ruleset = $4)" GAME_PAGE ")"

// The ratings of a player, of one ruleset and one scope if they are named.
#define RATING_WISH                                     \
    " WHERE name = $1 AND ($2::text = '' OR pool = $2)" \
    "  AND ($3::text = '' OR scope = $3)"

const StoreStatement accounts__statements[ACCOUNTS_STATEMENTS] = {
    [ACCOUNTS_PING] = {"ping", "SELECT", 0},
    // Who has a token, whether it logged in, whether it may read, and whether it is no program's.
    [ACCOUNTS_FIND_SESSION] = {"find_session",
                               "SELECT person.number, name, kind = 'login',"
                               "  kind <> 'token' OR 'read' = ANY (scopes), kind <> 'token'"
                               " FROM nebel.session JOIN nebel.person ON person.number = person"
                               " WHERE hash = $1 AND session.expires > now()"
                               "  AND person.expires > now()"
                               "  AND nebel.suspended(person.number) IS NULL",
                               1},
    // A guest becomes the person with the account, and its session ends. An account that is there already with this very hash is this one,
    // whose first answer was lost.
    [ACCOUNTS_REGISTER] =
        {"register",
         "WITH free AS (SELECT WHERE NOT EXISTS (SELECT FROM nebel.person WHERE skeleton = $3)"
         "   AND NOT EXISTS (SELECT FROM nebel.held_name WHERE skeleton = $3 AND until > now())),"
         " guest AS MATERIALIZED ("
         "  SELECT person FROM nebel.session, free WHERE hash = $5 AND kind = 'guest'"
         "   AND expires > now()),"
         " known AS ("
         "  UPDATE nebel.person SET name = $2, skeleton = $3, is_bot = $6, expires = 'infinity'"
         "  FROM guest WHERE number = guest.person RETURNING number),"
         " made AS ("
         "  INSERT INTO nebel.person (number, name, skeleton, is_bot, expires)"
         "  SELECT $1, $2, $3, $6, 'infinity' FROM free WHERE NOT EXISTS (TABLE guest)"
         "  ON CONFLICT DO NOTHING RETURNING number),"
         " own AS (SELECT number FROM known UNION ALL SELECT number FROM made),"
         " ended AS (DELETE FROM nebel.session USING known WHERE person = known.number),"
         " kept AS (INSERT INTO nebel.account (person, password) SELECT number, $4 FROM own)"
         " SELECT number FROM own UNION ALL"
         "  SELECT person FROM nebel.account JOIN nebel.person ON number = person"
         "   WHERE skeleton = $3 AND password = $4 AND NOT EXISTS (TABLE own)",
         6},
    [ACCOUNTS_FIND_ACCOUNT] = {"find_account",
                               "SELECT number, name, password, nebel.suspended(number)"
                               " FROM nebel.account JOIN nebel.person ON number = person"
                               " WHERE skeleton = $1 AND lower(name) = lower($2)",
                               2},
    [ACCOUNTS_OWN_ACCOUNT] =
        {"own_account",
         "SELECT name, is_bot, " STAMP(
             "person.created") ","
                               "  account.person IS NOT NULL, email, password"
                               " FROM nebel.person LEFT JOIN nebel.account ON person = number"
                               " WHERE number = $1",
         1},
    // A person has at most 50 logins and 50 tokens; the oldest of its kind gives way.
    [ACCOUNTS_BEGIN_SESSION] =
        {"begin_session",
         "WITH old AS (DELETE FROM nebel.session WHERE hash IN"
         "  (SELECT hash FROM nebel.session WHERE person = $2 AND kind = $3"
         "   ORDER BY created DESC, hash OFFSET 49))"
         " INSERT INTO nebel.session (hash, person, kind, label, scopes, expires, address)"
         " VALUES ($1, $2, $3, $4, $5::text[], now() + $6 * interval '1 second', $7)"
         " ON CONFLICT (hash) DO NOTHING",
         7},
    [ACCOUNTS_LIST_SESSIONS] =
        {"list_sessions",
         "SELECT number, kind, label, array_to_string(scopes, ' '),"
         "  " STAMP("created") ", seen, " STAMP(
             "expires") ", hash = $2"
                        " FROM nebel.session WHERE person = $1 AND expires > now()"
                        " ORDER BY hash = $2 DESC, created DESC, number",
         2},
    // The one with a number, or without a number the one that asks.
    [ACCOUNTS_END_SESSION] = {"end_session",
                              "WITH ended AS (DELETE FROM nebel.session WHERE person = $1"
                              "  AND CASE WHEN $3::bigint IS NULL THEN hash = $2"
                              "    ELSE number = $3 END RETURNING 1)"
                              " SELECT count(*) FROM ended",
                              3},
    [ACCOUNTS_END_OTHERS] = {"end_others",
                             "WITH ended AS (DELETE FROM nebel.session WHERE person = $1"
                             "  AND hash <> $2 AND $3::bigint IS NULL RETURNING 1)"
                             " SELECT count(*) FROM ended",
                             3},
    // Whoever knew the old password is logged out, and links that were mailed are dead.
    [ACCOUNTS_SET_PASSWORD] =
        {"set_password",
         "WITH changed AS (UPDATE nebel.account SET password = $2 WHERE person = $1),"
         " mailed AS (DELETE FROM nebel.mail_token WHERE person = $1),"
         " ended AS (DELETE FROM nebel.session WHERE person = $1 AND hash <> $3 RETURNING 1)"
         " SELECT count(*) FROM ended",
         3},
    [ACCOUNTS_DELETE_ACCOUNT] = {"delete_account", "SELECT nebel.delete_account($1)", 1},
    // One link of a kind at a time.
    [ACCOUNTS_ADD_LINK] =
        {"add_link",
         "WITH old AS (DELETE FROM nebel.mail_token"
         "  WHERE person = $2 AND purpose = $3 AND hash <> $1)"
         " INSERT INTO nebel.mail_token (hash, person, purpose, email, expires)"
         " VALUES ($1, $2, $3, $4, now() + interval '1 hour') ON CONFLICT (hash) DO NOTHING",
         4},
    [ACCOUNTS_FIND_EMAIL] = {"find_email",
                             "SELECT number, name, email"
                             " FROM nebel.account JOIN nebel.person ON number = person"
                             " WHERE skeleton = $1 AND lower(name) = lower($2)"
                             "  AND email IS NOT NULL",
                             2},
    // Whoever has the old mailbox gets no password by a link that lies there.
    [ACCOUNTS_CONFIRM_EMAIL] =
        {"confirm_email",
         "WITH used AS (DELETE FROM nebel.mail_token WHERE hash = $1 AND purpose = 'confirm'"
         "  AND expires > now() AND $2::text IS NULL RETURNING person, email),"
         " mailed AS (DELETE FROM nebel.mail_token USING used"
         "  WHERE mail_token.person = used.person AND hash <> $1)"
         " UPDATE nebel.account SET email = used.email FROM used, nebel.person"
         " WHERE account.person = used.person AND number = used.person RETURNING name",
         2},
    // Whoever had a session may be whom the password is changed against, so all of them end, and links that were asked for by them.
    [ACCOUNTS_RESET_PASSWORD] =
        {"reset_password",
         "WITH used AS (DELETE FROM nebel.mail_token WHERE hash = $1 AND purpose = 'reset'"
         "  AND expires > now() RETURNING person),"
         " mailed AS (DELETE FROM nebel.mail_token USING used"
         "  WHERE mail_token.person = used.person AND hash <> $1),"
         " ended AS (DELETE FROM nebel.session USING used WHERE session.person = used.person)"
         " UPDATE nebel.account SET password = $2 FROM used, nebel.person"
         " WHERE account.person = used.person AND number = used.person RETURNING name",
         2},
    [ACCOUNTS_FORGET_EMAIL] = {"forget_email",
                               "WITH mailed AS (DELETE FROM nebel.mail_token WHERE person = $1)"
                               " UPDATE nebel.account SET email = NULL WHERE person = $1",
                               1},
    [ACCOUNTS_TIDY] = {"tidy",
                       "WITH addresses AS (UPDATE nebel.session SET address = NULL"
                       "  WHERE address IS NOT NULL AND created < now() - interval '30 days'),"
                       " names AS (DELETE FROM nebel.held_name WHERE until <= now()),"
                       " mailed AS (DELETE FROM nebel.mail_token WHERE expires <= now()),"
                       " ended AS (DELETE FROM nebel.session WHERE expires <= now())"
                       " SELECT nebel.tidy_order()",
                       0},
    [ACCOUNTS_GAME] =
        {"game",
         "SELECT encode(finished.record, 'hex'), white.name, black.name,"
         " to_char(finished.began AT TIME ZONE 'UTC', 'YYYY.MM.DD'), finished.is_rated"
         " FROM nebel.finished" GAME_NAMES " WHERE finished.id = $1",
         1},
    [ACCOUNTS_GAMES] = {"games",
                        GAME_COLUMNS " FROM nebel.finished" GAME_NAMES
                                     " WHERE" GAME_BEFORE GAME_RESULT " END)" GAME_PAGE,
                        3},
    [ACCOUNTS_GAMES_BY_RULES] = {"games_by_rules",
                                 GAME_COLUMNS
                                 " FROM nebel.finished" GAME_NAMES
                                 " WHERE finished.ruleset = $4 AND" GAME_BEFORE GAME_RESULT
                                 " END)" GAME_PAGE,
                                 4},
    [ACCOUNTS_GAMES_OF_PLAYER] =
        {"games_of_player",
         GAME_COLUMNS " FROM (" GAMES_IN_SEAT("white", "1-0", "0-1") " UNION ALL " GAMES_IN_SEAT(
             "black", "0-1", "1-0") ") AS finished" GAME_NAMES GAME_PAGE,
         5},
    // Games that were called off do not count.
    [ACCOUNTS_PLAYER] =
        {"player",
         "SELECT count(*), count(*) FILTER (WHERE result ="
         "  CASE WHEN white = number THEN '1-0' ELSE '0-1' END),"
         " count(*) FILTER (WHERE result ="
         "  CASE WHEN white = number THEN '0-1' ELSE '1-0' END),"
         " count(*) FILTER (WHERE result = '1/2-1/2')"
         " FROM nebel.person JOIN nebel.finished ON white = number OR black = number"
         " WHERE name = $1 AND result <> '*'",
         1},
    [ACCOUNTS_RATINGS] = {"ratings",
                          "SELECT pool, scope, rating, round(deviation), is_provisional, games"
                          " FROM nebel.rating_now JOIN nebel.person ON number = person" RATING_WISH
                          " ORDER BY pool, scope",
                          3},
    // The last of them, oldest first.
    [ACCOUNTS_HISTORY] =
        {"history",
         "SELECT pool, scope, id, at, rating, deviation FROM (SELECT pool, scope,"
         " lpad(to_hex(game), 16, '0') AS id, " STAMP(
             "at") " AS at,"
                   " greatest(0, round(rating)) AS rating, round(deviation) AS deviation,"
                   " rating_step.at AS moment, rating_step.number AS step"
                   " FROM nebel.rating_step JOIN nebel.person ON person.number = person" RATING_WISH
                   " ORDER BY moment DESC, step DESC, pool, scope LIMIT 2000) AS last"
                   " ORDER BY moment, step, pool, scope",
         3},
    // People by their games against people, bots by all of theirs.
    [ACCOUNTS_LEADERBOARD] =
        {"leaderboard",
         "SELECT name, is_bot, rating, round(deviation), games"
         " FROM nebel.rating_now JOIN nebel.person ON number = person"
         " WHERE pool = $1 AND scope = CASE $2 WHEN 'people' THEN 'people' ELSE 'all' END"
         "  AND NOT is_provisional AND ($2 = 'all' OR is_bot = ($2 = 'bots'))"
         " ORDER BY rating DESC, deviation, name LIMIT 100",
         2},
    [ACCOUNTS_GAMES_OF_PERSON] = {"games_of_person",
                                  GAME_COLUMNS " FROM nebel.finished" GAME_NAMES
                                               " WHERE finished.white = $1 OR finished.black = $1"
                                               " ORDER BY finished.ended DESC, finished.id DESC"
                                               " LIMIT 10000",
                                  1},
    // About a player, or about a game and then about the opponent. Whether there is such a one, and whether the report is kept: a person has twenty a
    // day. The same one again changes its text.
    [ACCOUNTS_REPORT] =
        {"report",
         "WITH target AS MATERIALIZED ("
         "  SELECT number AS about, NULL::bigint AS game FROM nebel.person"
         "   WHERE name = $2 AND number <> $1"
         "  UNION ALL SELECT CASE $1 WHEN white THEN black WHEN black THEN white END, id"
         "   FROM nebel.finished WHERE id = $3::bigint),"
         " kept AS ("
         "  INSERT INTO nebel.report (reporter, about, game, kind, text)"
         "  SELECT $1, about, game, $4, $5 FROM target"
         "   WHERE (SELECT count(*) FROM nebel.report WHERE reporter = $1"
         "    AND made > now() - interval '1 day') < 20"
         "  ON CONFLICT (reporter, (coalesce(about, 0)), (coalesce(game, 0)), kind)"
         "   WHERE closed IS NULL DO UPDATE SET text = excluded.text RETURNING 1)"
         " SELECT EXISTS (TABLE target), EXISTS (TABLE kept)",
         5},
    [ACCOUNTS_OWN_REPORTS] = {"own_reports",
                              "SELECT " STAMP("made") ", kind, person.name,"
                                                      " lpad(to_hex(game), 16, '0'), text,"
                                                      " closed IS NOT NULL"
                                                      " FROM nebel.report LEFT JOIN nebel.person"
                                                      "  ON person.number = about"
                                                      " WHERE reporter = $1 ORDER BY report.number",
                              1},
    // Whether there is such a player, and whether it is blocked now: a person blocks 200 at most.
    [ACCOUNTS_BLOCK] = {"block",
                        "WITH target AS MATERIALIZED ("
                        "  SELECT number FROM nebel.person WHERE name = $2 AND number <> $1),"
                        " added AS ("
                        "  INSERT INTO nebel.block (person, blocked) SELECT $1, number FROM target"
                        "   WHERE (SELECT count(*) FROM nebel.block WHERE person = $1) < 200"
                        "  ON CONFLICT DO NOTHING RETURNING 1)"
                        " SELECT EXISTS (TABLE target), EXISTS (TABLE added) OR EXISTS ("
                        "  SELECT FROM nebel.block, target WHERE person = $1 AND blocked = number)",
                        2},
    [ACCOUNTS_UNBLOCK] =
        {"unblock",
         "WITH ended AS (DELETE FROM nebel.block USING nebel.person"
         "  WHERE block.person = $1 AND blocked = number AND name = $2 RETURNING 1)"
         " SELECT count(*) FROM ended",
         2},
    [ACCOUNTS_BLOCKS] = {"blocks",
                         "SELECT name, since FROM nebel.block JOIN nebel.person ON number = blocked"
                         " WHERE block.person = $1 ORDER BY name",
                         1},
};
