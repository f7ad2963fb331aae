-- The role stays: other databases may know it.
BEGIN;

REVOKE ALL ON SCHEMA nebel FROM nebel_office;

COMMIT;
