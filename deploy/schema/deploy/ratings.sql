-- Ratings: Glicko-2 by ruleset (docs/adr/0025-ratings.md). They move when a game is filed, in the same transaction, and at no other time.
BEGIN;

-- Everybody had the same one.
ALTER TABLE nebel.person DROP COLUMN rating;

-- Games that began as rated. finished.is_rated says which of them have moved ratings: those that were called off or too short have not.
CREATE TABLE nebel.rated_game (
    game bigint PRIMARY KEY
);

-- How strong a person is in a pool, a ruleset. In the scope `people` its games against people count, in `bots` those against bots, in `all` both.
CREATE TABLE nebel.rating (
    person     bigint           NOT NULL REFERENCES nebel.person ON DELETE CASCADE,
    pool       text             NOT NULL,
    scope      text             NOT NULL CHECK (scope IN ('all', 'people', 'bots')),
    rating     double precision NOT NULL,
    deviation  double precision NOT NULL CHECK (deviation > 0),
    volatility double precision NOT NULL CHECK (volatility > 0),
    games      integer          NOT NULL CHECK (games > 0),
    moved      timestamptz      NOT NULL, -- the end of its last game
    PRIMARY KEY (person, pool, scope)
);
CREATE INDEX ON nebel.rating (pool, scope);

-- Its history. No game can move a rating twice.
CREATE TABLE nebel.rating_step (
    person    bigint           NOT NULL,
    pool      text             NOT NULL,
    scope     text             NOT NULL,
    number    integer          NOT NULL, -- of its games
    game      bigint           NOT NULL REFERENCES nebel.finished ON DELETE CASCADE, -- its public id
    rating    double precision NOT NULL,
    deviation double precision NOT NULL,
    at        timestamptz      NOT NULL,
    PRIMARY KEY (person, pool, scope, number),
    UNIQUE (game, person, scope),
    FOREIGN KEY (person, pool, scope) REFERENCES nebel.rating ON DELETE CASCADE
);

-- Periods of Glicko-2 between two moments. A period is a week.
CREATE FUNCTION nebel.rating_periods(since timestamptz, until timestamptz) RETURNS double precision
LANGUAGE sql IMMUTABLE SET search_path = pg_catalog, pg_temp AS $$
    SELECT greatest(0, extract(epoch FROM until - since) / 604800)::double precision;
$$;

-- Ratings as they are shown. The deviation grows with the time since the last game, as glicko_wait (src/stats) has it. A rating that is less certain than 110 is
-- provisional.
CREATE VIEW nebel.rating_now AS
SELECT person, pool, scope, games, moved, least(9999, greatest(0, round(rating)))::integer AS rating, now.deviation, now.deviation > 110 AS is_provisional
FROM nebel.rating,
    LATERAL (SELECT least(350, sqrt(rating.deviation ^ 2 + nebel.rating_periods(moved, now()) * (volatility * 400 / ln(10::double precision)) ^ 2)) AS deviation) AS now;

-- Files a game that is over: its row of the archive, and both ratings with it. `steps` has the new ratings, and how many games each had counted when the new
-- one was computed. Says 'filed', also if the game was filed before, or 'stale' with nothing changed if a rating has moved meanwhile or its person is gone.
CREATE FUNCTION nebel.file_game(over bigint, public_id bigint, rules text, ruleset text, base_ms bigint, increment_ms bigint, result text, reason text,
                                record bytea, steps jsonb)
