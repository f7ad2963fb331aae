// The calls of a worker as a script of pgbench.
#include "lab/farm/crowd.h"

#include "base/os/disk.h"
#include "engine/external/child.h"
#include "lab/farm/crowd_inside.h"
#include "server/loadtest/usage.h"

#include <inttypes.h>
#include <stdio.h>

enum {
    COMMAND_ROOM = 1024,
    PATH_ROOM_BYTES = CROWD_FOLDER_ROOM + 32,
    LINE_BYTES_MAX = 256,
    PATIENCE_US = 60 * 1000000,
};
static const double us_per_second = 1e6;

// A client is a worker. It enrols once, since pgbench keeps variables, and leases and reports a unit in each
// transaction. A worker without its proof reports that instead. pgbench compares numbers alone, so the statement does
// it.
static void add_script(const Crowd *crowd, Text *text)
{
    text_add(text,
             "\\if :worker = 0\n"
             "SELECT worker, key FROM farm.enrol('crowd', 'bench', '0', 'none', 1, 1) \\gset\n"
             "\\endif\n"
             "SELECT (kind = 'proof')::integer AS is_proof, coalesce(unit, 0) AS unit,"
             " coalesce(cell, 0) AS cell FROM farm.lease(:worker, :key, 1) \\gset\n"
             "\\if :is_proof = 1\n");
    text_format(text, "SELECT farm.report(:worker, :key, NULL, :cell, '%s', 60);\n\\else\n",
                crowd__proof);
    text_format(text, "SELECT farm.report(:worker, :key, :unit, NULL, '%s', 60);\n\\endif\n",
                crowd->lines.start);
}

static bool write_script(const Crowd *crowd, Text *message)
{
    char path[PATH_ROOM_BYTES];
    Text text = text_growing(&crowd->memory);
    snprintf(path, sizeof path, "%s/bare.sql", crowd->folder);
    add_script(crowd, &text);
    const bool is_kept = !text.cut && disk_write(path, (Slice){text.start, text.length});
    text_done(&text);
    if (!is_kept)
        text_format(message, "%s cannot be written", path);
    return is_kept;
}

// Runs pgbench; how many transactions it made goes to `*transactions`.
static bool run_pgbench(const Crowd *crowd, double seconds, uint64_t *transactions, Text *message)
{
    char command[COMMAND_ROOM];
    Slice line = {0};
    snprintf(command, sizeof command,
             "cd '%s' && '%s/pgbench' -n -M prepared -f bare.sql -c %" PRIu32 " -j 2 -T %.0f "
             "-D worker=0 -D key=none '%s' 2>>nebel.log | tee -a nebel.log | "
             "sed -n 's/^number of transactions actually processed: \\([0-9]*\\).*/\\1/p'",
             crowd->folder, devdb_programs(crowd->db), crowd->plan.connections, seconds,
             devdb_database(crowd->db));
    const ChildPlan plan = {.command = command, .line_max = LINE_BYTES_MAX, .is_trusted = true};
    Child *child = child_create(&crowd->memory, &plan, message);
    const uint64_t patience_us = PATIENCE_US + (uint64_t)(seconds * us_per_second);
    const bool is_read = child &&
                         child_read(child, child_now_us() + patience_us, &line) == CHILD_OK &&
                         slice_number(slice_trim(line), UINT32_MAX, transactions);
    child_destroy(child);
    if (!is_read)
        text_add(message, "pgbench has failed");
    return is_read;
}

bool crowd_run_bare(Crowd *crowd, double seconds, CrowdFigures *figures, Text *message)
{
    uint64_t transactions;
    if (!write_script(crowd, message))
        return false;
    const int process = devdb_process(crowd->db);
    const double cpu = usage_cpu_seconds(process);
    if (!run_pgbench(crowd, seconds, &transactions, message))
        return false;
    // The first transaction of each client is its proof.
    const uint64_t clients = crowd->plan.connections;
    const uint64_t units = transactions > clients ? transactions - clients : 0;
    *figures = (CrowdFigures){
        .seconds = seconds, .calls = 2 * transactions, .pairs = units * crowd->plan.unit_pairs};
    if (figures->pairs)
        figures->database_us =
            (usage_cpu_seconds(process) - cpu) * us_per_second / (double)figures->pairs;
    return true;
}
