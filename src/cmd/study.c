// nebel belief, analyse and explain: what a seat of a recorded game could know, turn by turn.
#include "cmd/command.h"
#include "cmd/values.h"
#include "engine/kriegspiel_belief/policy.h"
#include "lab/study/analyse.h"
#include "lab/study/explain.h"
#include "lab/study/records.h"
#include "lab/study/studies.h"
#include "lab/study/study_games.h"

#include <string.h>

// The shared options, by index in the rows; a command's own options come after them.
enum {
    STUDY_OPTION_SEAT,
    STUDY_OPTION_LIMIT,
    STUDY_OPTION_SEED,
    STUDY_OPTION_GAME,
    STUDY_OPTION_POLICY,
    STUDY_OPTION_COUNT
};

// clang-format off
#define STUDY_OPTIONS \
    [STUDY_OPTION_SEAT] = {"--seat", "WHO", "white, black, or a player's name in the record"}, \
    [STUDY_OPTION_LIMIT] = {"--limit", "N", "boards the pool may hold (default 20000)"}, \
    [STUDY_OPTION_SEED] = {"--seed", "N", "seed of all random choices (default 1)"}, \
    [STUDY_OPTION_GAME] = {"--game", "N", "the Nth game of the file (default 1)"}, \
    [STUDY_OPTION_POLICY] = {"--policy", "NAME", "how the opponent is assumed to play: uniform, capturer, mcts, pimc, meta or hs"}
// clang-format on

// Reads the options of a pool.
static bool read_study_pool(const Given *given, PoolPlan *pool)
{
    uint64_t limit = LIMIT_DEFAULT, seed = 1;
    const char *const *options = given->options;
    if (!read_number("--limit", options[STUDY_OPTION_LIMIT], LIMIT_MIN, LIMIT_MAX, &limit) ||
        !read_number("--seed", options[STUDY_OPTION_SEED], 0, INT64_MAX, &seed))
        return false;
    static Policy policy;
    const PolicyLogs *logs = NULL;
    const char *policy_text = options[STUDY_OPTION_POLICY];
    if (policy_text && !policy_find(slice_of(policy_text), &logs)) {
        complain("--policy must be uniform, capturer, mcts, pimc, meta or hs, not '%s'",
                 policy_text);
        return false;
    }
    policy = (Policy){0};
    if (logs)
        policy_add(&policy, logs, 1);
    *pool = (PoolPlan){.limit = (uint32_t)limit, .policy = logs ? &policy : NULL, .seed = seed};
    return true;
}

// Reads the options and the game. Returns EXIT_FINE, or complains and returns what to exit with. record_study_done is for after EXIT_FINE only.
static int read_study(RecordStudy *study, const Given *given)
{
    const char *who = given->options[STUDY_OPTION_SEAT], *game = given->options[STUDY_OPTION_GAME];
    uint64_t number = 1;
    PoolPlan pool;
    if (!given->arguments[0])
        return complain("name a record, as in examples/game.pgn");
    if (!who)
        return complain("name the seat: --seat white or --seat black");
    if (!read_study_pool(given, &pool) ||
        !read_number("--game", game, 1, RECORDS_GAMES_MAX, &number))
        return EXIT_USAGE;
    int status = records_read_one(given->arguments[0], number, &study->record);
    if (status)
        return status;
    status = record_study_plan(study, who, &pool);
    if (status)
        record_study_done(study);
    return status;
}

// nebel belief: what the seat could believe, and how close that was to the truth.

enum {
    BELIEF_AT = STUDY_OPTION_COUNT,
    BELIEF_JSON,
    BELIEF_TABLE,
    BELIEF_LIMITS,
    BELIEF_GAMES,
    BELIEF_SIZES,
    BELIEF_METAPOSITION,
    BELIEF_OBSERVED,
    BELIEF_DENSITY,
    BELIEF_MODEL,
    BELIEF_FORECAST,
};

static int run_game(const Given *given)
{
    RecordStudy study;
    uint64_t at = 0;
    if (!read_number("--at", given->options[BELIEF_AT], 1, MOVE_NUMBER_MAX, &at))
        return EXIT_USAGE;
    int status = read_study(&study, given);
    if (status)
        return status;
    const StudyReport *report = study_report(study.record.game);
    if (!report)
        status = EXIT_USAGE;
    else if (!given->options[BELIEF_METAPOSITION])
        status = report->belief(&study, at, given->options[BELIEF_JSON] != NULL);
    else if (report->metaposition)
        status = report->metaposition(&study, at);
    else
        status = complain("--metaposition is for Kriegspiel");
    record_study_done(&study);
    return status;
}

