// A bench: its stand, its generators, and what a stretch cost.
#include "load/load.h"

#include "load/bare.h"
#include "load/generator.h"
#include "load/process.h"
#include "load/stand.h"
#include "load/usage.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

enum {
    PATH_BYTES_MAX = 64,
    OPEN_AT_ONCE = 64,        // games, between two looks whether the measurement was stopped
    LOOK_US = 20000,          // between two looks whether the measurement was stopped
    LEAD_US = 100000,         // from an order to its start
    ANSWER_US = 20 * 1000000, // after the end of a stretch, for its report
    JOIN_US = 900 * 1000000,  // for all seats
    SETTLE_US = 500000,       // until a node has done what follows from the last request
    SPARE_FILES = 256,        // of a node and of a generator, besides its sockets
    BARE_SECONDS_MAX = 60,    // of each of the two bare runs
    SEED_STEP = 7919,         // between generators
};

// A node and the generator that plays there.
typedef struct Side {
    char seat_path[PATH_BYTES_MAX], game_path[PATH_BYTES_MAX];
    GameMade *made;
    GeneratorPlan plan;
    Generator generator;
} Side;

struct Load {
    Memory memory;
    LoadPlan plan;
    LoadGame game;
    Stand *stand;
    int core; // of the players, if they are apart
    Side sides[STAND_NODES_MAX];
    double bytes_a_connection, proxy_bytes_a_connection, bytes_a_game;
};

uint32_t load_sockets(const Load *load)
{
    return 2 * load->plan.games + load->plan.idle;
}

double load_bytes_a_connection(const Load *load)
{
    return load->bytes_a_connection;
}

double load_proxy_bytes_a_connection(const Load *load)
{
    return load->proxy_bytes_a_connection;
}

double load_bytes_a_game(const Load *load)
{
    return load->bytes_a_game;
}

static bool is_stopped(const Load *load)
{
    return load->plan.is_stopped && atomic_load(load->plan.is_stopped);
}

// Sleeps until then; false if the measurement is stopped meanwhile.
static bool sleep_until(const Load *load, uint64_t until_us)
{
    for (uint64_t now_us = load__now_us(); now_us < until_us && !is_stopped(load);
         now_us = load__now_us())
        usleep(until_us - now_us < LOOK_US ? (useconds_t)(until_us - now_us) : LOOK_US);
    return !is_stopped(load);
}

// The part of a total that falls to a node.
static uint32_t share_of(const Load *load, uint32_t total, unsigned node)
{
    return total / load->plan.nodes + (node < total % load->plan.nodes);
}

static void plan_side(Load *load, unsigned node)
{
    Side *side = &load->sides[node];
    const uint32_t playing = share_of(load, load->plan.games, node);
    const uint32_t games = playing + share_of(load, load->plan.idle / 2, node);
    const uint32_t more = share_of(load, load->plan.games_max - load->plan.games, node);
    snprintf(side->seat_path, sizeof side->seat_path, "/n/%u/seat", node);
    snprintf(side->game_path, sizeof side->game_path, "/n/%u/api/game", node);
    side->plan = (GeneratorPlan){.url = stand_url(load->stand),
                                 .path = side->seat_path,
                                 .game = &load->game,
                                 .games = games,
                                 .playing = playing,
                                 .games_max = games + more,
                                 .core = load->plan.is_apart ? &load->core : NULL,
                                 .seed = load->plan.seed + (uint64_t)node * SEED_STEP,
                                 .open = {.socket = stand_front(load->stand),
                                          .path = side->game_path,
                                          .token = stand_token(load->stand),
                                          .game = load->plan.game}};
}

static bool open_side(Load *load, Side *side, Text *message)
{
    const uint32_t games = side->plan.games;
    side->made = memory_resize(&load->memory, NULL, (games + 1) * sizeof *side->made);
    if (!side->made) {
        text_add(message, "there is no memory");
        return false;
    }
    side->plan.made = side->made;
    for (uint32_t asked = 0; asked < games; asked += OPEN_AT_ONCE) {
        const uint32_t count = games - asked < OPEN_AT_ONCE ? games - asked : OPEN_AT_ONCE;
        const Opened opened = open_games(&side->plan.open, count, side->made + asked);
        if (opened.count < count || is_stopped(load)) {
            text_format(message,
                        "of %" PRIu32 " games a node opened %" PRIu32 ", was busy for %" PRIu32
                        " and failed for %" PRIu32,
                        count, opened.count, opened.busy, opened.failed);
            return false;
        }
    }
    return true;
}

