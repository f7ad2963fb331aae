// Writes match files, reads them, and resumes them.
#include "lab/match/match_file.h"

#include "base/os/disk.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <sys/file.h>
#include <unistd.h>

void secret_to_line(const Secret *secret, Text *text)
{
    const size_t start = text->length;
    text_add(text, "secret ");
    secret_to_text(secret, text);
    match_line_seal(text, start);
}

// Returns the pairs without a secret, if the file ends here.
static uint64_t runs_secretless(const Runs *runs)
{
    return runs->secretless + runs->pairs;
}

static bool take_run(Runs *runs, Slice rest, uint64_t next)
{
    uint64_t from;
    Commitment commitment;
    if (!slice_number(slice_take(&rest, " "), UINT64_MAX, &from) || from != next ||
        !slice_is(slice_take(&rest, " "), "|") || !commitment_from_text(rest, &commitment))
        return false;
    *runs = (Runs){.is_open = true, .commitment = commitment, .secretless = runs_secretless(runs)};
    return true;
}

static bool take_secret(Runs *runs, Slice rest)
{
    Secret secret;
    if (!runs->is_open || !secret_from_text(rest, &secret) ||
        !secret_is_committed(&secret, &runs->commitment))
        return false;
    *runs = (Runs){.secretless = runs->secretless};
    return true;
}

bool runs_take_line(Runs *runs, Slice line, uint64_t next)
{
    Slice body;
    uint64_t hash;
    if (!match_line_unseal(line, &body, &hash))
        return false;
    const Slice word = slice_take(&body, " ");
    if (slice_is(word, "run"))
        return take_run(runs, body, next);
    return slice_is(word, "secret") && take_secret(runs, body);
}

static const char *const error_texts[] = {
    [MATCH_FILE_OK] = "no error",
    [MATCH_FILE_ERR_OPEN] =
        "the match file cannot be opened; is the path right, and may you write there?",
    [MATCH_FILE_ERR_PIPE] = "the match file is a pipe, which keeps nothing; name a file",
    [MATCH_FILE_ERR_EXISTS] = "the match file exists; --resume takes it up, or choose another name",
    [MATCH_FILE_ERR_BUSY] =
        "the match is being played by another run; wait for it, or stop it and try again",
    [MATCH_FILE_ERR_KIND] = "this is not a match file; choose another name",
    [MATCH_FILE_ERR_OTHER] =
        "the match file belongs to another match; give its settings or choose another name",
    [MATCH_FILE_ERR_SEED] =
        "the match file is from before bots' seeds were secret and cannot go on",
    [MATCH_FILE_ERR_DAMAGED] = "the match file is damaged",
    [MATCH_FILE_ERR_READ] = "the match file cannot be read to its end; is the disk all right?",
    [MATCH_FILE_ERR_WRITE] = "the match file cannot be written; is the disk full?",
    [MATCH_FILE_ERR_MEMORY] = "there is not enough memory for the match file",
};
_Static_assert(COUNT_OF(error_texts) == MATCH_FILE_ERR_COUNT, "every error needs a text");

const char *match_file_error_text(MatchFileError error)
{
    assert(error < MATCH_FILE_ERR_COUNT);
    return error_texts[error];
}

static Derivation derivation_of(const Plan *plan)
{
    return plan_has_external_programs(plan) ? DERIVATION_KEYED : DERIVATION_SEED;
}

static const char magic[] = "nebel match file 1\n";
static const char end_of_head[] = "pairs\n";

static void write_head(const Plan *plan, Derivation derivation, Text *text)
{
    text_add(text, magic);
    plan_to_text(plan, derivation, text);
    text_add(text, end_of_head);
}

// Longer than any line we write, so that what is no match file does not fill the memory.
enum { LINE_BYTES_MAX = 1 << 24 };

