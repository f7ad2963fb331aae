// Match files: torn, damaged, doubled or of another match; disks that are full, and memory that
// runs out.
#define _GNU_SOURCE
#include "lab/journal.h"
#include "match.h"
#include "miser.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { KEPT_PAIRS = 3 };

// A match file of three pairs, and its bytes.
typedef struct Kept {
    Match match;
    char path[64];
    char *bytes;
    size_t length, head, last; // where the pairs begin, and the last of them
} Kept;

static void write_bytes(const char *path, const char *bytes, size_t length)
{
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    assert_int_equal(fwrite(bytes, 1, length, file), length);
    assert_int_equal(fclose(file), 0);
}

static char *read_bytes(const char *path, size_t *length)
{
    enum { MORE_THAN_ANY = 1 << 20 };
    char *bytes = malloc(MORE_THAN_ANY);
    FILE *file = fopen(path, "r");
    assert_non_null(bytes);
    assert_non_null(file);
    *length = fread(bytes, 1, MORE_THAN_ANY - 1, file);
    bytes[*length] = '\0';
    fclose(file);
    return bytes;
}

static void assert_file_is(const char *path, const char *bytes, size_t length)
{
    size_t there;
    char *found = read_bytes(path, &there);
    assert_int_equal(there, length);
    assert_memory_equal(found, bytes, length);
    free(found);
}

static bool append_pair(void *context, const PairResult *result)
{
    return journal_append(context, result) == JOURNAL_OK;
}

static int keep_match(void **state)
{
    Kept *kept = calloc(1, sizeof *kept);
    assert_non_null(kept);
    prepare_small(&kept->match, KEPT_PAIRS);
    snprintf(kept->path, sizeof kept->path, "%s/nebel-lab-XXXXXX", P_tmpdir);
    assert_true(close(mkstemp(kept->path)) == 0 && unlink(kept->path) == 0);

    Journal journal = journal_closed(&memory_heap);
    const SeriesPlan series = {.plan = &kept->match.plan, .threads = 1};
    assert_int_equal(journal_create(&journal, kept->path, &kept->match.plan), JOURNAL_OK);
    assert_int_equal(series_run(&series, &memory_heap, (PairSink){append_pair, &journal}, NULL),
                     SERIES_OK);
    assert_int_equal(journal_close(&journal), JOURNAL_OK);

    kept->bytes = read_bytes(kept->path, &kept->length);
    kept->head = (size_t)(strstr(kept->bytes, "\npair 0 ") + 1 - kept->bytes);
    kept->last = (size_t)(strstr(kept->bytes, "\npair 2 ") + 1 - kept->bytes);
    *state = kept;
    return 0;
}

static int drop_match(void **state)
{
    Kept *kept = *state;
    unlink(kept->path);
    free(kept->bytes);
    free(kept);
    return 0;
}

// What became of taking a file up.
typedef struct Resumed {
    JournalError error;
    uint64_t next, pairs;
    char complaint[300];
} Resumed;

static Resumed resume(const Kept *kept, uint64_t limit)
{
    Resumed resumed = {.next = 99};
    Text complaint = TEXT_IN(resumed.complaint);
    Watch watch = {.limit = limit};
    Journal journal = journal_closed(&memory_heap);
    tally_init(&watch.tally, &kept->match.plan);
    resumed.error = journal_resume(&journal, kept->path, &kept->match.plan,
                                   (PairSink){watch_pair, &watch}, &resumed.next, &complaint);
    resumed.pairs = watch.tally.pairs;
    assert_false(watch.is_out_of_order);
    assert_int_equal(journal_close(&journal), JOURNAL_OK);
    return resumed;
}

// Takes the file up and finds so many pairs; afterwards the file holds them and nothing else.
static void assert_resumes_at(const Kept *kept, uint64_t pairs, size_t length)
{
    const Resumed resumed = resume(kept, 0);
    assert_int_equal(resumed.error, JOURNAL_OK);
    assert_int_equal(resumed.next, pairs);
    assert_int_equal(resumed.pairs, pairs);
    assert_file_is(kept->path, kept->bytes, length);
}

// The file as it stands is refused, and stays as it is.
static Resumed assert_refused(const Kept *kept, JournalError error)
{
    size_t length;
    char *before = read_bytes(kept->path, &length);
    const Resumed resumed = resume(kept, 0);
    assert_int_equal(resumed.error, error);
    assert_int_equal(resumed.next, 99);
    assert_file_is(kept->path, before, length);
    free(before);
    return resumed;
}

static void a_whole_match_file_is_taken_up_at_its_end(void **state)
{
    assert_resumes_at(*state, KEPT_PAIRS, ((Kept *)*state)->length);
}

static void a_last_line_torn_at_any_byte_is_cut_off(void **state)
{
    const Kept *kept = *state;
    for (size_t length = kept->last; length < kept->length; length++) {
        write_bytes(kept->path, kept->bytes, length);
        assert_resumes_at(kept, KEPT_PAIRS - 1, kept->last);
    }
}

