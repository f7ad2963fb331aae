// nebel bench farm: a crowd of workers at a database of its own, and pgbench beside it.
#include "cmd/bench_server.h"

#include "base/os/interrupt.h"
#include "cmd/schema.h"
#include "cmd/values.h"
#include "lab/farm/crowd.h"
#include "server/loadtest/usage.h"

#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>

enum {
    WORKERS_DEFAULT = 1000,
    WORKERS_MAX = 100000,
    CONNECTIONS = 32, // more gain nothing on a machine of few cores
    RATE_DEFAULT = 50,
    RATE_MAX = 100000,
    SECONDS_DEFAULT = 10,
    SECONDS_MAX = 3600,
    UNIT_PAIRS = 8,
    UNITS_A_SECOND = 4000, // more than any machine takes
    STRETCHES = 3,
    MESSAGE_MAX = 512,
};

typedef struct Wish {
    uint64_t workers, rate, seconds;
} Wish;

typedef struct Measured {
    CrowdFigures paced, saturated, bare;
    double pair_bytes, load_average;
    uint64_t unit_bytes;
} Measured;

static double per_second(uint64_t count, const CrowdFigures *figures)
{
    return figures->seconds > 0 ? (double)count / figures->seconds : 0;
}

static double ratio(const Measured *measured)
{
    const double bare = per_second(measured->bare.pairs, &measured->bare);
    return bare > 0 ? per_second(measured->saturated.pairs, &measured->saturated) / bare : 0;
}

static void print_farm_json(const Wish *wish, const Measured *measured)
{
    const CrowdFigures *paced = &measured->paced, *full = &measured->saturated;
    printf("{\"workers\":%" PRIu64 ",\"connections\":%d,\"unit_pairs\":%d,\"unit_bytes\":%" PRIu64
           ",\"asked_per_second\":%" PRIu64 ",\"calls_per_second\":%.1f,\"p50_ms\":%.2f,"
           "\"p99_ms\":%.2f,\"max_ms\":%.2f,\"saturated\":{\"calls_per_second\":%.1f,"
           "\"pairs_per_second\":%.1f,\"p50_ms\":%.2f,\"p99_ms\":%.2f,\"postgresql_us_per_pair\":"
           "%.1f},\"pgbench\":{\"pairs_per_second\":%.1f,\"postgresql_us_per_pair\":%.1f},"
           "\"ratio\":%.2f,\"bytes_per_pair\":%.0f,\"load_average\":%.2f}\n",
           wish->workers, CONNECTIONS, UNIT_PAIRS, measured->unit_bytes, wish->rate,
           per_second(paced->calls, paced), paced->p50_ms, paced->p99_ms, paced->max_ms,
           per_second(full->calls, full), per_second(full->pairs, full), full->p50_ms, full->p99_ms,
           full->database_us, per_second(measured->bare.pairs, &measured->bare),
           measured->bare.database_us, ratio(measured), measured->pair_bytes,
           measured->load_average);
}

static void print_plain(const Wish *wish, const Measured *measured)
{
    const CrowdFigures *paced = &measured->paced, *full = &measured->saturated;
    printf("%" PRIu64 " workers on %d connections, units of %d pairs and %" PRIu64 " bytes\n",
           wish->workers, CONNECTIONS, UNIT_PAIRS, measured->unit_bytes);
    printf("%" PRIu64 " calls a second asked for, %.1f answered; p50 %.1f ms, p99 %.1f ms, max "
           "%.1f ms\n",
           wish->rate, per_second(paced->calls, paced), paced->p50_ms, paced->p99_ms,
           paced->max_ms);
    printf("as fast as they can: %.0f calls and %.0f pairs a second; p99 %.1f ms; PostgreSQL %.0f "
           "microseconds of CPU a pair\n",
           per_second(full->calls, full), per_second(full->pairs, full), full->p99_ms,
           full->database_us);
    printf("pgbench with the same statements: %.0f pairs a second; the crowd has %.2f times as "
           "many\n%.0f bytes on disk a pair; load average %.2f\n",
           per_second(measured->bare.pairs, &measured->bare), ratio(measured), measured->pair_bytes,
           measured->load_average);
}

static bool measure(Crowd *crowd, const Wish *wish, Measured *measured, Text *message)
{
    const CrowdStretch paced = {(double)wish->rate, (double)wish->seconds};
    const CrowdStretch saturated = {0, (double)wish->seconds};
    measured->unit_bytes = crowd_unit_bytes(crowd);
    const bool is_measured = crowd_run(crowd, &paced, &measured->paced, message) &&
                             crowd_run(crowd, &saturated, &measured->saturated, message) &&
                             crowd_run_bare(crowd, saturated.seconds, &measured->bare, message) &&
                             crowd_pair_bytes(crowd, &measured->pair_bytes, message);
    measured->load_average = usage_load_average();
    return is_measured;
}

static bool read_wish(const Given *given, Wish *wish)
{
    *wish = (Wish){WORKERS_DEFAULT, RATE_DEFAULT, SECONDS_DEFAULT};
    return read_number("--workers", given->options[OPTION_WORKERS], CONNECTIONS, WORKERS_MAX,
                       &wish->workers) &&
           read_number("--rate", given->options[OPTION_RATE], 1, RATE_MAX, &wish->rate) &&
           read_number("--seconds", given->options[OPTION_SECONDS], 1, SECONDS_MAX, &wish->seconds);
}

int bench_farm(const Given *given)
{
    char why[MESSAGE_MAX] = "", schema[PATH_MAX];
    Text message = TEXT_IN(why);
    Wish wish;
    Measured measured;
    if (!read_wish(given, &wish))
        return EXIT_USAGE;
    if (!realpath(schema_folder(given->options[OPTION_SCHEMA]), schema))
        return complain_failed(
            "the schema of the database is not found; name its folder by --schema");
    const CrowdPlan plan = {.schema = schema,
                            .workers = (uint32_t)wish.workers,
                            .connections = CONNECTIONS,
                            .unit_pairs = UNIT_PAIRS,
                            .units = (uint32_t)(STRETCHES * UNITS_A_SECOND * wish.seconds),
                            .is_stopped = interrupts_catch()};
    Crowd *crowd = crowd_create(&memory_heap, &plan, &message);
    const bool is_measured = crowd && measure(crowd, &wish, &measured, &message);
    crowd_destroy(crowd);
    if (!is_measured)
        return complain_failed("%s", why);
    if (given->options[OPTION_JSON])
        print_farm_json(&wish, &measured);
    else
        print_plain(&wish, &measured);
    return EXIT_FINE;
}
