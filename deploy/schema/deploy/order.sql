-- Keeping order: who is suspended, what was reported, who has blocked whom, games that are to end, and the log of what operators did.
--
-- An operator is a login of PostgreSQL that the owner has admitted (admin.admit). It reads no table and writes none: it may execute functions of the
-- schema admin. Each of them that changes something writes a row of nebel.audit in the same transaction. Of a running game they tell who plays, since when
-- and by which clock, and nothing that happens in it.
BEGIN;

-- --- Suspended persons ----------------------------------------------------------------------------

CREATE TABLE nebel.suspension (
    person bigint      PRIMARY KEY REFERENCES nebel.person ON DELETE CASCADE,
    reason text        NOT NULL CHECK (octet_length(reason) BETWEEN 1 AND 300 AND reason !~ '[[:cntrl:]]'), -- is told to the person
    since  timestamptz NOT NULL DEFAULT now(),
    until  timestamptz NOT NULL -- infinity: until it is lifted
);

-- A moment as everybody is told it; `never` if it does not come.
CREATE FUNCTION nebel.stamp(moment timestamptz) RETURNS text
LANGUAGE sql STABLE SET search_path = pg_catalog, pg_temp AS $$
    SELECT CASE WHEN isfinite(moment) THEN to_char(moment AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') ELSE 'never' END;
$$;

-- What a suspended person is told: until when, and why. Null if it is not suspended.
CREATE FUNCTION nebel.suspended(who bigint) RETURNS text
LANGUAGE sql STABLE SET search_path = pg_catalog, pg_temp AS $$
    SELECT nebel.stamp(until) || ' ' || reason FROM nebel.suspension WHERE person = who AND until > now();
$$;

-- A session of a suspended person ends with the reason, which nodes read from here: a notification may be heard by any login.
ALTER TABLE nebel.revoked ADD why text;
CREATE OR REPLACE FUNCTION nebel.tell_revoked() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    words text := nebel.suspended(OLD.person);
BEGIN
    IF OLD.expires > now() THEN
        DELETE FROM nebel.revoked WHERE at < now() - interval '1 day';
        INSERT INTO nebel.revoked (hash, why) VALUES (OLD.hash, words) ON CONFLICT DO NOTHING;
        PERFORM pg_notify('nebel_revoked', CASE WHEN words IS NULL THEN encode(OLD.hash, 'hex') ELSE 'why' END);
    END IF;
    RETURN NULL;
END $$;

-- --- Blocks ---------------------------------------------------------------------------------------

-- Whom a person does not want to meet. Nodes read a person's list again when they are told its number.
CREATE TABLE nebel.block (
    person  bigint NOT NULL REFERENCES nebel.person ON DELETE CASCADE,
    blocked bigint NOT NULL REFERENCES nebel.person ON DELETE CASCADE,
    since   date   NOT NULL DEFAULT current_date,
    PRIMARY KEY (person, blocked),
    CHECK (person <> blocked)
);
CREATE INDEX ON nebel.block (blocked);

CREATE FUNCTION nebel.tell_block() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    PERFORM pg_notify('nebel_block', coalesce(NEW.person, OLD.person)::text);
    RETURN NULL;
END $$;
CREATE TRIGGER tell_block AFTER INSERT OR DELETE ON nebel.block FOR EACH ROW EXECUTE FUNCTION nebel.tell_block();

-- --- Reports --------------------------------------------------------------------------------------

CREATE TABLE nebel.report (
    number    bigint      GENERATED ALWAYS AS IDENTITY PRIMARY KEY, -- for operators; nobody else is told
    reporter  bigint      REFERENCES nebel.person ON DELETE SET NULL,
    about     bigint      REFERENCES nebel.person ON DELETE SET NULL,
    game      bigint      REFERENCES nebel.finished ON DELETE SET NULL, -- its public number
    kind      text        NOT NULL CHECK (kind IN ('cheating', 'insult', 'name', 'stalling', 'other')),
    text      text        NOT NULL CHECK (length(text) <= 500),
    made      timestamptz NOT NULL DEFAULT now(),
    closed    timestamptz,
    closed_by text,
    note      text        CHECK (length(note) <= 500)
);
-- The same report again only changes its text, while it is open.
CREATE UNIQUE INDEX ON nebel.report (reporter, (coalesce(about, 0)), (coalesce(game, 0)), kind) WHERE closed IS NULL;
CREATE INDEX ON nebel.report (about);
CREATE INDEX ON nebel.report (closed);

-- --- Games that are to end ------------------------------------------------------------------------

-- The node that has the game ends it; nobody else writes journals.
CREATE TABLE nebel.end_wish (
    game bigint      PRIMARY KEY,
    at   timestamptz NOT NULL DEFAULT now()
);

-- --- What operators did ---------------------------------------------------------------------------

CREATE TABLE nebel.audit (
    number   bigint      GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    key      text        NOT NULL UNIQUE, -- of one act: a retry after a lost answer does it once
    at       timestamptz NOT NULL DEFAULT clock_timestamp(),
    operator text        NOT NULL DEFAULT session_user,
    act      text        NOT NULL,
    person   bigint,     -- to whom, also after the person is gone
    target   text        NOT NULL, -- a name, a game, a report, a login, as it was called then
    reason   text        NOT NULL CHECK (length(reason) BETWEEN 1 AND 500)
);
CREATE INDEX ON nebel.audit (person);

CREATE FUNCTION nebel.keep_audit() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    RAISE 'rows of the audit log are not changed and not removed';
END $$;
CREATE TRIGGER keep_audit BEFORE UPDATE OR DELETE OR TRUNCATE ON nebel.audit FOR EACH STATEMENT EXECUTE FUNCTION nebel.keep_audit();

-- --- What the office and operators share ----------------------------------------------------------

-- Removes an account with all that belongs to it. The person stays without a name of its own, since its games are its opponents' too; nobody may take the
-- name for 180 days.
CREATE FUNCTION nebel.delete_account(who bigint) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    DELETE FROM nebel.account WHERE person = who;
    DELETE FROM nebel.session WHERE person = who;
    DELETE FROM nebel.mail_token WHERE person = who;
    DELETE FROM nebel.rating WHERE person = who;
    DELETE FROM nebel.block WHERE person = who OR blocked = who;
    INSERT INTO nebel.held_name (skeleton, until)
    SELECT skeleton, now() + interval '180 days' FROM nebel.person WHERE number = who AND skeleton IS NOT NULL
    ON CONFLICT (skeleton) DO UPDATE SET until = greatest(held_name.until, excluded.until);
    UPDATE nebel.person SET name = CASE WHEN is_bot THEN 'bot-' ELSE '' END || 'former-' || left(gen_random_uuid()::text, 8), skeleton = NULL
    WHERE number = who;
END $$;

-- Removes what is kept for a time only: suspensions that are over, and reports 180 days after they were closed.
CREATE FUNCTION nebel.tidy_order() RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
    DELETE FROM nebel.suspension WHERE until <= now();
    DELETE FROM nebel.report WHERE closed < now() - interval '180 days';
$$;

REVOKE ALL ON FUNCTION nebel.stamp, nebel.suspended, nebel.tell_block, nebel.keep_audit, nebel.delete_account, nebel.tidy_order FROM PUBLIC;
GRANT EXECUTE ON FUNCTION nebel.stamp, nebel.suspended, nebel.delete_account, nebel.tidy_order TO nebel_office;
GRANT SELECT ON nebel.suspension TO nebel_office;
GRANT SELECT, INSERT, DELETE ON nebel.block TO nebel_office;
GRANT SELECT (number, reporter, about, game, kind, text, made, closed), INSERT (reporter, about, game, kind, text), UPDATE (text) ON nebel.report TO nebel_office;

-- --- What operators ask ---------------------------------------------------------------------------

CREATE SCHEMA admin;

-- A person by its name; capital letters do not count.
CREATE FUNCTION admin.person(asked text) RETURNS bigint
LANGUAGE sql STABLE SET search_path = pg_catalog, pg_temp AS $$
    SELECT number FROM nebel.person WHERE lower(name) = lower(asked) ORDER BY name = asked DESC LIMIT 1;
$$;

-- Names that contain a text or look like it, and names that are held.
CREATE FUNCTION admin.names(part text, part_skeleton text, OUT name text, OUT kind text, OUT created text, OUT suspended text)
RETURNS SETOF record
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
    (SELECT person.name, CASE WHEN account.person IS NOT NULL AND is_bot THEN 'bot' WHEN account.person IS NOT NULL THEN 'account'
            WHEN is_bot THEN 'house bot' WHEN skeleton IS NULL AND starts_with(person.name, 'former-') THEN 'deleted' ELSE 'guest' END,
        nebel.stamp(person.created), coalesce(nebel.suspended(person.number), '')
    FROM nebel.person LEFT JOIN nebel.account ON account.person = person.number
    WHERE strpos(lower(person.name), lower(part)) > 0 OR skeleton = part_skeleton ORDER BY person.name LIMIT 50)
    UNION ALL
    SELECT held_name.skeleton, 'held until ' || nebel.stamp(until), '', '' FROM nebel.held_name
    WHERE until > now() AND held_name.skeleton = part_skeleton;
$$;

CREATE FUNCTION admin.account(asked text, OUT name text, OUT kind text, OUT created text, OUT email text, OUT sessions bigint, OUT seen text,
                              OUT suspended text, OUT finished bigint, OUT running bigint, OUT reports_open bigint, OUT reports_closed bigint)
RETURNS SETOF record
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
    SELECT p.name, CASE WHEN a.person IS NULL THEN CASE WHEN p.is_bot THEN 'house bot' ELSE 'guest' END WHEN p.is_bot THEN 'bot' ELSE 'account' END,
        nebel.stamp(p.created), coalesce(a.email, ''), (SELECT count(*) FROM nebel.session AS s WHERE s.person = p.number AND s.expires > now()),
        coalesce((SELECT max(s.seen) FROM nebel.session AS s WHERE s.person = p.number)::text, ''), coalesce(nebel.suspended(p.number), ''),
        (SELECT count(*) FROM nebel.finished AS f WHERE f.white = p.number OR f.black = p.number),
        (SELECT count(*) FROM nebel.person_seat AS s JOIN nebel.live_game USING (game) WHERE s.person = p.number),
        (SELECT count(*) FROM nebel.report AS r WHERE r.about = p.number AND r.closed IS NULL),
        (SELECT count(*) FROM nebel.report AS r WHERE r.about = p.number AND r.closed IS NOT NULL)
    FROM nebel.person AS p LEFT JOIN nebel.account AS a ON a.person = p.number WHERE p.number = admin.person(asked);
$$;

-- Running games: who plays, since when, by which clock. The number is for admin.end_game; people know a game by another one.
CREATE FUNCTION admin.live_games(OUT game bigint, OUT white text, OUT black text, OUT began text, OUT clock text) RETURNS SETOF record
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
    SELECT live_game.game, coalesce(white.name, ''), coalesce(black.name, ''), nebel.stamp(live_game.began), split_part(journal.line, ' ', 5)
    FROM nebel.live_game JOIN nebel.journal ON journal.game = live_game.game AND journal.number = 0
        LEFT JOIN nebel.person_seat AS one ON one.game = live_game.game AND one.seat = 0 LEFT JOIN nebel.person AS white ON white.number = one.person
        LEFT JOIN nebel.person_seat AS two ON two.game = live_game.game AND two.seat = 1 LEFT JOIN nebel.person AS black ON black.number = two.person
    ORDER BY live_game.began, live_game.game;
$$;

CREATE FUNCTION admin.game(asked bigint, OUT white text, OUT black text, OUT rules text, OUT clock text, OUT result text, OUT reason text, OUT began text,
                           OUT ended text, OUT is_rated boolean, OUT reports bigint)
RETURNS SETOF record
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
    SELECT coalesce(white.name, ''), coalesce(black.name, ''), f.rules, f.base_ms || '+' || f.increment_ms, f.result, f.reason, nebel.stamp(f.began),
        nebel.stamp(f.ended), f.is_rated, (SELECT count(*) FROM nebel.report WHERE report.game = f.id)
    FROM nebel.finished AS f LEFT JOIN nebel.person AS white ON white.number = f.white LEFT JOIN nebel.person AS black ON black.number = f.black
    WHERE f.id = asked;
$$;

-- Reports, the oldest first: those that are open, or all of them, or one.
CREATE FUNCTION admin.reports(wants_all boolean, wanted bigint, OUT number bigint, OUT made text, OUT kind text, OUT about text, OUT game text,
                              OUT reporter text, OUT words text, OUT closed text, OUT closed_by text, OUT note text)
RETURNS SETOF record
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
    SELECT r.number, nebel.stamp(r.made), r.kind, coalesce(about.name, ''), coalesce(lpad(to_hex(r.game), 16, '0'), ''), coalesce(reporter.name, ''), r.text,
        coalesce(nebel.stamp(r.closed), ''), coalesce(r.closed_by, ''), coalesce(r.note, '')
    FROM nebel.report AS r LEFT JOIN nebel.person AS about ON about.number = r.about LEFT JOIN nebel.person AS reporter ON reporter.number = r.reporter
    WHERE CASE WHEN wanted IS NOT NULL THEN r.number = wanted ELSE wants_all OR r.closed IS NULL END ORDER BY r.number;
$$;

-- The last acts, the newest first; those about one person if a name is given.
CREATE FUNCTION admin.acts(most integer, asked text, OUT number bigint, OUT at text, OUT operator text, OUT act text, OUT target text, OUT reason text)
RETURNS SETOF record
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
    SELECT number, nebel.stamp(at), operator, act, target, reason FROM nebel.audit
    WHERE asked IS NULL OR person = admin.person(asked) OR target = asked ORDER BY number DESC LIMIT most;
$$;

-- --- What operators do ----------------------------------------------------------------------------

-- Every act says whether it was done, and in words what was done or why not. `key` is drawn for one act; the same key again does nothing more.

-- Writes the row of an act; false if it is there already.
CREATE FUNCTION admin.note(act_key text, act_name text, who bigint, act_target text, why text) RETURNS boolean
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    INSERT INTO nebel.audit (key, act, person, target, reason) VALUES (act_key, act_name, who, act_target, why) ON CONFLICT (key) DO NOTHING;
    RETURN FOUND;
END $$;

-- Why nothing is done to a person; null if something can be.
CREATE FUNCTION admin.refusal(who bigint, asked text, needs_account boolean) RETURNS text
LANGUAGE sql STABLE SET search_path = pg_catalog, pg_temp AS $$
    SELECT CASE WHEN who IS NULL THEN format('nobody is called %s; nebel admin find looks for names', asked)
        WHEN EXISTS (SELECT FROM house.bot WHERE person = who)
            THEN format('%s is a house bot; UPDATE house.bot SET is_open = false closes one', asked)
        WHEN needs_account AND NOT EXISTS (SELECT FROM nebel.account WHERE person = who) THEN format('%s has no account', asked) END;
$$;

CREATE FUNCTION admin.rename(act_key text, asked text, new_name text, new_skeleton text, why text, OUT is_done boolean, OUT words text)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    who bigint := admin.person(asked);
BEGIN
    is_done := EXISTS (SELECT FROM nebel.audit WHERE key = act_key); -- the old name is gone then
    words := CASE WHEN NOT is_done THEN admin.refusal(who, asked, true) END;
    is_done := words IS NULL;
    IF is_done AND (EXISTS (SELECT FROM nebel.person WHERE skeleton = new_skeleton AND number <> who)
        OR EXISTS (SELECT FROM nebel.held_name WHERE skeleton = new_skeleton AND until > now())) THEN
        is_done := false;
        words := format('%s, or a name that looks like it, is taken or held; nebel admin find shows which', new_name);
    END IF;
    IF NOT is_done THEN
        RETURN;
    END IF;
    IF admin.note(act_key, 'rename', who, asked || ' to ' || new_name, why) THEN
        INSERT INTO nebel.held_name (skeleton, until)
        SELECT skeleton, now() + interval '180 days' FROM nebel.person WHERE number = who AND skeleton <> new_skeleton
        ON CONFLICT (skeleton) DO UPDATE SET until = greatest(held_name.until, excluded.until);
        UPDATE nebel.person SET name = new_name, skeleton = new_skeleton WHERE number = who;
    END IF;
    words := format('%s is called %s; open pages show it from their next visit on', asked, new_name);
END $$;

-- Nobody may take the name, or one that looks like it; who has it keeps it.
CREATE FUNCTION admin.reserve(act_key text, asked text, asked_skeleton text, why text, OUT is_done boolean, OUT words text)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    is_done := true;
    words := format('nobody may take %s', asked);
    IF admin.note(act_key, 'reserve', NULL, asked, why) THEN
        INSERT INTO nebel.held_name (skeleton, until) VALUES (asked_skeleton, 'infinity') ON CONFLICT (skeleton) DO UPDATE SET until = excluded.until;
    END IF;
END $$;

CREATE FUNCTION admin.release(act_key text, asked text, asked_skeleton text, why text, OUT is_done boolean, OUT words text)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    is_done := EXISTS (SELECT FROM nebel.audit WHERE key = act_key) OR EXISTS (SELECT FROM nebel.held_name WHERE skeleton = asked_skeleton);
    words := format(CASE WHEN is_done THEN '%s may be taken again' ELSE '%s is not held' END, asked);
    IF is_done AND admin.note(act_key, 'release', NULL, asked, why) THEN
        DELETE FROM nebel.held_name WHERE skeleton = asked_skeleton;
    END IF;
END $$;

-- For so many days, or without an end if there are none. Sessions and tokens end, so nothing of the person's goes on anywhere.
CREATE FUNCTION admin.suspend(act_key text, asked text, days integer, why text, OUT is_done boolean, OUT words text)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    who bigint := admin.person(asked);
BEGIN
    words := admin.refusal(who, asked, false);
    is_done := words IS NULL;
    IF NOT is_done THEN
        RETURN;
    END IF;
    IF admin.note(act_key, 'suspend', who, asked || coalesce(' for ' || days || ' days', ' without an end'), why) THEN
        INSERT INTO nebel.suspension (person, reason, until) VALUES (who, why, coalesce(now() + days * interval '1 day', 'infinity'))
        ON CONFLICT (person) DO UPDATE SET reason = excluded.reason, since = excluded.since, until = excluded.until;
        DELETE FROM nebel.session WHERE person = who;
    END IF;
    words := format('%s is suspended until %s', asked, nebel.suspended(who));
END $$;

CREATE FUNCTION admin.lift(act_key text, asked text, why text, OUT is_done boolean, OUT words text)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    who bigint := admin.person(asked);
BEGIN
    words := admin.refusal(who, asked, false);
    is_done := words IS NULL;
    IF is_done AND nebel.suspended(who) IS NULL AND NOT EXISTS (SELECT FROM nebel.audit WHERE key = act_key) THEN
        is_done := false;
        words := format('%s is not suspended', asked);
    END IF;
    IF is_done AND admin.note(act_key, 'lift', who, asked, why) THEN
        DELETE FROM nebel.suspension WHERE person = who;
    END IF;
    words := coalesce(words, format('%s may log in again', asked));
END $$;

CREATE FUNCTION admin.log_out(act_key text, asked text, why text, OUT is_done boolean, OUT words text)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    who bigint := admin.person(asked);
BEGIN
    words := admin.refusal(who, asked, false);
    is_done := words IS NULL;
    IF is_done AND admin.note(act_key, 'logout', who, asked, why) THEN
        DELETE FROM nebel.session WHERE person = who;
    END IF;
    words := coalesce(words, format('all sessions and tokens of %s have ended', asked));
END $$;

-- Sets the address of e-mail, or removes it if there is none; links that were mailed are dead.
CREATE FUNCTION admin.set_mail(act_key text, asked text, new_email text, why text, OUT is_done boolean, OUT words text)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    who bigint := admin.person(asked);
BEGIN
    words := admin.refusal(who, asked, true);
    is_done := words IS NULL;
    IF is_done AND admin.note(act_key, CASE WHEN new_email IS NULL THEN 'forget mail' ELSE 'set mail' END, who, asked, why) THEN
        DELETE FROM nebel.mail_token WHERE person = who;
        UPDATE nebel.account SET email = new_email WHERE person = who;
    END IF;
    words := coalesce(words, format(CASE WHEN new_email IS NULL THEN '%s has no address of e-mail any more'
        ELSE '%s has a new address of e-mail and can ask there for a new password' END, asked));
END $$;

CREATE FUNCTION admin.delete_account(act_key text, asked text, why text, OUT is_done boolean, OUT words text)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    who bigint := admin.person(asked);
BEGIN
    is_done := EXISTS (SELECT FROM nebel.audit WHERE key = act_key); -- the name is gone then
    words := CASE WHEN NOT is_done THEN admin.refusal(who, asked, true) END;
    IF NOT is_done AND words IS NULL AND admin.note(act_key, 'delete', who, asked, why) THEN
        PERFORM nebel.delete_account(who);
        is_done := true;
    END IF;
    words := coalesce(words, format('the account %s is gone; its games stay, under a name that tells nothing', asked));
END $$;

-- The node that has the game ends it within a second or two, as one that was called off. `id` is how people know it.
CREATE FUNCTION admin.end_game(act_key text, asked bigint, id text, why text, OUT is_done boolean, OUT words text)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    is_done := EXISTS (SELECT FROM nebel.live_game WHERE game = asked) OR EXISTS (SELECT FROM nebel.audit WHERE key = act_key);
    words := CASE WHEN is_done THEN 'the node is told to end the game; it is called off' ELSE 'this game is not running; nebel admin games lists those that are' END;
    IF is_done AND admin.note(act_key, 'end game', NULL, id, why) THEN
        DELETE FROM nebel.end_wish WHERE game NOT IN (SELECT game FROM nebel.live_game);
        INSERT INTO nebel.end_wish (game) VALUES (asked) ON CONFLICT DO NOTHING;
        PERFORM pg_notify('nebel_end', '');
    END IF;
END $$;

CREATE FUNCTION admin.close_report(act_key text, asked bigint, why text, OUT is_done boolean, OUT words text)
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

-- --- What the owner may call ----------------------------------------------------------------------

CREATE FUNCTION admin.admit(act_key text, login name, why text, OUT is_done boolean, OUT words text)
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

CREATE FUNCTION admin.dismiss(act_key text, login name, why text, OUT is_done boolean, OUT words text)
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    is_done := EXISTS (SELECT FROM pg_roles WHERE rolname = login);
    words := CASE WHEN is_done THEN format('%s may not use nebel admin any more', login) ELSE format('PostgreSQL has no login %s', login) END;
    IF is_done AND admin.note(act_key, 'dismiss', NULL, login, why) THEN
        EXECUTE format('REVOKE ALL ON ALL FUNCTIONS IN SCHEMA admin FROM %I', login);
        EXECUTE format('REVOKE ALL ON SCHEMA admin FROM %I', login);
    END IF;
END $$;

REVOKE ALL ON SCHEMA admin FROM PUBLIC;
REVOKE ALL ON ALL FUNCTIONS IN SCHEMA admin FROM PUBLIC;

COMMIT;
