// The contract of a store: no batch is durable before the store has said so, and none is refused unless the journal makes it
// impossible.
#include "server/live/commit_state.h"

#include "base/rng.h"
#include "unit/check.h"

static void a_batch_is_written_and_durable(void **state)
{
    (void)state;
    Ledger ledger = {0};
    assert_int_equal(ledger_take(&ledger, LEDGER_UP), LEDGER_REST);
    assert_false(ledger_is_busy(&ledger));
    assert_int_equal(ledger_take(&ledger, LEDGER_BATCH), LEDGER_WRITE);
    assert_true(ledger_is_busy(&ledger));
    assert_int_equal(ledger_take(&ledger, LEDGER_WROTE), LEDGER_DURABLE);
    assert_false(ledger_is_busy(&ledger));
}

static void a_lost_answer_is_read_back(void **state)
{
    (void)state;
    Ledger ledger = {0};
    assert_int_equal(ledger_take(&ledger, LEDGER_BATCH), LEDGER_REST);
    assert_int_equal(ledger_take(&ledger, LEDGER_UP), LEDGER_ASK);
    assert_int_equal(ledger_take(&ledger, LEDGER_LOST), LEDGER_REST);
    assert_int_equal(ledger_take(&ledger, LEDGER_UP), LEDGER_ASK);
    assert_int_equal(ledger_take(&ledger, LEDGER_NOTHING), LEDGER_WRITE);
    assert_int_equal(ledger_take(&ledger, LEDGER_LOST), LEDGER_REST);
    assert_int_equal(ledger_take(&ledger, LEDGER_UP), LEDGER_ASK);
    assert_int_equal(ledger_take(&ledger, LEDGER_OURS), LEDGER_DURABLE);
}

static void a_failed_write_is_read_back_too(void **state)
{
    (void)state;
    Ledger ledger = {.state = LEDGER_WRITING};
    assert_int_equal(ledger_take(&ledger, LEDGER_FAILED), LEDGER_ASK);
    assert_int_equal(ledger_take(&ledger, LEDGER_OTHERS), LEDGER_REFUSED);
    assert_false(ledger_is_busy(&ledger));
}

static void a_torn_batch_halts_for_good(void **state)
{
    (void)state;
    Ledger ledger = {.state = LEDGER_ASKING};
    assert_int_equal(ledger_take(&ledger, LEDGER_TORN), LEDGER_HALT);
    assert_int_equal(ledger_take(&ledger, LEDGER_LOST), LEDGER_REST);
    assert_int_equal(ledger_take(&ledger, LEDGER_UP), LEDGER_REST);
    assert_true(ledger_is_busy(&ledger));
}

static void what_was_read_back_is_judged(void **state)
{
    (void)state;
    enum { OWN = 5, ROWS_MAX = 3 };
    static const struct {
        LedgerRow rows[ROWS_MAX];
        uint32_t count;
        LedgerNews news;
        uint64_t lost[ROWS_MAX];
        uint32_t lost_count;
    } cases[] = {
        {{{0}}, 0, LEDGER_NOTHING, {0}, 0},
        {{{7, 0, true}, {8, 0, true}}, 2, LEDGER_NOTHING, {0}, 0},
        {{{7, OWN, true}, {8, OWN, true}}, 2, LEDGER_OURS, {0}, 0},
        {{{7, 0, true}, {8, 6, true}}, 2, LEDGER_OTHERS, {8}, 1},
        // The second row of a game is not there; the first is another node's.
        {{{8, 6, true}, {8, 0, true}, {9, 4, true}}, 3, LEDGER_OTHERS, {8, 9}, 2},
        // A row that cannot follow what is there.
        {{{7, 0, false}, {8, 0, true}}, 2, LEDGER_OTHERS, {7}, 1},
        {{{7, OWN, true}, {8, 0, true}}, 2, LEDGER_TORN, {0}, 0},
        {{{7, OWN, true}, {8, 6, true}}, 2, LEDGER_TORN, {8}, 1},
    };
    for (unsigned i = 0; i < COUNT_OF(cases); i++) {
        uint64_t lost[ROWS_MAX] = {0};
        uint32_t lost_count = 99;
        assert_int_equal(ledger_judge(cases[i].rows, cases[i].count, OWN, lost, &lost_count),
                         cases[i].news);
        assert_int_equal(lost_count, cases[i].lost_count);
        assert_memory_equal(lost, cases[i].lost, sizeof lost);
    }
}

// A store in one line: whether it has the batch. Connections are lost before and after it takes the batch; in the end the batch is
// durable exactly once, and never while the store has it not.
static void whatever_is_lost_a_batch_is_durable_once(void **state)
{
    (void)state;
    enum { BATCHES = 20000 };
    Rng rng = rng_from_seed(1);
    Ledger ledger = {0};
    bool is_there = false;
    uint32_t durable = 0;
    LedgerStep step = ledger_take(&ledger, LEDGER_BATCH);
    for (uint32_t batches = 1; batches < BATCHES;) {
        const bool is_lost = rng_below(&rng, 3) == 0, is_late = rng_below(&rng, 2) == 0;
        const bool was_there = is_there;
        is_there |= step == LEDGER_WRITE && !(is_lost && is_late);
        if (step == LEDGER_DURABLE) {
            assert_true(is_there);
            durable++;
            batches++;
            is_there = false;
            step = ledger_take(&ledger, LEDGER_BATCH);
        } else if (step == LEDGER_REST)
            step = ledger_take(&ledger, LEDGER_UP);
        else if (is_lost)
            step = ledger_take(&ledger, LEDGER_LOST);
        else if (step == LEDGER_WRITE)
            step = ledger_take(&ledger, was_there ? LEDGER_FAILED : LEDGER_WROTE);
        else
            step = ledger_take(&ledger, is_there ? LEDGER_OURS : LEDGER_NOTHING);
    }
    assert_int_equal(durable, BATCHES - 1);
}

static void pauses_double_up_to_a_second(void **state)
{
    (void)state;
    assert_int_equal(ledger_pause_ms(0), 10);
    assert_int_equal(ledger_pause_ms(1), 20);
    assert_int_equal(ledger_pause_ms(6), 640);
    assert_int_equal(ledger_pause_ms(7), 1000);
    assert_int_equal(ledger_pause_ms(UINT32_MAX), 1000);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_batch_is_written_and_durable),
        cmocka_unit_test(a_lost_answer_is_read_back),
        cmocka_unit_test(a_failed_write_is_read_back_too),
        cmocka_unit_test(a_torn_batch_halts_for_good),
        cmocka_unit_test(what_was_read_back_is_judged),
        cmocka_unit_test(whatever_is_lost_a_batch_is_durable_once),
        cmocka_unit_test(pauses_double_up_to_a_second),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