RETURNS text
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    note nebel.ended;
BEGIN
    -- A person that is removed meanwhile is removed before this or after it.
    PERFORM FROM nebel.person WHERE number IN (SELECT person FROM nebel.person_seat WHERE game = over) FOR KEY SHARE;
    IF jsonb_array_length(steps) > 0 THEN
        LOCK TABLE nebel.rating IN SHARE ROW EXCLUSIVE MODE; -- one after the other; whoever reads does not wait
        IF EXISTS (
            SELECT FROM jsonb_to_recordset(steps) AS step (person bigint, scope text, games integer)
                LEFT JOIN nebel.person ON person.number = step.person
                LEFT JOIN nebel.rating ON rating.person = step.person AND rating.pool = ruleset AND rating.scope = step.scope
            WHERE person.number IS NULL OR coalesce(rating.games, 0) <> step.games) THEN
            RETURN 'stale';
        END IF;
    END IF;
    DELETE FROM nebel.ended WHERE game = over RETURNING * INTO note;
    IF NOT FOUND THEN
        RETURN 'filed';
    END IF;
    INSERT INTO nebel.finished (id, game, white, black, rules, ruleset, base_ms, increment_ms, result, reason, began, ended, is_rated, record)
    VALUES (public_id, over,
        (SELECT number FROM nebel.person_seat JOIN nebel.person ON number = person WHERE game = over AND seat = 0),
        (SELECT number FROM nebel.person_seat JOIN nebel.person ON number = person WHERE game = over AND seat = 1),
        file_game.rules, file_game.ruleset, file_game.base_ms, file_game.increment_ms, file_game.result, file_game.reason, note.began, note.ended,
        jsonb_array_length(steps) > 0, file_game.record);
    INSERT INTO nebel.rating (person, pool, scope, rating, deviation, volatility, games, moved)
    SELECT step.person, file_game.ruleset, step.scope, step.rating, step.deviation, step.volatility, step.games + 1, note.ended
    FROM jsonb_to_recordset(steps)
        AS step (person bigint, scope text, rating double precision, deviation double precision, volatility double precision, games integer)
    ON CONFLICT (person, pool, scope) DO UPDATE
    SET rating = excluded.rating, deviation = excluded.deviation, volatility = excluded.volatility, games = excluded.games, moved = excluded.moved;
    INSERT INTO nebel.rating_step (person, pool, scope, number, game, rating, deviation, at)
    SELECT step.person, file_game.ruleset, step.scope, step.games + 1, public_id, step.rating, step.deviation, note.ended
    FROM jsonb_to_recordset(steps) AS step (person bigint, scope text, rating double precision, deviation double precision, games integer);
    PERFORM pg_notify('nebel_rated', person) FROM (SELECT DISTINCT step ->> 'person' AS person FROM jsonb_array_elements(steps) AS step) AS moved;
    RETURN 'filed';
END $$;
REVOKE ALL ON FUNCTION nebel.rating_periods, nebel.file_game FROM PUBLIC;

-- The bots, the weakest first. A bot's rating is that of the pool in which it has played most.
DROP FUNCTION house.list;
CREATE FUNCTION house.list(OUT name text, OUT rating integer, OUT level smallint, OUT game text, OUT is_free boolean, OUT words text, OUT is_provisional boolean)
RETURNS SETOF record
LANGUAGE sql STABLE SET search_path = pg_catalog, pg_temp AS $$
    SELECT person.name, coalesce(most.rating, 1500), bot.level, bot.game, house.is_free(bot), bot.words, coalesce(most.is_provisional, true)
    FROM house.bot JOIN nebel.person ON person.number = bot.person
        LEFT JOIN LATERAL (SELECT rating_now.rating, rating_now.is_provisional FROM nebel.rating_now
                           WHERE rating_now.person = bot.person AND scope = 'all' ORDER BY games DESC, pool LIMIT 1) AS most ON true
    WHERE bot.is_open ORDER BY bot.game, bot.level, person.name;
$$;
REVOKE ALL ON FUNCTION house.list FROM PUBLIC;

-- The office shows ratings, and deletes those of somebody who deletes the account.
GRANT SELECT, DELETE ON nebel.rating TO nebel_office;
GRANT SELECT ON nebel.rating_step, nebel.rating_now TO nebel_office;
GRANT EXECUTE ON FUNCTION nebel.rating_periods TO nebel_office;

COMMIT;
