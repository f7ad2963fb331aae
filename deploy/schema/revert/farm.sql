-- Removes all experiments of the farm and what was reported of them. Match files stay where the keeper wrote them.
BEGIN;

DROP FUNCTION farm.enrol, farm.lease, farm.report, farm.take_proof, farm.objection, farm.admit, farm.dismiss, farm.approve, farm.count, farm.bar;
DROP TABLE farm.event, farm.report, farm.unit, farm.proof, farm.worker, farm.member, farm.cell, farm.experiment;
DROP SCHEMA farm;

COMMIT;
