-- Removes suspensions, blocks, reports and the audit log, and what operators may call; who is suspended may log in again.
BEGIN;

DROP FUNCTION admin.admit, admin.dismiss, admin.close_report, admin.end_game, admin.delete_account, admin.set_mail, admin.log_out, admin.lift, admin.suspend,
    admin.release, admin.reserve, admin.rename, admin.refusal, admin.note, admin.acts, admin.reports, admin.game, admin.live_games, admin.account, admin.names,
    admin.person;
DROP SCHEMA admin;

CREATE OR REPLACE FUNCTION nebel.tell_revoked() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    IF OLD.expires > now() THEN
        DELETE FROM nebel.revoked WHERE at < now() - interval '1 day';
        INSERT INTO nebel.revoked (hash) VALUES (OLD.hash) ON CONFLICT DO NOTHING;
        PERFORM pg_notify('nebel_revoked', encode(OLD.hash, 'hex'));
    END IF;
    RETURN NULL;
END $$;
ALTER TABLE nebel.revoked DROP COLUMN why;

DROP FUNCTION nebel.tidy_order, nebel.delete_account, nebel.suspended, nebel.stamp;
DROP TABLE nebel.audit, nebel.end_wish, nebel.report, nebel.block, nebel.suspension;
DROP FUNCTION nebel.keep_audit, nebel.tell_block;

COMMIT;