// Whose belief over which files and how many games of each; complains if a file or the seat was not given. `command` is named to those who
// give it a game of Go; NULL if it takes one.
static bool read_files(const Given *given, const char *command, RecordFiles *files)
{
    *files = (RecordFiles){.paths = given->arguments,
                           .count = given->argument_count,
                           .games = UINT64_MAX,
                           .command = command};
    if (!files->count)
        complain("name one or more files of records, as in examples/game.pgn");
    else if (!given->options[STUDY_OPTION_SEAT])
        complain("name the seat: --seat white, --seat black or --seat and a player's name");
    else
        return read_number("--games", given->options[BELIEF_GAMES], 1, UINT32_MAX, &files->games);
    return false;
}

static int run_table(const Given *given)
{
    const char *const *options = given->options;
    BeliefTable table = {.who = options[STUDY_OPTION_SEAT],
                         .limits = options[BELIEF_LIMITS],
                         .kind = options[BELIEF_OBSERVED] ? TABLE_OF_OBSERVED
                                 : options[BELIEF_SIZES]  ? TABLE_OF_SIZES
                                                          : TABLE_OF_QUALITY};
    if (!read_files(given, NULL, &table.files))
        return EXIT_USAGE;
    if (options[BELIEF_AT] || options[BELIEF_JSON] || options[STUDY_OPTION_GAME] ||
        options[BELIEF_METAPOSITION])
        return complain("--table averages over all games; leave out --at, --json, --game and "
                        "--metaposition");
    if (options[BELIEF_OBSERVED] && options[BELIEF_SIZES])
        return complain("--sizes and --observed are two tables; give one of them");
    return read_study_pool(given, &table.pool) ? belief_table(&table) : EXIT_USAGE;
}

static int run_density(const Given *given)
{
    const char *const *options = given->options;
    BeliefDensity density = {.who = options[STUDY_OPTION_SEAT], .model = options[BELIEF_MODEL]};
    const bool is_read = read_files(given, "belief --density", &density.files);
    return is_read ? belief_density(&density) : EXIT_USAGE;
}

static int run_forecast(const Given *given)
{
    const char *const *options = given->options;
    FogTable table = {.who = options[STUDY_OPTION_SEAT], .player = options[BELIEF_FORECAST]};
    const bool is_read = read_files(given, "belief --forecast", &table.files);
    return is_read ? fog_table(&table) : EXIT_USAGE;
}

static int belief_run(const Given *given)
{
    if (given->options[BELIEF_DENSITY])
        return run_density(given);
    if (given->options[BELIEF_MODEL])
        return complain("--model is for --density");
    if (given->options[BELIEF_FORECAST])
        return run_forecast(given);
    if (given->options[BELIEF_TABLE])
        return run_table(given);
    if (given->options[BELIEF_LIMITS] || given->options[BELIEF_GAMES] ||
        given->options[BELIEF_SIZES] || given->options[BELIEF_OBSERVED])
        return complain(
            "--limits, --games, --sizes and --observed are for --table, --games also for --density "
            "and --forecast");
    if (given->options[BELIEF_METAPOSITION] && given->options[BELIEF_JSON])
        return complain("--metaposition prints a drawing; leave out --json");
    if (given->argument_count > 1)
        return complain("give one file; only --table, --density and --forecast take several");
    return run_game(given);
}

const Command belief_command = {
    .name = "belief",
    .argument = "FILE",
    .arguments_max = COMMAND_ARGUMENTS_MAX,
    .summary = "show what a seat of a recorded game could believe, and how true it was",
    .example = "nebel belief examples/game.pgn --seat white",
    .options =
        {
            STUDY_OPTIONS,
            [BELIEF_AT] = {"--at", "MOVE", "the move whose maps are shown (default: the last)"},
            [BELIEF_JSON] = {"--json", NULL, "print one JSON object"},
            [BELIEF_TABLE] = {"--table", NULL, "average over all games of the files"},
            [BELIEF_LIMITS] = {"--limits", "N,N,...", "for --table: a table for each limit"},
            [BELIEF_GAMES] =
                {"--games", "N",
                 "for --table, --density and --forecast: at most N games of each file"},
            [BELIEF_SIZES] = {"--sizes", NULL, "for --table: sizes of exact sets by move"},
            [BELIEF_OBSERVED] = {"--observed", NULL,
                                 "for --table: the share of last-observation boards in exact sets"},
            [BELIEF_METAPOSITION] = {"--metaposition", NULL,
                                     "draw what no hearing has ruled out, square by square"},
            [BELIEF_DENSITY] = {"--density", NULL,
                                "measure how reliable a density's predictions are over all games"},
            [BELIEF_MODEL] =
                {"--model", "FILE",
                 "for --density: a model of the opponent, or none (default: the built-in one)"},
            [BELIEF_FORECAST] = {"--forecast", "PLAYER",
                                 "measure how reliable fog's forecasts are, as --forecast fog"},
        },
    .run = belief_run,
};

