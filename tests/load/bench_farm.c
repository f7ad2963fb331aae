// bench_farm: how many reports the farm's database takes from a crowd of workers, beside pgbench. The help below explains the options.
#include "base/cli/output.h"
#include "base/os/interrupt.h"
#include "load/farm_load.h"
#include "load/options.h"
#include "load/usage.h"

#include <inttypes.h>
#include <stdio.h>

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

static const char usage[] =
    "usage: bench_farm [OPTION...]\n"
    "\n"
    "Starts a PostgreSQL in a folder that it removes in the end, and a crowd of workers that "
    "lease\n"
    "units of experiments and report them, as `nebel lab work` does, but play nothing. Several\n"
    "workers share a connection. First calls come at a fixed rate, and the latency of each is\n"
    "counted from the moment at which it was due; then they come as fast as they can; in the end\n"
    "pgbench makes the same calls by as many connections.\n"
    "\n"
    "  --workers N   of the crowd (1000)\n"
    "  --rate N      calls a second of all workers in the first part (50: as many as 1500 workers\n"
    "                make with units of a minute)\n"
    "  --seconds N   how long each of the three parts takes (10)\n"
    "  --json        print one JSON object\n";

typedef struct Wish {
    uint64_t workers, rate, seconds;
    bool is_json;
} Wish;

typedef struct Measured {
    FarmLoadFigures paced, saturated, bare;
    double pair_bytes, load_average;
    uint64_t unit_bytes;
} Measured;

static double per_second(uint64_t count, const FarmLoadFigures *figures)
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
    const FarmLoadFigures *paced = &measured->paced, *full = &measured->saturated;
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
    const FarmLoadFigures *paced = &measured->paced, *full = &measured->saturated;
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

static bool measure(FarmLoad *load, const Wish *wish, Measured *measured, Text *message)
{
    const FarmLoadStretch paced = {(double)wish->rate, (double)wish->seconds};
    const FarmLoadStretch saturated = {0, (double)wish->seconds};
    measured->unit_bytes = farm_load_unit_bytes(load);
    const bool is_measured =
        farm_load_run(load, &paced, &measured->paced, message) &&
        farm_load_run(load, &saturated, &measured->saturated, message) &&
        farm_load_run_bare(load, saturated.seconds, &measured->bare, message) &&
        farm_load_pair_bytes(load, &measured->pair_bytes, message);
    measured->load_average = usage_load_average();
    return is_measured;
}

int main(int count, char **words)
{
    char why[MESSAGE_MAX] = "";
    Text message = TEXT_IN(why);
    Wish wish = {WORKERS_DEFAULT, RATE_DEFAULT, SECONDS_DEFAULT, false};
    const LoadOption options[] = {
        {"workers", .number = &wish.workers, CONNECTIONS, WORKERS_MAX},
        {"rate", .number = &wish.rate, 1, RATE_MAX},
        {"seconds", .number = &wish.seconds, 1, SECONDS_MAX},
        {"json", .flag = &wish.is_json},
    };
    Measured measured;
    int status;
    if (!load_options_read(options, COUNT_OF(options), usage, count, words, &status))
        return status;
    const FarmLoadPlan plan = {.schema = NEBEL_SCHEMA,
                               .workers = (uint32_t)wish.workers,
                               .connections = CONNECTIONS,
                               .unit_pairs = UNIT_PAIRS,
                               .units = (uint32_t)(STRETCHES * UNITS_A_SECOND * wish.seconds),
                               .is_stopped = interrupts_catch()};
    FarmLoad *load = farm_load_create(&memory_heap, &plan, &message);
    const bool is_measured = load && measure(load, &wish, &measured, &message);
    farm_load_destroy(load);
    if (!is_measured)
        return complain_failed("%s", why);
    (wish.is_json ? print_farm_json : print_plain)(&wish, &measured);
    return EXIT_FINE;
}
