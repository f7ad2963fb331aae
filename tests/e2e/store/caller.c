// Calls that wait, with a real PostgreSQL that this program starts in a folder of its own and kills.
//
//     caller SCHEMA        the folder db/
#define _GNU_SOURCE
#include "server/store/caller.h"

#include "base/os/clocks.h"
#include "database.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ECHO, SLEEP, CUT, DIVIDE, LISTEN, NOTIFY, STATEMENTS };

static const StoreStatement statements[STATEMENTS] = {
    [ECHO] = {"echo", "SELECT $1::text, 7, NULL", 1},
    [SLEEP] = {"sleep", "SELECT pg_sleep($1::float8)", 1},
    [CUT] = {"cut",
             "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity"
             " WHERE state = 'active' AND query LIKE '%pg_sleep%' AND pid <> pg_backend_pid()",
             0},
    [DIVIDE] = {"divide", "SELECT 1 / $1::integer", 1},
    [LISTEN] = {"listen", "LISTEN test_channel", 0},
    [NOTIFY] = {"notify", "SELECT pg_notify('test_channel', '1')", 0},
};

static unsigned losses;

static void count_loss(void *context, const char *problem)
{
    (void)context;
    assert_true(problem[0] != '\0');
    losses++;
}

static StoreCaller *make_caller(const char *database, const atomic_bool *is_stopped)
{
    const StoreCallerPlan plan = {.database = database,
                                  .statements = statements,
                                  .statement_count = STATEMENTS,
                                  .clocks = &system_clocks,
                                  .patience_ms = 20000,
                                  .is_stopped = is_stopped,
                                  .lost = count_loss};
    StoreCaller *caller = store_caller_create(&memory_heap, &plan);
    assert_non_null(caller);
    losses = 0;
    return caller;
}

static void a_call_gives_its_answer(void **state)
{
    (void)state;
    StoreCaller *caller = make_caller(temp_postgres_database(db), NULL);
    const char *const values[] = {"it's"};
    assert_int_equal(store_call(caller, ECHO, values), STORE_CALL_OK);
    assert_int_equal(store_call_rows(caller), 1);
    assert_string_equal(store_call_field(caller, 0, 0), "it's");
    assert_int_equal(store_call_number(caller, 0, 1), 7);
    assert_null(store_call_field(caller, 0, 2));
    assert_int_equal(store_call_number(caller, 0, 2), 0);
    assert_int_equal(losses, 0);
    store_caller_destroy(caller);
}

static void what_the_database_refuses_is_refused_once(void **state)
{
    (void)state;
    StoreCaller *caller = make_caller(temp_postgres_database(db), NULL);
    const char *const zero[] = {"0"}, *const word[] = {"word"};
    assert_int_equal(store_call(caller, DIVIDE, zero), STORE_CALL_REFUSED);
    assert_true(store_caller_problem(caller)[0] != '\0');
    assert_int_equal(store_call(caller, ECHO, word), STORE_CALL_OK); // by the same connection
    assert_int_equal(losses, 0);
    store_caller_destroy(caller);
}

// Cuts the connection of a call that sleeps.
static void *cut(void *context)
{
    const char *const values[] = {NULL};
    StoreCaller *caller = context;
    bool is_cut = false;
    while (!is_cut && store_call(caller, CUT, values) == STORE_CALL_OK)
        is_cut = store_call_number(caller, 0, 0) > 0;
    return is_cut ? context : NULL;
}

static void a_call_whose_connection_is_cut_is_sent_again(void **state)
{
    (void)state;
    StoreCaller *caller = make_caller(temp_postgres_database(db), NULL);
    StoreCaller *other = make_caller(temp_postgres_database(db), NULL);
    const char *const second[] = {"0.5"};
    pthread_t thread;
    void *is_cut;
    assert_int_equal(pthread_create(&thread, NULL, cut, other), 0);
    assert_int_equal(store_call(caller, SLEEP, second), STORE_CALL_OK);
    pthread_join(thread, &is_cut);
    assert_non_null(is_cut);
    assert_int_equal(losses, 1);
    store_caller_destroy(caller);
    store_caller_destroy(other);
}

static void a_connection_that_was_lost_between_calls_is_made_again(void **state)
{
    (void)state;
    StoreCaller *caller = make_caller(temp_postgres_database(db), NULL);
    const char *const word[] = {"word"};
    assert_int_equal(store_call(caller, ECHO, word), STORE_CALL_OK);
    temp_postgres_kill(db);
    start_database();
    assert_int_equal(store_call(caller, ECHO, word), STORE_CALL_OK);
    store_caller_destroy(caller);
}

static void a_notice_ends_a_wait(void **state)
{
    (void)state;
    enum { SHORT_MS = 50, LONG_MS = 20000 };
    StoreCaller *listener = make_caller(temp_postgres_database(db), NULL);
    StoreCaller *other = make_caller(temp_postgres_database(db), NULL);
    assert_int_equal(store_call(listener, LISTEN, NULL), STORE_CALL_OK);
    assert_false(store_caller_wait(listener, SHORT_MS));
    assert_int_equal(store_call(other, NOTIFY, NULL), STORE_CALL_OK);
    assert_true(store_caller_wait(listener, LONG_MS));
    assert_false(store_caller_wait(listener, SHORT_MS)); // each is told once
    // One that comes with the answer of a call is not lost.
    assert_int_equal(store_call(listener, NOTIFY, NULL), STORE_CALL_OK);
    assert_true(store_caller_wait(listener, 0));
    store_caller_destroy(listener);
    store_caller_destroy(other);
}

static void without_a_database_a_call_gives_up_and_says_why(void **state)
{
    (void)state;
    StoreCaller *caller = make_caller("host=/nonexistent dbname=nebel", NULL);
    const char *const word[] = {"word"};
    store_caller_limit(caller, 200);
    assert_int_equal(store_call(caller, ECHO, word), STORE_CALL_AWAY);
    assert_non_null(strstr(store_caller_problem(caller), "/nonexistent"));
    assert_int_equal(losses, 1);
    store_caller_destroy(caller);
}

static void a_program_that_is_to_end_does_not_wait_for_a_database(void **state)
{
    (void)state;
    atomic_bool is_stopped = true;
    StoreCaller *caller = make_caller("host=/nonexistent dbname=nebel", &is_stopped);
    const char *const word[] = {"word"};
    assert_int_equal(store_call(caller, ECHO, word), STORE_CALL_STOPPED);
    store_caller_destroy(caller);
}

int main(int count, char **words)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_call_gives_its_answer),
        cmocka_unit_test(what_the_database_refuses_is_refused_once),
        cmocka_unit_test(a_call_whose_connection_is_cut_is_sent_again),
        cmocka_unit_test(a_connection_that_was_lost_between_calls_is_made_again),
        cmocka_unit_test(a_notice_ends_a_wait),
        cmocka_unit_test(without_a_database_a_call_gives_up_and_says_why),
        cmocka_unit_test(a_program_that_is_to_end_does_not_wait_for_a_database),
    };
    if (count != 2) {
        fprintf(stderr, "usage: caller SCHEMA\n");
        return 2;
    }
    schema = words[1];
    return cmocka_run_group_tests(tests, open_database, close_database);
}
