-- Experiments that many machines play together (docs/formats/farm.md). Cells are cut into units, ranges of pairs that take about a minute.
-- A worker leases a unit, plays it and reports its lines. The coordinator checks reports and writes match files.
--
-- A worker's login may execute three functions, enrol, lease and report, and read nothing. Only the clock of this database counts.
BEGIN;

CREATE SCHEMA farm;

CREATE TABLE farm.experiment (
    id          integer          GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    name        text             NOT NULL,
    description text             NOT NULL, -- the experiment's file
    scale       double precision NOT NULL CHECK (scale > 0),
    state       text             NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'done', 'cancelled')),
    submitted   timestamptz      NOT NULL DEFAULT now()
);
CREATE UNIQUE INDEX ON farm.experiment (name) WHERE state = 'open';

-- Only the coordinator writes the counts: pairs in the match file, by the points of the first player.
CREATE TABLE farm.cell (
    id            integer   GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    experiment    integer   NOT NULL REFERENCES farm.experiment ON DELETE CASCADE,
    number        integer   NOT NULL CHECK (number >= 0), -- in the experiment
    label         text      NOT NULL,
    pairs         bigint    NOT NULL CHECK (pairs > 0),
    proof         text      NOT NULL, -- the line of the proof pair
    lease_seconds integer   NOT NULL CHECK (lease_seconds > 0),
    is_over       boolean   NOT NULL DEFAULT false,
    counts        integer[] NOT NULL DEFAULT '{0,0,0,0,0}',
    games         integer[] NOT NULL DEFAULT '{0,0,0}', -- wins, draws and losses
    UNIQUE (experiment, number)
);

-- A machine and the login of this database that plays there.
CREATE TABLE farm.machine (
    id      integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    login   text    NOT NULL,
    name    text    NOT NULL,
    refused text, -- why its reports are not wanted; NULL if they are
    UNIQUE (login, name)
);

-- One run of `nebel lab work`. Its key is known to it alone.
CREATE TABLE farm.worker (
    id        integer     GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    machine   integer     NOT NULL REFERENCES farm.machine,
    key_hash  bytea       NOT NULL,
    build     text        NOT NULL, -- commit
    signature text        NOT NULL, -- of its umpire
    cpu       text        NOT NULL,
    cores     integer     NOT NULL,
    threads   integer     NOT NULL,
    enrolled  timestamptz NOT NULL DEFAULT now(),
    seen      timestamptz NOT NULL DEFAULT now(),
    refused   text -- why its build is not wanted; NULL if it is
) WITH (fillfactor = 50);

CREATE TABLE farm.proof (
    worker integer NOT NULL REFERENCES farm.worker,
    cell   integer NOT NULL REFERENCES farm.cell ON DELETE CASCADE,
    PRIMARY KEY (worker, cell)
);

-- A lease is three columns of its unit. A held transaction would linger when its worker dies.
CREATE TABLE farm.unit (
    id         bigint      GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    experiment integer     NOT NULL,
    cell       integer     NOT NULL REFERENCES farm.cell ON DELETE CASCADE,
    first      bigint      NOT NULL CHECK (first >= 0),
    pairs      integer     NOT NULL CHECK (pairs > 0),
    state      text        NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'leased', 'reported', 'checked', 'closed')),
    worker     integer     REFERENCES farm.worker,
    ready      timestamptz NOT NULL DEFAULT '-infinity', -- when it may be leased
    leases     integer     NOT NULL DEFAULT 0,
    UNIQUE (cell, first)
) WITH (fillfactor = 50);
CREATE INDEX ON farm.unit (experiment, cell, first) WHERE state = 'open';
CREATE INDEX ON farm.unit (experiment, ready) WHERE state = 'leased';
CREATE INDEX ON farm.unit (worker) WHERE state = 'leased';

