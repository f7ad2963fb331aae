// Makes a script for pgbench from the statement of the store and runs it.
#include "load/bare.h"

#include "base/os/disk.h"
#include "engine/external/child.h"
#include "server/store/store.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

enum {
    COMMAND_MAX = 2048,
    LINE_BYTES_MAX = 256,
    LIMITS_MAX = 64,
    ROWS_MAX = 250, // pgbench takes at most 255 variables a statement
    START_US = 60 * 1000000,
};

// Each transaction writes the next row of some games. The numbers of the games are spread as random ones are; all games have had their
// turn when a number begins again with the first of them.
static void add_variables(uint32_t rows, uint32_t groups, Text *text)
{
    text_format(text,
                "\\set i :i + 1\n\\set group :i %% %" PRIu32 "\n\\set number :i / %" PRIu32 "\n",
                groups, groups);
    for (uint32_t row = 0; row < rows; row++)
        text_format(text,
                    "\\set g%" PRIu32 " abs(hash_murmur2(:client_id * 100000000 + :group * 1000 + "
                    "%" PRIu32 "))\n",
                    row, row);
}

static void add_games(uint32_t rows, Text *text)
{
    text_add(text, "ARRAY[");
    for (uint32_t row = 0; row < rows; row++)
        text_format(text, "%s:g%" PRIu32, row ? "," : "", row);
    text_add(text, "]");
}

// The value of a parameter of the statement, $1 to $6. The node is the first one of the database.
static void add_value(char parameter, uint32_t rows, Text *text)
{
    static const char *const values[] = {
        ['1' - '1'] = "1",
        ['2' - '1'] = "0",
        ['4' - '1'] = "array_fill(:number::integer, ARRAY[:rows::integer])",
        ['5' - '1'] = ":lines",
        ['6' - '1'] = "array_fill(false, ARRAY[:rows::integer])",
    };
    if (parameter == '3')
        add_games(rows, text);
    else
        text_add(text, values[parameter - '1']);
}

static void add_statement(uint32_t rows, Text *text)
{
    for (const char *next = store_batch_statement(); *next; next++)
        if (*next == '$' && next[1] >= '1' && next[1] <= '6')
            add_value(*++next, rows, text);
        else
            text_add_char(text, *next);
    text_add(text, ";\n");
}

static bool write_script(const Stand *stand, uint32_t rows, uint32_t groups, Text *message)
{
    char path[2 * STAND_PATH_MAX];
    Text text = text_growing(&memory_heap);
    snprintf(path, sizeof path, "%s/bare.sql", stand_folder(stand));
    add_variables(rows, groups, &text);
    add_statement(rows, &text);
    const bool is_kept = !text.cut && disk_write(path, (Slice){text.start, text.length});
    text_done(&text);
    if (!is_kept)
        text_format(message, "%s cannot be written: %s", path, strerror(errno));
    return is_kept;
}

// The folder will be gone, so what a program said last is told.
static void explain(const Stand *stand, Text *message)
{
    char path[2 * STAND_PATH_MAX], line[LINE_BYTES_MAX], last[LINE_BYTES_MAX] = "";
    snprintf(path, sizeof path, "%s/bare.log", stand_folder(stand));
    FILE *file = fopen(path, "re");
    while (file && fgets(line, sizeof line, file))
        memcpy(last, line, sizeof last);
    if (file)
        fclose(file);
    text_add(message, "psql or pgbench has failed: ");
    text_add_slice(message, slice_trim(slice_of(last)));
}

// Runs a command of the shell and reads the number that it prints. False, with a message, if there is none.
static bool run(const Stand *stand, const char *command, uint64_t patience_us, uint64_t *number,
                Text *message)
{
    const ChildPlan plan = {.command = command, .line_max = LINE_BYTES_MAX, .is_trusted = true};
    Child *child = child_create(&memory_heap, &plan, message);
    Slice line = {0};
    const bool is_read = child &&
                         child_read(child, child_now_us() + patience_us, &line) == CHILD_OK &&
                         slice_number(slice_trim(line), UINT32_MAX, number);
    const bool is_done = is_read && child_wait(child, child_now_us() + START_US);
    child_destroy(child);
    if (!is_done)
        explain(stand, message);
    return is_done;
}

