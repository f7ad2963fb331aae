-- House bots: opponents of the lobby that are always there, and the workers that play them (docs/server.md).
--
-- A challenge books a game. A worker leases it: it hands over the hash of a token that it has drawn, and that token is from then on good for the bot's
-- seat. It plays there like any client, by the lines of the seat's protocol alone. A lease that is not renewed runs out, and another worker gets the game
-- with a token of its own. Only the clock of this database counts.
--
-- A worker's login may execute five functions, enrol, lease, renew, done and leave, and read nothing.
BEGIN;

CREATE SCHEMA house;

-- What the operator may change.
CREATE TABLE house.setting (
    is_only       boolean PRIMARY KEY DEFAULT true CHECK (is_only),
    lease_seconds integer NOT NULL DEFAULT 15 CHECK (lease_seconds > 0),
    person_games  integer NOT NULL DEFAULT 2 CHECK (person_games >= 0), -- with bots, of one person at once
    games         integer NOT NULL DEFAULT 1000 CHECK (games >= 0)      -- of all bots at once
);
INSERT INTO house.setting DEFAULT VALUES;

-- A bot is a person without a session: nobody can say hello as one.
CREATE TABLE house.bot (
    person      bigint   PRIMARY KEY REFERENCES nebel.person ON DELETE CASCADE,
    game        text     NOT NULL CHECK (octet_length(game) <= 40), -- "kriegspiel"
    level       smallint NOT NULL CHECK (level BETWEEN 0 AND 99), -- 0 for a bot that is none of the levels
    words       text     NOT NULL CHECK (octet_length(words) <= 200), -- for people: "level 3, regular player"
    player      text     NOT NULL, -- a player string
    nodes       bigint   NOT NULL CHECK (nodes >= 0),   -- of a try; 0 if time alone limits it
    move_ms     integer  NOT NULL CHECK (move_ms > 0),  -- of a try at most
    pace_ms     integer  NOT NULL DEFAULT 1000 CHECK (pace_ms >= 0), -- that it waits at most before a turn, by chance
    games       text[]   NOT NULL, -- the game strings that it plays
    base_ms_min bigint   NOT NULL DEFAULT 30000 CHECK (base_ms_min > 0), -- of a clock; a game without clocks it plays too
    base_ms_max bigint   NOT NULL DEFAULT 7200000,
    games_max   integer  NOT NULL CHECK (games_max > 0), -- at once
    is_open     boolean  NOT NULL DEFAULT true -- whether it takes challenges
);

-- One run of `nebel bots`. Its key is known to it alone.
CREATE TABLE house.worker (
    id       integer     GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    login    text        NOT NULL DEFAULT session_user,
    key_hash bytea       NOT NULL,
    slots    integer     NOT NULL CHECK (slots > 0), -- games that it plays at once
    enrolled timestamptz NOT NULL DEFAULT clock_timestamp(),
    seen     timestamptz NOT NULL DEFAULT clock_timestamp()
) WITH (fillfactor = 50);

-- A game with a bot. It waits for a worker if `ready` is past.
CREATE TABLE house.game (
    game   bigint      PRIMARY KEY,
    bot    bigint      NOT NULL REFERENCES house.bot ON DELETE CASCADE,
    seat   smallint    NOT NULL CHECK (seat IN (0, 1)), -- the bot's
    person bigint      NOT NULL, -- in the other seat
    rules  text        NOT NULL, -- the game string
    booked timestamptz NOT NULL DEFAULT clock_timestamp(),
    worker integer     REFERENCES house.worker ON DELETE SET NULL,
    ready  timestamptz NOT NULL DEFAULT '-infinity', -- when it may be leased
    hash   bytea       CHECK (length(hash) = 32), -- of the token of its lease
    leases integer     NOT NULL DEFAULT 0
) WITH (fillfactor = 50);
CREATE INDEX ON house.game (worker);

-- Games that are played. One that was booked a moment ago may not have begun.
CREATE VIEW house.running AS
SELECT game.* FROM house.game
WHERE EXISTS (SELECT FROM nebel.live_game WHERE live_game.game = game.game)
    OR game.booked > clock_timestamp() - interval '10 seconds'
        AND NOT EXISTS (SELECT FROM nebel.journal WHERE journal.game = game.game AND journal.number = 0);

-- How many games the workers that are there can play.
CREATE FUNCTION house.slots() RETURNS bigint
LANGUAGE sql STABLE SET search_path = pg_catalog, pg_temp AS $$
    SELECT coalesce(sum(slots), 0)::bigint FROM house.worker, house.setting
    WHERE seen > clock_timestamp() - lease_seconds * interval '1 second';
$$;

