BEGIN;

SELECT 1 / (NOT rolcanlogin)::integer FROM pg_roles WHERE rolname = 'nebel_office';
SELECT 1 / pg_has_role('nebel_office', 'member')::integer;
SELECT 1 / (to_regproc('house.admit') IS NULL)::integer;
SELECT 1 / (count(*) = 0)::integer FROM pg_namespace, aclexplode(nspacl) AS grants WHERE nspname = 'house' AND grants.grantee <> nspowner;
SELECT 1 / (admin.operator() = session_user)::integer;
SELECT has_function_privilege('farm.check_cluster()', 'execute');

ROLLBACK;
