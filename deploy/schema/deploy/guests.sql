-- Guests of the lobby, and who of them sits where. Numbers of guests are random. A guest's token is never stored, only its hash, nor is the
-- token of its seat; a guest that does not come until it expires is removed, with its seats.
BEGIN;

CREATE TABLE nebel.guest (
    number  bigint      PRIMARY KEY CHECK (number > 0),
    hash    bytea       NOT NULL UNIQUE CHECK (length(hash) = 32),
    name    text        NOT NULL UNIQUE,
    rating  integer     NOT NULL DEFAULT 1500 CHECK (rating BETWEEN 0 AND 9999),
    expires timestamptz NOT NULL
);
CREATE INDEX ON nebel.guest (expires);

CREATE TABLE nebel.guest_seat (
    game  bigint   NOT NULL,
    seat  smallint NOT NULL CHECK (seat IN (0, 1)),
    guest bigint   NOT NULL REFERENCES nebel.guest ON DELETE CASCADE,
    hash  bytea    NOT NULL CHECK (length(hash) = 32), -- of the seat's token
    PRIMARY KEY (game, seat)
);
CREATE INDEX ON nebel.guest_seat (guest);

COMMIT;
