// Reading the options of contests and running them.
#define _POSIX_C_SOURCE 200809L
#include "cmd/contest.h"

#include "cmd/interrupt.h"
#include "cmd/live.h"
#include "cmd/stopwatch.h"
#include "lab/clocks.h"
#include "lab/journal.h"
#include "lab/pgn.h"
#include "roster/roster.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { GAMES_DEFAULT = 100, NODES_DEFAULT = 10000, OPENING_DEFAULT = 2 };

// --- Options ------------------------------------------------------------------------------------

bool read_number(const char *option, const char *text, uint64_t least, uint64_t most,
                 uint64_t *number)
{
    uint64_t read;
    if (!slice_number(slice_of(text), most, &read) || read < least) {
        complain("%s takes a whole number from %" PRIu64 " to %" PRIu64 ", not '%s'", option, least,
                 most, text);
        return false;
    }
    *number = read;
    return true;
}

// Numbers that an option sets, with their range; the place is in `Numbers`.
typedef struct Numbers {
    uint64_t games, seed, concurrency, nodes, cpu_ms, move_ms, patience_ms;
} Numbers;

static const struct NumberOption {
    unsigned option;
    const char *name;
    size_t place;
    uint64_t least, most;
} number_options[] = {
    {CONTEST_GAMES, "--games", offsetof(Numbers, games), 1, UINT32_MAX},
    {CONTEST_SEED, "--seed", offsetof(Numbers, seed), 0, INT64_MAX},
    {CONTEST_CONCURRENCY, "--concurrency", offsetof(Numbers, concurrency), 1, SERIES_THREADS_MAX},
    {CONTEST_NODES, "--nodes", offsetof(Numbers, nodes), 1, INT64_MAX},
    {CONTEST_CPU, "--cpu", offsetof(Numbers, cpu_ms), 1, UINT32_MAX},
    {CONTEST_MOVETIME, "--movetime", offsetof(Numbers, move_ms), 1, UINT32_MAX},
    {CONTEST_PATIENCE, "--patience", offsetof(Numbers, patience_ms), 1, UINT32_MAX},
};

static bool read_numbers(const Given *given, Numbers *numbers)
{
    for (unsigned i = 0; i < COUNT_OF(number_options); i++) {
        const struct NumberOption *row = &number_options[i];
        const char *text = given->options[row->option];
        uint64_t *place = (uint64_t *)(void *)((char *)numbers + row->place);
        if (text && !read_number(row->name, text, row->least, row->most, place))
            return false;
    }
    return true;
}

bool read_clock(const char *text, ClockRule *clock)
{
    double base, increment;
    char after;
    // Less than a millisecond would be no clock at all.
    if (sscanf(text, "%lf+%lf%c", &base, &increment, &after) != 2 ||
        !(base >= 0.001 && base <= 86400) || !(increment >= 0 && increment <= 3600)) {
        complain("--clock takes seconds and seconds added a move, as in 180+0, not '%s'", text);
        return false;
    }
    *clock = (ClockRule){(uint32_t)(base * 1000 + 0.5), (uint32_t)(increment * 1000 + 0.5)};
    return true;
}

static bool read_opening(const char *text, uint32_t *moves)
{
    static const char prefix[] = "random:";
    uint64_t read;
    if (strncmp(text, prefix, sizeof prefix - 1) != 0 ||
        !slice_number(slice_of(text + sizeof prefix - 1), OPENING_MOVES_MAX, &read)) {
        complain("--opening takes random:N with N from 0 to %d, not '%s'", OPENING_MOVES_MAX, text);
        return false;
    }
    *moves = (uint32_t)read;
    return true;
}

bool read_game(const char *text, const Game **game, KriegspielRules *rules)
{
    char why[256];
    Text complaint = TEXT_IN(why);
    Spec spec;
    const Game *found = game_find(text, &spec, &complaint);
    if (!found || !found->read(&spec, (Rules *)rules, &complaint)) {
        complain("%s", why);
        return false;
    }
    *game = found;
    return true;
}

