// `nebel belief --density`: the predictions of densities over recorded games, and how many came true.
#include "study/density_table.h"
#include "cli/model_file.h"
#include "study/density_study.h"

#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

enum { BINS = 10, PREDICTIONS = 3 };

static const char *const prediction_names[PREDICTIONS] = {"legal", "capture", "check"};

// Predictions between two tenths, and how many came true.
typedef struct Bin {
    uint64_t count, true_count;
    double sum;
} Bin;

typedef struct Reliability {
    uint64_t games, turns;
    Quality sum;
    Bin bins[PREDICTIONS][BINS];
    double square_errors[PREDICTIONS];
    uint64_t counts[PREDICTIONS];
    uint8_t seat;
} Reliability;

static void add_turn(void *context, const DensityTracker *tracker, const Position *truth)
{
    Reliability *sums = context;
    const Quality quality = density_quality(&tracker->density, sums->seat, truth);
    sums->turns++;
    sums->sum.king_chance += quality.king_chance;
    sums->sum.king_log_loss += quality.king_log_loss;
    sums->sum.brier += quality.brier;
}

static void add_prediction(Reliability *sums, unsigned which, double chance, bool is_true)
{
    assert(which < PREDICTIONS && chance >= 0);
    const unsigned index = (unsigned)(chance * BINS);
    Bin *bin = &sums->bins[which][index < BINS ? index : BINS - 1];
    const double error = chance - is_true;
    bin->count++;
    bin->true_count += is_true;
    bin->sum += chance;
    sums->counts[which]++;
    sums->square_errors[which] += error * error;
}

// Captures and checks are predicted for legal tries, so only tries that were played count.
static void add_try(void *context, const DensityStudyTry *attempt)
{
    const TryForecast *predicted = &attempt->predicted;
    add_prediction(context, 0, predicted->legal, attempt->is_legal);
    if (!attempt->is_legal)
        return;
    add_prediction(context, 1, (double)predicted->pawn + predicted->piece, attempt->takes);
    add_prediction(context, 2, predicted->check, attempt->gives_check);
}

// A run over all games.
typedef struct DensityRun {
    const BeliefDensity *plan;
    const Model *model;
    Reliability *sums;
} DensityRun;

static int add_record(void *context, GameRecord *record)
{
    DensityRun *run = context;
    Reliability *sums = run->sums;
    const PoolPlan unused = {.limit = LIMIT_MIN};
    RecordStudy study = {.record = *record};
    const int status = record_study_plan(&study, run->plan->who, &unused);
    if (status)
        return status;
    const DensityStudyPlan tracker = {kriegspiel_rules(study.plan.rules), study.plan.entries,
                                      study.plan.seat, run->model};
    const DensityStudySink sink = {add_turn, add_try, sums};
    sums->seat = tracker.seat;
    sums->games++;
    return record_study_status(density_study_game(&tracker, &sink));
}

static void print_bin(const Reliability *sums, unsigned index)
{
    assert(index < BINS);
    printf("| %.1f-%.1f |", index / (double)BINS, (index + 1) / (double)BINS);
    for (unsigned which = 0; which < PREDICTIONS; which++) {
        const Bin *bin = &sums->bins[which][index];
        if (bin->count)
            printf(" %" PRIu64 " | %.3f | %.3f |", bin->count, bin->sum / (double)bin->count,
                   (double)bin->true_count / (double)bin->count);
        else
            printf(" 0 | | |");
    }
    putchar('\n');
}

static void print_sums(const BeliefDensity *plan, const Reliability *sums)
{
    const double turns = sums->turns ? (double)sums->turns : 1;
    printf("Seat %s, %" PRIu64 " games, %" PRIu64 " turns, model: %s.\n"
           "King chance %.4f, king log-loss %.4f, Brier %.5f.\n\n|",
           plan->who, sums->games, sums->turns, plan->model ? plan->model : "default",
           sums->sum.king_chance / turns, sums->sum.king_log_loss / turns, sums->sum.brier / turns);
    printf(" predicted |");
    for (unsigned which = 0; which < PREDICTIONS; which++)
        printf(" %s: tries | mean | true |", prediction_names[which]);
    printf("\n|---|---|---|---|---|---|---|---|---|---|\n");
    for (unsigned index = 0; index < BINS; index++)
        print_bin(sums, index);
    printf("| Brier |");
    for (unsigned which = 0; which < PREDICTIONS; which++)
        printf(" | | %.4f |",
               sums->counts[which] ? sums->square_errors[which] / (double)sums->counts[which] : 0);
    putchar('\n');
}

static int measure(const BeliefDensity *plan, const Model *model)
{
    assert(plan->files.count > 0 && plan->who);
    Reliability sums = {.games = 0};
    DensityRun run = {plan, model, &sums};
    const int status = records_each_of(&plan->files, add_record, &run);
    if (!status)
        print_sums(plan, &sums);
    return status;
}

int belief_density(const BeliefDensity *plan)
{
    if (plan->model && strcmp(plan->model, "none") == 0)
        return measure(plan, NULL);
    Model *model;
    int status = model_file_load(plan->model, &model);
    if (!status)
        status = measure(plan, model);
    memory_resize(&memory_heap, model, 0);
    return status;
}
