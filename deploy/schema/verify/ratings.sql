BEGIN;

SELECT game FROM nebel.rated_game WHERE false;
SELECT person, pool, scope, rating, deviation, volatility, games, moved FROM nebel.rating WHERE false;
SELECT person, pool, scope, number, game, rating, deviation, at FROM nebel.rating_step WHERE false;
SELECT person, pool, scope, rating, deviation, games, moved, is_provisional FROM nebel.rating_now WHERE false;
SELECT name, rating, level, game, is_free, words, is_provisional FROM house.list();
SELECT has_function_privilege('nebel.file_game(bigint, bigint, text, text, bigint, bigint, text, text, bytea, jsonb)', 'execute');
SELECT 1 / (nebel.rating_periods('2026-01-01', '2026-01-15') = 2)::integer;

ROLLBACK;
