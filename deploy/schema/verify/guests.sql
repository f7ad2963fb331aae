BEGIN;

-- The change `accounts` renames both tables.
SELECT 1 / (to_regclass('nebel.guest') IS NOT NULL OR to_regclass('nebel.person') IS NOT NULL)::integer;
SELECT 1 / (to_regclass('nebel.guest_seat') IS NOT NULL OR to_regclass('nebel.person_seat') IS NOT NULL)::integer;

ROLLBACK;
