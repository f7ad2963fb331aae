BEGIN;

SELECT is_only, lease_seconds, person_games, games FROM house.setting WHERE false;
SELECT person, game, level, words, player, nodes, move_ms, pace_ms, games, base_ms_min, base_ms_max, games_max, is_open FROM house.bot WHERE false;
SELECT id, login, key_hash, slots, enrolled, seen FROM house.worker WHERE false;
SELECT game, bot, seat, person, rules, booked, worker, ready, hash, leases FROM house.running WHERE false;
SELECT name, rating, level, game, is_free, words FROM house.list();
SELECT has_function_privilege('house.book(bigint, text, bigint, smallint, bytea, bytea, integer, text, bigint)', 'execute');
SELECT has_function_privilege('house.keep_bot(text, text, smallint, text, text, bigint, integer, text[], integer)', 'execute');
SELECT has_function_privilege('house.enrol(integer)', 'execute');
SELECT has_function_privilege('house.lease(integer, text, bytea)', 'execute');
SELECT has_function_privilege('house.renew(integer, text)', 'execute');
SELECT has_function_privilege('house.done(integer, text, bigint, boolean)', 'execute');
SELECT has_function_privilege('house.leave(integer, text)', 'execute');

ROLLBACK;
