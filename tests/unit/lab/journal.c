// Match files: torn, damaged, doubled or of another match; disks that are full, and memory that
// runs out.
#define _GNU_SOURCE
#include "lab/match/match_file.h"
#include "unit/match.h"
#include "unit/miser.h"

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
    return match_file_append(context, result) == MATCH_FILE_OK;
}

static int keep_match(void **state)
{
    Kept *kept = calloc(1, sizeof *kept);
    assert_non_null(kept);
    prepare_small(&kept->match, KEPT_PAIRS);
    snprintf(kept->path, sizeof kept->path, "%s/nebel-lab-XXXXXX", P_tmpdir);
    assert_true(close(mkstemp(kept->path)) == 0 && unlink(kept->path) == 0);

    MatchFile journal = match_file_closed(&memory_heap);
    const WorkersPlan workers = {.plan = &kept->match.plan, .threads = 1};
    assert_int_equal(match_file_create(&journal, kept->path, &kept->match.plan), MATCH_FILE_OK);
    assert_int_equal(workers_run(&workers, &memory_heap, (PairSink){append_pair, &journal}, NULL),
                     WORKERS_OK);
    assert_int_equal(match_file_close(&journal), MATCH_FILE_OK);

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
    MatchFileError error;
    uint64_t next, pairs, secretless;
    char message[300];
} Resumed;

static Resumed resume(const Kept *kept, uint64_t limit)
{
    Resumed resumed = {.next = 99};
    Text message = TEXT_IN(resumed.message);
    DensityTracker watch = {.limit = limit};
    MatchFile journal = match_file_closed(&memory_heap);
    tally_init(&watch.tally, &kept->match.plan);
    resumed.error = match_file_resume(&journal, kept->path, &kept->match.plan,
                                      (PairSink){watch_pair, &watch}, &resumed.next, &message);
    resumed.pairs = watch.tally.pairs;
    resumed.secretless = journal.secretless;
    assert_false(watch.is_out_of_order);
    assert_int_equal(match_file_close(&journal), MATCH_FILE_OK);
    return resumed;
}

// Takes the file up and finds so many pairs; afterwards the file holds them and nothing else.
static void assert_resumes_at(const Kept *kept, uint64_t pairs, size_t length)
{
    const Resumed resumed = resume(kept, 0);
    assert_int_equal(resumed.error, MATCH_FILE_OK);
    assert_int_equal(resumed.next, pairs);
    assert_int_equal(resumed.pairs, pairs);
    assert_file_is(kept->path, kept->bytes, length);
}

// The file as it stands is refused, and stays as it is.
static Resumed assert_refused(const Kept *kept, MatchFileError error)
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
        const Resumed resumed = assert_refused(kept, MATCH_FILE_ERR_DAMAGED);
        assert_non_null(strstr(resumed.message, resumed.pairs ? "pair 1" : "pair 0"));
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
        const Resumed resumed = assert_refused(kept, MATCH_FILE_ERR_OTHER);
        assert_non_null(strstr(resumed.message, settings[i].other));
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
        assert_refused(kept, MATCH_FILE_ERR_KIND);
        free(others[i]);
    }
}

static void a_new_match_does_not_overwrite_a_file(void **state)
{
    const Kept *kept = *state;
    MatchFile journal = match_file_closed(&memory_heap);
    assert_int_equal(match_file_create(&journal, kept->path, &kept->match.plan),
                     MATCH_FILE_ERR_EXISTS);
    assert_int_equal(match_file_close(&journal), MATCH_FILE_OK);
    assert_file_is(kept->path, kept->bytes, kept->length);
}

static void a_match_has_one_runner_at_a_time(void **state)
{
    const Kept *kept = *state;
    MatchFile first = match_file_closed(&memory_heap);
    DensityTracker watch = {.limit = UINT64_MAX};
    uint64_t next;
    tally_init(&watch.tally, &kept->match.plan);
    assert_int_equal(match_file_resume(&first, kept->path, &kept->match.plan,
                                       (PairSink){watch_pair, &watch}, &next, NULL),
                     MATCH_FILE_OK);
    assert_refused(kept, MATCH_FILE_ERR_BUSY);
    assert_int_equal(match_file_close(&first), MATCH_FILE_OK);
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
    assert_int_equal(resumed.error, MATCH_FILE_OK);
    assert_int_equal(resumed.next, 1);
    assert_file_is(kept->path, kept->bytes, kept->length);
}

