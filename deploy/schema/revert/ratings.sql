-- Removes all ratings. Which games were rated stays in the archive.
BEGIN;

DROP FUNCTION nebel.file_game, house.list;
DROP VIEW nebel.rating_now;
DROP FUNCTION nebel.rating_periods;
DROP TABLE nebel.rating_step, nebel.rating, nebel.rated_game;
ALTER TABLE nebel.person ADD rating integer NOT NULL DEFAULT 1500 CHECK (rating BETWEEN 0 AND 9999);

-- As house.sql has it.
CREATE FUNCTION house.list(OUT name text, OUT rating integer, OUT level smallint, OUT game text, OUT is_free boolean, OUT words text)
RETURNS SETOF record
LANGUAGE sql STABLE SET search_path = pg_catalog, pg_temp AS $$
    SELECT person.name, person.rating, bot.level, bot.game, house.is_free(bot), bot.words
    FROM house.bot JOIN nebel.person ON person.number = bot.person WHERE bot.is_open
    ORDER BY bot.game, bot.level, person.name;
$$;
REVOKE ALL ON FUNCTION house.list FROM PUBLIC;

COMMIT;
