// Games asked for, less games played.
#include "lab/experiments/progress.h"

#include <assert.h>

uint64_t result_games(const CellResult *result)
{
    assert(result);
    return result->is_there ? score_count_games(&result->meeting.games) : 0;
}

uint64_t cell_games_left(const ExperimentCell *cell, const CellResult *result)
{
    const Plan *plan = &cell->plan;
    const uint64_t asked = 2 * plan_job_count(plan), played = result_games(result);
    const bool is_decided = plan->stops_by_sprt && played &&
                            sprt_state(&plan->sprt, &result->meeting.pairs) != SPRT_GO_ON;
    return is_decided || played >= asked ? 0 : asked - played;
}
