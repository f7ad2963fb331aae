BEGIN;

SELECT game, began FROM nebel.live_game WHERE false;
SELECT game, began, ended, problem FROM nebel.ended WHERE false;
SELECT id, game, white, black, rules, ruleset, base_ms, increment_ms, result, reason, began, ended, is_rated, record
FROM nebel.finished WHERE false;

ROLLBACK;
