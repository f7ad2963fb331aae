BEGIN;

SELECT id, name, description, scale, state, submitted FROM farm.experiment WHERE false;
SELECT id, experiment, number, label, pairs, proof, lease_seconds, is_over, counts, games FROM farm.cell WHERE false;
SELECT id, login, name, refused FROM farm.machine WHERE false;
SELECT id, machine, key_hash, build, signature, cpu, cores, threads, enrolled, seen, refused FROM farm.worker WHERE false;
SELECT worker, cell FROM farm.proof WHERE false;
SELECT id, experiment, cell, first, pairs, state, worker, ready, leases FROM farm.unit WHERE false;
SELECT unit, worker, lines, seconds, reported FROM farm.report WHERE false;
SELECT id, at, kind, experiment, worker, unit, note FROM farm.event WHERE false;
SELECT has_function_privilege('farm.enrol(text, text, text, text, integer, integer)', 'execute');
SELECT has_function_privilege('farm.lease(integer, text, integer)', 'execute');
SELECT has_function_privilege('farm.report(integer, text, bigint, integer, text, real)', 'execute');

ROLLBACK;
