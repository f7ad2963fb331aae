-- Removes the journals of all games. There is no way back but a backup.
BEGIN;

DROP TABLE nebel.live_game, nebel.journal, nebel.node;
DROP SCHEMA nebel;

COMMIT;
