BEGIN;

DROP TABLE nebel.seat_token;

COMMIT;
