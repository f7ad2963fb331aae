// bench_server: starts a server in a folder of its own, plays at it, and prints what it took. The help below explains the options.
#include "base/cli/gnuplot.h"
#include "base/cli/output.h"
#include "base/os/disk.h"
#include "base/os/interrupt.h"
#include "lab/report/plot.h"
#include "load/load.h"
#include "load/options.h"

#include <assert.h>
#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

// What a laptop measures in a minute.
enum {
    GAMES_DEFAULT = 500,
    IDLE_DEFAULT = 1000,
    RATE_DEFAULT = 250,
    SECONDS_DEFAULT = 10,
    SEED_DEFAULT = 1,
    NODES_MAX = 16,
    COUNT_MAX = 1000000,
    STEPS_MAX = 40,
    HALVINGS = 3,          // of the distance between a rate that holds and one that does not
    KNEE_P99_MS = 200,     // the knee is the largest rate below that
    OVERLOAD_TIMES = 3,    // the load that is asked for, in knees
    OVERLOAD_HEADROOM = 2, // the games that play before it come to half a knee
    OVERLOAD_STRETCH = 4,  // times as long as others: a node opens some 200 games a second
    MESSAGE_MAX = 512,
};

static const char bench_game[] = "kriegspiel(rules=icc)";
static const double warm_seconds = 2, knee_step = 1.5;

static const char usage[] =
    "usage: bench_server [OPTION...]\n"
    "\n"
    "Starts a PostgreSQL with a database for each node, the nodes (nebel serve) and nginx in "
    "front\n"
    "of them, all in a folder that it removes in the end. Processes of its own take seats there "
    "and\n"
    "play random games over sockets, at a fixed rate: the moment at which a try is due does not\n"
    "depend on the answers, and its latency is counted from that moment to its verdict.\n"
    "\n"
    "  --games N     games that play, with two sockets each (500)\n"
    "  --idle N      sockets of seats that have joined and are silent (1000)\n"
    "  --rate N      tries a second of all games (250)\n"
    "  --seconds N   how long tries are counted (10); two seconds of play come before\n"
    "  --nodes N     nodes (one for each core)\n"
    "  --seed N      what draws the tries (1)\n"
    "  --knee        begin with --rate and raise it until the 99th percentile passes 200 ms or\n"
    "                something fails; print a row for each rate, and the largest that holds\n"
    "  --overload    then let the games play at half of that rate, and ask for so many new games\n"
    "                meanwhile that all together would come to three times it: the server must\n"
    "                refuse new games as busy, and the games that run must keep their latency\n"
    "  --apart       the players have one core for themselves, and nodes, PostgreSQL and nginx\n"
    "                share the others; nodes leave theirs to PostgreSQL and nginx, as on a server\n"
    "                with deploy/nebel.service\n"
    "  --plot FILE   draw the curve of --knee as an SVG; its script is written beside it\n"
    "  --json        print one JSON object\n"
    "\n"
    "Without --knee it measures the same work without Nebel afterwards: the statement that writes "
    "a\n"
    "batch, sent by pgbench at the same size and rate, and frames of the same lengths, echoed by "
    "a\n"
    "program that has nothing but libwebsockets. It needs PostgreSQL, sqitch and nginx, and as "
    "many\n"
    "open files as sockets.\n";

typedef struct Wish {
    uint64_t games, idle, rate, seconds, nodes, seed;
    bool is_json, wants_knee, wants_overload, is_apart;
    const char *plot;
} Wish;

