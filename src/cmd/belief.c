// nebel belief: what a seat of a recorded game could believe, and how close that was to the truth.
#include "cmd/study_options.h"
#include "cmd/values.h"
#include "lab/study/studies.h"
#include "lab/study/study_games.h"

enum {
    OPTION_AT = STUDY_OPTION_COUNT,
    OPTION_JSON,
    OPTION_TABLE,
    OPTION_LIMITS,
    OPTION_GAMES,
    OPTION_SIZES,
    OPTION_METAPOSITION,
    OPTION_OBSERVED,
    OPTION_DENSITY,
    OPTION_MODEL,
    OPTION_FORECAST,
};

static int run_game(const Given *given)
{
    RecordStudy study;
    uint64_t at = 0;
    if (!read_number("--at", given->options[OPTION_AT], 1, MOVE_NUMBER_MAX, &at))
        return EXIT_USAGE;
    int status = record_study_read(&study, given);
    if (status)
        return status;
    const StudyReport *report = study_report(study.record.game);
    if (!report)
        status = EXIT_USAGE;
    else if (!given->options[OPTION_METAPOSITION])
        status = report->belief(&study, at, given->options[OPTION_JSON] != NULL);
    else if (report->metaposition)
        status = report->metaposition(&study, at);
    else
        status = complain("--metaposition is for Kriegspiel");
    record_study_done(&study);
    return status;
}

// --- Many games ----------------------------------------------------------------------------------

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
        return read_number("--games", given->options[OPTION_GAMES], 1, UINT32_MAX, &files->games);
    return false;
}

static int run_table(const Given *given)
{
    const char *const *options = given->options;
    BeliefTable table = {.who = options[STUDY_OPTION_SEAT],
                         .limits = options[OPTION_LIMITS],
                         .kind = options[OPTION_OBSERVED] ? TABLE_OF_OBSERVED
                                 : options[OPTION_SIZES]  ? TABLE_OF_SIZES
                                                          : TABLE_OF_QUALITY};
    if (!read_files(given, NULL, &table.files))
        return EXIT_USAGE;
    if (options[OPTION_AT] || options[OPTION_JSON] || options[STUDY_OPTION_GAME] ||
        options[OPTION_METAPOSITION])
        return complain("--table averages over all games; leave out --at, --json, --game and "
                        "--metaposition");
    if (options[OPTION_OBSERVED] && options[OPTION_SIZES])
        return complain("--sizes and --observed are two tables; give one of them");
    return record_study_read_pool(given, &table.pool) ? belief_table(&table) : EXIT_USAGE;
}

static int run_density(const Given *given)
{
    const char *const *options = given->options;
    BeliefDensity density = {.who = options[STUDY_OPTION_SEAT], .model = options[OPTION_MODEL]};
    const bool is_read = read_files(given, "belief --density", &density.files);
    return is_read ? belief_density(&density) : EXIT_USAGE;
}

static int run_forecast(const Given *given)
{
    const char *const *options = given->options;
    FogTable table = {.who = options[STUDY_OPTION_SEAT], .player = options[OPTION_FORECAST]};
    const bool is_read = read_files(given, "belief --forecast", &table.files);
    return is_read ? fog_table(&table) : EXIT_USAGE;
}

static int run(const Given *given)
{
    if (given->options[OPTION_DENSITY])
        return run_density(given);
    if (given->options[OPTION_MODEL])
        return complain("--model is for --density");
    if (given->options[OPTION_FORECAST])
        return run_forecast(given);
    if (given->options[OPTION_TABLE])
        return run_table(given);
    if (given->options[OPTION_LIMITS] || given->options[OPTION_GAMES] ||
        given->options[OPTION_SIZES] || given->options[OPTION_OBSERVED])
        return complain(
            "--limits, --games, --sizes and --observed are for --table, --games also for --density "
            "and --forecast");
    if (given->options[OPTION_METAPOSITION] && given->options[OPTION_JSON])
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
            [OPTION_AT] = {"--at", "MOVE", "the move whose maps are shown (default: the last)"},
            [OPTION_JSON] = {"--json", NULL, "print one JSON object"},
            [OPTION_TABLE] = {"--table", NULL, "average over all games of the files"},
            [OPTION_LIMITS] = {"--limits", "N,N,...", "for --table: a table for each limit"},
            [OPTION_GAMES] =
                {"--games", "N",
                 "for --table, --density and --forecast: at most N games of each file"},
            [OPTION_SIZES] = {"--sizes", NULL, "for --table: sizes of exact sets by move"},
            [OPTION_OBSERVED] = {"--observed", NULL,
                                 "for --table: the share of last-observation boards in exact sets"},
            [OPTION_METAPOSITION] = {"--metaposition", NULL,
                                     "draw what no hearing has ruled out, square by square"},
            [OPTION_DENSITY] = {"--density", NULL,
                                "measure how reliable a density's predictions are over all games"},
            [OPTION_MODEL] =
                {"--model", "FILE",
                 "for --density: a model of the opponent, or none (default: the built-in one)"},
            [OPTION_FORECAST] = {"--forecast", "PLAYER",
                                 "measure how reliable fog's forecasts are, as --forecast fog"},
        },
    .run = run,
};
