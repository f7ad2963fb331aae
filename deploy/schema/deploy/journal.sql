-- The journals of live games (docs/formats/journal.md), the nodes that write them, and which games are not over.
BEGIN;

CREATE SCHEMA nebel;

-- A node has a new number each time it starts. Every batch updates its time, so a page keeps room for new versions of its rows.
CREATE TABLE nebel.node (
    number   integer     GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    started  timestamptz NOT NULL DEFAULT now(),
    alive_ms bigint      NOT NULL DEFAULT 0 CHECK (alive_ms >= 0) -- the largest time of its own that is known
) WITH (fillfactor = 50);

-- The key is the fence between two nodes that both believe to own a game: only one of them can write the next row.
CREATE TABLE nebel.journal (
    game   bigint  NOT NULL,
    number integer NOT NULL CHECK (number >= 0),
    node   integer NOT NULL, -- who wrote it
    line   text    NOT NULL,
    PRIMARY KEY (game, number)
);

-- Games that are not over, so that nobody searches the journals of those that are.
CREATE TABLE nebel.live_game (
    game bigint PRIMARY KEY
);

COMMIT;