// Every player string must name a player, and it must play this game: better said now than in game
// 17.
static bool check_players(const Plan *plan)
{
    for (uint32_t i = 0; i < plan->player_count; i++) {
        char why[256];
        Text complaint = TEXT_IN(why);
        if (!roster_check(&memory_heap, plan->players[i], plan->game, &complaint)) {
            complain("%s", why);
            return false;
        }
    }
    return true;
}

static void set_rounds(Plan *plan, uint64_t games)
{
    plan->rounds = (games + 1) / 2;
}

int contest_read(Contest *contest, const Given *given)
{
    Plan *plan = &contest->plan;
    Numbers numbers = {.games = GAMES_DEFAULT, .seed = 1, .concurrency = 1};
    const char *game = given->options[CONTEST_GAME];
    const char *clock = given->options[CONTEST_CLOCK];
    const char *opening = given->options[CONTEST_OPENING];
    plan->opening_moves = OPENING_DEFAULT;
    if (!read_numbers(given, &numbers) ||
        !read_game(game ? game : "kriegspiel", &plan->game, &contest->rules) ||
        (clock && !read_clock(clock, &plan->limits.clock)) ||
        (opening && !read_opening(opening, &plan->opening_moves)) || !check_players(plan))
        return EXIT_USAGE;
    if (given->options[CONTEST_RESUME] && !given->options[CONTEST_OUTPUT])
        return complain("--resume needs the match file: -o FILE --resume");
    contest->given = given;
    plan->rules = (const Rules *)&contest->rules;
    contest->concurrency = (unsigned)numbers.concurrency;
    plan->seed = numbers.seed;
    plan->patience_ms = (uint32_t)numbers.patience_ms;
    plan->limits.cpu_ms = (uint32_t)numbers.cpu_ms;
    plan->limits.move_ms = (uint32_t)numbers.move_ms;
    plan->limits.nodes = numbers.nodes;
    if (!numbers.nodes && !numbers.cpu_ms && !numbers.move_ms && !clock)
        plan->limits.nodes = NODES_DEFAULT;
    set_rounds(plan, numbers.games);
    return EXIT_FINE;
}

// --- Running ------------------------------------------------------------------------------------

// A contest in play: where its pairs go.
typedef struct Running {
    const Contest *contest;
    Tally *tally;
    Journal journal;
    FILE *pgn;
    bool is_read_back; // the pairs come from the match file
    Live live;
    double began;
    Speed speed;
    const char *error; // what ended it early, or NULL
    const atomic_bool *is_interrupted;
} Running;

// What the file held before goes only now: a command that fails on its match file has destroyed
// nothing.
static bool begin_pgn(Running *running)
{
    running->pgn = freopen(running->contest->given->options[CONTEST_PGN], "w", running->pgn);
    return running->pgn != NULL;
}

static void write_pgn(Running *running, const PairResult *result)
{
    Text text = text_growing(&memory_heap);
    if (running->tally->pairs == 1 && !begin_pgn(running))
        running->error = "the PGN cannot be written; has its folder gone?";
    else if (!pair_to_pgn(&running->contest->plan, result, &memory_heap, &text))
        running->error = "the PGN cannot be made: memory is short, or the match file was altered";
    else if (fwrite(text.start, 1, text.length, running->pgn) != text.length)
        running->error = "the PGN cannot be written; is the disk full?";
    text_done(&text);
}

static void count_speed(Running *running, const PairResult *result)
{
    running->speed.games += 2;
    running->speed.attempts += result->games[0].attempts + result->games[1].attempts;
    running->speed.seconds = wall_seconds() - running->began;
}

static void show(Running *running)
{
    Text block = text_growing(&memory_heap);
    running->contest->report(running->tally, &running->speed, &block);
    live_show(&running->live, block.start);
    text_done(&block);
}

