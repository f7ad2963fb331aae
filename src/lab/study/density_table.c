// `nebel belief --density`: the predictions of densities over recorded games, and how many came true.
#include "lab/study/density_table.h"
#include "lab/study/density_study.h"
#include "lab/study/model_file.h"
#include "lab/study/reliability.h"

#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

enum { LEGAL, CAPTURE, CHECK };

typedef struct DensitySums {
    uint64_t games, turns;
    Quality sum;
    Reliability reliability;
    uint8_t seat;
} DensitySums;

static void add_turn(void *context, const DensityTracker *tracker, const Position *truth)
{
    DensitySums *sums = context;
    const Quality quality = density_quality(&tracker->density, sums->seat, truth);
    sums->turns++;
    sums->sum.king_chance += quality.king_chance;
    sums->sum.king_log_loss += quality.king_log_loss;
    sums->sum.brier += quality.brier;
}

// Captures and checks are predicted for legal tries, so only tries that were played count.
static void add_try(void *context, const DensityStudyTry *attempt)
{
    const TryForecast *predicted = &attempt->predicted;
    Reliability *reliability = &((DensitySums *)context)->reliability;
    reliability_add(reliability, LEGAL, predicted->legal, attempt->is_legal);
    if (!attempt->is_legal)
        return;
    reliability_add(reliability, CAPTURE, (double)predicted->pawn + predicted->piece,
                    attempt->takes);
    reliability_add(reliability, CHECK, predicted->check, attempt->gives_check);
}

// A run over all games.
typedef struct DensityRun {
    const BeliefDensity *plan;
    const Model *model;
    DensitySums *sums;
} DensityRun;

static int add_record(void *context, GameRecord *record)
{
    DensityRun *run = context;
    DensitySums *sums = run->sums;
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

static void print_sums(const BeliefDensity *plan, const DensitySums *sums)
{
    const double turns = sums->turns ? (double)sums->turns : 1;
    printf("Seat %s, %" PRIu64 " games, %" PRIu64 " turns, model: %s.\n"
           "King chance %.4f, king log-loss %.4f, Brier %.5f.\n\n",
           plan->who, sums->games, sums->turns, plan->model ? plan->model : "default",
           sums->sum.king_chance / turns, sums->sum.king_log_loss / turns, sums->sum.brier / turns);
    reliability_print(&sums->reliability);
}

static int measure(const BeliefDensity *plan, const Model *model)
{
    assert(plan->files.count > 0 && plan->who);
    DensitySums sums = {.reliability = {.names = {"legal", "capture", "check"}}};
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
