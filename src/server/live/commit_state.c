// The states of a batch as a table, and the judgement of what was read back.
#include "server/live/commit_state.h"

#include <assert.h>

typedef struct Transition {
    bool is_possible;
    uint8_t state; // LedgerState
    uint8_t step;  // LedgerStep
} Transition;

#define TO(state, step)   \
    {                     \
        true, state, step \
    }

static const Transition transitions[LEDGER_STATE_COUNT][LEDGER_NEWS_COUNT] = {
    [LEDGER_DOWN] = {[LEDGER_UP] = TO(LEDGER_IDLE, LEDGER_REST),
                     [LEDGER_BATCH] = TO(LEDGER_WAITING, LEDGER_REST)},
    [LEDGER_IDLE] = {[LEDGER_LOST] = TO(LEDGER_DOWN, LEDGER_REST),
                     [LEDGER_BATCH] = TO(LEDGER_WRITING, LEDGER_WRITE)},
    [LEDGER_WAITING] = {[LEDGER_UP] = TO(LEDGER_ASKING, LEDGER_ASK)},
    [LEDGER_WRITING] = {[LEDGER_LOST] = TO(LEDGER_WAITING, LEDGER_REST),
                        [LEDGER_WROTE] = TO(LEDGER_IDLE, LEDGER_DURABLE),
                        [LEDGER_FAILED] = TO(LEDGER_ASKING, LEDGER_ASK)},
    [LEDGER_ASKING] = {[LEDGER_LOST] = TO(LEDGER_WAITING, LEDGER_REST),
                       [LEDGER_OURS] = TO(LEDGER_IDLE, LEDGER_DURABLE),
                       [LEDGER_NOTHING] = TO(LEDGER_WRITING, LEDGER_WRITE),
                       [LEDGER_OTHERS] = TO(LEDGER_IDLE, LEDGER_REFUSED),
                       [LEDGER_TORN] = TO(LEDGER_HALTED, LEDGER_HALT)},
    [LEDGER_HALTED] = {[LEDGER_UP] = TO(LEDGER_HALTED, LEDGER_REST),
                       [LEDGER_LOST] = TO(LEDGER_HALTED, LEDGER_REST)},
};

LedgerStep ledger_take(Ledger *ledger, LedgerNews news)
{
    assert(ledger->state < LEDGER_STATE_COUNT && news < LEDGER_NEWS_COUNT);
    const Transition *transition = &transitions[ledger->state][news];
    assert(transition->is_possible);
    ledger->state = transition->state;
    return (LedgerStep)transition->step;
}

bool ledger_is_busy(const Ledger *ledger)
{
    return ledger->state != LEDGER_DOWN && ledger->state != LEDGER_IDLE;
}

static void note_lost(uint64_t game, uint64_t *lost, uint32_t *count)
{
    for (uint32_t i = 0; i < *count; i++)
        if (lost[i] == game)
            return;
    lost[(*count)++] = game;
}

LedgerNews ledger_judge(const LedgerRow *rows, uint32_t count, uint32_t node, uint64_t *lost,
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
        return ours == count ? LEDGER_OURS : LEDGER_TORN;
    return *lost_count ? LEDGER_OTHERS : LEDGER_NOTHING;
}

uint32_t ledger_pause_ms(uint32_t failures)
{
    enum { FIRST_MS = 10, LAST_MS = 1000, DOUBLINGS_MAX = 7 };
    const uint32_t pause_ms = FIRST_MS << (failures < DOUBLINGS_MAX ? failures : DOUBLINGS_MAX);
    return pause_ms < LAST_MS ? pause_ms : LAST_MS;
}