static bool take_pair(void *context, const PairResult *result)
{
    Running *running = context;
    tally_add(running->tally, result);
    if (running->pgn)
        write_pgn(running, result);
    if (!running->is_read_back) {
        count_speed(running, result);
        const JournalError error =
            running->journal.file >= 0 ? journal_append(&running->journal, result) : JOURNAL_OK;
        if (error)
            running->error = journal_error_text(error);
        if (live_is_due(&running->live))
            show(running);
    }
    return !running->error && !tally_is_decided(running->tally);
}

static bool open_pgn(Running *running, const char *path)
{
    if (!path)
        return true;
    running->pgn = fopen(path, "a");
    if (!running->pgn)
        complain("cannot write '%s'; does its folder exist?", path);
    return running->pgn != NULL;
}

// Opens the match file; what is in it already is counted. `*next` is the pair to go on with.
static bool open_journal(Running *running, uint64_t *next)
{
    const Contest *contest = running->contest;
    const char *path = contest->given->options[CONTEST_OUTPUT];
    char why[512];
    Text complaint = TEXT_IN(why);
    JournalError error = JOURNAL_OK;
    if (path && contest->given->options[CONTEST_RESUME]) {
        running->is_read_back = true;
        error = journal_resume(&running->journal, path, &contest->plan,
                               (PairSink){take_pair, running}, next, &complaint);
        running->is_read_back = false;
    } else if (path) {
        error = journal_create(&running->journal, path, &contest->plan);
    }
    if (error)
        complain("%s: %s%s%s", path, journal_error_text(error), why[0] ? ": " : "", why);
    return !error;
}

static bool play(Running *running, uint64_t from)
{
    const Contest *contest = running->contest;
    char why[512];
    Text complaint = TEXT_IN(why);
    const SeriesPlan series = {.plan = &contest->plan,
                               .clocks = &lab_clocks,
                               .from = from,
                               .threads = contest->concurrency,
                               .is_stopped = running->is_interrupted};
    running->live = live_begin();
    running->began = wall_seconds();
    const SeriesError error =
        series_run(&series, &memory_heap, (PairSink){take_pair, running}, &complaint);
    live_end(&running->live);
    if (error)
        complain("%s%s%s", series_error_text(error), why[0] ? ": " : "", why);
    return !error;
}

static int print_report(const Running *running)
{
    const Contest *contest = running->contest;
    Text text = text_growing(&memory_heap);
    bool is_fine = true;
    if (contest->given->options[CONTEST_JSON])
        is_fine = contest->report_json(running->tally, &running->speed, &text);
    else
        contest->report(running->tally, &running->speed, &text);
    if (is_fine)
        fputs(text.start, stdout);
    else
        complain("there is not enough memory for the report");
    text_done(&text);
    return is_fine ? EXIT_FINE : EXIT_FAILED;
}

static bool close_all(Running *running)
{
    bool is_fine = true;
    if (running->pgn && fclose(running->pgn) != 0) {
        complain("the PGN cannot be written; is the disk full?");
        is_fine = false;
    }
    const JournalError error = journal_close(&running->journal);
    if (error)
        complain("%s", journal_error_text(error));
    return is_fine && !error;
}

static int run(Running *running)
{
    uint64_t next = 0;
    if (!open_pgn(running, running->contest->given->options[CONTEST_PGN]))
        return EXIT_FAILED;
    bool is_fine = open_journal(running, &next);
    if (is_fine && !running->error && !tally_is_decided(running->tally))
        is_fine = play(running, next);
    is_fine = close_all(running) && is_fine;
    if (running->error) {
        complain("%s", running->error);
        is_fine = false;
    }
    if (!is_fine)
        return EXIT_FAILED;
    return print_report(running);
}

int contest_run(Contest *contest)
{
    Running running = {.contest = contest,
                       .tally = malloc(sizeof(Tally)),
                       .journal = journal_closed(&memory_heap)};
    if (!running.tally) {
        complain("there is not enough memory for the match");
        return EXIT_FAILED;
    }
    tally_init(running.tally, &contest->plan);
    running.is_interrupted = interrupts_catch();
    const int status = run(&running);
    free(running.tally);
    return status;
}
