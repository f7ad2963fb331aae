// Playing cells again, and telling what differs.
#include "lab/run/experiment_verify.h"

#include "base/cli/complain.h"
#include "base/os/interrupt.h"
#include "lab/experiments/result.h"
#include "lab/run/match_run.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// An experiment being compared, one cell after another.
typedef struct Verifying {
    const ExperimentVerify *plan;
    const atomic_bool *is_interrupted;
    bool is_other_program; // a run was of another commit
    uint32_t count, identical, differing;
    uint64_t games;
    // The cell in play.
    ExperimentCell cell;
    uint32_t number;
    Tally *tally;
    MatchRun match_run;
} Verifying;

static void show(void *context, Text *block)
{
    const Verifying *verifying = context;
    text_format(block, "cell %" PRIu32 " of %" PRIu32 ": ", verifying->number + 1,
                verifying->count);
    report_match(verifying->tally, &verifying->match_run.speed, block);
}

// --- What can be compared ------------------------------------------------------------------------

static bool is_comparable(const ExperimentVerify *plan, uint32_t number, ExperimentCell *cell)
{
    experiment_cell(plan->experiment, number, cell);
    return plan->results->cells[number].is_there && cell_can_be_verified(cell);
}

// Returns EXIT_FINE if some cell can be compared and all that can have what it takes; else complains.
static int check_cells(const ExperimentVerify *plan)
{
    const uint32_t count = experiment_cell_count(plan->experiment);
    uint32_t played = 0, comparable = 0;
    for (uint32_t i = 0; i < count; i++) {
        ExperimentCell cell;
        played += plan->results->cells[i].is_there;
        if (!is_comparable(plan, i, &cell))
            continue;
        comparable++;
        if (!verify_pairs(&plan->results->cells[i], plan->scale))
            return complain("the results of %s have no hashes of their first games, so a part of "
                            "them cannot be compared; without --scale all games are played again",
                            plan->name);
    }
    if (!played)
        return complain("%s has no results to compare with; nebel lab run %s plays it", plan->name,
                        plan->name);
    if (!comparable)
        return complain("%s cannot be verified: games that are limited by time, or played by "
                        "programs behind cmd:, are not the same again",
                        plan->name);
    return EXIT_FINE;
}

// --- The program of then -------------------------------------------------------------------------

static void print_run(const ExperimentVerify *plan, const Run *run)
{
    char ours[17];
    snprintf(ours, sizeof ours, "%016" PRIx64, plan->program.signature);
    printf("played on %s by the program of commit %s, ", run->date, run->commit);
    if (strcmp(run->commit, plan->program.commit) == 0)
        printf("the same as this one\n");
    else if (!run->signature[0])
        printf("before results stated a signature; this one is of commit %s\n",
               plan->program.commit);
    else if (strcmp(run->signature, ours) == 0)
        printf("signature %s; this one is of commit %s and has the same signature\n",
               run->signature, plan->program.commit);
    else
        printf("signature %s; this one is of commit %s and has the signature %s: the umpire has "
               "changed since\n",
               run->signature, plan->program.commit, ours);
}

static void print_runs(Verifying *verifying)
{
    const ExperimentVerify *plan = verifying->plan;
    for (uint32_t i = 0; i < plan->results->run_count; i++) {
        const Run *run = &plan->results->runs[i];
        verifying->is_other_program |= strcmp(run->commit, plan->program.commit) != 0;
        print_run(plan, run);
    }
}

// --- Cells ---------------------------------------------------------------------------------------

static void print_counts(const char *whose, const Meeting *meeting)
{
    const Trinomial *games = &meeting->games;
    printf("  %s %" PRIu32 " wins, %" PRIu32 " losses, %" PRIu32 " draws\n", whose, games->wins,
           games->losses, games->draws);
}

