// Values the tries of a turn from its density, and prints their outcomes.
#include "lab/study/explain.h"

#include "engine/kriegspiel_search/call_model.h"
#include "lab/study/density_study.h"

#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

enum { TRIES_SHOWN = 12 };

// The turn that is explained.
typedef struct Moment {
    uint64_t at; // the move; 0 for the last
    bool is_found;
    uint32_t move;
    DensityTracker tracker;
} Moment;

static void keep_turn(void *context, const DensityTracker *tracker, const Position *truth)
{
    Moment *moment = context;
    if (moment->at && truth->move_number != moment->at)
        return;
    moment->is_found = true;
    moment->move = truth->move_number;
    moment->tracker = *tracker;
}

static void pass_over(void *context, const DensityStudyTry *attempt)
{
    (void)context;
    (void)attempt;
}

// --- Printing ------------------------------------------------------------------------------------------------

static void print_outcome(const char *branch, double chance, const char *name, double worth)
{
    printf("%s%5.1f %%  %-32s %+.3f\n", branch, 100 * chance, name, worth / CALL_MODEL_WIN);
}

// The two replies to a try: our man is taken or not.
static void print_taken(const CallModel *calls, const char *branch, double chance,
                        const TryOutcomes *outcomes, float gain, unsigned which)
{
    assert(which < 2 && outcomes->taken[which] >= 0);
    char stay[32], lose[32];
    snprintf(stay, sizeof stay, "%s|- ", branch);
    snprintf(lose, sizeof lose, "%s`- ", branch);
    print_outcome(stay, chance * (1 - outcomes->taken[which]), "and nothing happens",
                  balance_worth(calls, outcomes->calm + gain));
    print_outcome(lose, chance * outcomes->taken[which], "and our man is taken",
                  balance_worth(calls, outcomes->calm + gain - outcomes->left));
}

static void print_tree(const CallModel *calls, const TryOutcomes *outcomes, bool is_bare)
{
    const double legal = outcomes->legal, quiet = 1 - outcomes->pawn - outcomes->piece;
    const double silence = 1 - outcomes->check,
                 check = (double)outcomes->check * (1 - outcomes->mate);
    const float *stuck = outcomes->stalemate;
    const double silent = legal * quiet * silence * (1 - stuck[TAKES_NOTHING]);
    const double pawn = legal * outcomes->pawn * (silence * (1 - stuck[TAKES_PAWN]) + check);
    const double piece = legal * outcomes->piece * (silence * (1 - stuck[TAKES_PIECE]) + check);
    const double stalemate = legal * silence *
                             (quiet * stuck[TAKES_NOTHING] + outcomes->pawn * stuck[TAKES_PAWN] +
                              outcomes->piece * stuck[TAKES_PIECE]);
    print_outcome("|- ", 1 - legal, "illegal", outcomes->illegal_worth);
    print_outcome("|- ", legal * outcomes->check * outcomes->mate, "mate", CALL_MODEL_WIN);
    print_outcome("|- ", stalemate, "stalemate", outcomes->stalemate_worth);
    print_outcome("|- ", silent, "silent", outcomes->silent_worth);
    print_outcome("|- ", legal * quiet * check, "check", outcomes->check_worth);
    if (!is_bare)
        print_taken(calls, "|  ", legal * quiet * check, outcomes, 0, 1);
    print_outcome("|- ", pawn, "a pawn is taken", outcomes->pawn_worth);
    if (!is_bare)
        print_taken(calls, "|  ", pawn, outcomes, calls->pawn_worth, 0);
    print_outcome("`- ", piece, "a piece is taken", outcomes->piece_worth);
    if (!is_bare)
        print_taken(calls, "   ", piece, outcomes, calls->piece_worth, 0);
}

typedef struct ValuedTry {
    Try attempt;
    TryOutcomes outcomes;
    float worth;
} ValuedTry;

