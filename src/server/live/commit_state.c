// The states of a batch as a table, and the judgement of what was read back.
#include "server/live/commit_state.h"

#include <assert.h>

typedef struct Transition {
    bool is_possible;
    uint8_t state; // CommitPhase
    uint8_t step;  // CommitStep
} Transition;

#define TO(state, step)   \
    {                     \
        true, state, step \
    }

static const Transition transitions[COMMIT_PHASE_COUNT][COMMIT_NEWS_COUNT] = {
    [COMMIT_DOWN] = {[COMMIT_UP] = TO(COMMIT_IDLE, COMMIT_REST),
                     [COMMIT_BATCH] = TO(COMMIT_WAITING, COMMIT_REST)},
    [COMMIT_IDLE] = {[COMMIT_LOST] = TO(COMMIT_DOWN, COMMIT_REST),
                     [COMMIT_BATCH] = TO(COMMIT_WRITING, COMMIT_WRITE)},
    [COMMIT_WAITING] = {[COMMIT_UP] = TO(COMMIT_ASKING, COMMIT_ASK)},
    [COMMIT_WRITING] = {[COMMIT_LOST] = TO(COMMIT_WAITING, COMMIT_REST),
                        [COMMIT_WROTE] = TO(COMMIT_IDLE, COMMIT_DURABLE),
                        [COMMIT_FAILED] = TO(COMMIT_ASKING, COMMIT_ASK)},
    [COMMIT_ASKING] = {[COMMIT_LOST] = TO(COMMIT_WAITING, COMMIT_REST),
                       [COMMIT_OURS] = TO(COMMIT_IDLE, COMMIT_DURABLE),
                       [COMMIT_NOTHING] = TO(COMMIT_WRITING, COMMIT_WRITE),
                       [COMMIT_OTHERS] = TO(COMMIT_IDLE, COMMIT_REFUSED),
                       [COMMIT_TORN] = TO(COMMIT_HALTED, COMMIT_HALT)},
    [COMMIT_HALTED] = {[COMMIT_UP] = TO(COMMIT_HALTED, COMMIT_REST),
                       [COMMIT_LOST] = TO(COMMIT_HALTED, COMMIT_REST)},
};

CommitStep commit_take(CommitState *ledger, CommitNews news)
{
    assert(ledger->state < COMMIT_PHASE_COUNT && news < COMMIT_NEWS_COUNT);
    const Transition *transition = &transitions[ledger->state][news];
    assert(transition->is_possible);
    ledger->state = transition->state;
    return (CommitStep)transition->step;
}

bool commit_is_busy(const CommitState *ledger)
{
    return ledger->state != COMMIT_DOWN && ledger->state != COMMIT_IDLE;
}

static void note_lost(uint64_t game, uint64_t *lost, uint32_t *count)
{
    for (uint32_t i = 0; i < *count; i++)
        if (lost[i] == game)
            return;
    lost[(*count)++] = game;
}

CommitNews commit_judge(const CommitRow *rows, uint32_t count, uint32_t node, uint64_t *lost,
                        uint32_t *lost_count)
{
    uint32_t ours = 0;
    *lost_count = 0;
    for (uint32_t i = 0; i < count; i++) {
        const bool is_ours = rows[i].node == node;
        ours += is_ours;
        if (!is_ours && (rows[i].node || !rows[i].has_before))
            note_lost(rows[i].game, lost, lost_count);
    }
    // A transaction is written whole. So a row of another node's means that no row of the batch is there.
    if (ours)
        return ours == count ? COMMIT_OURS : COMMIT_TORN;
    return *lost_count ? COMMIT_OTHERS : COMMIT_NOTHING;
}

uint32_t commit_pause_ms(uint32_t failures)
{
    enum { FIRST_MS = 10, LAST_MS = 1000, DOUBLINGS_MAX = 7 };
    const uint32_t pause_ms = FIRST_MS << (failures < DOUBLINGS_MAX ? failures : DOUBLINGS_MAX);
    return pause_ms < LAST_MS ? pause_ms : LAST_MS;
}