static void a_full_disk_is_an_error(void **state)
{
    (void)state;
    Match match;
    Text text;
    MatchFile journal = match_file_closed(&memory_heap);
    prepare_small(&match, 1);
    const PairResult result = play_pair(&match, 0, &text);
    journal.file = open("/dev/full", O_WRONLY | O_CLOEXEC);
    assert_int_equal(match_file_append(&journal, &result), MATCH_FILE_ERR_WRITE);
    assert_int_equal(match_file_close(&journal), MATCH_FILE_OK);
    text_done(&text);
}

static void a_path_that_leads_nowhere_is_an_error(void **state)
{
    const Kept *kept = *state;
    char path[100];
    uint64_t next = 99;
    MatchFile journal = match_file_closed(&memory_heap);
    snprintf(path, sizeof path, "%s/file", kept->path); // which is no folder
    assert_int_equal(match_file_create(&journal, path, &kept->match.plan), MATCH_FILE_ERR_OPEN);
    assert_int_equal(match_file_resume(&journal, path, &kept->match.plan,
                                       (PairSink){append_pair, &journal}, &next, NULL),
                     MATCH_FILE_ERR_OPEN);
    assert_int_equal(next, 99);
    assert_int_equal(match_file_close(&journal), MATCH_FILE_OK);
}

// --- Matches with guests ---------------------------------------------------------------------------

static const Secret other_secret = {{99}};

// The same pairs as the file of a match with a guest: two runs, the second of them killed. The lines
// are those of our own players, since no guest is needed to read a file.
static int keep_runs(void **state)
{
    if (keep_match(state))
        return 1;
    Kept *kept = *state;
    MatchFile journal = match_file_closed(&memory_heap);
    kept->match.plan.players[1] = "cmd:./bot";
    unlink(kept->path);
    assert_int_equal(match_file_create(&journal, kept->path, &kept->match.plan), MATCH_FILE_OK);
    Slice rest = slice_of(kept->bytes + kept->head);
    for (unsigned pair = 0; pair < KEPT_PAIRS; pair++) {
        PairResult result;
        assert_true(pair_from_line(&kept->match.plan, slice_take(&rest, "\n"), &result));
        if (pair == 0)
            assert_int_equal(match_file_begin_run(&journal, 0, &match_secret), MATCH_FILE_OK);
        if (pair == 2) {
            assert_int_equal(match_file_end_run(&journal, &match_secret), MATCH_FILE_OK);
            assert_int_equal(match_file_begin_run(&journal, 2, &other_secret), MATCH_FILE_OK);
        }
        assert_int_equal(match_file_append(&journal, &result), MATCH_FILE_OK);
    }
    assert_int_equal(match_file_close(&journal), MATCH_FILE_OK);
    free(kept->bytes);
    kept->bytes = read_bytes(kept->path, &kept->length);
    kept->head = (size_t)(strstr(kept->bytes, "\nrun 0 ") + 1 - kept->bytes);
    kept->last = (size_t)(strstr(kept->bytes, "\npair 2 ") + 1 - kept->bytes);
    return 0;
}

static void the_head_of_a_match_with_guests_names_no_seed(void **state)
{
    const Kept *kept = *state;
    assert_non_null(strstr(kept->bytes, "\nstreams keyed 1\n"));
    assert_null(strstr(kept->bytes, "seed"));
}

// What of a file's first bytes should count, worked out line by line: pairs, those without a secret,
// and where the last whole line ends.
typedef struct Expected {
    uint64_t pairs, secretless;
    size_t length;
} Expected;

