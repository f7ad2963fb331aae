-- The role of the office, which may read and write exactly what is granted here: no journals, no tokens of seats, no live games. Roles belong to
-- the whole PostgreSQL, so one that is there stays; only a superuser can make it here.
BEGIN;

DO $$
BEGIN
    IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'nebel_office') THEN
        CREATE ROLE nebel_office LOGIN;
    END IF;
END $$;
GRANT USAGE ON SCHEMA nebel TO nebel_office;

COMMIT;
