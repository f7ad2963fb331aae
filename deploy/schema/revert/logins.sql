-- The office logs in again; logins of workers and operators are to be admitted again.
BEGIN;

DROP TRIGGER keep_apart ON farm.worker;
DROP TRIGGER keep_apart ON farm.experiment;
CREATE OR REPLACE FUNCTION farm.admit(login name) RETURNS void
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    EXECUTE format('GRANT USAGE ON SCHEMA farm TO %I', login);
    EXECUTE format('GRANT EXECUTE ON FUNCTION farm.enrol, farm.lease, farm.report TO %I', login);
END $$;
DROP FUNCTION farm.keep_apart, farm.check_cluster;

CREATE OR REPLACE FUNCTION admin.dismiss(act_key text, login name, why text, OUT is_done boolean, OUT words text)
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    is_done := EXISTS (SELECT FROM pg_roles WHERE rolname = login);
    words := CASE WHEN is_done THEN format('%s may not use nebel admin any more', login) ELSE format('PostgreSQL has no login %s', login) END;
    IF is_done AND admin.note(act_key, 'dismiss', NULL, login, why) THEN
        EXECUTE format('REVOKE ALL ON ALL FUNCTIONS IN SCHEMA admin FROM %I', login);
        EXECUTE format('REVOKE ALL ON SCHEMA admin FROM %I', login);
    END IF;
END $$;

CREATE OR REPLACE FUNCTION admin.admit(act_key text, login name, why text, OUT is_done boolean, OUT words text)
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    is_done := EXISTS (SELECT FROM pg_roles WHERE rolname = login);
    words := CASE WHEN is_done THEN format('%s may use nebel admin', login) ELSE format('PostgreSQL has no login %s; make it: createuser %s', login, login) END;
    IF is_done AND admin.note(act_key, 'admit', NULL, login, why) THEN
        EXECUTE format('GRANT USAGE ON SCHEMA admin TO %I', login);
        EXECUTE format('GRANT EXECUTE ON FUNCTION admin.names, admin.account, admin.live_games, admin.game, admin.reports, admin.acts, admin.rename, '
            'admin.reserve, admin.release, admin.suspend, admin.lift, admin.log_out, admin.set_mail, admin.delete_account, admin.end_game, '
            'admin.close_report TO %I', login);
    END IF;
END $$;

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
        UPDATE nebel.report SET closed = now(), closed_by = session_user, note = why WHERE number = asked;
    END IF;
END $$;

ALTER TABLE nebel.audit ALTER operator SET DEFAULT session_user;
DROP FUNCTION admin.operator;

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
        PERFORM pg_notify('nebel_house', leased::text);
    ELSE
        DELETE FROM house.game WHERE game = leased;
    END IF;
END $$;

CREATE FUNCTION house.admit(login name) RETURNS void
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    EXECUTE format('GRANT USAGE ON SCHEMA house TO %I', login);
    EXECUTE format('GRANT EXECUTE ON FUNCTION house.enrol, house.lease, house.renew, house.done, house.leave TO %I', login);
END $$;

CREATE FUNCTION house.dismiss(login name) RETURNS void
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    EXECUTE format('REVOKE USAGE ON SCHEMA house FROM %I', login);
    EXECUTE format('REVOKE EXECUTE ON FUNCTION house.enrol, house.lease, house.renew, house.done, house.leave FROM %I', login);
END $$;
REVOKE ALL ON FUNCTION house.admit, house.dismiss FROM PUBLIC;

DO $$
BEGIN
    ALTER ROLE nebel_office LOGIN;
EXCEPTION WHEN insufficient_privilege THEN
    RAISE NOTICE 'the role nebel_office cannot log in; as superuser: ALTER ROLE nebel_office LOGIN';
END $$;

COMMIT;
