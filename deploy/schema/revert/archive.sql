-- Removes the records of finished games; their journals stay.
BEGIN;

DROP TABLE nebel.finished, nebel.ended;
ALTER TABLE nebel.live_game DROP COLUMN began;

COMMIT;