static int compare_worth(const void *left, const void *right)
{
    const float a = ((const ValuedTry *)left)->worth, b = ((const ValuedTry *)right)->worth;
    return (a < b) - (a > b);
}

static void print_table(const ValuedTry *tries, uint32_t count)
{
    printf("try     value   legal  takes  check\n");
    for (uint32_t i = 0; i < count && i < TRIES_SHOWN; i++) {
        char memory[16];
        Text name = TEXT_IN(memory);
        try_to_text(tries[i].attempt, &name);
        printf("%-6s %+.3f  %5.1f  %5.1f  %5.1f\n", memory, (double)tries[i].worth / CALL_MODEL_WIN,
               100 * (double)tries[i].outcomes.legal,
               100 * ((double)tries[i].outcomes.pawn + tries[i].outcomes.piece),
               100 * (double)tries[i].outcomes.check);
    }
}

// --- One turn ------------------------------------------------------------------------------------------------

static uint32_t value_tries(const TurnContext *turn, const DensityTracker *tracker, ValuedTry *out)
{
    Try tries[TRIES_MAX];
    uint32_t count = kriegspiel_game.tries((const Rules *)tracker->rules, &tracker->view, tries);
    count = call_model_keep_tries(tracker->rules->setup.board, tries, count);
    assert(count <= TRIES_MAX);
    for (uint32_t i = 0; i < count; i++) {
        out[i].attempt = tries[i];
        turn_context_try(turn, tries[i], &out[i].outcomes);
        out[i].worth = outcomes_worth(&out[i].outcomes);
    }
    qsort(out, count, sizeof *out, compare_worth);
    return count;
}

static int explain(const Moment *moment, const char *wanted)
{
    assert(moment->is_found);
    const DensityTracker *tracker = &moment->tracker;
    const BeliefState belief = {tracker->view.own, tracker->density, tracker->last,
                                tracker->move_number};
    CallModel calls;
    TurnContext turn;
    ValuedTry tries[TRIES_MAX];
    call_model_init(&calls, tracker->rules, &tracker->motion);
    turn_context_init(&turn, &calls, &belief);
    const uint32_t count = value_tries(&turn, tracker, tries);
    const Try attempt = wanted  ? try_from_text(slice_of(wanted))
                        : count ? tries[0].attempt
                                : TRY_NONE;
    uint32_t index = 0;
    while (index < count && tries[index].attempt != attempt)
        index++;
    if (index == count)
        return wanted ? complain("%s is no try of this turn; without --try they are listed", wanted)
                      : complain("this turn has no try");
    char memory[16];
    Text name = TEXT_IN(memory);
    try_to_text(attempt, &name);
    printf("Move %u of %s. Values are of men, a sixteenth each.\n\n", moment->move,
           view_name(tracker->view.seat));
    print_table(tries, count);
    printf("\n%s  %+.3f\n", memory, (double)tries[index].worth / CALL_MODEL_WIN);
    print_tree(&calls, &tries[index].outcomes, turn.risks.is_bare);
    return EXIT_FINE;
}

static int find_moment(const RecordStudy *study, const Model *model, Moment *moment)
{
    const DensityStudyPlan plan = {kriegspiel_rules(study->plan.rules), study->plan.entries,
                                   study->plan.seat, model};
    const DensityStudySink sink = {keep_turn, pass_over, moment};
    const int status = record_study_status(density_study_game(&plan, &sink));
    if (!status && !moment->is_found)
        return complain("there is no such turn of %s; the first turn cannot be explained",
                        view_name(plan.seat));
    return status;
}

int explain_turn(const RecordStudy *study, const ExplainPlan *plan)
{
    Moment *moment = memory_resize(&memory_heap, NULL, sizeof *moment);
    if (!moment)
        return complain_of_memory("the turn");
    *moment = (Moment){.at = plan->at};
    int status = find_moment(study, plan->model, moment);
    if (!status)
        status = explain(moment, plan->attempt);
    memory_resize(&memory_heap, moment, 0);
    return status;
}
