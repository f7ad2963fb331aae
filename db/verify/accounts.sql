BEGIN;

SELECT 1 / has_schema_privilege('nebel_office', 'nebel', 'USAGE')::integer;

ROLLBACK;
