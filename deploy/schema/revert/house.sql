-- Removes the house bots and who plays them; their games stay.
BEGIN;

DELETE FROM nebel.person WHERE number IN (SELECT person FROM house.bot);
DROP FUNCTION house.enrol, house.lease, house.renew, house.done, house.leave, house.knows, house.admit, house.dismiss, house.keep_bot, house.book, house.list,
    house.is_free, house.slots;
DROP VIEW house.running;
DROP TABLE house.game, house.worker, house.bot, house.setting;
DROP SCHEMA house;

COMMIT;
