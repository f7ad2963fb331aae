BEGIN;

SELECT hash, game, seat, expires FROM nebel.seat_token WHERE false;

ROLLBACK;
