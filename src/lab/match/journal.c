// Writing match files, and going on with them.
#include "lab/match/journal.h"

#include "base/os/disk.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <sys/file.h>
#include <unistd.h>

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

static JournalError write_new(Journal *journal, const Plan *plan)
{
    Text head = text_growing(journal->memory);
    journal_head_to_text(plan, &head);
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

// --- Going on -----------------------------------------------------------------------------------

static JournalError report_old_seed(const JournalReader *reader)
{
    const Plan *plan = reader->plan;
    assert(plan->rounds > 0);
    const uint64_t pairs_a_round = plan_job_count(plan) / plan->rounds;
    text_format(reader->message, "--games %" PRIu64 " reports what it holds",
                2 * (reader->next / pairs_a_round));
    return JOURNAL_ERR_SEED;
}

// Cuts off what follows the last whole line. Without a whole head the file is written anew.
static JournalError cut_off(Journal *journal, const JournalReader *reader)
{
    if (reader->is_enough)
        return JOURNAL_OK;
    if (reader->is_before_key && reader->good_end)
        return report_old_seed(reader);
    if (ftruncate(journal->file, reader->good_end) != 0)
        return JOURNAL_ERR_WRITE;
    return reader->good_end ? JOURNAL_OK : write_new(journal, reader->plan);
}

// Gives the pairs to the sink in order, until it wants no more.
static JournalError read_pairs(JournalReader *reader, PairSink sink)
{
    PairResult result;
    bool is_pair = true, is_wanted = plan_job_count(reader->plan) > 0;
    while (is_wanted && is_pair) {
        const JournalError error = journal_reader_next(reader, &result, &is_pair);
        if (error)
            return error;
        is_wanted = !is_pair || (sink.take(sink.context, &result) &&
                                 reader->next < plan_job_count(reader->plan));
    }
    return is_wanted ? JOURNAL_OK : journal_reader_stop(reader);
}

JournalError journal_resume(Journal *journal, const char *path, const Plan *plan, PairSink sink,
                            uint64_t *next, Text *message)
{
    assert(journal->file < 0);
    JournalReader reader;
    journal->file = disk_open(path, O_CREAT | O_RDWR | O_APPEND);
    if (journal->file < 0)
        return open_error();
    JournalError error = lock_file(journal);
    if (error)
        return error;
    error = journal_reader_open(&reader, journal->memory, path, plan, message);
    if (!error)
        error = read_pairs(&reader, sink);
    journal_reader_close(&reader);
    if (!error)
        error = cut_off(journal, &reader);
    assert(reader.next <= plan_job_count(plan));
    if (!error) {
        *next = reader.next;
        journal->secretless = runs_secretless(&reader.runs);
    }
    return error;
}
