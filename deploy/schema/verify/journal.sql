BEGIN;

SELECT number, started, alive_ms FROM nebel.node WHERE false;
SELECT game, number, node, line FROM nebel.journal WHERE false;
SELECT game FROM nebel.live_game WHERE false;

ROLLBACK;
