-- The node's login is the only one of its cluster (docs/server.md, Who can see how much is tried): PostgreSQL shows every login how much is written, and so how
-- many tries are refused in running games.
--
-- The office and operators are roles that cannot log in; their programs log in as the node does and take on the role. Workers of house bots ask the node
-- (docs/protocol/bots.md). The farm has a cluster of its own.
BEGIN;

-- --- The office -----------------------------------------------------------------------------------

DO $$
BEGIN
    IF (SELECT rolcanlogin FROM pg_roles WHERE rolname = 'nebel_office') THEN
        ALTER ROLE nebel_office NOLOGIN;
    END IF;
    IF NOT pg_has_role(current_user, 'nebel_office', 'member') THEN
        EXECUTE format('GRANT nebel_office TO %I', current_user);
    END IF;
EXCEPTION WHEN insufficient_privilege THEN
    RAISE 'the role nebel_office must not log in, and % must be a member of it; as superuser: ALTER ROLE nebel_office NOLOGIN; GRANT nebel_office TO %',
        current_user, current_user;
END $$;

-- --- House bots -----------------------------------------------------------------------------------

DROP FUNCTION house.admit, house.dismiss;

-- Logins that were admitted lose their rights.
DO $$
DECLARE
    login name;
BEGIN
    FOR login IN SELECT DISTINCT rolname FROM pg_namespace, aclexplode(nspacl) AS grants JOIN pg_roles ON pg_roles.oid = grants.grantee
                 WHERE nspname = 'house' AND grants.grantee <> nspowner LOOP
        EXECUTE format('REVOKE ALL ON ALL FUNCTIONS IN SCHEMA house FROM %I', login);
        EXECUTE format('REVOKE ALL ON SCHEMA house FROM %I', login);
    END LOOP;
END $$;

-- Ends a lease. A game that goes on waits for a worker again, at once, or after some seconds if this one has failed to play it. The node wakes the workers.
CREATE OR REPLACE FUNCTION house.done(asker integer, key text, leased bigint, has_failed boolean) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    spent bytea;
BEGIN
    IF NOT house.knows(asker, key) THEN
        RETURN;
    END IF;
    SELECT hash INTO spent FROM house.game WHERE game = leased AND worker = asker FOR UPDATE;
    IF NOT FOUND THEN
        RETURN;
    END IF;
    DELETE FROM nebel.seat_token WHERE hash = spent;
    IF EXISTS (SELECT FROM nebel.live_game WHERE live_game.game = leased) THEN
        UPDATE house.game SET worker = NULL, hash = NULL,
            ready = clock_timestamp() + CASE WHEN has_failed THEN interval '5 seconds' ELSE interval '0' END
        WHERE game = leased;
    ELSE
        DELETE FROM house.game WHERE game = leased;
    END IF;
END $$;

-- --- Operators ------------------------------------------------------------------------------------

-- Who acts: the role that was taken on, or the owner of the database.
CREATE FUNCTION admin.operator() RETURNS text
LANGUAGE sql STABLE SET search_path = pg_catalog, pg_temp AS $$
    SELECT CASE current_setting('role') WHEN 'none' THEN session_user::text ELSE current_setting('role') END;
$$;
REVOKE ALL ON FUNCTION admin.operator FROM PUBLIC;

ALTER TABLE nebel.audit ALTER operator SET DEFAULT admin.operator();

CREATE OR REPLACE FUNCTION admin.close_report(act_key text, asked bigint, why text, OUT is_done boolean, OUT words text)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    r nebel.report;
BEGIN
    SELECT * INTO r FROM nebel.report WHERE number = asked;
    is_done := FOUND AND r.closed IS NULL OR EXISTS (SELECT FROM nebel.audit WHERE key = act_key);
    words := CASE WHEN is_done THEN format('report %s is closed', asked) WHEN r.number IS NULL THEN format('there is no report %s', asked)
        ELSE format('report %s is closed already', asked) END;
    IF is_done AND admin.note(act_key, 'close report', r.about, asked::text, why) THEN
        UPDATE nebel.report SET closed = now(), closed_by = admin.operator(), note = why WHERE number = asked;
    END IF;
END $$;

CREATE OR REPLACE FUNCTION admin.admit(act_key text, login name, why text, OUT is_done boolean, OUT words text)
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    is_done := EXISTS (SELECT FROM pg_roles WHERE rolname = login AND NOT rolcanlogin AND pg_has_role(current_user, rolname, 'member'));
    words := CASE WHEN is_done THEN format('%s may use nebel admin', login) ELSE format('PostgreSQL has no role %s for an operator; its '
        'superuser makes it by CREATE ROLE %I ROLE %I, and by ALTER ROLE %I NOLOGIN and GRANT %I TO %I if there is a login of that name', login, login,
        current_user, login, login, current_user) END;
    IF is_done AND admin.note(act_key, 'admit', NULL, login, why) THEN
        EXECUTE format('GRANT USAGE ON SCHEMA admin TO %I', login);
        EXECUTE format('GRANT EXECUTE ON FUNCTION admin.names, admin.account, admin.live_games, admin.game, admin.reports, admin.acts, admin.rename, '
            'admin.reserve, admin.release, admin.suspend, admin.lift, admin.log_out, admin.set_mail, admin.delete_account, admin.end_game, '
            'admin.close_report TO %I', login);
    END IF;
END $$;

CREATE OR REPLACE FUNCTION admin.dismiss(act_key text, login name, why text, OUT is_done boolean, OUT words text)
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    is_done := EXISTS (SELECT FROM pg_roles WHERE rolname = login);
    words := CASE WHEN is_done THEN format('%s may not use nebel admin any more', login) ELSE format('PostgreSQL has no role %s', login) END;
    IF is_done AND admin.note(act_key, 'dismiss', NULL, login, why) THEN
        EXECUTE format('REVOKE ALL ON ALL FUNCTIONS IN SCHEMA admin FROM %I', login);
        EXECUTE format('REVOKE ALL ON SCHEMA admin FROM %I', login);
    END IF;
END $$;

-- --- The farm -------------------------------------------------------------------------------------

-- Refuses a cluster in which a node works, or has worked in this database.
CREATE FUNCTION farm.check_cluster() RETURNS void
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    IF EXISTS (SELECT FROM nebel.node) OR EXISTS (SELECT FROM pg_stat_activity WHERE application_name = 'nebel node') THEN
        RAISE 'this PostgreSQL is a server''s, where members of a farm could count the hidden tries of running games; give the farm a cluster of its own';
    END IF;
END $$;

CREATE FUNCTION farm.keep_apart() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    PERFORM farm.check_cluster();
    RETURN NULL;
END $$;
CREATE TRIGGER keep_apart BEFORE INSERT ON farm.experiment FOR EACH STATEMENT EXECUTE FUNCTION farm.keep_apart();
CREATE TRIGGER keep_apart BEFORE INSERT ON farm.worker FOR EACH STATEMENT EXECUTE FUNCTION farm.keep_apart();

CREATE OR REPLACE FUNCTION farm.admit(login name) RETURNS void
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    PERFORM farm.check_cluster();
    EXECUTE format('GRANT USAGE ON SCHEMA farm TO %I', login);
    EXECUTE format('GRANT EXECUTE ON FUNCTION farm.enrol, farm.lease, farm.report TO %I', login);
END $$;

REVOKE ALL ON FUNCTION farm.check_cluster, farm.keep_apart FROM PUBLIC;

COMMIT;