-- Whether a bot takes one more game. This goes by the number of games that are played, and by nothing that happens in them.
CREATE FUNCTION house.is_free(asked house.bot) RETURNS boolean
LANGUAGE sql STABLE SET search_path = pg_catalog, pg_temp AS $$
    SELECT asked.is_open AND count(*) < least(house.slots(), (SELECT games FROM house.setting))
        AND count(*) FILTER (WHERE bot = asked.person) < asked.games_max FROM house.running;
$$;

-- --- What the node calls --------------------------------------------------------------------------

-- The bots, the weakest first.
CREATE FUNCTION house.list(OUT name text, OUT rating integer, OUT level smallint, OUT game text, OUT is_free boolean, OUT words text)
RETURNS SETOF record
LANGUAGE sql STABLE SET search_path = pg_catalog, pg_temp AS $$
    SELECT person.name, person.rating, bot.level, bot.game, house.is_free(bot), bot.words
    FROM house.bot JOIN nebel.person ON person.number = bot.person WHERE bot.is_open
    ORDER BY bot.game, bot.level, person.name;
$$;

-- Books a game of a person with a bot: who sits where, and the token of the person's seat. Says 'booked', or why not: 'none' if there is no such bot,
-- 'game' or 'clock' if it does not play that, 'many' if the person has enough games with bots, 'busy'. The same call twice books once.
CREATE FUNCTION house.book(booked_game bigint, asked text, asker bigint, asker_seat smallint, asker_hash bytea, asker_session bytea, life_s integer,
                           rules text, base_ms bigint)
RETURNS text
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    b house.bot;
    s house.setting;
BEGIN
    SELECT * INTO s FROM house.setting FOR UPDATE; -- one booking at a time, so that quotas hold
    IF EXISTS (SELECT FROM house.game AS g WHERE g.game = booked_game AND g.person = asker) THEN
        RETURN 'booked';
    END IF;
    SELECT bot.* INTO b FROM house.bot JOIN nebel.person ON person.number = bot.person WHERE person.name = asked AND bot.is_open;
    IF NOT FOUND THEN
        RETURN 'none';
    ELSIF rules <> ALL (b.games) THEN
        RETURN 'game';
    ELSIF base_ms <> 0 AND base_ms NOT BETWEEN b.base_ms_min AND b.base_ms_max THEN
        RETURN 'clock';
    ELSIF (SELECT count(*) FROM house.running WHERE running.person = asker) >= s.person_games THEN
        RETURN 'many';
    ELSIF NOT house.is_free(b) THEN
        RETURN 'busy';
    END IF;
    DELETE FROM house.game AS g WHERE g.game IN (
        SELECT old.game FROM house.game AS old LEFT JOIN nebel.live_game USING (game)
        WHERE live_game.game IS NULL AND old.booked < clock_timestamp() - interval '1 minute' LIMIT 10);
    INSERT INTO house.game (game, bot, seat, person, rules) VALUES (booked_game, b.person, 1 - asker_seat, asker, book.rules);
    INSERT INTO nebel.person_seat (game, seat, person) VALUES (booked_game, asker_seat, asker), (booked_game, 1 - asker_seat, b.person);
    INSERT INTO nebel.seat_token (hash, game, seat, expires, session)
    VALUES (asker_hash, booked_game, asker_seat, now() + life_s * interval '1 second', asker_session);
    RETURN 'booked';
END $$;

-- --- What workers may call ------------------------------------------------------------------------

-- Makes a worker of this login; it is known by its number and its key from then on.
CREATE FUNCTION house.enrol(slots integer, OUT worker integer, OUT key text)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    DELETE FROM house.worker AS w WHERE w.seen < clock_timestamp() - interval '1 day';
    enrol.key := gen_random_uuid()::text;
    INSERT INTO house.worker (login, key_hash, slots) VALUES (session_user, sha256(convert_to(enrol.key, 'UTF8')), least(enrol.slots, 1000))
    RETURNING id INTO enrol.worker;
END $$;

-- Whether a worker is who it says; then it was seen.
CREATE FUNCTION house.knows(asker integer, key text) RETURNS boolean
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    UPDATE house.worker SET seen = clock_timestamp()
    WHERE id = asker AND login = session_user AND key_hash = sha256(convert_to(key, 'UTF8'));
    RETURN FOUND;
END $$;

-- The next game to play, as `kind`: 'game', 'wait', or 'unknown' if this is no worker. The same hash again gets the same game.
CREATE FUNCTION house.lease(asker integer, key text, token_hash bytea,
                            OUT kind text, OUT game bigint, OUT bot text, OUT seat smallint, OUT rules text, OUT player text, OUT nodes bigint,
                            OUT move_ms integer, OUT pace_ms integer)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    g house.game;