// Reads the command line. Returns false if the program must end with `*status`.
static bool read_wish(int count, char **words, Wish *wish, int *status)
{
    const long cores = sysconf(_SC_NPROCESSORS_ONLN);
    *wish = (Wish){.games = GAMES_DEFAULT,
                   .idle = IDLE_DEFAULT,
                   .rate = RATE_DEFAULT,
                   .seconds = SECONDS_DEFAULT,
                   .nodes = cores < 1           ? 1
                            : cores > NODES_MAX ? NODES_MAX
                                                : (uint64_t)cores,
                   .seed = SEED_DEFAULT};
    const LoadOption options[] = {
        {"games", .number = &wish->games, 1, COUNT_MAX},
        {"idle", .number = &wish->idle, 0, COUNT_MAX},
        {"rate", .number = &wish->rate, 1, COUNT_MAX},
        {"seconds", .number = &wish->seconds, 1, COUNT_MAX},
        {"nodes", .number = &wish->nodes, 1, NODES_MAX},
        {"seed", .number = &wish->seed, 0, UINT32_MAX},
        {"plot", .text = &wish->plot},
        {"json", .flag = &wish->is_json},
        {"knee", .flag = &wish->wants_knee},
        {"overload", .flag = &wish->wants_overload},
        {"apart", .flag = &wish->is_apart},
    };
    if (!load_options_read(options, COUNT_OF(options), usage, count, words, status))
        return false;
    wish->idle -= wish->idle % 2; // both seats of a game
    if (wish->plot && !wish->wants_knee)
        *status = complain("--plot draws the curve of --knee; name both");
    return !wish->plot || wish->wants_knee;
}

static LoadStretch stretch_of(const Wish *wish, double rate)
{
    return (LoadStretch){
        .tries_a_second = rate, .warm_seconds = warm_seconds, .seconds = (double)wish->seconds};
}

// Beside progress lines of others this one must not mix with what is printed.
static void tell(const char *what)
{
    if (isatty(STDERR_FILENO))
        fprintf(stderr, "%s\n", what);
}

// Beside what is printed, which may be JSON.
static void tell_fault(const LoadFigures *figures)
{
    if (figures->wrong)
        fprintf(stderr, "the first of %" PRIu64 " errors: %s\n", figures->wrong, figures->fault);
}

static void print_head_json(const Load *load, const Wish *wish)
{
    printf("{\"sockets\":%" PRIu32 ",\"games\":%" PRIu64 ",\"idle\":%" PRIu64 ",\"nodes\":%" PRIu64
           ",\"seconds\":%" PRIu64 ",\"bytes_per_connection\":%.0f,"
           "\"nginx_bytes_per_connection\":%.0f,\"bytes_per_game\":%.0f",
           load_sockets(load), wish->games, wish->idle, wish->nodes, wish->seconds,
           load_bytes_a_connection(load), load_proxy_bytes_a_connection(load),
           load_bytes_a_game(load));
}

static void print_late_json(const LoadLate late)
{
    const char *comma = "";
    printf(",\"late_ms\":%d,\"late_by_second\":{", LOAD_LATE_MS);
    for (unsigned second = 0; second < LOAD_SECONDS_MAX; second++)
        if (late[second]) {
            printf("%s\"%u\":%" PRIu32, comma, second, late[second]);
            comma = ",";
        }
    putchar('}');
}

static void print_figures_json(double rate, const LoadFigures *figures)
{
    printf("\"asked_per_second\":%.0f,\"tries_per_second\":%.1f,\"p50_ms\":%.2f,\"p99_ms\":%.2f,"
           "\"max_ms\":%.2f,\"tries\":%" PRIu64 ",\"played\":%" PRIu64 ",\"refused\":%" PRIu64
           ",\"busy\":%" PRIu64 ",\"errors\":%" PRIu64 ",\"unanswered\":%" PRIu64
           ",\"cpu_us_per_try\":{\"server\":%.1f,\"postgresql\":%.1f,\"nginx\":%.1f,"
           "\"generator\":%.1f},\"batches_per_second\":%.1f,\"rows_per_batch\":%.2f,"
           "\"frames_per_try\":{\"in\":%.2f,\"out\":%.2f},\"bytes_per_frame\":{\"in\":%.1f,"
           "\"out\":%.1f},\"load_average\":%.2f,\"stolen_share\":%.3f",
           rate, figures->tries_a_second, figures->p50_ms, figures->p99_ms, figures->max_ms,
           figures->tries, figures->played, figures->refused, figures->busy, figures->wrong,
           figures->unanswered, figures->server_us, figures->database_us, figures->proxy_us,
           figures->generator_us, figures->batches_a_second, figures->rows_a_batch,
           figures->frames_in, figures->frames_out, figures->in_bytes, figures->out_bytes,
           figures->load_average, figures->stolen_share);
    print_late_json(figures->late);
}

