// Writing and reading match files.
#include "match/journal.h"

#include "match/runs.h"
#include "system/disk.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <sys/file.h>
#include <unistd.h>

static const char *const error_texts[] = {
    [JOURNAL_OK] = "no error",
    [JOURNAL_ERR_OPEN] =
        "the match file cannot be opened; is the path right, and may you write there?",
    [JOURNAL_ERR_PIPE] = "the match file is a pipe, which keeps nothing; name a file",
    [JOURNAL_ERR_EXISTS] = "the match file exists; --resume takes it up, or choose another name",
    [JOURNAL_ERR_BUSY] =
        "the match is being played by another run; wait for it, or stop it and try again",
    [JOURNAL_ERR_KIND] = "this is not a match file; choose another name",
    [JOURNAL_ERR_OTHER] =
        "the match file belongs to another match; give its settings or choose another name",
    [JOURNAL_ERR_SEED] = "the match file is from before bots' seeds were secret and cannot go on",
    [JOURNAL_ERR_DAMAGED] = "the match file is damaged",
    [JOURNAL_ERR_READ] = "the match file cannot be read to its end; is the disk all right?",
    [JOURNAL_ERR_WRITE] = "the match file cannot be written; is the disk full?",
    [JOURNAL_ERR_MEMORY] = "there is not enough memory for the match file",
};
_Static_assert(COUNT_OF(error_texts) == JOURNAL_ERR_COUNT, "every error needs a text");

const char *journal_error_text(JournalError error)
{
    assert(error < JOURNAL_ERR_COUNT);
    return error_texts[error];
}

// Longer than any line we write, so that what is no match file does not fill the memory.
enum { LINE_BYTES_MAX = 1 << 24 };

static const char magic[] = "nebel match file 1\n";
static const char end_of_head[] = "pairs\n";

static void write_head(const Plan *plan, Derivation derivation, Text *text)
{
    text_add(text, magic);
    plan_to_text(plan, derivation, text);
    text_add(text, end_of_head);
}

Journal journal_closed(const Memory *memory)
{
    return (Journal){.file = -1, .memory = memory};
}