// Returns false at the end of the file, if it cannot be read, or if there is no memory; reader_error tells which.
static bool read_line_of_file(MatchFileReader *reader)
{
    Text *line = &reader->line;
    int character = 0;
    line->length = 0;
    while (character != '\n' && line->length < LINE_BYTES_MAX && !line->cut &&
           (character = getc_unlocked(reader->file)) != EOF)
        text_add_char(line, (char)character);
    return line->length > 0 && !line->cut;
}

static MatchFileError reader_error(const MatchFileReader *reader)
{
    if (reader->line.cut)
        return MATCH_FILE_ERR_MEMORY;
    return ferror(reader->file) ? MATCH_FILE_ERR_READ : MATCH_FILE_OK;
}

static bool line_is_whole(const Text *line)
{
    return line->length > 0 && line->start[line->length - 1] == '\n';
}

// Compares a line of the head. The last line of a killed runner may lack its end.
static MatchFileError check_setting(const Text *line, Slice expected, Text *message)
{
    assert(expected.length > 0);
    if (line->length <= expected.length && memcmp(line->start, expected.start, line->length) == 0)
        return MATCH_FILE_OK;
    if (slice_is(expected, magic))
        return MATCH_FILE_ERR_KIND;
    text_format(message, "it was begun with '%.*s', not '%.*s'",
                (int)line->length - line_is_whole(line), line->start, (int)expected.length - 1,
                expected.start);
    return MATCH_FILE_ERR_OTHER;
}

static bool line_begins_with(const Text *line, const char *word)
{
    Slice rest = {line->start, line->length};
    return slice_is(slice_take(&rest, " "), word);
}

// The heads that a file of this plan may have: the one that is written now, and the one from before
// external programs' seeds were secret, which has the seed in place of the streams and is otherwise the same.
typedef struct Heads {
    Text now, before_key;
} Heads;

// Compares the head. A file that ends inside a head that fits counts as new.
static MatchFileError check_head(MatchFileReader *reader, const Heads *heads)
{
    const Text *head = &heads->now;
    size_t offset = 0;
    while (offset < head->length && read_line_of_file(reader)) {
        if (reader->is_keyed && line_begins_with(&reader->line, "seed")) {
            head = &heads->before_key;
            reader->is_keyed = false;
            reader->is_before_key = true;
        }
        Slice rest = {head->start + offset, head->length - offset};
        const Slice expected = {rest.start, slice_take(&rest, "\n").length + 1};
        const MatchFileError error = check_setting(&reader->line, expected, reader->message);
        if (error)
            return error;
        offset += expected.length;
    }
    assert(offset <= head->length);
    if (offset == head->length && line_is_whole(&reader->line))
        reader->good_end = (off_t)head->length;
    return reader_error(reader);
}

MatchFileError match_file_reader_open(MatchFileReader *reader, const Memory *memory,
                                      const char *path, const Plan *plan, Text *message)
{
    Heads heads = {text_growing(memory), text_growing(memory)};
    *reader = (MatchFileReader){.plan = plan,
                                .file = fopen(path, "re"),
                                .line = text_growing(memory),
                                .is_keyed = derivation_of(plan) == DERIVATION_KEYED,
                                .message = message};
    write_head(plan, derivation_of(plan), &heads.now);
    write_head(plan, DERIVATION_SEED, &heads.before_key);
    MatchFileError error = reader->file ? MATCH_FILE_OK : MATCH_FILE_ERR_OPEN;
    if (!error && (heads.now.cut || heads.before_key.cut))
        error = MATCH_FILE_ERR_MEMORY;
    if (!error)
        error = check_head(reader, &heads);
    text_done(&heads.now);
    text_done(&heads.before_key);
    return error;
}

void match_file_reader_close(MatchFileReader *reader)
{
    text_done(&reader->line);
    if (reader->file)
        fclose(reader->file);
    reader->file = NULL;
}

static Slice content_of(const Text *line)
{
    assert(line_is_whole(line));
    return (Slice){line->start, line->length - 1};
}

// Counts a pair; false if no run is open.
static bool count_pair_of_run(Runs *runs)
{
    runs->pairs += runs->is_open;
    return runs->is_open;
}