static void print_head(const Load *load, const Wish *wish)
{
    printf("%" PRIu32 " sockets: %" PRIu64 " games and %" PRIu64 " idle seats on %" PRIu64
           " nodes; %.0f bytes a connection and %.0f bytes a game in a node, %.0f bytes a "
           "connection in nginx\n",
           load_sockets(load), wish->games, wish->idle, wish->nodes, load_bytes_a_connection(load),
           load_bytes_a_game(load), load_proxy_bytes_a_connection(load));
}

static void print_late(const LoadLate late)
{
    uint64_t tries = 0;
    unsigned seconds = 0;
    for (unsigned second = 0; second < LOAD_SECONDS_MAX; second++) {
        tries += late[second];
        seconds += late[second] > 0;
    }
    printf("%" PRIu64 " tries took more than %d ms, in %u of the seconds\n", tries, LOAD_LATE_MS,
           seconds);
}

static void print_figures(double rate, const LoadFigures *figures)
{
    printf("%.0f tries a second asked for, %.1f answered; p50 %.1f ms, p99 %.1f ms, max %.1f ms\n"
           "%" PRIu64 " tries: %" PRIu64 " played, %" PRIu64 " refused by the umpire; %" PRIu64
           " busy, %" PRIu64 " errors, %" PRIu64 " unanswered\n"
           "CPU a try: node %.0f, PostgreSQL %.0f, nginx %.0f, generator %.0f microseconds\n"
           "%.0f batches a second of %.1f rows; load average %.2f; the host took %.1f %% of CPU\n",
           rate, figures->tries_a_second, figures->p50_ms, figures->p99_ms, figures->max_ms,
           figures->tries, figures->played, figures->refused, figures->busy, figures->wrong,
           figures->unanswered, figures->server_us, figures->database_us, figures->proxy_us,
           figures->generator_us, figures->batches_a_second, figures->rows_a_batch,
           figures->load_average, 100 * figures->stolen_share);
    print_late(figures->late);
}

static void print_bare(const LoadBare *bare)
{
    printf("bare: PostgreSQL %.0f (and pgbench %.0f), libwebsockets %.0f microseconds a try; node "
           "and PostgreSQL take %.2f times as much\na row of the journal takes %" PRIu64
           " bytes on disk\n",
           bare->database_us, bare->client_us, bare->echo_us, bare->ratio, bare->row_bytes);
}

static void print_bare_json(const LoadBare *bare)
{
    printf(",\"bare_us_per_try\":{\"postgresql\":%.1f,\"pgbench\":%.1f,\"libwebsockets\":%.1f},"
           "\"times_bare\":%.2f,\"bytes_per_row\":%" PRIu64,
           bare->database_us, bare->client_us, bare->echo_us, bare->ratio, bare->row_bytes);
}

static bool measure_once(Load *load, const Wish *wish, Text *message)
{
    const LoadStretch stretch = stretch_of(wish, (double)wish->rate);
    LoadFigures figures;
    LoadBare bare;
    tell("playing");
    if (!load_run(load, &stretch, &figures, message))
        return false;
    tell_fault(&figures);
    tell("the same work bare");
    if (!load_run_bare(load, &stretch, &figures, &bare, message))
        return false;
    if (wish->is_json) {
        print_head_json(load, wish);
        putchar(',');
        print_figures_json(stretch.tries_a_second, &figures);
        print_bare_json(&bare);
        puts("}");
    } else {
        print_head(load, wish);
        print_figures(stretch.tries_a_second, &figures);
        print_bare(&bare);
    }
    return true;
}

typedef struct Step {
    double rate;
    LoadFigures figures;
} Step;

typedef struct Curve {
    Step steps[STEPS_MAX];
    unsigned count;
    double knee; // 0 if even the first rate was too much
} Curve;

static bool holds(const LoadFigures *figures)
{
    return figures->p99_ms <= KNEE_P99_MS && !figures->unanswered && !figures->wrong;
}

