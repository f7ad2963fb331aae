// Every statement of the farm. Each may be sent twice without harm, since a lost answer makes the caller do so.
#include "lab/farm/statements.h"

const StoreStatement farm_worker_statements[FARM_WORKER_STATEMENTS] = {
    [FARM_ENROL] = {"enrol", "SELECT worker, key FROM farm.enrol($1, $2, $3, $4, $5, $6)", 6},
    [FARM_LEASE] = {"lease",
                    "SELECT kind, experiment, description, cell, cell_number, unit, first, pairs"
                    " FROM farm.lease($1, $2, $3)",
                    3},
    [FARM_REPORT] = {"report", "SELECT farm.report($1, $2, $3, $4, $5, $6)", 6},
};

const StoreStatement farm_owner_statements[FARM_OWNER_STATEMENTS] = {
    // An experiment that is open under this name is left as it is, and nothing is inserted. The last unit of a cell has
    // the pairs that are left.
    [FARM_SUBMIT] =
        {"submit",
         "WITH whole AS ("
         "  INSERT INTO farm.experiment (name, description, scale) VALUES ($1, $2, $3)"
         "  ON CONFLICT (name) WHERE state = 'open' DO NOTHING RETURNING id),"
         " part AS ("
         "  SELECT * FROM json_to_recordset($4::json) AS row (number integer, label text,"
         "    pairs bigint, unit integer, proof text, lease integer)),"
         " cell AS ("
         "  INSERT INTO farm.cell"
         "    (experiment, number, label, pairs, proof, lease_seconds)"
         "  SELECT whole.id, number, label, pairs, proof, lease"
         "  FROM whole, part ORDER BY number RETURNING id, experiment, number),"
         " unit AS ("
         "  INSERT INTO farm.unit (experiment, cell, first, pairs)"
         "  SELECT cell.experiment, cell.id, first, least(part.unit, part.pairs - first)"
         "  FROM cell JOIN part USING (number), generate_series(0, part.pairs - 1, part.unit)"
         "    AS first ORDER BY cell.id, first RETURNING 1),"
         " event AS ("
         "  INSERT INTO farm.event (kind, experiment, note)"
         "  SELECT 'submitted', id, $1 FROM whole)"
         " SELECT whole.id, (SELECT count(*) FROM unit) FROM whole",
         4},
    [FARM_FIND] = {"find",
                   "SELECT id, description, scale, state FROM farm.experiment"
                   " WHERE name = $1 ORDER BY id DESC LIMIT 1",
                   1},
    [FARM_STATE] = {"state", "SELECT state FROM farm.experiment WHERE id = $1", 1},
    [FARM_CELL] = {"cell",
                   "SELECT id, proof FROM farm.cell"
                   " WHERE experiment = $1 AND number = $2",
                   2},
    [FARM_SKIP] = {"skip",
                   "UPDATE farm.unit SET state = 'closed', worker = NULL"
                   " WHERE cell = $1 AND first + pairs <= $2 AND state IN ('open', 'leased')",
                   2},
    [FARM_UNIT] = {"unit",
                   "SELECT unit.id, unit.first, unit.pairs, unit.state, worker.id, machine.id,"
                   "  machine.login || ' on ' || machine.name, report.lines"
                   " FROM (SELECT * FROM farm.unit WHERE cell = $1 AND first <= $2"
                   "   ORDER BY first DESC LIMIT 1) AS unit"
                   " JOIN farm.report ON report.unit = unit.id"
                   " JOIN farm.worker ON worker.id = report.worker"
                   " JOIN farm.machine ON machine.id = worker.machine"
                   " WHERE unit.state IN ('reported', 'checked')",
                   2},
    // The report may have been dropped meanwhile, and that of another worker may be in its place.
    [FARM_APPROVE] =
        {"approve",
         "UPDATE farm.unit SET state = 'checked' WHERE id = $1 AND state IN ('reported', 'checked')"
         " AND EXISTS (SELECT FROM farm.report WHERE report.unit = unit.id AND report.worker = $2)"
         " RETURNING unit.id",
         2},
    [FARM_TOUCHED] = {"touched",
                      "SELECT DISTINCT cell.number FROM farm.report"
                      " JOIN farm.worker ON worker.id = report.worker"
                      " JOIN farm.unit ON unit.id = report.unit"
                      " JOIN farm.cell ON cell.id = unit.cell"
                      " WHERE cell.experiment = $1 AND worker.machine = $2 ORDER BY cell.number",
                      2},
    [FARM_REFUSE] = {"refuse", "SELECT farm.refuse($1, $2)", 2},
    [FARM_COUNT] = {"count", "SELECT farm.count($1, $2, $3, $4)", 4},
    [FARM_SPEED] = {"speed",
                    "SELECT coalesce(2 * sum(unit.pairs) / nullif(sum(report.seconds), 0), 0)"
                    " FROM farm.report JOIN farm.unit ON unit.id = report.unit"
                    " WHERE unit.cell = $1",
                    1},
    [FARM_RUNS] = {"runs",
                   "SELECT to_char(min(report.reported) AT TIME ZONE 'UTC', 'YYYY-MM-DD'),"
                   "  worker.build, worker.signature, worker.cpu, worker.cores, worker.threads"
                   " FROM farm.report JOIN farm.unit ON unit.id = report.unit"
                   " JOIN farm.worker ON worker.id = report.worker"
                   " WHERE unit.experiment = $1"
                   " GROUP BY 2, 3, 4, 5, 6 ORDER BY 1, 2, 3, 4, 5, 6",
                   1},
    [FARM_FINISH] = {"finish",
                     "WITH done AS (UPDATE farm.experiment SET state = 'done'"
                     "  WHERE id = $1 AND state = 'open' RETURNING id, name)"
                     " INSERT INTO farm.event (kind, experiment, note)"
                     " SELECT 'done', id, name FROM done",
                     1},
    [FARM_CANCEL] = {"cancel",
                     "WITH done AS (UPDATE farm.experiment SET state = 'cancelled'"
                     "  WHERE name = $1 AND state = 'open' RETURNING id, name)"
                     " INSERT INTO farm.event (kind, experiment, note)"
                     " SELECT 'cancelled', id, name FROM done RETURNING experiment",
                     1},
    [FARM_LIST] = {"list",
                   "SELECT id, name, state, to_char(submitted, 'YYYY-MM-DD HH24:MI')"
                   " FROM farm.experiment WHERE ($1 = '' AND state = 'open')"
                   "   OR id = (SELECT max(id) FROM farm.experiment WHERE name = $1)"
                   " ORDER BY id",
                   1},
    [FARM_CELLS] =
        {"cells",
         "SELECT cell.label, cell.pairs, cell.is_over, cell.counts[1], cell.counts[2],"
         "  cell.counts[3], cell.counts[4], cell.counts[5], cell.games[1], cell.games[2],"
         "  cell.games[3], units.reported, units.leased"
         " FROM farm.cell CROSS JOIN LATERAL (SELECT"
         "    coalesce(sum(pairs) FILTER (WHERE state IN ('reported', 'checked')), 0) AS reported,"
         "    coalesce(sum(pairs) FILTER (WHERE state = 'leased' AND ready > clock_timestamp()), 0)"
         "      AS leased"
         "   FROM farm.unit WHERE cell = cell.id) AS units"
         " WHERE cell.experiment = $1 ORDER BY cell.number",
         1},
    // The workers that hold a lease, and the games of the last so many seconds.
    [FARM_WORKERS] =
        {"workers",
         "SELECT count(DISTINCT worker.id), count(DISTINCT worker.machine),"
         "  coalesce(sum(threads), 0)::bigint,"
         "  (SELECT coalesce(2 * sum(unit.pairs), 0) FROM farm.report"
         "   JOIN farm.unit ON unit.id = report.unit"
         "   WHERE reported > clock_timestamp() - $1 * interval '1 second'),"
         "  (SELECT count(*) FROM farm.machine WHERE refused IS NOT NULL),"
         "  (SELECT least($1, extract(epoch FROM clock_timestamp() - min(submitted)))::bigint"
         "   FROM farm.experiment WHERE state = 'open')"
         " FROM farm.worker JOIN farm.unit ON unit.worker = worker.id AND unit.state = 'leased'"
         "  AND unit.ready > clock_timestamp()",
         1},
    [FARM_EVENTS] =
        {"events",
         "SELECT to_char(event.at, 'YYYY-MM-DD HH24:MI:SS'), event.kind,"
         "  coalesce(experiment.name, ''), coalesce(machine.login || ' on ' || machine.name, ''),"
         "  event.unit, event.note"
         " FROM farm.event LEFT JOIN farm.experiment ON experiment.id = event.experiment"
         " LEFT JOIN farm.worker ON worker.id = event.worker"
         " LEFT JOIN farm.machine ON machine.id = worker.machine"
         " WHERE $1 = '' OR experiment.name = $1 OR event.experiment IS NULL"
         " ORDER BY event.id",
         1},
};