BEGIN
    IF NOT house.knows(asker, key) THEN
        kind := 'unknown';
        RETURN;
    END IF;
    kind := 'wait';
    SELECT leased.* INTO g FROM house.game AS leased WHERE leased.worker = asker AND leased.hash = token_hash AND leased.ready > clock_timestamp();
    IF NOT FOUND THEN
        IF (SELECT count(*) FROM house.game AS held WHERE held.worker = asker AND held.ready > clock_timestamp())
            >= (SELECT slots FROM house.worker WHERE id = asker) THEN
            RETURN;
        END IF;
        SELECT waiting.* INTO g FROM house.game AS waiting JOIN nebel.live_game ON live_game.game = waiting.game
        WHERE waiting.ready <= clock_timestamp() ORDER BY waiting.booked LIMIT 1 FOR UPDATE OF waiting SKIP LOCKED;
        IF NOT FOUND THEN
            RETURN;
        END IF;
        DELETE FROM nebel.seat_token WHERE hash = g.hash; -- of the worker before
        INSERT INTO nebel.seat_token (hash, game, seat, expires) VALUES (token_hash, g.game, g.seat, now() + interval '7 days');
        UPDATE house.game AS leased
        SET worker = asker, hash = token_hash, leases = leased.leases + 1,
            ready = clock_timestamp() + (SELECT lease_seconds FROM house.setting) * interval '1 second'
        WHERE leased.game = g.game;
    END IF;
    SELECT 'game', g.game, person.name, g.seat, g.rules, b.player, b.nodes, b.move_ms, b.pace_ms
    INTO kind, game, bot, seat, rules, player, nodes, move_ms, pace_ms
    FROM house.bot AS b JOIN nebel.person ON person.number = b.person WHERE b.person = g.bot;
END $$;

-- Holds the leases of a worker longer. Says which games it still has; those that another one has got, or that ran out, are not among them. And how
-- many seconds the leases are good for.
CREATE FUNCTION house.renew(asker integer, key text, OUT is_known boolean, OUT seconds integer, OUT held text)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    is_known := house.knows(asker, key);
    SELECT lease_seconds INTO seconds FROM house.setting;
    WITH kept AS (
        UPDATE house.game SET ready = clock_timestamp() + seconds * interval '1 second'
        WHERE is_known AND worker = asker AND ready > clock_timestamp() RETURNING game)
    SELECT coalesce(string_agg(game::text, ' '), '') INTO held FROM kept;
END $$;

-- Ends a lease. A game that goes on waits for a worker again, at once, or after some seconds if this one has failed to play it.
CREATE FUNCTION house.done(asker integer, key text, leased bigint, has_failed boolean) RETURNS void
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

-- Gives all leases of a worker back; it plays no more.
CREATE FUNCTION house.leave(asker integer, key text) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    IF house.knows(asker, key) THEN
        PERFORM house.done(asker, key, game, false) FROM house.game WHERE worker = asker;
        UPDATE house.worker SET seen = '-infinity' WHERE id = asker;
    END IF;
END $$;

-- --- What the owner may call ----------------------------------------------------------------------

-- Keeps a bot under a name, which must begin with `bot-`; one that is there plays so from its next game on. How it is limited stays as the owner has set it.
CREATE FUNCTION house.keep_bot(bot_name text, bot_game text, bot_level smallint, bot_words text, bot_player text, bot_nodes bigint, bot_move_ms integer,
                               bot_games text[], bot_games_max integer)
RETURNS void
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    who bigint;
BEGIN
    IF bot_name !~ '^bot-[a-z0-9-]{1,36}$' THEN
        RAISE 'the name of a bot is bot- and small letters, digits and -, at most 40 characters';
    END IF;
    SELECT number INTO who FROM nebel.person WHERE name = bot_name;
    IF NOT FOUND THEN
        INSERT INTO nebel.person (number, name, expires, is_bot)
        VALUES (('x' || left(replace(gen_random_uuid()::text, '-', ''), 15))::bit(60)::bigint + 1, bot_name, 'infinity', true)
        RETURNING number INTO who;
    END IF;
    INSERT INTO house.bot (person, game, level, words, player, nodes, move_ms, games, games_max)
    VALUES (who, bot_game, bot_level, bot_words, bot_player, bot_nodes, bot_move_ms, bot_games, bot_games_max)
    ON CONFLICT (person) DO UPDATE
    SET game = excluded.game, level = excluded.level, words = excluded.words, player = excluded.player, nodes = excluded.nodes,
        move_ms = excluded.move_ms, games = excluded.games;
END $$;

-- Lets a login of this database play bots.
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

REVOKE ALL ON SCHEMA house FROM PUBLIC;
REVOKE ALL ON ALL TABLES IN SCHEMA house FROM PUBLIC;
REVOKE ALL ON ALL FUNCTIONS IN SCHEMA house FROM PUBLIC;

COMMIT;
