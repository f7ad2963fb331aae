BEGIN;

SELECT is_only, journal_days FROM nebel.setting WHERE false;
SELECT has_journal FROM nebel.finished WHERE false;
SELECT has_function_privilege('nebel.drop_journals(integer)', 'execute');

ROLLBACK;
