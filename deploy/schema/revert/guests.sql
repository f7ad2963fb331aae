-- Removes all guests; their games stay.
BEGIN;

DROP TABLE nebel.guest_seat, nebel.guest;

COMMIT;