// The lines of a batch are some that nodes wrote. What PostgreSQL has put off is done before.
static bool keep_lines(const Stand *stand, uint32_t rows, Text *message)
{
    char command[COMMAND_MAX];
    uint64_t written;
    snprintf(
        command, sizeof command,
        "'%s/psql' '%s' -c 'VACUUM ANALYZE' -c CHECKPOINT >/dev/null 2>>'%s/bare.log'; "
        "'%s/psql' '%s' -Atc \"SELECT array_agg(line)::text FROM (SELECT line FROM nebel.journal "
        "WHERE number > 0 LIMIT %" PRIu32
        ") AS sample\" 2>>'%s/bare.log' >'%s/lines' && wc -c <'%s/lines'",
        stand_programs(stand), stand_database(stand), stand_folder(stand), stand_programs(stand),
        stand_database(stand), rows, stand_folder(stand), stand_folder(stand), stand_folder(stand));
    return run(stand, command, START_US, &written, message);
}

// How much disk the rows take that are there.
static bool measure_rows(const Stand *stand, uint64_t *bytes, Text *message)
{
    char command[COMMAND_MAX];
    snprintf(command, sizeof command,
             "'%s/psql' '%s' -Atc \"SELECT pg_total_relation_size('nebel.journal') / count(*) FROM "
             "nebel.journal\" 2>>'%s/bare.log'",
             stand_programs(stand), stand_database(stand), stand_folder(stand));
    return run(stand, command, START_US, bytes, message);
}

// CPU time of all children that have ended.
static double children_seconds(void)
{
    struct rusage usage;
    getrusage(RUSAGE_CHILDREN, &usage);
    return (double)(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) +
           (double)(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) / 1e6;
}

// Runs the script from the transaction `first` on, of each client; `limits` are options that say how many and how fast. How many there were
// goes to `*batches`.
static bool run_pgbench(const Stand *stand, const BarePlan *plan, uint32_t rows, uint32_t first,
                        const char *limits, uint64_t *batches, Text *message)
{
    char command[COMMAND_MAX];
    snprintf(command, sizeof command,
             "cd '%s' && '%s/pgbench' -n -M prepared -f bare.sql -c %u -j %u %s -D i=%" PRId64
             " -D rows=%" PRIu32 " -D lines=\"$(cat lines)\" '%s' 2>>bare.log | tee -a bare.log | "
             "sed -n 's/^number of transactions actually processed: \\([0-9]*\\).*/\\1/p'",
             stand_folder(stand), stand_programs(stand), plan->clients, plan->clients, limits,
             (int64_t)first - 1, rows, stand_database(stand));
    return run(stand, command, START_US + (uint64_t)(1e6 * plan->seconds), batches, message);
}

bool bare_run(const Stand *stand, const BarePlan *plan, BareCosts *costs, Text *message)
{
    const uint32_t wanted = plan->rows_a_batch ? plan->rows_a_batch : 1;
    const uint32_t rows = wanted < ROWS_MAX ? wanted : ROWS_MAX;
    const uint32_t groups = plan->games / plan->clients / rows + 1;
    char opening[LIMITS_MAX], playing[LIMITS_MAX];
    uint64_t batches;
    snprintf(opening, sizeof opening, "-t %" PRIu32, groups);
    snprintf(playing, sizeof playing, "-R %.1f -T %.0f", plan->batches_a_second, plan->seconds);
    // The first row of each game opens it, which is not measured: in a stretch of play games are open.
    if (!measure_rows(stand, &costs->row_bytes, message) ||
        !write_script(stand, rows, groups, message) || !keep_lines(stand, rows, message) ||
        !run_pgbench(stand, plan, rows, 0, opening, &batches, message))
        return false;
    const double database = stand_usage(stand).database, client = children_seconds();
    if (!run_pgbench(stand, plan, rows, groups, playing, &batches, message))
        return false;
    const double written = (double)(batches ? batches : 1) * rows;
    costs->database_us = 1e6 * (stand_usage(stand).database - database) / written;
    costs->client_us = 1e6 * (children_seconds() - client) / written;
    return true;
}