static Expected expected_of(const Kept *kept, size_t length)
{
    Expected expected = {.length = kept->head};
    uint64_t in_run = 0;
    for (size_t start = kept->head; start < length;) {
        const char *line = kept->bytes + start;
        const size_t end = (size_t)(strchr(line, '\n') + 1 - kept->bytes);
        if (end > length)
            break;
        expected.pairs += *line == 'p';
        in_run = *line == 'p' ? in_run + 1 : *line == 's' ? 0 : in_run;
        if (*line == 'r' || *line == 's') {
            expected.secretless += in_run;
            in_run = 0;
        }
        expected.length = start = end;
    }
    expected.secretless += in_run;
    return expected;
}

// Lines of runs at every byte; lines of pairs, which are longer and torn above, at some.
static void runs_torn_at_any_byte_are_taken_up(void **state)
{
    const Kept *kept = *state;
    for (size_t length = kept->head; length <= kept->length; length++) {
        const Expected expected = expected_of(kept, length);
        if (kept->bytes[expected.length] == 'p' && length > expected.length && length % 16)
            continue;
        write_bytes(kept->path, kept->bytes, length);
        const Resumed resumed = resume(kept, 0);
        assert_int_equal(resumed.error, MATCH_FILE_OK);
        assert_int_equal(resumed.next, expected.pairs);
        assert_int_equal(resumed.pairs, expected.pairs);
        assert_int_equal(resumed.secretless, expected.secretless);
        // All pairs are there: what follows the last is none of a reader's business.
        assert_file_is(kept->path, kept->bytes,
                       expected.pairs == KEPT_PAIRS ? length : expected.length);
    }
}

static void runs_damaged_in_the_middle_are_refused(void **state)
{
    const Kept *kept = *state;
    for (size_t i = kept->head; i + 1 < kept->last; i += 13) {
        char *damaged = strdup(kept->bytes);
        damaged[i] ^= 1;
        write_bytes(kept->path, damaged, kept->length);
        free(damaged);
        (void)assert_refused(kept, MATCH_FILE_ERR_DAMAGED);
    }
}

// Writes the kept file with one line in place of another.
static void write_with(const Kept *kept, const char *line_start, const Text *line)
{
    const char *old = strstr(kept->bytes, line_start) + 1;
    FILE *file = fopen(kept->path, "w");
    fprintf(file, "%.*s%s%s", (int)(old - kept->bytes), kept->bytes, line->start,
            strchr(old, '\n') + 1);
    fclose(file);
}

static void a_secret_that_was_not_committed_to_is_refused(void **state)
{
    const Kept *kept = *state;
    Text line = text_growing(&memory_heap);
    secret_to_line(&other_secret, &line);
    text_add_char(&line, '\n');
    write_with(kept, "\nsecret ", &line);
    (void)assert_refused(kept, MATCH_FILE_ERR_DAMAGED);
    text_done(&line);
}

static void a_pair_outside_a_run_is_refused(void **state)
{
    const Kept *kept = *state;
    Text nothing = text_growing(&memory_heap);
    write_with(kept, "\nrun 0 ", &nothing);
    (void)assert_refused(kept, MATCH_FILE_ERR_DAMAGED);
    write_with(kept, "\nrun 2 ", &nothing);
    const Resumed resumed = resume(kept, 0); // the pair after it is the last line, and cut off
    assert_int_equal(resumed.error, MATCH_FILE_OK);
    assert_int_equal(resumed.next, 2);
    assert_int_equal(resumed.secretless, 0);
    text_done(&nothing);
}

static void a_secret_is_found_behind_pairs_that_nobody_wants(void **state)
{
    Kept *kept = *state;
    kept->match.plan.rounds = 1;
    const Resumed resumed = resume(kept, 0);
    assert_int_equal(resumed.pairs, 1);
    assert_int_equal(resumed.secretless, 0);
    assert_file_is(kept->path, kept->bytes, kept->length);
}