-- The report of a unit: the first one that came.
CREATE TABLE farm.report (
    unit     bigint      PRIMARY KEY REFERENCES farm.unit ON DELETE CASCADE,
    worker   integer     NOT NULL REFERENCES farm.worker,
    lines    text        NOT NULL CHECK (octet_length(lines) <= 67108864),
    reported timestamptz NOT NULL DEFAULT clock_timestamp(),
    seconds  real        NOT NULL CHECK (seconds >= 0) -- of all its threads together
);
CREATE INDEX ON farm.report (reported);

-- The log.
CREATE TABLE farm.event (
    id         bigint      GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    at         timestamptz NOT NULL DEFAULT clock_timestamp(),
    kind       text        NOT NULL,
    experiment integer,
    worker     integer,
    unit       bigint,
    note       text        NOT NULL DEFAULT ''
);
CREATE INDEX ON farm.event (experiment, id);

-- What a worker may call: enrol, lease and report.

CREATE FUNCTION farm.enrol(machine text, build text, signature text, cpu text, cores integer, threads integer,
                           OUT worker integer, OUT key text)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    who integer;
BEGIN
    INSERT INTO farm.machine AS m (login, name) VALUES (session_user, left(enrol.machine, 128)) ON CONFLICT DO NOTHING;
    SELECT id INTO who FROM farm.machine AS m WHERE m.login = session_user AND m.name = left(enrol.machine, 128);
    enrol.key := gen_random_uuid()::text;
    INSERT INTO farm.worker (machine, key_hash, build, signature, cpu, cores, threads)
    VALUES (who, sha256(convert_to(enrol.key, 'UTF8')), left(enrol.build, 64), left(enrol.signature, 16), left(enrol.cpu, 95), enrol.cores,
            enrol.threads)
    RETURNING id INTO enrol.worker;
    INSERT INTO farm.event (kind, worker, note) VALUES ('enrolled', enrol.worker, session_user || ' on ' || left(enrol.machine, 128));
END $$;

-- Returns why a worker may not play, or NULL if it may: `unknown`, `refused` for its build, or `broken` for its machine.
CREATE FUNCTION farm.objection(asker integer, key text) RETURNS text
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    w record;
BEGIN
    SELECT worker.key_hash, machine.login, worker.refused IS NOT NULL AS is_refused, machine.refused IS NOT NULL AS is_broken INTO w
    FROM farm.worker JOIN farm.machine ON machine.id = worker.machine WHERE worker.id = asker;
    IF NOT FOUND OR w.login <> session_user OR w.key_hash <> sha256(convert_to(key, 'UTF8')) THEN
        RETURN 'unknown';
    ELSIF w.is_broken THEN
        RETURN 'broken';
    ELSIF w.is_refused THEN
        RETURN 'refused';
    END IF;
    RETURN NULL;
END $$;

-- The next thing to do, as `kind`: 'unit' to play, 'proof' to play the proof pair of a cell, 'wait', 'idle' if no experiment is open, or an
-- objection. A worker that asks again gets the unit it holds. The experiment's file comes unless it is the `known` one.
--
-- The lease is committed asynchronously: a crash of the database may forget it, and then two workers play one unit, which harms nothing.
CREATE FUNCTION farm.lease(asker integer, key text, known integer,
                           OUT kind text, OUT experiment integer, OUT description text, OUT cell integer, OUT cell_number integer,
                           OUT unit bigint, OUT first bigint, OUT pairs integer)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    candidate integer;
    found_unit record;
    seconds integer;