static void a_last_line_damaged_at_any_byte_is_cut_off(void **state)
{
    const Kept *kept = *state;
    for (size_t i = kept->last; i < kept->length; i++) {
        char *damaged = strdup(kept->bytes);
        damaged[i] ^= 1;
        write_bytes(kept->path, damaged, kept->length);
        free(damaged);
        assert_resumes_at(kept, KEPT_PAIRS - 1, kept->last);
    }
}

static void a_doubled_last_line_is_cut_off(void **state)
{
    const Kept *kept = *state;
    const size_t line = kept->length - kept->last;
    char *doubled = malloc(kept->length + line);
    memcpy(doubled, kept->bytes, kept->length);
    memcpy(doubled + kept->length, kept->bytes + kept->last, line);
    // The plan wants more than the file holds, or what follows would be nobody's business.
    Kept longer = *kept;
    longer.match.plan.rules = (const Rules *)&longer.match.rules;
    longer.match.plan.rounds = KEPT_PAIRS + 1;
    write_bytes(kept->path, doubled, kept->length + line);
    assert_resumes_at(&longer, KEPT_PAIRS, kept->length);
    free(doubled);
}

static void a_head_torn_at_any_byte_begins_anew(void **state)
{
    const Kept *kept = *state;
    for (size_t length = 0; length < kept->head; length++) {
        write_bytes(kept->path, kept->bytes, length);
        assert_resumes_at(kept, 0, kept->head);
    }
    unlink(kept->path);
    assert_resumes_at(kept, 0, kept->head);
}

static void a_file_damaged_in_the_middle_is_refused(void **state)
{
    const Kept *kept = *state;
    for (size_t i = kept->head; i + 1 < kept->last; i += 7) {
        char *damaged = strdup(kept->bytes);
        damaged[i] ^= 1;
        write_bytes(kept->path, damaged, kept->length);
        free(damaged);
        const Resumed resumed = assert_refused(kept, JOURNAL_ERR_DAMAGED);
        assert_non_null(strstr(resumed.complaint, resumed.pairs ? "pair 1" : "pair 0"));
    }
}

static void a_file_of_other_settings_is_refused(void **state)
{
    const Kept *kept = *state;
    static const struct {
        const char *line, *other;
    } settings[] = {
        {"game ", "game kriegspiel(rules=rand,board=silverman4x4)"},
        {"player capturer", "player negamax"},
        {"pairing ", "pairing gauntlet"},
        {"seed ", "seed 11"},
        {"opening ", "opening 0"},
        {"limits ", "limits nodes 1 cpu 0 movetime 5 clock 0+0"},
        {"limits ", "limits nodes 1 cpu 0 movetime 0 clock 0+0 against nodes 2 cpu 0 movetime 0"},
        {"pairs\n", "player third"},
    };
    for (unsigned i = 0; i < COUNT_OF(settings); i++) {
        const char *line = strstr(kept->bytes, settings[i].line);
        const char *rest = strchr(line, '\n');
        FILE *file = fopen(kept->path, "w");
        fprintf(file, "%.*s%s%s", (int)(line - kept->bytes), kept->bytes, settings[i].other, rest);
        fclose(file);
        const Resumed resumed = assert_refused(kept, JOURNAL_ERR_OTHER);
        assert_non_null(strstr(resumed.complaint, settings[i].other));
    }
}

static void what_is_no_match_file_is_left_alone(void **state)
{
    const Kept *kept = *state;
    enum { LONG = 100000 };
    char *others[] = {strdup("a letter\n"), strdup("nebel match file 2\n"), malloc(LONG)};
    const size_t lengths[] = {9, 19, LONG};
    memset(others[2], 0, LONG); // one line that never ends, longer than any head
    for (unsigned i = 0; i < COUNT_OF(others); i++) {
        write_bytes(kept->path, others[i], lengths[i]);
        assert_refused(kept, JOURNAL_ERR_KIND);
        free(others[i]);
    }
}

static void a_new_match_does_not_overwrite_a_file(void **state)
{
    const Kept *kept = *state;
    Journal journal = journal_closed(&memory_heap);
    assert_int_equal(journal_create(&journal, kept->path, &kept->match.plan), JOURNAL_ERR_EXISTS);
    assert_int_equal(journal_close(&journal), JOURNAL_OK);
    assert_file_is(kept->path, kept->bytes, kept->length);
}

static void a_match_has_one_runner_at_a_time(void **state)
{
    const Kept *kept = *state;
    Journal first = journal_closed(&memory_heap);
    Watch watch = {.limit = UINT64_MAX};
    uint64_t next;
    tally_init(&watch.tally, &kept->match.plan);
    assert_int_equal(journal_resume(&first, kept->path, &kept->match.plan,
                                    (PairSink){watch_pair, &watch}, &next, NULL),
                     JOURNAL_OK);
    assert_refused(kept, JOURNAL_ERR_BUSY);
    assert_int_equal(journal_close(&first), JOURNAL_OK);
    assert_resumes_at(kept, KEPT_PAIRS, kept->length);
}

static void a_match_may_be_taken_further_or_less_far(void **state)
{
    Kept *kept = *state;
    kept->match.plan.rounds = 10;
    assert_resumes_at(kept, KEPT_PAIRS, kept->length);
    kept->match.plan.rounds = 2;
    assert_resumes_at(kept, 2, kept->length);
}