// A file from before there were secrets: seeds of its guests came from --seed.
static void old_files_of_guests_are_read_and_not_taken_further(void **state)
{
    Kept *kept = *state;
    size_t length;
    kept->match.plan.players[1] = "random";
    unlink(kept->path);
    assert_int_equal(resume(kept, 0).error, MATCH_FILE_OK); // makes the head alone
    char *head = read_bytes(kept->path, &length);
    char *guest = strstr(head, "player random");
    FILE *file = fopen(kept->path, "w");
    fprintf(file, "%.*splayer cmd:./bot%s", (int)(guest - head), head,
            guest + strlen("player random"));
    Slice rest = slice_of(kept->bytes + kept->head);
    while (rest.length) {
        const Slice line = slice_take(&rest, "\n");
        if (line.start[0] == 'p')
            fprintf(file, "%.*s\n", (int)line.length, line.start);
    }
    fclose(file);
    free(head);
    kept->match.plan.players[1] = "cmd:./bot";
    head = read_bytes(kept->path, &length);
    const Resumed whole = resume(kept, 0);
    assert_int_equal(whole.error, MATCH_FILE_OK);
    assert_int_equal(whole.pairs, KEPT_PAIRS);
    assert_int_equal(whole.secretless, 0);
    assert_file_is(kept->path, head, length);
    kept->match.plan.rounds++;
    const Resumed further = assert_refused(kept, MATCH_FILE_ERR_SEED);
    assert_non_null(strstr(further.message, "--games 6"));
    kept->match.plan.seed++;
    (void)assert_refused(kept, MATCH_FILE_ERR_OTHER);
    free(head);
}

static Kept *kept_for_misers; // they are called without a state

static bool resume_meanly(Miser *miser)
{
    const Kept *kept = kept_for_misers;
    const Memory memory = miser_memory(miser);
    char why[200];
    Text message = TEXT_IN(why);
    uint64_t next = 99;
    DensityTracker watch = {0};
    MatchFile journal = match_file_closed(&memory);
    tally_init(&watch.tally, &kept->match.plan);
    const MatchFileError error = match_file_resume(&journal, kept->path, &kept->match.plan,
                                                   (PairSink){watch_pair, &watch}, &next, &message);
    assert_true(error == MATCH_FILE_OK || error == MATCH_FILE_ERR_MEMORY);
    assert_int_equal(next, error ? 99 : KEPT_PAIRS);
    assert_int_equal(match_file_close(&journal), MATCH_FILE_OK);
    assert_file_is(kept->path, kept->bytes, kept->length);
    return !error;
}

static bool keep_meanly(Miser *miser)
{
    const Kept *kept = kept_for_misers;
    const Memory memory = miser_memory(miser);
    Text text;
    MatchFile journal = match_file_closed(&memory);
    unlink(kept->path);
    const PairResult result = play_pair(&kept->match, 0, &text);
    MatchFileError error = match_file_create(&journal, kept->path, &kept->match.plan);
    if (!error)
        error = match_file_append(&journal, &result);
    assert_true(error == MATCH_FILE_OK || error == MATCH_FILE_ERR_MEMORY);
    assert_int_equal(match_file_close(&journal), MATCH_FILE_OK);
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
    for (unsigned error = 0; error < MATCH_FILE_ERR_COUNT; error++)
        assert_true(match_file_error_text((MatchFileError)error)[0]);
}

#define WITH_FILE(test) cmocka_unit_test_setup_teardown(test, keep_match, drop_match)

#define WITH_RUNS(test) cmocka_unit_test_setup_teardown(test, keep_runs, drop_match)

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
        WITH_RUNS(the_head_of_a_match_with_guests_names_no_seed),
        WITH_RUNS(runs_torn_at_any_byte_are_taken_up),
        WITH_RUNS(runs_damaged_in_the_middle_are_refused),
        WITH_RUNS(a_secret_that_was_not_committed_to_is_refused),
        WITH_RUNS(a_pair_outside_a_run_is_refused),
        WITH_RUNS(a_secret_is_found_behind_pairs_that_nobody_wants),
        WITH_RUNS(old_files_of_guests_are_read_and_not_taken_further),
        cmocka_unit_test(a_full_disk_is_an_error),
        WITH_FILE(a_path_that_leads_nowhere_is_an_error),
        WITH_FILE(a_match_file_without_memory_is_an_error),
        cmocka_unit_test(every_error_has_a_text),
    };
    return cmocka_run_group_tests_name("journal", tests, NULL, NULL);
}
