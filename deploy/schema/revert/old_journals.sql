-- Journals that were dropped do not come back.
BEGIN;

DROP FUNCTION nebel.drop_journals;
ALTER TABLE nebel.finished DROP COLUMN has_journal;
DROP TABLE nebel.setting;

COMMIT;