static void print_difference(const Verifying *verifying, const CellResult *kept,
                             const Verification *verification)
{
    printf("differs\n");
    if (verification->pairs == verification->kept_pairs) {
        print_counts("results:", &kept->meeting);
        print_counts("now:    ", tally_match(verifying->tally));
        printf("  results: hash %s, %" PRIu64 " attempts, %" PRIu64 " plies\n"
               "  now:     hash %016" PRIx64 ", %" PRIu64 " attempts, %" PRIu64 " plies\n",
               kept->hash, kept->attempts, kept->plies, verifying->tally->hash,
               verifying->tally->attempts, verifying->tally->plies);
    }
    if (kept->prefix_count && verification->same_pairs < verification->pairs)
        printf("  the first %" PRIu64 " games are the same, the first %" PRIu64 " are not\n",
               2 * verification->same_pairs,
               verification->same_pairs ? 4 * verification->same_pairs : 2);
}

static void print_cell(Verifying *verifying, const CellResult *kept,
                       const Verification *verification)
{
    Text about = text_growing(&memory_heap);
    experiment_cell_describe(&verifying->cell, &about);
    printf("%" PRIu32 "/%" PRIu32 " %s, ", verifying->number + 1, verifying->count, about.start);
    if (verification->pairs < verification->kept_pairs)
        printf("the first %" PRIu64 " of ", 2 * verification->pairs);
    printf("%" PRIu64 " games: ", 2 * verification->kept_pairs);
    if (verification->is_identical)
        printf("identical, hash %016" PRIx64 "\n", verifying->tally->hash);
    else
        print_difference(verifying, kept, verification);
    fflush(stdout);
    text_done(&about);
    verifying->identical += verification->is_identical;
    verifying->differing += !verification->is_identical;
    verifying->games += 2 * verification->pairs;
}

// False if the games cannot be played to their end.
static bool verify_one(Verifying *verifying, const CellResult *kept)
{
    MatchRun *match_run = &verifying->match_run;
    Plan *plan = &verifying->cell.plan;
    plan->rounds = verify_pairs(kept, verifying->plan->scale);
    plan->stops_by_sprt = false; // exactly as many games as there were
    *match_run = (MatchRun){.plan = plan,
                            .tally = verifying->tally,
                            .threads = verifying->plan->concurrency,
                            .is_interrupted = verifying->is_interrupted,
                            .show = show,
                            .context = verifying};
    bool is_fine = match_run_open(match_run, NULL, false) && match_run_go(match_run);
    is_fine = match_run_close(match_run) && is_fine;
    if (is_fine && atomic_load(verifying->is_interrupted)) {
        complain("interrupted; nothing is kept of a verification");
        return false;
    }
    if (is_fine) {
        const Verification verification = verify_cell(kept, verifying->tally);
        print_cell(verifying, kept, &verification);
    }
    return is_fine;
}

static bool verify_cells(Verifying *verifying)
{
    const ExperimentVerify *plan = verifying->plan;
    verifying->count = experiment_cell_count(plan->experiment);
    for (verifying->number = 0; verifying->number < verifying->count; verifying->number++)
        if (is_comparable(plan, verifying->number, &verifying->cell) &&
            !verify_one(verifying, &plan->results->cells[verifying->number]))
            return false;
    return true;
}

static int conclude(const Verifying *verifying)
{
    const uint32_t compared = verifying->identical + verifying->differing;
    if (compared < verifying->count)
        printf("%" PRIu32 " of %" PRIu32 " cells were not compared: not played yet, or limited by "
               "time\n",
               verifying->count - compared, verifying->count);
    if (!verifying->differing) {
        printf("%s: identical in %" PRIu32 " cells, %" PRIu64 " games\n", verifying->plan->name,
               compared, verifying->games);
        return EXIT_FINE;
    }
    printf("%s: %" PRIu32 " of %" PRIu32 " cells differ%s\n", verifying->plan->name,
           verifying->differing, compared,
           verifying->is_other_program
               ? "; the results are of another commit, and may be what that program plays"
               : "");
    return EXIT_FAILED;
}

int experiment_verify(const ExperimentVerify *plan)
{
    const int refusal = check_cells(plan);
    if (refusal)
        return refusal;
    Verifying verifying = {
        .plan = plan, .tally = malloc(sizeof(Tally)), .is_interrupted = interrupts_catch()};
    if (!verifying.tally)
        return complain_of_memory("a match");
    print_runs(&verifying);
    const int status = verify_cells(&verifying) ? conclude(&verifying) : EXIT_FAILED;
    free(verifying.tally);
    return status;
}