// Reads the next pair; false if the line is anything else.
static bool read_pair(MatchFileReader *reader, PairResult *result)
{
    const Text *line = &reader->line;
    return line_is_whole(line) && pair_from_line(reader->plan, content_of(line), result) &&
           result->job.number == plan_number(reader->plan, reader->next) &&
           (!reader->is_keyed || count_pair_of_run(&reader->runs));
}

// Reads a line that begins or ends a run; false if it is anything else.
static bool read_run(MatchFileReader *reader)
{
    return reader->is_keyed && line_is_whole(&reader->line) &&
           runs_take_line(&reader->runs, content_of(&reader->line), reader->next);
}

static MatchFileError report_damage(const MatchFileReader *reader)
{
    text_format(reader->message,
                "where pair %" PRIu64
                " should be is something else, and more after it; cut the file "
                "there to go on from that pair",
                plan_number(reader->plan, reader->next));
    return MATCH_FILE_ERR_DAMAGED;
}

MatchFileError match_file_reader_next(MatchFileReader *reader, PairResult *result, bool *is_pair)
{
    *is_pair = false;
    while (reader->good_end && !*is_pair && read_line_of_file(reader)) {
        if (reader->is_torn)
            return report_damage(reader);
        const bool is_run = read_run(reader);
        *is_pair = !is_run && read_pair(reader, result);
        reader->is_torn = !is_run && !*is_pair;
        reader->good_end += reader->is_torn ? 0 : (off_t)reader->line.length;
    }
    reader->next += *is_pair;
    return *is_pair ? MATCH_FILE_OK : reader_error(reader);
}

// Looks for the secret of the last pair that is wanted, which may stand after pairs that are not wanted. Only two lines are taken:
// the end of the run of the last pair, or the beginning of the next run right after that pair.
static MatchFileError stop_reading(MatchFileReader *reader)
{
    reader->is_enough = true;
    while (reader->runs.is_open && read_line_of_file(reader))
        if (read_run(reader))
            break;
    return reader_error(reader);
}

MatchFile match_file_closed(const Memory *memory)
{
    return (MatchFile){.file = -1, .memory = memory};
}

