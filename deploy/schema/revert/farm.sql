-- Removes all experiments of the farm and what was reported of them. Match files stay where `nebel lab keep` wrote them.
BEGIN;

DROP FUNCTION farm.enrol, farm.lease, farm.report, farm.take_proof, farm.objection, farm.admit, farm.dismiss, farm.count, farm.refuse;
DROP TABLE farm.event, farm.report, farm.unit, farm.proof, farm.worker, farm.machine, farm.cell, farm.experiment;
DROP SCHEMA farm;

COMMIT;