BEGIN
    PERFORM set_config('synchronous_commit', 'off', true);
    kind := farm.objection(asker, key);
    IF kind IS NOT NULL THEN
        RETURN;
    END IF;
    UPDATE farm.worker SET seen = clock_timestamp() WHERE id = asker;
    SELECT u.* INTO found_unit FROM farm.unit AS u JOIN farm.experiment AS e ON e.id = u.experiment
    WHERE u.worker = asker AND u.state = 'leased' AND u.ready > clock_timestamp() AND e.state = 'open'
    LIMIT 1 FOR UPDATE OF u SKIP LOCKED;
    kind := 'idle';
    IF NOT FOUND THEN
        FOR candidate IN SELECT id FROM farm.experiment WHERE state = 'open' ORDER BY id LOOP
            kind := 'wait';
            SELECT u.* INTO found_unit FROM farm.unit AS u -- leases that ran out, which hold up what follows them
            WHERE u.experiment = candidate AND u.state = 'leased' AND u.ready <= clock_timestamp()
            ORDER BY u.ready LIMIT 1 FOR UPDATE SKIP LOCKED;
            EXIT WHEN FOUND;
            SELECT u.* INTO found_unit FROM farm.unit AS u
            WHERE u.experiment = candidate AND u.state = 'open'
            ORDER BY u.cell, u.first LIMIT 1 FOR UPDATE SKIP LOCKED;
            EXIT WHEN FOUND;
        END LOOP;
    END IF;
    IF found_unit.id IS NULL THEN
        RETURN;
    END IF;
    experiment := found_unit.experiment;
    cell := found_unit.cell;
    SELECT c.number, c.lease_seconds INTO cell_number, seconds FROM farm.cell AS c WHERE c.id = found_unit.cell;
    IF known IS DISTINCT FROM experiment THEN
        SELECT e.description INTO description FROM farm.experiment AS e WHERE e.id = found_unit.experiment;
    END IF;
    IF NOT EXISTS (SELECT FROM farm.proof AS p WHERE p.worker = asker AND p.cell = found_unit.cell) THEN
        kind := 'proof';
        RETURN;
    END IF;
    IF found_unit.state = 'leased' AND found_unit.worker <> asker THEN
        INSERT INTO farm.event (kind, experiment, worker, unit, note)
        VALUES ('expired', found_unit.experiment, found_unit.worker, found_unit.id, 'its lease ran out');
    END IF;
    UPDATE farm.unit AS u
    SET state = 'leased', worker = asker, ready = clock_timestamp() + seconds * interval '1 second',
        leases = u.leases + (u.worker IS DISTINCT FROM asker)::integer
    WHERE u.id = found_unit.id;
    kind := 'unit';
    unit := found_unit.id;
    first := found_unit.first;
    pairs := found_unit.pairs;
END $$;

-- Takes the line of a proof pair.
CREATE FUNCTION farm.take_proof(asker integer, proven integer, line text) RETURNS text
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    expected text;
    whole integer;
BEGIN
    SELECT proof, experiment INTO expected, whole FROM farm.cell WHERE id = proven;
    IF NOT FOUND THEN
        RETURN 'late';
    ELSIF line = expected THEN
        INSERT INTO farm.proof (worker, cell) VALUES (asker, proven) ON CONFLICT DO NOTHING;
        RETURN 'taken';
    END IF;
    UPDATE farm.worker SET refused = 'its proof pair differs' WHERE id = asker;
    INSERT INTO farm.event (kind, experiment, worker, note) VALUES ('refused', whole, asker, 'its proof pair differs: another build?');
    RETURN 'refused';
END $$;

-- Takes a report: the lines of a unit, or, if the unit is NULL, of the proof pair of a cell. Says 'taken', 'late' if the unit needs no report any more, or an
-- objection. The first report of a unit counts. The same report twice is taken once. An empty report gives a leased unit back.
CREATE FUNCTION farm.report(asker integer, key text, reported_unit bigint, reported_cell integer, text_lines text, seconds real)
RETURNS text
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    objection text := farm.objection(asker, key);
    u record;