// Locks the match file, since two runners would write every pair twice. The lock ends when the file is closed, also if the
// runner is killed. Some file systems have no locks; then there is none.
static JournalError lock_file(const Journal *journal)
{
    const bool is_busy = flock(journal->file, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK;
    return is_busy ? JOURNAL_ERR_BUSY : JOURNAL_OK;
}

// --- Writing ------------------------------------------------------------------------------------

static JournalError write_all(int file, const char *bytes, size_t count)
{
    while (count) {
        const ssize_t written = write(file, bytes, count);
        if (written < 0 && errno == EINTR)
            continue;
        if (written <= 0)
            return JOURNAL_ERR_WRITE;
        bytes += written;
        count -= (size_t)written;
    }
    return JOURNAL_OK;
}

// Writes a text in one piece and frees it. A killed runner then leaves a whole line or none; only a crash of the machine can
// leave a part.
static JournalError write_text(Journal *journal, Text *text)
{
    assert(journal->file >= 0);
    const JournalError error =
        text->cut ? JOURNAL_ERR_MEMORY : write_all(journal->file, text->start, text->length);
    text_done(text);
    return error;
}

static JournalError write_line(Journal *journal, Text *line)
{
    text_add_char(line, '\n');
    return write_text(journal, line);
}

static Derivation derivation_of(const Plan *plan)
{
    return plan_has_guests(plan) ? DERIVATION_KEYED : DERIVATION_SEED;
}

static JournalError write_new(Journal *journal, const Plan *plan)
{
    Text head = text_growing(journal->memory);
    write_head(plan, derivation_of(plan), &head);
    return write_text(journal, &head);
}

static JournalError open_error(void)
{
    if (errno == EEXIST)
        return JOURNAL_ERR_EXISTS;
    return errno == ESPIPE ? JOURNAL_ERR_PIPE : JOURNAL_ERR_OPEN;
}

JournalError journal_create(Journal *journal, const char *path, const Plan *plan)
{
    assert(journal->file < 0);
    journal->file = disk_open(path, O_CREAT | O_EXCL | O_WRONLY | O_APPEND);
    if (journal->file < 0)
        return open_error();
    JournalError error = lock_file(journal);
    if (!error)
        error = write_new(journal, plan);
    return error || disk_sync_name(path) ? error : JOURNAL_ERR_WRITE;
}

JournalError journal_append(Journal *journal, const PairResult *result)
{
    assert(result->line.length > 0);
    Text line = text_growing(journal->memory);
    text_add_slice(&line, result->line);
    return write_line(journal, &line);
}

JournalError journal_begin_run(Journal *journal, uint64_t from, const Secret *secret)
{
    Text line = text_growing(journal->memory);
    run_to_line(from, secret, &line);
    return write_line(journal, &line);
}

JournalError journal_end_run(Journal *journal, const Secret *secret)
{
    Text line = text_growing(journal->memory);
    secret_to_line(secret, &line);
    return write_line(journal, &line);
}

// To be called before a match is reported: what is reported is then on the disk.
JournalError journal_close(Journal *journal)
{
    const int file = journal->file;
    journal->file = -1;
    if (file < 0)
        return JOURNAL_OK;
    const bool is_synced = disk_sync(file);
    return close(file) == 0 && is_synced ? JOURNAL_OK : JOURNAL_ERR_WRITE;
}

// --- Reading ------------------------------------------------------------------------------------

typedef struct LineReader {
    FILE *file;
    Text line; // its end included
} LineReader;

// False at the end of the file, if it cannot be read, or if there is no memory; reader_error tells which.
static bool next_line(LineReader *reader)
{
    Text *line = &reader->line;
    int character = 0;
    line->length = 0;
    while (character != '\n' && line->length < LINE_BYTES_MAX && !line->cut &&
           (character = getc_unlocked(reader->file)) != EOF)
        text_add_char(line, (char)character);
    return line->length > 0 && !line->cut;
}

static JournalError reader_error(const LineReader *reader)
{
    if (reader->line.cut)
        return JOURNAL_ERR_MEMORY;
    return ferror(reader->file) ? JOURNAL_ERR_READ : JOURNAL_OK;
}

static bool line_is_whole(const Text *line)
{
    return line->length > 0 && line->start[line->length - 1] == '\n';
}

// The state while the pairs of a file are read.
typedef struct PairReading {
    const Plan *plan;
    PairSink sink;
    uint64_t next;
    off_t good_end;     // where the head or the last whole line ends
    bool is_enough;     // no more pairs are wanted; the rest of the file is left as it is
    bool is_keyed;      // with guests: pairs stand in runs
    bool is_before_key; // with guests, but from before there were runs
    Runs runs;
    Text *message;
} PairReading;

// Compares a line of the head. The last line of a killed runner may lack its end.
static JournalError check_setting(const Text *line, Slice expected, Text *message)
{
    assert(expected.length > 0);
    if (line->length <= expected.length && memcmp(line->start, expected.start, line->length) == 0)
        return JOURNAL_OK;
    if (slice_is(expected, magic))
        return JOURNAL_ERR_KIND;
    text_format(message, "it was begun with '%.*s', not '%.*s'",
                (int)line->length - line_is_whole(line), line->start, (int)expected.length - 1,
                expected.start);
    return JOURNAL_ERR_OTHER;
}

static bool begins_with(const Text *line, const char *word)
{
    Slice rest = {line->start, line->length};
    return slice_is(slice_take(&rest, " "), word);
}

// The heads that a file of this plan may have: the one that is written now, and the one from before
// guests' seeds were secret, which has the seed in place of the streams and is otherwise the same.
typedef struct Heads {
    Text now, before_key;
} Heads;

// Compares the head. A file that ends inside a head that fits counts as new.
static JournalError read_head(LineReader *reader, const Heads *heads, PairReading *reading)
{
    const Text *head = &heads->now;
    size_t offset = 0;
    while (offset < head->length && next_line(reader)) {
        if (reading->is_keyed && begins_with(&reader->line, "seed")) {
            head = &heads->before_key;
            reading->is_keyed = false;
            reading->is_before_key = true;
        }
        Slice rest = {head->start + offset, head->length - offset};
        const Slice expected = {rest.start, slice_take(&rest, "\n").length + 1};
        const JournalError error = check_setting(&reader->line, expected, reading->message);
        if (error)
            return error;
        offset += expected.length;
    }
    assert(offset <= head->length);
    if (offset == head->length && line_is_whole(&reader->line))
        reading->good_end = (off_t)head->length;
    return reader_error(reader);
}

static Slice content_of(const Text *line)
{
    assert(line_is_whole(line));
    return (Slice){line->start, line->length - 1};
}

// Reads the next pair; false if the line is anything else.
static bool read_pair(PairReading *reading, const Text *line, PairResult *result)
{
    return line_is_whole(line) && pair_from_line(reading->plan, content_of(line), result) &&
           result->job.number == reading->next &&
           (!reading->is_keyed || runs_take_pair(&reading->runs));
}

// Reads a line that begins or ends a run; false if it is anything else.
static bool read_run(PairReading *reading, const Text *line)
{
    return reading->is_keyed && line_is_whole(line) &&
           runs_take_line(&reading->runs, content_of(line), reading->next);
}

static JournalError report_damage(const PairReading *reading)
{
    text_format(reading->message,
                "where pair %" PRIu64
                " should be is something else, and more after it; cut the file "
                "there to go on from that pair",
                reading->next);
    return JOURNAL_ERR_DAMAGED;
}

// Gives the pairs to the sink in order, and follows the runs. A line that is neither the next pair nor of a run may only be the
// last line.
static JournalError read_pairs(LineReader *reader, PairReading *reading)
{
    const uint64_t count = plan_job_count(reading->plan);
    bool was_bad = false;
    reading->is_enough = count == 0;
    while (!reading->is_enough && next_line(reader)) {
        PairResult result;
        if (was_bad)
            return report_damage(reading);
        const bool is_run = read_run(reading, &reader->line);
        was_bad = !is_run && !read_pair(reading, &reader->line, &result);
        reading->good_end += was_bad ? 0 : (off_t)reader->line.length;
        if (is_run || was_bad)
            continue;
        reading->next++;
        reading->is_enough =
            !reading->sink.take(reading->sink.context, &result) || reading->next == count;
    }
    return reader_error(reader);
}

// Looks for the secret of the last wanted pair; it may stand after pairs that are not wanted. Only two lines are taken: the end
// of its run, or the beginning of the next run right after that pair.
static JournalError look_for_secret(LineReader *reader, PairReading *reading)
{
    while (reading->is_enough && reading->runs.is_open && next_line(reader))
        if (read_run(reading, &reader->line))
            break;
    return reader_error(reader);
}

static JournalError read_all(LineReader *reader, const Heads *heads, PairReading *reading)
{
    if (heads->now.cut || heads->before_key.cut)
        return JOURNAL_ERR_MEMORY;
    JournalError error = read_head(reader, heads, reading);
    if (!error && reading->good_end)
        error = read_pairs(reader, reading);
    return error ? error : look_for_secret(reader, reading);
}

static JournalError report_old_seed(const PairReading *reading)
{
    const Plan *plan = reading->plan;
    assert(plan->rounds > 0);
    const uint64_t pairs_a_round = plan_job_count(plan) / plan->rounds;
    text_format(reading->message, "--games %" PRIu64 " reports what it holds",
                2 * (reading->next / pairs_a_round));
    return JOURNAL_ERR_SEED;
}

// Cuts off what follows the last whole line. Without a whole head the file is written anew.
static JournalError cut_off(Journal *journal, const PairReading *reading)
{
    if (reading->is_enough)
        return JOURNAL_OK;
    if (reading->is_before_key && reading->good_end)
        return report_old_seed(reading);
    if (ftruncate(journal->file, reading->good_end) != 0)
        return JOURNAL_ERR_WRITE;
    return reading->good_end ? JOURNAL_OK : write_new(journal, reading->plan);
}

static JournalError read_file(LineReader *reader, const Memory *memory, PairReading *reading)
{
    Heads heads = {text_growing(memory), text_growing(memory)};
    write_head(reading->plan, derivation_of(reading->plan), &heads.now);
    write_head(reading->plan, DERIVATION_SEED, &heads.before_key);
    const JournalError error = read_all(reader, &heads, reading);
    text_done(&heads.now);
    text_done(&heads.before_key);
    return error;
}

JournalError journal_resume(Journal *journal, const char *path, const Plan *plan, PairSink sink,
                            uint64_t *next, Text *message)
{
    assert(journal->file < 0);
    PairReading reading = {.plan = plan,
                           .sink = sink,
                           .is_keyed = derivation_of(plan) == DERIVATION_KEYED,
                           .message = message};
    journal->file = disk_open(path, O_CREAT | O_RDWR | O_APPEND);
    LineReader reader = {journal->file < 0 ? NULL : fopen(path, "re"),
                         text_growing(journal->memory)};
    if (!reader.file)
        return open_error();
    JournalError error = lock_file(journal);
    if (!error)
        error = read_file(&reader, journal->memory, &reading);
    text_done(&reader.line);
    fclose(reader.file);
    if (!error)
        error = cut_off(journal, &reading);
    assert(reading.next <= plan_job_count(plan));
    if (!error) {
        *next = reading.next;
        journal->secretless = runs_secretless(&reading.runs);
    }
    return error;
}
