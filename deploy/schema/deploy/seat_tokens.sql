-- Who may sit where. A token is never stored, only its hash; the clock that ends it is the database's, one for all nodes.
BEGIN;

CREATE TABLE nebel.seat_token (
    hash    bytea       PRIMARY KEY CHECK (length(hash) = 32),
    game    bigint      NOT NULL,
    seat    smallint    NOT NULL CHECK (seat IN (0, 1)),
    expires timestamptz NOT NULL
);
CREATE INDEX ON nebel.seat_token (expires);

COMMIT;