BEGIN
    IF objection IS NOT NULL THEN
        RETURN objection;
    ELSIF reported_unit IS NULL THEN
        RETURN farm.take_proof(asker, reported_cell, text_lines);
    ELSIF text_lines = '' THEN
        UPDATE farm.unit SET state = 'open', worker = NULL, ready = '-infinity'
        WHERE id = reported_unit AND state = 'leased' AND worker = asker;
        RETURN 'taken';
    END IF;
    SELECT unit.id, unit.state IN ('open', 'leased') AND experiment.state = 'open' AS is_wanted INTO u
    FROM farm.unit JOIN farm.experiment ON experiment.id = unit.experiment
    WHERE unit.id = reported_unit AND EXISTS (SELECT FROM farm.proof WHERE proof.worker = asker AND proof.cell = unit.cell)
    FOR UPDATE OF unit;
    IF EXISTS (SELECT FROM farm.report AS r WHERE r.unit = u.id AND r.worker = asker) THEN
        RETURN 'taken';
    ELSIF u.is_wanted IS NOT TRUE THEN
        RETURN 'late';
    END IF;
    INSERT INTO farm.report (unit, worker, lines, seconds) VALUES (u.id, asker, text_lines, report.seconds);
    UPDATE farm.unit SET state = 'reported', worker = NULL, ready = '-infinity' WHERE id = u.id;
    RETURN 'taken';
END $$;

-- What the owner may call.

-- Lets a login of this database play.
CREATE FUNCTION farm.admit(login name) RETURNS void
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    EXECUTE format('GRANT USAGE ON SCHEMA farm TO %I', login);
    EXECUTE format('GRANT EXECUTE ON FUNCTION farm.enrol, farm.lease, farm.report TO %I', login);
END $$;

CREATE FUNCTION farm.dismiss(login name) RETURNS void
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    EXECUTE format('REVOKE USAGE ON SCHEMA farm FROM %I', login);
    EXECUTE format('REVOKE EXECUTE ON FUNCTION farm.enrol, farm.lease, farm.report FROM %I', login);
END $$;

-- The match file of a cell has these pairs. If it needs no more, nobody plays its other units.
CREATE FUNCTION farm.count(counted_cell integer, pair_counts integer[], game_counts integer[], over boolean) RETURNS void
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    UPDATE farm.cell SET counts = pair_counts, games = game_counts, is_over = over WHERE id = counted_cell;
    IF over THEN
        UPDATE farm.unit SET state = 'closed', worker = NULL WHERE cell = counted_cell AND state IN ('open', 'leased');
    END IF;
END $$;

-- Refuses a machine that has reported games that do not replay; returns how many units are open again. Its reports in open experiments are dropped. Where it has
-- played, units that were closed because a test was decided are open again as well, since the decision may have rested on such games.
CREATE FUNCTION farm.refuse(which integer, why text) RETURNS integer
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    workers integer[] := ARRAY(SELECT id FROM farm.worker WHERE machine = which);
    touched integer[] := ARRAY(
        SELECT DISTINCT unit.cell FROM farm.report JOIN farm.unit ON unit.id = report.unit JOIN farm.experiment ON experiment.id = unit.experiment
        WHERE report.worker = ANY (workers) AND experiment.state = 'open');
    reopened integer;
BEGIN
    UPDATE farm.machine SET refused = why WHERE id = which AND refused IS NULL;
    UPDATE farm.cell SET is_over = false WHERE id = ANY (touched);
    DELETE FROM farm.report USING farm.unit WHERE unit.id = report.unit AND unit.cell = ANY (touched) AND report.worker = ANY (workers);
    UPDATE farm.unit SET state = 'open', worker = NULL, ready = '-infinity'
    WHERE state = 'leased' AND worker = ANY (workers)
        OR cell = ANY (touched) AND state IN ('reported', 'checked', 'closed') AND NOT EXISTS (SELECT FROM farm.report WHERE report.unit = unit.id);
    GET DIAGNOSTICS reopened = ROW_COUNT;
    INSERT INTO farm.event (kind, worker, note)
    SELECT 'refused', workers[array_upper(workers, 1)], machine.login || ' on ' || machine.name || ': ' || why || '; ' || reopened || ' units are open again'
    FROM farm.machine WHERE id = which;
    RETURN reopened;
END $$;

REVOKE ALL ON SCHEMA farm FROM PUBLIC;
REVOKE ALL ON ALL TABLES IN SCHEMA farm FROM PUBLIC;
REVOKE ALL ON ALL FUNCTIONS IN SCHEMA farm FROM PUBLIC;

COMMIT;