// nebel analyse: what it could have known at each turn, what it learned from its tries, and what a player would have tried.

enum { ANALYSE_MOVE = STUDY_OPTION_COUNT, ANALYSE_PLAYER, ANALYSE_NODES };
enum { ANALYSE_NODES_DEFAULT = 10000 };

static int analyse_run(const Given *given)
{
    const char *const *options = given->options;
    RecordStudy study;
    AnalysisPlan plan = {.player = options[ANALYSE_PLAYER], .budget.nodes = ANALYSE_NODES_DEFAULT};
    if (!read_number("--move", options[ANALYSE_MOVE], 1, MOVE_NUMBER_MAX, &plan.only) ||
        !read_number("--nodes", options[ANALYSE_NODES], 1, INT64_MAX, &plan.budget.nodes))
        return EXIT_USAGE;
    if (options[ANALYSE_NODES] && !plan.player)
        return complain("--nodes is for a player; name it with --player");
    int status = read_study(&study, given);
    if (status)
        return status;
    status = analyse_record(&study, &plan);
    record_study_done(&study);
    return status;
}

const Command analyse_command = {
    .name = "analyse",
    .argument = "FILE",
    .summary = "say what a seat of a recorded game could have known, turn by turn",
    .example = "nebel analyse examples/game.pgn --seat white --move 8",
    .options =
        {
            STUDY_OPTIONS,
            [ANALYSE_MOVE] = {"--move", "N",
                              "only the turn of this move, or this turn of Go (default: all)"},
            [ANALYSE_PLAYER] = {"--player", "PLAYER", "compare with what this player would try"},
            [ANALYSE_NODES] = {"--nodes", "N", "limit its try to N nodes (default 10000)"},
        },
    .run = analyse_run,
};

// nebel explain: why the umpire said what it said.

enum { EXPLAIN_SEAT, EXPLAIN_PLAYER, EXPLAIN_AT, EXPLAIN_TRY, EXPLAIN_GAME };

// Who can be asked, the default first.
static const struct {
    const char *player;
    int (*explain)(const RecordStudy *study, const ExplainPlan *plan);
} explainers[] = {{"mcts-c", explain_turn}, {"fog", explain_turn_by_fog}};

// The index of the one that is wanted; COUNT_OF(explainers) if there is none.
static unsigned find_explainer(const char *wanted)
{
    unsigned i = 0;
    while (wanted && i < COUNT_OF(explainers) && strcmp(explainers[i].player, wanted) != 0)
        i++;
    return i;
}

static int run_record(const Given *given, RecordStudy *study)
{
    static Model model;
    ExplainPlan plan = {.attempt = given->options[EXPLAIN_TRY], .model = &model};
    const unsigned who = find_explainer(given->options[EXPLAIN_PLAYER]);
    if (who == COUNT_OF(explainers))
        return complain("--player is mcts-c or fog, not '%s'", given->options[EXPLAIN_PLAYER]);
    if (!read_number("--at", given->options[EXPLAIN_AT], 1, MOVE_NUMBER_MAX, &plan.at))
        return EXIT_USAGE;
    int status = model_file_read(NULL, &model);
    if (!status)
        status = record_study_plan(study, given->options[EXPLAIN_SEAT], NULL);
    return status ? status : explainers[who].explain(study, &plan);
}

static int explain_run(const Given *given)
{
    uint64_t number = 1;
    RecordStudy study;
    if (!given->arguments[0])
        return complain("name a record, as in examples/game.pgn");
    if (!given->options[EXPLAIN_SEAT])
        return complain("name the seat: --seat white or --seat black");
    if (!read_number("--game", given->options[EXPLAIN_GAME], 1, RECORDS_GAMES_MAX, &number))
        return EXIT_USAGE;
    int status = records_read_one(given->arguments[0], number, &study.record);
    if (status)
        return status;
    status = records_is_chess(&study.record, "explain") ? run_record(given, &study) : EXIT_USAGE;
    record_study_done(&study);
    return status;
}

const Command explain_command = {
    .name = "explain",
    .argument = "FILE",
    .summary = "show how mcts-c or fog values the tries of a recorded turn",
    .example = "nebel explain examples/game.pgn --seat white",
    .options =
        {
            [EXPLAIN_SEAT] = {"--seat", "WHO", "white, black, or a player's name in the record"},
            [EXPLAIN_PLAYER] = {"--player", "NAME", "who values them: mcts-c (default) or fog"},
            [EXPLAIN_AT] = {"--at", "MOVE", "the move (default: the last)"},
            [EXPLAIN_TRY] = {"--try", "TRY",
                             "the try whose outcomes are shown (default: the best)"},
            [EXPLAIN_GAME] = {"--game", "N", "the Nth game of the file (default 1)"},
        },
    .run = explain_run,
};