static void a_sink_that_has_enough_leaves_the_rest_of_the_file(void **state)
{
    const Kept *kept = *state;
    const Resumed resumed = resume(kept, 1);
    assert_int_equal(resumed.error, JOURNAL_OK);
    assert_int_equal(resumed.next, 1);
    assert_file_is(kept->path, kept->bytes, kept->length);
}

static void a_full_disk_is_an_error(void **state)
{
    (void)state;
    Match match;
    Text text;
    Journal journal = journal_closed(&memory_heap);
    prepare_small(&match, 1);
    const PairResult result = play_pair(&match, 0, &text);
    journal.file = open("/dev/full", O_WRONLY | O_CLOEXEC);
    assert_int_equal(journal_append(&journal, &result), JOURNAL_ERR_WRITE);
    assert_int_equal(journal_close(&journal), JOURNAL_OK);
    text_done(&text);
}

static void a_path_that_leads_nowhere_is_an_error(void **state)
{
    const Kept *kept = *state;
    char path[100];
    uint64_t next = 99;
    Journal journal = journal_closed(&memory_heap);
    snprintf(path, sizeof path, "%s/file", kept->path); // which is no folder
    assert_int_equal(journal_create(&journal, path, &kept->match.plan), JOURNAL_ERR_OPEN);
    assert_int_equal(journal_resume(&journal, path, &kept->match.plan,
                                    (PairSink){append_pair, &journal}, &next, NULL),
                     JOURNAL_ERR_OPEN);
    assert_int_equal(next, 99);
    assert_int_equal(journal_close(&journal), JOURNAL_OK);
}

static Kept *kept_for_misers; // they are called without a state

static bool resume_meanly(Miser *miser)
{
    const Kept *kept = kept_for_misers;
    const Memory memory = miser_memory(miser);
    char why[200];
    Text complaint = TEXT_IN(why);
    uint64_t next = 99;
    Watch watch = {0};
    Journal journal = journal_closed(&memory);
    tally_init(&watch.tally, &kept->match.plan);
    const JournalError error = journal_resume(&journal, kept->path, &kept->match.plan,
                                              (PairSink){watch_pair, &watch}, &next, &complaint);
    assert_true(error == JOURNAL_OK || error == JOURNAL_ERR_MEMORY);
    assert_int_equal(next, error ? 99 : KEPT_PAIRS);
    assert_int_equal(journal_close(&journal), JOURNAL_OK);
    assert_file_is(kept->path, kept->bytes, kept->length);
    return !error;
}

static bool keep_meanly(Miser *miser)
{
    const Kept *kept = kept_for_misers;
    const Memory memory = miser_memory(miser);
    Text text;
    Journal journal = journal_closed(&memory);
    unlink(kept->path);
    const PairResult result = play_pair(&kept->match, 0, &text);
    JournalError error = journal_create(&journal, kept->path, &kept->match.plan);
    if (!error)
        error = journal_append(&journal, &result);
    assert_true(error == JOURNAL_OK || error == JOURNAL_ERR_MEMORY);
    assert_int_equal(journal_close(&journal), JOURNAL_OK);
    text_done(&text);
    return !error;
}

static void a_match_file_without_memory_is_an_error(void **state)
{
    kept_for_misers = *state;
    assert_refusals_are_seen(resume_meanly, 3);
    assert_refusals_are_seen(keep_meanly, 2);
}

static void every_error_has_a_text(void **state)
{
    (void)state;
    for (unsigned error = 0; error < JOURNAL_ERR_COUNT; error++)
        assert_true(journal_error_text((JournalError)error)[0]);
}

#define WITH_FILE(test) cmocka_unit_test_setup_teardown(test, keep_match, drop_match)

int main(void)
{
    const struct CMUnitTest tests[] = {
        WITH_FILE(a_whole_match_file_is_taken_up_at_its_end),
        WITH_FILE(a_last_line_torn_at_any_byte_is_cut_off),
        WITH_FILE(a_last_line_damaged_at_any_byte_is_cut_off),
        WITH_FILE(a_doubled_last_line_is_cut_off),
        WITH_FILE(a_head_torn_at_any_byte_begins_anew),
        WITH_FILE(a_file_damaged_in_the_middle_is_refused),
        WITH_FILE(a_file_of_other_settings_is_refused),
        WITH_FILE(what_is_no_match_file_is_left_alone),
        WITH_FILE(a_new_match_does_not_overwrite_a_file),
        WITH_FILE(a_match_has_one_runner_at_a_time),
        WITH_FILE(a_match_may_be_taken_further_or_less_far),
        WITH_FILE(a_sink_that_has_enough_leaves_the_rest_of_the_file),
        cmocka_unit_test(a_full_disk_is_an_error),
        WITH_FILE(a_path_that_leads_nowhere_is_an_error),
        WITH_FILE(a_match_file_without_memory_is_an_error),
        cmocka_unit_test(every_error_has_a_text),
    };
    return cmocka_run_group_tests_name("journal", tests, NULL, NULL);
}