// Locks the match file, since two runners would write every pair twice. The lock ends when the file is closed, also if the
// runner is killed. Some file systems have no locks; then there is none.
static MatchFileError lock_file(const MatchFile *journal)
{
    const bool is_busy = flock(journal->file, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK;
    return is_busy ? MATCH_FILE_ERR_BUSY : MATCH_FILE_OK;
}

static MatchFileError write_all(int file, const char *bytes, size_t count)
{
    while (count) {
        const ssize_t written = write(file, bytes, count);
        if (written < 0 && errno == EINTR)
            continue;
        if (written <= 0)
            return MATCH_FILE_ERR_WRITE;
        bytes += written;
        count -= (size_t)written;
    }
    return MATCH_FILE_OK;
}

// Writes a text in one piece and frees it. A killed runner then leaves a whole line or none; only a crash of the machine can
// leave a part.
static MatchFileError write_text(MatchFile *journal, Text *text)
{
    assert(journal->file >= 0);
    const MatchFileError error =
        text->cut ? MATCH_FILE_ERR_MEMORY : write_all(journal->file, text->start, text->length);
    text_done(text);
    return error;
}

static MatchFileError write_line(MatchFile *journal, Text *line)
{
    text_add_char(line, '\n');
    return write_text(journal, line);
}

static MatchFileError write_new(MatchFile *journal, const Plan *plan)
{
    Text head = text_growing(journal->memory);
    write_head(plan, derivation_of(plan), &head);
    return write_text(journal, &head);
}

static MatchFileError open_error(void)
{
    if (errno == EEXIST)
        return MATCH_FILE_ERR_EXISTS;
    return errno == ESPIPE ? MATCH_FILE_ERR_PIPE : MATCH_FILE_ERR_OPEN;
}

MatchFileError match_file_create(MatchFile *journal, const char *path, const Plan *plan)
{
    assert(journal->file < 0);
    journal->file = disk_open(path, O_CREAT | O_EXCL | O_WRONLY | O_APPEND);
    if (journal->file < 0)
        return open_error();
    MatchFileError error = lock_file(journal);
    if (!error)
        error = write_new(journal, plan);
    return error || disk_sync_name(path) ? error : MATCH_FILE_ERR_WRITE;
}

MatchFileError match_file_append(MatchFile *journal, const PairResult *result)
{
    assert(result->line.length > 0);
    Text line = text_growing(journal->memory);
    text_add_slice(&line, result->line);
    return write_line(journal, &line);
}

MatchFileError match_file_begin_run(MatchFile *journal, uint64_t from, const Secret *secret)
{
    Text line = text_growing(journal->memory);
    const Commitment commitment = secret_commit(secret);
    text_format(&line, "run %" PRIu64 MATCH_LINE_SEPARATOR, from);
    commitment_to_text(&commitment, &line);
    match_line_seal(&line, 0);
    return write_line(journal, &line);
}

MatchFileError match_file_end_run(MatchFile *journal, const Secret *secret)
{
    Text line = text_growing(journal->memory);
    secret_to_line(secret, &line);
    return write_line(journal, &line);
}

// To be called before a match is reported: what is reported is then on the disk.
MatchFileError match_file_close(MatchFile *journal)
{
    const int file = journal->file;
    journal->file = -1;
    if (file < 0)
        return MATCH_FILE_OK;
    const bool is_synced = disk_sync(file);
    return close(file) == 0 && is_synced ? MATCH_FILE_OK : MATCH_FILE_ERR_WRITE;
}

static MatchFileError report_old_seed(const MatchFileReader *reader)
{
    const Plan *plan = reader->plan;
    assert(plan->rounds > 0);
    const uint64_t pairs_a_round = plan_job_count(plan) / plan->rounds;
    text_format(reader->message, "--games %" PRIu64 " reports what it holds",
                2 * (reader->next / pairs_a_round));
    return MATCH_FILE_ERR_SEED;
}

// Cuts off what follows the last whole line. Without a whole head the file is written anew.
static MatchFileError cut_off(MatchFile *journal, const MatchFileReader *reader)
{
    if (reader->is_enough)
        return MATCH_FILE_OK;
    if (reader->is_before_key && reader->good_end)
        return report_old_seed(reader);
    if (ftruncate(journal->file, reader->good_end) != 0)
        return MATCH_FILE_ERR_WRITE;
    return reader->good_end ? MATCH_FILE_OK : write_new(journal, reader->plan);
}

// Gives the pairs to the sink in order, until it wants no more.
static MatchFileError read_pairs(MatchFileReader *reader, PairSink sink)
{
    PairResult result;
    bool is_pair = true, is_wanted = plan_job_count(reader->plan) > 0;
    while (is_wanted && is_pair) {
        const MatchFileError error = match_file_reader_next(reader, &result, &is_pair);
        if (error)
            return error;
        is_wanted = !is_pair || (sink.take(sink.context, &result) &&
                                 reader->next < plan_job_count(reader->plan));
    }
    return is_wanted ? MATCH_FILE_OK : stop_reading(reader);
}

MatchFileError match_file_resume(MatchFile *journal, const char *path, const Plan *plan,
                                 PairSink sink, uint64_t *next, Text *message)
{
    assert(journal->file < 0);
    MatchFileReader reader;
    journal->file = disk_open(path, O_CREAT | O_RDWR | O_APPEND);
    if (journal->file < 0)
        return open_error();
    MatchFileError error = lock_file(journal);
    if (error)
        return error;
    error = match_file_reader_open(&reader, journal->memory, path, plan, message);
    if (!error)
        error = read_pairs(&reader, sink);
    match_file_reader_close(&reader);
    if (!error)
        error = cut_off(journal, &reader);
    assert(reader.next <= plan_job_count(plan));
    if (!error) {
        *next = reader.next;
        journal->secretless = runs_secretless(&reader.runs);
    }
    return error;
}
