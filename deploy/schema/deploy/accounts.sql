-- Persons, their sessions and their accounts. A guest is a person without an account. Tokens are never stored, only their hashes.
--
-- The role of the office, nebel_office, may read and write exactly what is granted here: no journals, no tokens of seats, no live games. Roles belong
-- to the whole PostgreSQL, so one that is there stays; only a superuser can make it here.
BEGIN;

DO $$
BEGIN
    IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'nebel_office') THEN
        CREATE ROLE nebel_office LOGIN;
    END IF;
END $$;

-- --- Persons -------------------------------------------------------------------------------------

ALTER TABLE nebel.guest RENAME TO person;
ALTER TABLE nebel.guest_seat RENAME TO person_seat;
ALTER TABLE nebel.person_seat RENAME COLUMN guest TO person;

-- A bot's name begins with bot-, and nobody else's does. Names that look alike have one skeleton; guests have none, since their names have a form of
-- their own. Who has an account does not expire.
ALTER TABLE nebel.person
    ADD is_bot boolean NOT NULL DEFAULT false,
    ADD skeleton text UNIQUE,
    ADD created timestamptz NOT NULL DEFAULT now(),
    ADD CHECK (is_bot = starts_with(lower(name), 'bot-'));

-- --- Sessions ------------------------------------------------------------------------------------

-- Whoever shows the token of a session is its person. A guest has one, each login makes one, and tokens for programs are sessions with scopes. The number
-- names a session to its person. The address, a keyed hash, is forgotten after 30 days.
CREATE TABLE nebel.session (
    hash    bytea       PRIMARY KEY CHECK (length(hash) = 32),
    person  bigint      NOT NULL REFERENCES nebel.person ON DELETE CASCADE,
    number  bigint      NOT NULL DEFAULT ('x' || left(gen_random_uuid()::text, 8))::bit(32)::bigint,
    kind    text        NOT NULL CHECK (kind IN ('guest', 'login', 'token')),
    label   text        NOT NULL DEFAULT '' CHECK (length(label) <= 100),
    scopes  text[]      NOT NULL DEFAULT '{}',
    created timestamptz NOT NULL DEFAULT now(),
    seen    date        NOT NULL DEFAULT current_date,
    expires timestamptz NOT NULL,
    address bytea,
    UNIQUE (person, number)
);
CREATE INDEX ON nebel.session (expires);
CREATE INDEX ON nebel.session (created) WHERE address IS NOT NULL;

INSERT INTO nebel.session (hash, person, kind, expires)
SELECT hash, number, 'guest', expires FROM nebel.person;

-- Each session has its own tokens for the seats of its person; those of an operator's game belong to none.
ALTER TABLE nebel.seat_token ADD session bytea REFERENCES nebel.session ON DELETE CASCADE;
CREATE INDEX ON nebel.seat_token (session);
UPDATE nebel.seat_token SET session = session.hash
FROM nebel.person_seat JOIN nebel.session USING (person) WHERE person_seat.hash = seat_token.hash;

ALTER TABLE nebel.person DROP COLUMN hash;
ALTER TABLE nebel.person_seat DROP COLUMN hash;

-- Sessions that were ended before their time. Nodes are told at once, and a node that was not connected reads what it missed.
CREATE TABLE nebel.revoked (
    hash bytea       PRIMARY KEY,
    at   timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX ON nebel.revoked (at);

CREATE FUNCTION nebel.tell_revoked() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    IF OLD.expires > now() THEN
        DELETE FROM nebel.revoked WHERE at < now() - interval '1 day';
        INSERT INTO nebel.revoked (hash) VALUES (OLD.hash) ON CONFLICT DO NOTHING;
        PERFORM pg_notify('nebel_revoked', encode(OLD.hash, 'hex'));
    END IF;
    RETURN NULL;
END $$;
REVOKE ALL ON FUNCTION nebel.tell_revoked FROM PUBLIC;
CREATE TRIGGER tell_revoked AFTER DELETE ON nebel.session FOR EACH ROW EXECUTE FUNCTION nebel.tell_revoked();

-- --- Accounts ------------------------------------------------------------------------------------

CREATE TABLE nebel.account (
    person   bigint      PRIMARY KEY REFERENCES nebel.person ON DELETE CASCADE,
    password text        NOT NULL, -- argon2id, as libsodium writes it
    email    text        CHECK (length(email) <= 254),
    created  timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX ON nebel.account (lower(email));

-- Links that were sent by mail. Each works once.
CREATE TABLE nebel.mail_token (
    hash    bytea       PRIMARY KEY CHECK (length(hash) = 32),
    person  bigint      NOT NULL REFERENCES nebel.person ON DELETE CASCADE,
    purpose text        NOT NULL CHECK (purpose IN ('reset', 'confirm')),
    email   text        NOT NULL CHECK (length(email) <= 254),
    expires timestamptz NOT NULL
);
CREATE INDEX ON nebel.mail_token (person);
CREATE INDEX ON nebel.mail_token (expires);

-- Names of deleted accounts, which nobody may take for a while.
CREATE TABLE nebel.held_name (
    skeleton text        PRIMARY KEY,
    until    timestamptz NOT NULL
);

-- --- The office ----------------------------------------------------------------------------------

GRANT USAGE ON SCHEMA nebel TO nebel_office;
GRANT SELECT, INSERT, UPDATE ON nebel.person TO nebel_office;
GRANT SELECT, INSERT, UPDATE, DELETE ON nebel.session, nebel.account, nebel.mail_token, nebel.held_name TO nebel_office;

COMMIT;