static bool join_side(const Load *load, Side *side, Text *message)
{
    if (generator_start(&side->plan, &side->generator)) {
        const uint64_t until_us = load__now_us() + JOIN_US;
        while (load__now_us() < until_us && !is_stopped(load))
            if (generator_wait(&side->generator, load__now_us() + LOOK_US, NULL))
                return true;
    }
    text_add(message, "the seats could not all join");
    return false;
}

static StandUsage settled_usage(const Load *load)
{
    usleep(SETTLE_US);
    return stand_usage(load->stand);
}

static bool start_sides(Load *load, Text *message)
{
    const unsigned nodes = load->plan.nodes;
    const StandUsage empty = settled_usage(load);
    uint32_t games = 0;
    for (unsigned node = 0; node < nodes; node++) {
        plan_side(load, node);
        games += load->sides[node].plan.games;
        if (is_stopped(load) || !open_side(load, &load->sides[node], message))
            return false;
    }
    const StandUsage opened = settled_usage(load);
    for (unsigned node = 0; node < nodes; node++)
        if (!join_side(load, &load->sides[node], message))
            return false;
    const StandUsage joined = settled_usage(load);
    const double sockets = load_sockets(load);
    load->bytes_a_game = ((double)opened.server_bytes - (double)empty.server_bytes) / games;
    load->bytes_a_connection =
        ((double)joined.server_bytes - (double)opened.server_bytes) / sockets;
    load->proxy_bytes_a_connection =
        ((double)joined.proxy_bytes - (double)opened.proxy_bytes) / sockets;
    return true;
}

// Whether a process may have so many sockets.
static bool has_files(const Load *load, uint32_t sockets, Text *message)
{
    struct rlimit files;
    getrlimit(RLIMIT_NOFILE, &files);
    if (sockets + SPARE_FILES <= files.rlim_max)
        return true;
    text_format(message,
                "%" PRIu32 " sockets on %u nodes are more than a process may have (ulimit -Hn: "
                "%" PRIu64 "); name more --nodes",
                load_sockets(load), load->plan.nodes, (uint64_t)files.rlim_max);
    return false;
}

static bool start(Load *load, Text *message)
{
    const LoadPlan *plan = &load->plan;
    // Games that end while it runs stay some minutes in a node; their seats are replaced by those of new ones.
    const uint32_t games = share_of(load, plan->games_max + plan->idle / 2, 0) + 1;
    const StandPlan stand = {.program = plan->program,
                             .schema = plan->schema,
                             .nodes = plan->nodes,
                             .nodes_yield = plan->is_apart,
                             .node_games = 4 * games,
                             .node_connections = 2 * games + LOAD_SPARE_CONNECTIONS};
    if (!has_files(load, stand.node_connections, message) ||
        !load_game_read(plan->game, &load->game, message))
        return false;
    if (plan->is_apart && !load__leave_core(&load->core)) {
        text_add(message, "players apart from the server need a second core");
        return false;
    }
    load->stand = stand_create(&load->memory, &stand, message);
    return load->stand && start_sides(load, message);
}

Load *load_create(const Memory *memory, const LoadPlan *plan, Text *message)
{
    Load *load = memory_resize(memory, NULL, sizeof *load);
    if (!load) {
        text_add(message, "there is no memory");
        return NULL;
    }
    *load = (Load){.memory = *memory, .plan = *plan};
    if (start(load, message))
        return load;
    load_destroy(load);
    return NULL;
}

static void end_generators(Load *load)
{
    for (unsigned node = 0; node < load->plan.nodes; node++)
        generator_end(&load->sides[node].generator);
}

void load_destroy(Load *load)
{
    if (!load)
        return;
    end_generators(load);
    stand_destroy(load->stand);
    for (unsigned node = 0; node < load->plan.nodes; node++)
        memory_resize(&load->memory, load->sides[node].made, 0);
    memory_resize(&load->memory, load, 0);
}

