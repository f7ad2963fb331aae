// nebel lab plan: what it would cost to play experiments to their end, and to decide their verdicts.
#include "cmd/lab.h"
#include "lab/experiments/cost.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// An experiment.
typedef struct PlanRow {
    char name[NAME_ROOM];
    Cost cost;
    uint32_t verdicts, undecided, hopeless; // of figures and claims
    uint64_t more_games;                    // that would decide what can be decided
    double more_seconds;
} PlanRow;

typedef struct Planning {
    const char *results; // a folder
    PlanRow *rows;
    uint32_t count, capacity;
} Planning;

// How many times the games of each cell decide the claims about it; 1 if there is nothing to decide.
static void add_claims(PlanRow *row, const Experiment *experiment, ClaimGames games,
                       double factors[EXPERIMENT_CELLS_MAX])
{
    const uint32_t count = experiment_cell_count(experiment);
    for (uint32_t i = 0; i < EXPERIMENT_CELLS_MAX; i++)
        factors[i] = 1;
    row->verdicts += experiment->claim_count;
    for (uint32_t i = 0; i < experiment->claim_count; i++) {
        const Claim *claim = &experiment->claims[i];
        const ClaimPower power = power_of_claim(experiment, claim, games);
        bool is_about[EXPERIMENT_CELLS_MAX] = {false};
        row->undecided += power.finding == FINDING_UNDECIDED;
        row->hopeless += power.finding == FINDING_UNDECIDED && isinf(power.factor);
        if (power.finding != FINDING_UNDECIDED || !isfinite(power.factor))
            continue;
        claim_mark_cells(experiment, claim, is_about);
        for (uint32_t k = 0; k < count; k++)
            factors[k] = is_about[k] ? fmax(factors[k], power.factor) : factors[k];
    }
}

static void add_cell(PlanRow *row, const Pace *pace, const ExperimentCell *cell,
                     const CellResult *result, double factor)
{
    const CellPower power = power_of_cell(cell, result);
    const uint64_t played = result_games(result);
    const uint64_t for_claims = (uint64_t)ceil(factor * (double)played);
    const uint64_t games = power.games > for_claims ? power.games : for_claims;
    const uint64_t more = games > played ? games - played : 0;
    row->verdicts += power.figures;
    row->undecided += power.undecided;
    row->hopeless += power.hopeless;
    row->more_games += more;
    row->more_seconds += (double)more * cell_game_seconds(pace, cell, result);
}

static PlanRow make_row(const ExperimentFile *file, const ExperimentResults *results)
{
    const Experiment *experiment = &file->experiment;
    const Pace pace =
        experiment_pace(experiment, results->cells, results->runs, results->run_count);
    const uint32_t count = experiment_cell_count(experiment);
    PlanRow row = {.cost = experiment_cost(experiment, results->cells, &pace)};
    double factors[EXPERIMENT_CELLS_MAX];
    snprintf(row.name, sizeof row.name, "%s", file->name);
    add_claims(&row, experiment, (ClaimGames){results->cells, results->curves}, factors);
    for (uint32_t i = 0; i < count; i++) {
        ExperimentCell cell;
        experiment_cell(experiment, i, &cell);
        add_cell(&row, &pace, &cell, &results->cells[i], factors[i]);
    }
    return row;
}

static bool append_row(Planning *planning, const PlanRow *row)
{
    if (planning->count == planning->capacity) {
        const uint32_t capacity = planning->capacity ? 2 * planning->capacity : 32;
        PlanRow *rows = realloc(planning->rows, capacity * sizeof *rows);
        if (!rows) {
            complain_of_memory("the plan");
            return false;
        }
        planning->rows = rows;
        planning->capacity = capacity;
    }
    planning->rows[planning->count++] = *row;
    return true;
}

static bool plan_file(void *context, ExperimentFile *file)
{
    Planning *planning = context;
    char folder[PATH_ROOM];
    ExperimentResults results = {0};
    bool is_fine = join_path(folder, planning->results, file->name, "") &&
                   experiment_results_load(&results, folder, &file->experiment);
    if (is_fine) {
        const PlanRow row = make_row(file, &results);
        is_fine = append_row(planning, &row);
    }
    experiment_results_done(&results);
    return is_fine;
}

static double total(const PlanRow *row)
{
    return row->cost.seconds_left > row->more_seconds ? row->cost.seconds_left : row->more_seconds;
}

// The cheapest first; a decision may need more games than the file asks for, or fewer. Equal costs are in the order of names.
static int compare_rows(const void *first, const void *second)
{
    const PlanRow *a = first, *b = second;
    const double difference = total(a) - total(b);
    if (difference != 0)
        return difference < 0 ? -1 : 1;
    return strcmp(a->name, b->name);
}

static void print_games(uint64_t games, double seconds, int width)
{
    char memory[LAB_TIME_ROOM];
    Text time = TEXT_IN(memory);
    lab_time(games, seconds, &time);
    printf(" %8" PRIu64 "  %-*s", games, width, memory);
}

static void print_row(const PlanRow *row)
{
    printf("%-*s %4" PRIu32 " of %-4" PRIu32, LAB_NAME_WIDTH, row->name, row->undecided,
           row->verdicts);
    print_games(row->cost.left, row->cost.seconds_left, LAB_TIME_WIDTH);
    print_games(row->more_games, row->more_seconds, row->hopeless ? LAB_TIME_WIDTH : 0);
    if (row->hopeless)
        printf(" %" PRIu32 " by no number of games", row->hopeless);
    putchar('\n');
}

static void print_rows(const Planning *planning)
{
    PlanRow sum = {.name = "all"};
    printf("%-*s undecided    games left, CPU time     games to decide, CPU time\n", LAB_NAME_WIDTH,
           "experiment");
    for (uint32_t i = 0; i < planning->count; i++) {
        const PlanRow *row = &planning->rows[i];
        print_row(row);
        sum.verdicts += row->verdicts;
        sum.undecided += row->undecided;
        sum.hopeless += row->hopeless;
        sum.cost.left += row->cost.left;
        sum.cost.seconds_left += row->cost.seconds_left;
        sum.more_games += row->more_games;
        sum.more_seconds += row->more_seconds;
    }
    print_row(&sum);
    puts("\nUndecided: published figures and claims whose verdict is undecided. Games to decide: "
         "more games with\n"
         "which the interval lies inside or outside the margin, or beyond the bound, with a chance "
         "of 80 %, if the\n"
         "difference stays as it is now, or is 0 where nothing was played; a claim about cells "
         "without games needs\n"
         "those first. By no number of games: the paper's own games are too few for a decision at "
         "that difference.");
}

static int plan_named(const Given *given, Planning *planning)
{
    int status = EXIT_FINE;
    for (unsigned i = 1; i < given->argument_count && status == EXIT_FINE; i++) {
        ExperimentFile file;
        if (!lab_load_named(&file, given->arguments[i]))
            status = EXIT_USAGE;
        else if (!plan_file(planning, &file))
            status = EXIT_FAILED;
        experiment_file_done(&file);
    }
    return status;
}

int lab_plan(const Given *given)
{
    Planning planning = {.results = results_folder(given)};
    const int status = given->argument_count > 1
                           ? plan_named(given, &planning)
                           : each_experiment_file(experiments_folder(given), plan_file, &planning);
    if (status == EXIT_FINE) {
        if (planning.count)
            qsort(planning.rows, planning.count, sizeof *planning.rows, compare_rows);
        print_rows(&planning);
    }
    free(planning.rows);
    return status;
}
