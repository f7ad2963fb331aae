// Depth-first search for a history that explains a log, and random histories.
#include "engine/core/history.h"

#include <assert.h>
#include <string.h>

bool history_branches(const Hearing *heard, uint8_t seat)
{
    const bool is_doing =
        heard->event == HEARD_MOVE || heard->event == HEARD_REFUSAL || heard->event == HEARD_ANSWER;
    return is_doing && heard->seat != seat;
}

void history_start(const BeliefModel *model, const Rules *rules, void *board)
{
    AnyTruth truth;
    Hearing to[2];
    assert(model->game->truth_bytes <= sizeof truth);
    model->game->deal(rules, &truth, to);
    model->imagine(rules, &truth, board);
}

// The boards that can follow one board, without those already tried.
typedef struct Branches {
    size_t bytes; // of a board
    const Memory *memory;
    uint32_t count, capacity, chance_capacity;
    char *boards;
    float *chances;
    bool is_short; // there was no memory
} Branches;

static void add_branch(void *context, const void *board, float chance)
{
    Branches *branches = context;
    assert(chance >= 0);
    const size_t bytes = branches->bytes;
    if (!memory_reserve(branches->memory, &branches->boards, branches->count, &branches->capacity,
                        bytes) ||
        !memory_reserve(branches->memory, &branches->chances, branches->count,
                        &branches->chance_capacity, sizeof chance)) {
        branches->is_short = true;
        return;
    }
    memcpy(branches->boards + branches->count * bytes, board, bytes);
    branches->chances[branches->count++] = chance;
}

static void branches_done(Branches *branches)
{
    memory_resize(branches->memory, branches->boards, 0);
    memory_resize(branches->memory, branches->chances, 0);
}

// Removes one branch, drawn by chance; there is at least one.
static void take_branch(Branches *branches, Rng *rng, void *board)
{
    assert(branches->count > 0);
    const size_t bytes = branches->bytes;
    float sum = 0;
    for (uint32_t i = 0; i < branches->count; i++)
        sum += branches->chances[i];
    float mark = sum * (float)(rng_next(rng) >> 40) * 0x1p-24f;
    uint32_t chosen = 0;
    while (chosen + 1 < branches->count && mark >= branches->chances[chosen])
        mark -= branches->chances[chosen++];
    memcpy(board, branches->boards + chosen * bytes, bytes);
    const uint32_t last = --branches->count;
    memmove(branches->boards + chosen * bytes, branches->boards + last * bytes, bytes);
    branches->chances[chosen] = branches->chances[last];
}

typedef enum Step { STEP_FOUND, STEP_DEAD_END, STEP_GAVE_UP, STEP_MEMORY } Step;

typedef struct Search {
    const HistoryPlan *plan;
    const Memory *memory;
    Rng *rng;
    uint32_t *spent;
} Search;

static Step descend(const Search *search, uint32_t index, void *board);

// The other seat acted: tries what it can have done, in random order, until one branch leads to the end of the log.
static Step descend_branches(const Search *search, uint32_t index, void *board)
{
    const HistoryPlan *plan = search->plan;
    Branches branches = {.bytes = plan->model->board_bytes, .memory = search->memory};
    const BoardSink sink = {add_branch, &branches};
    if (++*search->spent > plan->expansions)
        return STEP_GAVE_UP;
    plan->model->expand(plan->rules, board, 1, &plan->log->list[index].hearing, plan->policy,
                        &sink);
    Step step = branches.is_short ? STEP_MEMORY : STEP_DEAD_END;
    while (step == STEP_DEAD_END && branches.count) {
        take_branch(&branches, search->rng, board);
        step = descend(search, index + 1, board);
    }
    branches_done(&branches);
    return step;
}

// Own tries have no branches: the board agrees with their answers or it does not.
static Step descend(const Search *search, uint32_t index, void *board)
{
    const HistoryPlan *plan = search->plan;
    for (; index < plan->log->count; index++) {
        const Heard *heard = &plan->log->list[index];
        if (history_branches(&heard->hearing, plan->seat))
            return descend_branches(search, index, board);
        if (heard->own != TRY_NONE &&
            !plan->model->keep(plan->rules, board, 1, heard->own, &heard->hearing))
            return STEP_DEAD_END;
    }
    return STEP_FOUND;
}

HistoryResult history_find(const HistoryPlan *plan, const Memory *memory, const void *start,
                           uint32_t from, Rng *rng, void *board, uint32_t *spent)
{
    static const HistoryResult results[] = {[STEP_FOUND] = HISTORY_FOUND,
                                            [STEP_DEAD_END] = HISTORY_GAVE_UP,
                                            [STEP_GAVE_UP] = HISTORY_GAVE_UP,
                                            [STEP_MEMORY] = HISTORY_MEMORY};
    const Search search = {plan, memory, rng, spent};
    assert(plan->seat < 2);
    assert(from <= plan->log->count);
    memcpy(board, start, plan->model->board_bytes);
    return results[descend(&search, from, board)];
}

// The branch on which the mark lies. The chances of all legal actions sum to 1, and only those that sound as was heard are
// branches; so a mark beyond the last branch is an action that sounds otherwise.
typedef struct Pick {
    double mark; // less the chances of the branches so far
    size_t bytes;
    void *board;
    bool is_found;
} Pick;

static void pick_branch(void *context, const void *board, float chance)
{
    Pick *pick = context;
    if (pick->is_found)
        return;
    pick->is_found = pick->mark < chance;
    pick->mark -= chance;
    if (pick->is_found)
        memcpy(pick->board, board, pick->bytes);
}

bool history_draw(const HistoryPlan *plan, const void *start, Rng *rng, void *board,
                  uint32_t *spent)
{
    const BeliefModel *model = plan->model;
    void *after = (char *)board + model->board_bytes;
    assert(plan->seat < 2);
    memcpy(board, start, model->board_bytes);
    for (uint32_t i = 0; i < plan->log->count; i++) {
        const Heard *heard = &plan->log->list[i];
        if (history_branches(&heard->hearing, plan->seat)) {
            Pick pick = {.mark = rng_share(rng), .bytes = model->board_bytes, .board = after};
            const BoardSink sink = {pick_branch, &pick};
            ++*spent;
            model->expand(plan->rules, board, 1, &heard->hearing, plan->policy, &sink);
            if (!pick.is_found)
                return false;
            memcpy(board, after, model->board_bytes);
        } else if (heard->own != TRY_NONE &&
                   !model->keep(plan->rules, board, 1, heard->own, &heard->hearing)) {
            return false;
        }
    }
    return true;
}