// Measures one rate more; false if that was not possible.
static bool add_step(Load *load, const Wish *wish, double rate, Curve *curve, Text *message)
{
    Step *step = &curve->steps[curve->count];
    const LoadStretch stretch = stretch_of(wish, rate);
    char line[MESSAGE_MAX];
    step->rate = rate;
    if (!load_run(load, &stretch, &step->figures, message))
        return false;
    tell_fault(&step->figures);
    curve->count++;
    if (holds(&step->figures) && rate > curve->knee)
        curve->knee = rate;
    snprintf(line, sizeof line, "%.0f tries a second: p99 %.1f ms", rate, step->figures.p99_ms);
    tell(line);
    return true;
}

// Raises the rate until it does not hold, then halves the distance between the last that held and the first that did not.
static bool find_knee(Load *load, const Wish *wish, Curve *curve, Text *message)
{
    double rate = (double)wish->rate;
    bool held = true;
    while (held && curve->count < STEPS_MAX - HALVINGS) {
        if (!add_step(load, wish, rate, curve, message))
            return false;
        held = holds(&curve->steps[curve->count - 1].figures);
        rate *= held ? knee_step : 1;
    }
    for (unsigned i = 0; i < HALVINGS && curve->knee; i++) {
        const double middle = (curve->knee + rate) / 2;
        if (!add_step(load, wish, middle, curve, message))
            return false;
        rate = holds(&curve->steps[curve->count - 1].figures) ? rate : middle;
    }
    return true;
}

static int compare_steps(const void *one, const void *other)
{
    const double a = ((const Step *)one)->rate, b = ((const Step *)other)->rate;
    return (a > b) - (a < b);
}

static void print_curve(const Curve *curve)
{
    printf("%10s %10s %9s %9s %9s %6s %11s %7s %7s %6s\n", "asked/s", "tries/s", "p50 ms", "p99 ms",
           "max ms", "node", "PostgreSQL", "nginx", "rows", "load");
    for (unsigned i = 0; i < curve->count; i++) {
        const LoadFigures *figures = &curve->steps[i].figures;
        printf("%10.0f %10.0f %9.1f %9.1f %9.1f %6.0f %11.0f %7.0f %7.1f %6.2f\n",
               curve->steps[i].rate, figures->tries_a_second, figures->p50_ms, figures->p99_ms,
               figures->max_ms, figures->server_us, figures->database_us, figures->proxy_us,
               figures->rows_a_batch, figures->load_average);
    }
    printf("knee: %.0f tries a second with p99 of at most %d ms; node, PostgreSQL and nginx in "
           "microseconds of CPU a try, rows a batch\n",
           curve->knee, KNEE_P99_MS);
}

static void print_curve_json(const Curve *curve)
{
    printf(",\"knee_per_second\":%.0f,\"curve\":[", curve->knee);
    for (unsigned i = 0; i < curve->count; i++) {
        printf("%s{", i ? "," : "");
        print_figures_json(curve->steps[i].rate, &curve->steps[i].figures);
        putchar('}');
    }
    putchar(']');
}

static void write_plot(const Curve *curve, const char *title, Text *text)
{
    const PlotHead head = {.what = "latency by rate",
                           .title = title,
                           .width = 640,
                           .height = 400,
                           .rows = 1,
                           .columns = 1};
    plot_begin(&head, text);
    plot_add_axes(PLOT_LEFT_BOTTOM, text);
    text_add(text, "$curve << END\n");
    for (unsigned i = 0; i < curve->count; i++)
        text_format(text, "%.0f %.3f %.3f\n", curve->steps[i].rate, curve->steps[i].figures.p50_ms,
                    curve->steps[i].figures.p99_ms);
    text_format(text,
                "END\nset logscale y\nset key top left\nset xlabel 'tries a second'\n"
                "set ylabel 'try to verdict, ms'\n"
                "plot $curve using 1:3 with linespoints linestyle 2 title 'p99', \\\n"
                "     $curve using 1:2 with linespoints linestyle 1 title 'p50', \\\n"
                "     %d with lines linecolor '#888888' dashtype 2 title '%d ms'\n",
                KNEE_P99_MS, KNEE_P99_MS);
}

