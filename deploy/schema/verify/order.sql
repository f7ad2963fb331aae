BEGIN;

SELECT person, reason, since, until FROM nebel.suspension WHERE false;
SELECT hash, at, why FROM nebel.revoked WHERE false;
SELECT person, blocked, since FROM nebel.block WHERE false;
SELECT number, reporter, about, game, kind, text, made, closed, closed_by, note FROM nebel.report WHERE false;
SELECT game, at FROM nebel.end_wish WHERE false;
SELECT number, key, at, operator, act, person, target, reason FROM nebel.audit WHERE false;
SELECT 1 / (NOT has_table_privilege('nebel_office', 'nebel.audit', 'SELECT, INSERT, UPDATE, DELETE'))::integer;
SELECT 1 / (NOT has_table_privilege('nebel_office', 'nebel.suspension', 'INSERT, UPDATE, DELETE'))::integer;
SELECT 1 / has_function_privilege('nebel_office', 'nebel.delete_account(bigint)', 'execute')::integer;
SELECT 1 / (NOT has_schema_privilege('nebel_office', 'admin', 'usage'))::integer;
SELECT name, kind, created, suspended FROM admin.names('', '') LIMIT 0;
SELECT game, white, black, began, clock FROM admin.live_games() LIMIT 0;
SELECT number, at, operator, act, target, reason FROM admin.acts(0, NULL);

ROLLBACK;
