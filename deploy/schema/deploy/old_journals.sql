-- Journals of filed games are dropped after some days. Until then a seat that comes back is told its game from the journal, word for word; after that
-- the record has the game.
BEGIN;

-- What the operator may change.
CREATE TABLE nebel.setting (
    is_only      boolean PRIMARY KEY DEFAULT true CHECK (is_only),
    journal_days integer DEFAULT 7 CHECK (journal_days >= 0) -- that the journal of a filed game is kept; NULL for ever
);
INSERT INTO nebel.setting DEFAULT VALUES;

ALTER TABLE nebel.finished ADD COLUMN has_journal boolean NOT NULL DEFAULT true;
CREATE INDEX ON nebel.finished (ended) WHERE has_journal;

-- Drops the oldest journals that are due, of so many games at most; of how many it was.
CREATE FUNCTION nebel.drop_journals(games_max integer) RETURNS bigint
LANGUAGE sql SET search_path = pg_catalog, pg_temp AS $$
    WITH due AS MATERIALIZED (
        SELECT game FROM nebel.finished, nebel.setting
        WHERE has_journal AND ended < now() - journal_days * interval '1 day'
        ORDER BY ended LIMIT games_max FOR UPDATE OF finished SKIP LOCKED),
    dropped AS (DELETE FROM nebel.journal WHERE game IN (TABLE due)),
    marked AS (UPDATE nebel.finished SET has_journal = false WHERE game IN (TABLE due))
    SELECT count(*) FROM due;
$$;
REVOKE ALL ON FUNCTION nebel.drop_journals FROM PUBLIC;

COMMIT;