// The script stands beside the picture.
static bool draw(const Curve *curve, const Wish *wish, Text *message)
{
    char script[PATH_MAX], title[MESSAGE_MAX];
    Text text = text_growing(&memory_heap);
    snprintf(script, sizeof script, "%s.gp", wish->plot);
    snprintf(title, sizeof title, "%" PRIu64 " games, %" PRIu64 " idle seats, %" PRIu64 " nodes",
             wish->games, wish->idle, wish->nodes);
    write_plot(curve, title, &text);
    const bool is_kept = !text.cut && disk_write(script, (Slice){text.start, text.length});
    text_done(&text);
    const GnuplotError error = is_kept ? gnuplot_draw(script, wish->plot) : GNUPLOT_ERR_FAILED;
    if (error)
        text_format(message, "the picture cannot be drawn: %s",
                    error == GNUPLOT_ERR_MISSING ? GNUPLOT_MISSING : script);
    return !error;
}

// The games play at a part of the knee, and so many more are asked for that all of them would come to three knees. A server that does not
// refuse new ones fails those that run.
static LoadStretch overload_of(const Wish *wish, double knee)
{
    LoadStretch stretch = stretch_of(wish, knee / OVERLOAD_HEADROOM);
    const double games = (double)wish->games * OVERLOAD_HEADROOM * OVERLOAD_TIMES;
    stretch.seconds *= OVERLOAD_STRETCH;
    stretch.games_a_second = (games - (double)wish->games) / stretch.seconds;
    return stretch;
}

static void print_overload(double rate, const LoadFigures *figures)
{
    printf("overload: %" PRIu32 " new games opened, %" PRIu32 " refused as busy, %" PRIu32
           " failed; %" PRIu32 " games play in the end\n",
           figures->games_opened, figures->games_busy, figures->games_failed, figures->playing);
    print_figures(rate, figures);
}

static void print_overload_json(double rate, const LoadFigures *figures)
{
    printf(",\"overload\":{\"games_opened\":%" PRIu32 ",\"games_busy\":%" PRIu32
           ",\"games_failed\":%" PRIu32 ",\"games_playing\":%" PRIu32 ",",
           figures->games_opened, figures->games_busy, figures->games_failed, figures->playing);
    print_figures_json(rate, figures);
    putchar('}');
}

static bool measure_knee(Load *load, const Wish *wish, Text *message)
{
    Curve curve = {0};
    LoadFigures overload = {0};
    LoadStretch stretch = {0};
    if (!find_knee(load, wish, &curve, message))
        return false;
    if (wish->wants_overload && curve.knee) {
        stretch = overload_of(wish, curve.knee);
        tell("overload");
        if (!load_run(load, &stretch, &overload, message))
            return false;
        tell_fault(&overload);
    }
    qsort(curve.steps, curve.count, sizeof *curve.steps, compare_steps);
    (wish->is_json ? print_head_json : print_head)(load, wish);
    (wish->is_json ? print_curve_json : print_curve)(&curve);
    if (stretch.tries_a_second > 0)
        (wish->is_json ? print_overload_json : print_overload)(stretch.tries_a_second, &overload);
    fputs(wish->is_json ? "}\n" : "", stdout);
    return !wish->plot || draw(&curve, wish, message);
}

int main(int count, char **words)
{
    char why[MESSAGE_MAX] = "";
    Text message = TEXT_IN(why);
    Wish wish;
    int status;
    if (!read_wish(count, words, &wish, &status))
        return status;
    const uint32_t games = (uint32_t)wish.games;
    const LoadPlan plan = {
        .program = NEBEL_PROGRAM,
        .schema = NEBEL_SCHEMA,
        .game = bench_game,
        .nodes = (unsigned)wish.nodes,
        .games = games,
        .idle = (uint32_t)wish.idle,
        .games_max = wish.wants_overload ? games * OVERLOAD_HEADROOM * OVERLOAD_TIMES : games,
        .is_apart = wish.is_apart,
        .seed = wish.seed,
        .is_stopped = interrupts_catch()};
    tell("starting PostgreSQL, nodes and nginx; opening games; joining seats");
    Load *load = load_create(&memory_heap, &plan, &message);
    const bool is_measured =
        load && (wish.wants_knee || wish.wants_overload ? measure_knee(load, &wish, &message)
                                                        : measure_once(load, &wish, &message));
    load_destroy(load);
    return is_measured ? EXIT_FINE : complain_failed("%s", why);
}