// What all processes have used and counted so far.
typedef struct Snapshot {
    StandUsage usage;
    StandCounts counts;
    double generator, stolen;
} Snapshot;

static bool take_snapshot(const Load *load, unsigned sides, Snapshot *snapshot)
{
    snapshot->usage = stand_usage(load->stand);
    snapshot->stolen = usage_stolen_seconds();
    snapshot->generator = 0;
    for (unsigned i = 0; i < sides; i++)
        snapshot->generator += usage_cpu_seconds(load->sides[i].generator.process);
    return stand_counts(load->stand, &snapshot->counts);
}

// The stretch as an order for one of so many generators.
static LoadOrder order_of(const LoadStretch *stretch, unsigned generators)
{
    const uint64_t start_us = load__now_us() + LEAD_US;
    const uint64_t count_us = start_us + (uint64_t)(1e6 * stretch->warm_seconds);
    return (LoadOrder){.start_us = start_us,
                       .count_us = count_us,
                       .end_us = count_us + (uint64_t)(1e6 * stretch->seconds),
                       .tries_a_second = stretch->tries_a_second / generators,
                       .games_a_second = stretch->games_a_second / generators};
}

static void add_report(LoadReport *sum, const LoadReport *report)
{
    histogram_merge(&sum->latency_us, &report->latency_us);
    sum->played += report->played;
    sum->refused += report->refused;
    sum->answered += report->answered;
    sum->busy += report->busy;
    sum->wrong += report->wrong;
    sum->unanswered += report->unanswered;
    sum->frames_in += report->frames_in;
    sum->bytes_in += report->bytes_in;
    sum->frames_out += report->frames_out;
    sum->bytes_out += report->bytes_out;
    sum->opened.count += report->opened.count;
    sum->opened.busy += report->opened.busy;
    sum->opened.failed += report->opened.failed;
    sum->playing += report->playing;
    if (!sum->fault[0])
        memcpy(sum->fault, report->fault, sizeof sum->fault);
    for (unsigned second = 0; second < LOAD_SECONDS_MAX; second++)
        sum->late[second] += report->late[second];
}

// Gives an order to the first `sides` generators and waits for what it brought, with a snapshot at the beginning and the end of
// what is counted.
static bool run_order(const Load *load, unsigned sides, const LoadOrder *order, LoadReport *sum,
                      Snapshot snapshots[2])
{
    *sum = (LoadReport){0};
    for (unsigned i = 0; i < sides; i++)
        if (!generator_order(&load->sides[i].generator, order))
            return false;
    if (!sleep_until(load, order->count_us) || !take_snapshot(load, sides, &snapshots[0]) ||
        !sleep_until(load, order->end_us) || !take_snapshot(load, sides, &snapshots[1]))
        return false;
    for (unsigned i = 0; i < sides; i++) {
        LoadReport report;
        if (!generator_wait(&load->sides[i].generator, order->end_us + ANSWER_US, &report))
            return false;
        add_report(sum, &report);
    }
    return true;
}

static double divide(double what, double by)
{
    return by > 0 ? what / by : 0;
}

static void note_costs(const Snapshot snapshots[2], LoadFigures *figures)
{
    const StandUsage *before = &snapshots[0].usage, *after = &snapshots[1].usage;
    const StandCounts *first = &snapshots[0].counts, *last = &snapshots[1].counts;
    const double tries = (double)figures->tries;
    const double batches = (double)(last->batches - first->batches);
    figures->server_us = divide(1e6 * (after->server - before->server), tries);
    figures->database_us = divide(1e6 * (after->database - before->database), tries);
    figures->proxy_us = divide(1e6 * (after->proxy - before->proxy), tries);
    figures->generator_us = divide(1e6 * (snapshots[1].generator - snapshots[0].generator), tries);
    figures->stolen_share = (snapshots[1].stolen - snapshots[0].stolen) /
                            (figures->seconds * (double)sysconf(_SC_NPROCESSORS_ONLN));
    figures->batches_a_second = divide(batches, figures->seconds);
    figures->rows_a_batch = divide((double)(last->rows - first->rows), batches);
    figures->frames_in = divide((double)(last->frames_in - first->frames_in), tries);
    figures->frames_out = divide((double)(last->frames_out - first->frames_out), tries);
}

