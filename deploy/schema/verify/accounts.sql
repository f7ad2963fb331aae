BEGIN;

SELECT number, name, expires, is_bot, skeleton, created FROM nebel.person WHERE false;
SELECT game, seat, person FROM nebel.person_seat WHERE false;
SELECT hash, person, number, kind, label, scopes, created, seen, expires, address FROM nebel.session WHERE false;
SELECT hash, game, seat, expires, session FROM nebel.seat_token WHERE false;
SELECT hash, at FROM nebel.revoked WHERE false;
SELECT person, password, email, created FROM nebel.account WHERE false;
SELECT hash, person, purpose, email, expires FROM nebel.mail_token WHERE false;
SELECT skeleton, until FROM nebel.held_name WHERE false;
SELECT 1 / has_table_privilege('nebel_office', 'nebel.session', 'SELECT, INSERT, UPDATE, DELETE')::integer;
SELECT 1 / (NOT has_table_privilege('nebel_office', 'nebel.journal', 'SELECT'))::integer;

ROLLBACK;
