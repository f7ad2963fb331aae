BEGIN;

SELECT number, hash, name, rating, expires FROM nebel.guest WHERE false;
SELECT game, seat, guest, hash FROM nebel.guest_seat WHERE false;

ROLLBACK;
