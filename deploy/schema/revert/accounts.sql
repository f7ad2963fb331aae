-- Removes accounts and all sessions but one of each guest, and with them who sits where by another session. Persons stay, as guests; the role stays too, since other
-- databases may know it.
BEGIN;

DROP TABLE nebel.held_name, nebel.mail_token, nebel.account;
DROP TRIGGER tell_revoked ON nebel.session;
DROP FUNCTION nebel.tell_revoked;
DROP TABLE nebel.revoked;

ALTER TABLE nebel.person ADD hash bytea UNIQUE CHECK (length(hash) = 32);
UPDATE nebel.person SET hash = (SELECT hash FROM nebel.session WHERE person = person.number ORDER BY created, hash LIMIT 1),
    expires = least(expires, now() + interval '90 days');
DELETE FROM nebel.person WHERE hash IS NULL;
ALTER TABLE nebel.person ALTER hash SET NOT NULL;

ALTER TABLE nebel.person_seat ADD hash bytea CHECK (length(hash) = 32);
UPDATE nebel.person_seat SET hash = seat_token.hash
FROM nebel.person JOIN nebel.seat_token ON seat_token.session = person.hash
WHERE person.number = person_seat.person AND seat_token.game = person_seat.game AND seat_token.seat = person_seat.seat;
DELETE FROM nebel.person_seat WHERE hash IS NULL;
ALTER TABLE nebel.person_seat ALTER hash SET NOT NULL;

ALTER TABLE nebel.seat_token DROP COLUMN session;
DROP TABLE nebel.session;
ALTER TABLE nebel.person DROP COLUMN is_bot, DROP COLUMN skeleton, DROP COLUMN created;
ALTER TABLE nebel.person_seat RENAME COLUMN person TO guest;
ALTER TABLE nebel.person_seat RENAME TO guest_seat;
ALTER TABLE nebel.person RENAME TO guest;
REVOKE ALL ON nebel.guest FROM nebel_office;
REVOKE ALL ON SCHEMA nebel FROM nebel_office;

COMMIT;
