-- Finished games. The transaction that writes the last row of a game moves it from live_game to ended; whoever files it moves it on to
-- finished, with its record. A game of which anybody may see all three boards has a row there, and no other game has one.
BEGIN;

ALTER TABLE nebel.live_game ADD COLUMN began timestamptz NOT NULL DEFAULT now();

-- Games that are over and not filed yet.
CREATE TABLE nebel.ended (
    game    bigint      PRIMARY KEY,
    began   timestamptz NOT NULL,
    ended   timestamptz NOT NULL DEFAULT now(),
    problem text        -- why it cannot be filed
);

-- Games that were over before there was an archive. When that was nobody knows.
INSERT INTO nebel.ended (game, began)
SELECT game, now() FROM nebel.journal WHERE number = 0 AND game NOT IN (SELECT game FROM nebel.live_game);

-- The id is public; the number of the game is not. A person who is removed is nobody in its games: names are read from the persons.
CREATE TABLE nebel.finished (
    id           bigint      PRIMARY KEY CHECK (id > 0),
    game         bigint      NOT NULL UNIQUE,
    white        bigint      REFERENCES nebel.person ON DELETE SET NULL,
    black        bigint      REFERENCES nebel.person ON DELETE SET NULL,
    rules        text        NOT NULL, -- the game string
    ruleset      text        NOT NULL, -- of it what a search asks for
    base_ms      bigint      NOT NULL CHECK (base_ms >= 0), -- 0 without clocks
    increment_ms bigint      NOT NULL CHECK (increment_ms >= 0),
    result       text        NOT NULL CHECK (result IN ('1-0', '0-1', '1/2-1/2', '*')), -- * was called off
    reason       text        NOT NULL,
    began        timestamptz NOT NULL,
    ended        timestamptz NOT NULL,
    is_rated     boolean     NOT NULL DEFAULT false,
    record       bytea       NOT NULL -- docs/formats/store.md
);
ALTER TABLE nebel.finished ALTER COLUMN record SET STORAGE EXTERNAL; -- it is compressed already
CREATE INDEX ON nebel.finished (ended, id);
CREATE INDEX ON nebel.finished (white, ended, id);
CREATE INDEX ON nebel.finished (black, ended, id);
CREATE INDEX ON nebel.finished (ruleset, ended, id);

-- The office reads everything here but the number by which a node knows the game.
GRANT SELECT (id, white, black, rules, ruleset, base_ms, increment_ms, result, reason, began, ended, is_rated, record) ON nebel.finished
TO nebel_office;

COMMIT;