bool load_run(Load *load, const LoadStretch *stretch, LoadFigures *figures, Text *message)
{
    const LoadOrder order = order_of(stretch, load->plan.nodes);
    LoadReport report;
    Snapshot snapshots[2];
    if (!run_order(load, load->plan.nodes, &order, &report, snapshots)) {
        text_add(message, is_stopped(load) ? "stopped" : "a process of the bench has ended");
        return false;
    }
    const uint64_t tries = report.played + report.refused + report.answered;
    const Histogram *latency = &report.latency_us;
    *figures =
        (LoadFigures){.seconds = stretch->seconds,
                      .tries_a_second = (double)tries / stretch->seconds,
                      .p50_ms = (double)histogram_quantile(latency, 0.5) / 1e3,
                      .p99_ms = (double)histogram_quantile(latency, 0.99) / 1e3,
                      .max_ms = (double)latency->max / 1e3,
                      .tries = tries,
                      .played = report.played,
                      .refused = report.refused,
                      .busy = report.busy,
                      .wrong = report.wrong,
                      .unanswered = report.unanswered,
                      .games_opened = report.opened.count,
                      .games_busy = report.opened.busy,
                      .games_failed = report.opened.failed,
                      .playing = report.playing,
                      .in_bytes = divide((double)report.bytes_out, (double)report.frames_out),
                      .out_bytes = divide((double)report.bytes_in, (double)report.frames_in),
                      .load_average = usage_load_average()};
    memcpy(figures->late, report.late, sizeof figures->late);
    memcpy(figures->fault, report.fault, sizeof figures->fault);
    note_costs(snapshots, figures);
    return true;
}

// One node's part of the frames, echoed, by the first generator.
static bool run_echo(Load *load, const LoadStretch *stretch, const LoadFigures *figures,
                     double *echo_us)
{
    const unsigned nodes = load->plan.nodes;
    const EchoPlan echo = {.in_bytes = (uint32_t)(figures->in_bytes + 0.5),
                           .twice_share = divide(figures->frames_out, figures->frames_in) - 1};
    Side *side = &load->sides[0];
    char why[PATH_BYTES_MAX];
    Text message = TEXT_IN(why);
    LoadReport report;
    Snapshot snapshots[2];
    side->plan = (GeneratorPlan){.url = stand_url(load->stand),
                                 .path = "/n/echo/seat",
                                 .games = load_sockets(load) / nodes,
                                 .playing = 2 * load->plan.games / nodes,
                                 .games_max = load_sockets(load) / nodes,
                                 .seed = load->plan.seed,
                                 .echo = &echo};
    if (!stand_echo(load->stand, (uint32_t)(figures->out_bytes + 0.5)) ||
        !join_side(load, side, &message))
        return false;
    const LoadOrder order = order_of(stretch, nodes);
    if (!run_order(load, 1, &order, &report, snapshots))
        return false;
    *echo_us =
        divide(1e6 * (snapshots[1].usage.echo - snapshots[0].usage.echo), (double)report.answered);
    return true;
}

bool load_run_bare(Load *load, const LoadStretch *played, const LoadFigures *figures,
                   LoadBare *bare, Text *message)
{
    LoadStretch stretch = *played;
    stretch.seconds = stretch.seconds < BARE_SECONDS_MAX ? stretch.seconds : BARE_SECONDS_MAX;
    const BarePlan plan = {.rows_a_batch = (uint32_t)(figures->rows_a_batch + 0.5),
                           .batches_a_second = figures->batches_a_second,
                           .clients = load->plan.nodes,
                           .games = load->plan.games,
                           .seconds = stretch.seconds};
    BareCosts costs;
    end_generators(load);
    if (!bare_run(load->stand, &plan, &costs, message))
        return false;
    *bare = (LoadBare){.database_us = costs.database_us,
                       .client_us = costs.client_us,
                       .row_bytes = costs.row_bytes};
    if (!run_echo(load, &stretch, figures, &bare->echo_us)) {
        text_add(message, is_stopped(load) ? "stopped" : "the echo has failed");
        return false;
    }
    bare->ratio =
        divide(figures->server_us + figures->database_us, bare->database_us + bare->echo_us);
    return true;
}
