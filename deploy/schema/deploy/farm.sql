-- Experiments that many machines play together (docs/formats/farm.md). Cells are cut into units, ranges of pairs that take about a minute.
-- A worker leases a unit, plays it and reports its lines. The keeper checks reports and writes match files.
--
-- A worker's login may execute three functions, enrol, lease and report, and read nothing. Only the clock of this database counts.
BEGIN;

CREATE SCHEMA farm;

-- `secret` decides which pairs are played again as a sample; workers cannot read it.
CREATE TABLE farm.experiment (
    id          integer          GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    name        text             NOT NULL,
    description text             NOT NULL, -- the experiment's file
    scale       double precision NOT NULL CHECK (scale > 0),
    state       text             NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'done', 'cancelled')),
    submitted   timestamptz      NOT NULL DEFAULT now(),
    secret      text             NOT NULL DEFAULT gen_random_uuid()::text
);
CREATE UNIQUE INDEX ON farm.experiment (name) WHERE state = 'open';

-- The counts are the keeper's, who alone writes them: pairs in the match file, by the points of the first player.
CREATE TABLE farm.cell (
    id               integer   GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    experiment       integer   NOT NULL REFERENCES farm.experiment ON DELETE CASCADE,
    number           integer   NOT NULL CHECK (number >= 0), -- in the experiment
    label            text      NOT NULL,
    pairs            bigint    NOT NULL CHECK (pairs > 0),
    is_deterministic boolean   NOT NULL,
    proof            text      NOT NULL, -- the line of the proof pair
    lease_seconds    integer   NOT NULL CHECK (lease_seconds > 0),
    is_over          boolean   NOT NULL DEFAULT false,
    counts           integer[] NOT NULL DEFAULT '{0,0,0,0,0}',
    games            integer[] NOT NULL DEFAULT '{0,0,0}', -- wins, draws and losses
    UNIQUE (experiment, number)
);

-- Who plays: a login of this database and a machine. Trust and barring go by it.
CREATE TABLE farm.member (
    id      integer     GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    login   text        NOT NULL,
    machine text        NOT NULL,
    barred  timestamptz,
    UNIQUE (login, machine)
);

