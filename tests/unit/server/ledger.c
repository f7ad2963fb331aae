// The contract of a store: no batch is durable before the store has said so, and none is refused unless the journal makes it
// impossible.
#include "server/live/commit_state.h"

#include "base/rng.h"
#include "unit/check.h"

static void a_batch_is_written_and_durable(void **state)
{
    (void)state;
    CommitState ledger = {0};
    assert_int_equal(commit_take(&ledger, COMMIT_UP), COMMIT_REST);
    assert_false(commit_is_busy(&ledger));
    assert_int_equal(commit_take(&ledger, COMMIT_BATCH), COMMIT_WRITE);
    assert_true(commit_is_busy(&ledger));
    assert_int_equal(commit_take(&ledger, COMMIT_WROTE), COMMIT_DURABLE);
    assert_false(commit_is_busy(&ledger));
}

static void a_lost_answer_is_read_back(void **state)
{
    (void)state;
    CommitState ledger = {0};
    assert_int_equal(commit_take(&ledger, COMMIT_BATCH), COMMIT_REST);
    assert_int_equal(commit_take(&ledger, COMMIT_UP), COMMIT_ASK);
    assert_int_equal(commit_take(&ledger, COMMIT_LOST), COMMIT_REST);
    assert_int_equal(commit_take(&ledger, COMMIT_UP), COMMIT_ASK);
    assert_int_equal(commit_take(&ledger, COMMIT_NOTHING), COMMIT_WRITE);
    assert_int_equal(commit_take(&ledger, COMMIT_LOST), COMMIT_REST);
    assert_int_equal(commit_take(&ledger, COMMIT_UP), COMMIT_ASK);
    assert_int_equal(commit_take(&ledger, COMMIT_OURS), COMMIT_DURABLE);
}

static void a_failed_write_is_read_back_too(void **state)
{
    (void)state;
    CommitState ledger = {.state = COMMIT_WRITING};
    assert_int_equal(commit_take(&ledger, COMMIT_FAILED), COMMIT_ASK);
    assert_int_equal(commit_take(&ledger, COMMIT_OTHERS), COMMIT_REFUSED);
    assert_false(commit_is_busy(&ledger));
}

static void a_torn_batch_halts_for_good(void **state)
{
    (void)state;
    CommitState ledger = {.state = COMMIT_ASKING};
    assert_int_equal(commit_take(&ledger, COMMIT_TORN), COMMIT_HALT);
    assert_int_equal(commit_take(&ledger, COMMIT_LOST), COMMIT_REST);
    assert_int_equal(commit_take(&ledger, COMMIT_UP), COMMIT_REST);
    assert_true(commit_is_busy(&ledger));
}

static void what_was_read_back_is_judged(void **state)
{
    (void)state;
    enum { OWN = 5, ROWS_MAX = 3 };
    static const struct {
        CommitRow rows[ROWS_MAX];
        uint32_t count;
        CommitNews news;
        uint64_t lost[ROWS_MAX];
        uint32_t lost_count;
    } cases[] = {
        {{{0}}, 0, COMMIT_NOTHING, {0}, 0},
        {{{7, 0, true}, {8, 0, true}}, 2, COMMIT_NOTHING, {0}, 0},
        {{{7, OWN, true}, {8, OWN, true}}, 2, COMMIT_OURS, {0}, 0},
        {{{7, 0, true}, {8, 6, true}}, 2, COMMIT_OTHERS, {8}, 1},
        // The second row of a game is not there; the first is another node's.
        {{{8, 6, true}, {8, 0, true}, {9, 4, true}}, 3, COMMIT_OTHERS, {8, 9}, 2},
        // A row that cannot follow what is there.
        {{{7, 0, false}, {8, 0, true}}, 2, COMMIT_OTHERS, {7}, 1},
        {{{7, OWN, true}, {8, 0, true}}, 2, COMMIT_TORN, {0}, 0},
        {{{7, OWN, true}, {8, 6, true}}, 2, COMMIT_TORN, {8}, 1},
    };
    for (unsigned i = 0; i < COUNT_OF(cases); i++) {
        uint64_t lost[ROWS_MAX] = {0};
        uint32_t lost_count = 99;
        assert_int_equal(commit_judge(cases[i].rows, cases[i].count, OWN, lost, &lost_count),
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
    CommitState ledger = {0};
    bool is_there = false;
    uint32_t durable = 0;
    CommitStep step = commit_take(&ledger, COMMIT_BATCH);
    for (uint32_t batches = 1; batches < BATCHES;) {
        const bool is_lost = rng_below(&rng, 3) == 0, is_late = rng_below(&rng, 2) == 0;
        const bool was_there = is_there;
        is_there |= step == COMMIT_WRITE && !(is_lost && is_late);
        if (step == COMMIT_DURABLE) {
            assert_true(is_there);
            durable++;
            batches++;
            is_there = false;
            step = commit_take(&ledger, COMMIT_BATCH);
        } else if (step == COMMIT_REST)
            step = commit_take(&ledger, COMMIT_UP);
        else if (is_lost)
            step = commit_take(&ledger, COMMIT_LOST);
        else if (step == COMMIT_WRITE)
            step = commit_take(&ledger, was_there ? COMMIT_FAILED : COMMIT_WROTE);
        else
            step = commit_take(&ledger, is_there ? COMMIT_OURS : COMMIT_NOTHING);
    }
    assert_int_equal(durable, BATCHES - 1);
}

static void pauses_double_up_to_a_second(void **state)
{
    (void)state;
    assert_int_equal(commit_pause_ms(0), 10);
    assert_int_equal(commit_pause_ms(1), 20);
    assert_int_equal(commit_pause_ms(6), 640);
    assert_int_equal(commit_pause_ms(7), 1000);
    assert_int_equal(commit_pause_ms(UINT32_MAX), 1000);
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
