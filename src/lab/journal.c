// Match files on disk.
#include "lab/journal.h"

#include "lab/disk.h"

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
    [JOURNAL_ERR_DAMAGED] = "the match file is damaged",
    [JOURNAL_ERR_READ] = "the match file cannot be read to its end; is the disk all right?",
    [JOURNAL_ERR_WRITE] = "the match file cannot be written; is the disk full?",
    [JOURNAL_ERR_MEMORY] = "there is not enough memory for the match file",
};
_Static_assert(COUNT_OF(error_texts) == JOURNAL_ERR_COUNT, "every error needs a text");

const char *journal_error_text(JournalError error)
{
    return error_texts[error];
}

static const char magic[] = "nebel match file 1\n";
static const char end_of_head[] = "pairs\n";

static void write_head(const Plan *plan, Text *text)
{
    text_add(text, magic);
    plan_to_text(plan, text);
    text_add(text, end_of_head);
}

Journal journal_closed(const Memory *memory)
{
    return (Journal){.file = -1, .memory = memory};
}

// Two runners would write every pair twice. The hold ends with the file, also if its runner is killed; where a file system
// knows no holds there is none.
static JournalError hold(const Journal *journal)
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

static JournalError write_new(Journal *journal, const Plan *plan)
{
    Text head = text_growing(journal->memory);
    write_head(plan, &head);
    const JournalError error =
        head.cut ? JOURNAL_ERR_MEMORY : write_all(journal->file, head.start, head.length);
    text_done(&head);
    return error;
}

static JournalError why_not_open(void)
{
    if (errno == EEXIST)
        return JOURNAL_ERR_EXISTS;
    return errno == ESPIPE ? JOURNAL_ERR_PIPE : JOURNAL_ERR_OPEN;
}

JournalError journal_create(Journal *journal, const char *path, const Plan *plan)
{
    journal->file = disk_open(path, O_CREAT | O_EXCL | O_WRONLY | O_APPEND);
    if (journal->file < 0)
        return why_not_open();
    JournalError error = hold(journal);
    if (!error)
        error = write_new(journal, plan);
    return error || disk_sync_name(path) ? error : JOURNAL_ERR_WRITE;
}

JournalError journal_append(Journal *journal, const PairResult *result)
{
    // One piece, so that a kill leaves a line or none, but for a machine that dies in the middle.
    Text line = text_growing(journal->memory);
    text_format(&line, "%.*s\n", (int)result->line.length, result->line.start);
    const JournalError error =
        line.cut ? JOURNAL_ERR_MEMORY : write_all(journal->file, line.start, line.length);
    text_done(&line);
    return error;
}

// Whoever reports a match closes its file first: what is reported, the disk has.
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

// Longer than any line we write, so that what is no match file does not fill the memory.
enum { LINE_BYTES_MAX = 1 << 24 };

typedef struct LineReader {
    FILE *file;
    Text line; // its end included
} LineReader;

// False at the end of the file, and if it cannot be read or there is no memory.
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

// What is known of the pairs of a file while it is read.
typedef struct PairReading {
    const Plan *plan;
    PairSink sink;
    uint64_t next;
    off_t good_end; // where the head or the last whole pair ends
    bool is_enough; // nobody wants more; what follows is none of our business
    Text *complaint;
} PairReading;

// Compares a line of the head. The last that a killed runner wrote may lack its end.
static JournalError check_setting(const Text *line, Slice expected, Text *complaint)
{
    if (line->length <= expected.length && memcmp(line->start, expected.start, line->length) == 0)
        return JOURNAL_OK;
    if (slice_is(expected, magic))
        return JOURNAL_ERR_KIND;
    text_format(complaint, "it was begun with '%.*s', not '%.*s'",
                (int)line->length - line_is_whole(line), line->start, (int)expected.length - 1,
                expected.start);
    return JOURNAL_ERR_OTHER;
}

// A file that ends inside its head is a new one, if it is ours as far as it goes.
static JournalError read_head(LineReader *reader, const Text *head, PairReading *reading)
{
    Slice rest = {head->start, head->length};
    while (rest.length && next_line(reader)) {
        const Slice setting = slice_take(&rest, "\n");
        const Slice expected = {setting.start, setting.length + 1};
        const JournalError error = check_setting(&reader->line, expected, reading->complaint);
        if (error)
            return error;
    }
    if (!rest.length && line_is_whole(&reader->line))
        reading->good_end = (off_t)head->length;
    return reader_error(reader);
}

// The pair whose turn it is; false if the line is anything else.
static bool read_pair(const PairReading *reading, const Text *line, PairResult *result)
{
    const Slice content = {line->start, line->length - 1};
    return line_is_whole(line) && pair_from_line(reading->plan, content, result) &&
           result->job.number == reading->next;
}

static JournalError complain_of_damage(const PairReading *reading)
{
    text_format(reading->complaint,
                "where pair %" PRIu64
                " should be is something else, and more after it; cut the file "
                "there to go on from that pair",
                reading->next);
    return JOURNAL_ERR_DAMAGED;
}

// Hands on the pairs in order. A line that is not the pair it should be may only be the last.
static JournalError read_pairs(LineReader *reader, PairReading *reading)
{
    const uint64_t count = plan_job_count(reading->plan);
    bool was_bad = false;
    reading->is_enough = count == 0;
    while (!reading->is_enough && next_line(reader)) {
        PairResult result;
        if (was_bad)
            return complain_of_damage(reading);
        was_bad = !read_pair(reading, &reader->line, &result);
        if (was_bad)
            continue;
        reading->next++;
        reading->good_end += (off_t)reader->line.length;
        reading->is_enough =
            !reading->sink.take(reading->sink.context, &result) || reading->next == count;
    }
    return reader_error(reader);
}

static JournalError read_all(LineReader *reader, const Text *head, PairReading *reading)
{
    if (head->cut)
        return JOURNAL_ERR_MEMORY;
    const JournalError error = read_head(reader, head, reading);
    return error || !reading->good_end ? error : read_pairs(reader, reading);
}

// Cuts off what follows the last whole pair, or begins anew where there is no whole head.
static JournalError cut_off(Journal *journal, const PairReading *reading)
{
    if (reading->is_enough)
        return JOURNAL_OK;
    if (ftruncate(journal->file, reading->good_end) != 0)
        return JOURNAL_ERR_WRITE;
    return reading->good_end ? JOURNAL_OK : write_new(journal, reading->plan);
}

JournalError journal_resume(Journal *journal, const char *path, const Plan *plan, PairSink sink,
                            uint64_t *next, Text *complaint)
{
    PairReading reading = {.plan = plan, .sink = sink, .complaint = complaint};
    journal->file = disk_open(path, O_CREAT | O_RDWR | O_APPEND);
    LineReader reader = {journal->file < 0 ? NULL : fopen(path, "re"),
                         text_growing(journal->memory)};
    if (!reader.file)
        return why_not_open();
    Text head = text_growing(journal->memory);
    write_head(plan, &head);
    JournalError error = hold(journal);
    if (!error)
        error = read_all(&reader, &head, &reading);
    text_done(&head);
    text_done(&reader.line);
    fclose(reader.file);
    if (!error)
        error = cut_off(journal, &reading);
    if (!error)
        *next = reading.next;
    return error;
}