-- One run of `nebel lab work`. Its key is known to it alone.
CREATE TABLE farm.worker (
    id        integer     GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    member    integer     NOT NULL REFERENCES farm.member,
    key_hash  bytea       NOT NULL,
    build     text        NOT NULL, -- commit
    signature text        NOT NULL, -- of its umpire
    cpu       text        NOT NULL,
    cores     integer     NOT NULL,
    threads   integer     NOT NULL,
    enrolled  timestamptz NOT NULL DEFAULT now(),
    seen      timestamptz NOT NULL DEFAULT now(),
    refused   text -- why its play is not wanted; NULL if it is
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
CREATE INDEX ON farm.unit (experiment) WHERE state = 'reported';

-- What was reported of a unit. More than one text that is not void is a dispute.
CREATE TABLE farm.report (
    unit     bigint      NOT NULL REFERENCES farm.unit ON DELETE CASCADE,
    worker   integer     NOT NULL REFERENCES farm.worker,
    member   integer     NOT NULL REFERENCES farm.member,
    digest   bytea       NOT NULL,
    lines    text        NOT NULL CHECK (octet_length(lines) <= 67108864),
    reported timestamptz NOT NULL DEFAULT clock_timestamp(),
    seconds  real        NOT NULL CHECK (seconds >= 0), -- of all its threads together
    replayed integer     NOT NULL DEFAULT 0, -- pairs of it that the keeper has played again
    is_void  boolean     NOT NULL DEFAULT false,
    PRIMARY KEY (unit, worker, digest)
);
CREATE INDEX ON farm.report (member) WHERE replayed > 0;
CREATE INDEX ON farm.report (reported);

-- The audit.
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

-- --- What a worker may call ----------------------------------------------------------------------

CREATE FUNCTION farm.enrol(machine text, build text, signature text, cpu text, cores integer, threads integer,
                           OUT worker integer, OUT key text)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    who integer;
BEGIN
    INSERT INTO farm.member AS m (login, machine) VALUES (session_user, left(enrol.machine, 128)) ON CONFLICT DO NOTHING;
    SELECT id INTO who FROM farm.member AS m WHERE m.login = session_user AND m.machine = left(enrol.machine, 128);
    enrol.key := gen_random_uuid()::text;
    INSERT INTO farm.worker (member, key_hash, build, signature, cpu, cores, threads)
    VALUES (who, sha256(convert_to(enrol.key, 'UTF8')), left(enrol.build, 64), left(enrol.signature, 16), left(enrol.cpu, 95), enrol.cores,
            enrol.threads)
    RETURNING id INTO enrol.worker;
    INSERT INTO farm.event (kind, worker, note) VALUES ('enrolled', enrol.worker, session_user || ' on ' || left(enrol.machine, 128));
END $$;

-- Whether a worker is who it says, and may play: NULL, or why not.
CREATE FUNCTION farm.objection(asker integer, key text) RETURNS text
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    w record;
BEGIN
    SELECT worker.refused, worker.key_hash, member.barred, member.login INTO w
    FROM farm.worker JOIN farm.member ON member.id = worker.member WHERE worker.id = asker;
    IF NOT FOUND OR w.login <> session_user OR w.key_hash <> sha256(convert_to(key, 'UTF8')) THEN
        RETURN 'unknown';
    ELSIF w.barred IS NOT NULL THEN
        RETURN 'barred';
    ELSIF w.refused IS NOT NULL THEN
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

-- Takes a report: the lines of a unit, or, if the unit is NULL, of the proof pair of a cell. Says 'taken', 'late' if nobody needs it any more, or an
-- objection. The same report twice is taken once. Another one of the same unit is a dispute, which the keeper settles. An empty report gives a
-- leased unit back.
CREATE FUNCTION farm.report(asker integer, key text, reported_unit bigint, reported_cell integer, text_lines text, seconds real)
RETURNS text
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    objection text := farm.objection(asker, key);
    u record;
    hash bytea := sha256(convert_to(text_lines, 'UTF8'));
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
    SELECT unit.id, unit.state, unit.experiment, cell.is_deterministic, experiment.state = 'open' AS is_open INTO u
    FROM farm.unit JOIN farm.cell ON cell.id = unit.cell JOIN farm.experiment ON experiment.id = unit.experiment
    WHERE unit.id = reported_unit AND EXISTS (SELECT FROM farm.proof WHERE proof.worker = asker AND proof.cell = unit.cell)
    FOR UPDATE OF unit;
    IF NOT FOUND OR u.state = 'closed' OR NOT u.is_open THEN
        RETURN 'late';
    ELSIF EXISTS (SELECT FROM farm.report AS r WHERE r.unit = u.id AND r.worker = asker AND r.digest = hash) THEN
        RETURN 'taken';
    ELSIF u.state IN ('reported', 'checked') THEN
        -- Games under a limit of time are not the same again, so a second report of them proves nothing.
        IF NOT u.is_deterministic
            OR EXISTS (SELECT FROM farm.report AS r WHERE r.unit = u.id AND r.digest = hash AND NOT r.is_void) THEN
            RETURN 'late';
        END IF;
        INSERT INTO farm.event (kind, experiment, worker, unit, note)
        VALUES ('dispute', u.experiment, asker, u.id, 'two reports of one unit differ');
    END IF;
    INSERT INTO farm.report (unit, worker, member, digest, lines, seconds)
    SELECT u.id, asker, w.member, hash, text_lines, report.seconds FROM farm.worker AS w WHERE w.id = asker;
    UPDATE farm.unit SET state = 'reported', worker = NULL, ready = '-infinity' WHERE id = u.id;
    RETURN 'taken';
END $$;

-- --- What the owner may call ---------------------------------------------------------------------

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

-- The keeper has found nothing wrong with a report, and played so many of its pairs again. False if another report has come meanwhile.
CREATE FUNCTION farm.approve(approved_unit bigint, by_worker integer, played_again integer) RETURNS boolean
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    PERFORM FROM farm.unit WHERE id = approved_unit AND state = 'reported' FOR UPDATE;
    IF NOT FOUND OR (SELECT count(DISTINCT digest) FROM farm.report WHERE unit = approved_unit AND NOT is_void) <> 1 THEN
        RETURN false;
    END IF;
    UPDATE farm.unit SET state = 'checked' WHERE id = approved_unit;
    UPDATE farm.report SET replayed = played_again WHERE unit = approved_unit AND worker = by_worker AND NOT is_void;
    RETURN true;
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

-- Bars a member: its reports in open experiments are void, and their units are open again, unless another member has reported them too. Units that were closed
-- because a test was decided are open again as well, since the decision may have rested on false games.
CREATE FUNCTION farm.bar(who integer, why text) RETURNS integer
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    reopened integer;
BEGIN
    UPDATE farm.member SET barred = clock_timestamp() WHERE id = who AND barred IS NULL;
    UPDATE farm.cell SET is_over = false WHERE id IN (
        SELECT unit.cell FROM farm.report JOIN farm.unit ON unit.id = report.unit JOIN farm.experiment ON experiment.id = unit.experiment
        WHERE report.member = who AND NOT report.is_void AND experiment.state = 'open');
    UPDATE farm.report SET is_void = true
    FROM farm.unit JOIN farm.experiment ON experiment.id = unit.experiment
    WHERE unit.id = report.unit AND report.member = who AND experiment.state = 'open';
    UPDATE farm.unit SET state = 'open', worker = NULL, ready = '-infinity'
    FROM farm.experiment, farm.cell
    WHERE experiment.id = unit.experiment AND cell.id = unit.cell AND experiment.state = 'open' AND NOT cell.is_over
        AND (unit.state IN ('reported', 'checked', 'closed')
             OR unit.state = 'leased' AND unit.worker IN (SELECT id FROM farm.worker WHERE member = who))
        AND NOT EXISTS (SELECT FROM farm.report WHERE report.unit = unit.id AND NOT report.is_void);
    GET DIAGNOSTICS reopened = ROW_COUNT;
    UPDATE farm.unit SET state = 'reported' -- the other reports of its units are looked at again
    WHERE state = 'checked' AND id IN (SELECT unit FROM farm.report WHERE member = who AND is_void);
    INSERT INTO farm.event (kind, worker, note)
    SELECT 'barred', max(worker.id), member.login || ' on ' || member.machine || ': ' || why || '; ' || reopened || ' units are open again'
    FROM farm.member JOIN farm.worker ON worker.member = member.id WHERE member.id = who GROUP BY member.id;
    RETURN reopened;
END $$;

REVOKE ALL ON SCHEMA farm FROM PUBLIC;
REVOKE ALL ON ALL TABLES IN SCHEMA farm FROM PUBLIC;
REVOKE ALL ON ALL FUNCTIONS IN SCHEMA farm FROM PUBLIC;

COMMIT;
