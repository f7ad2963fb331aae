// Lines of match files, their head, and pairs in order.
#include "lab/match/journal_reader.h"

#include <assert.h>
#include <errno.h>
#include <inttypes.h>
#include <string.h>

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

static Derivation derivation_of(const Plan *plan)
{
    return plan_has_guests(plan) ? DERIVATION_KEYED : DERIVATION_SEED;
}

static const char magic[] = "nebel match file 1\n";
static const char end_of_head[] = "pairs\n";

static void write_head(const Plan *plan, Derivation derivation, Text *text)
{
    text_add(text, magic);
    plan_to_text(plan, derivation, text);
    text_add(text, end_of_head);
}

void journal_head_to_text(const Plan *plan, Text *text)
{
    write_head(plan, derivation_of(plan), text);
}

// --- Lines --------------------------------------------------------------------------------------

// Longer than any line we write, so that what is no match file does not fill the memory.
enum { LINE_BYTES_MAX = 1 << 24 };

// False at the end of the file, if it cannot be read, or if there is no memory; reader_error tells which.
static bool next_line(JournalReader *reader)
{
    Text *line = &reader->line;
    int character = 0;
    line->length = 0;
    while (character != '\n' && line->length < LINE_BYTES_MAX && !line->cut &&
           (character = getc_unlocked(reader->file)) != EOF)
        text_add_char(line, (char)character);
    return line->length > 0 && !line->cut;
}

static JournalError reader_error(const JournalReader *reader)
{
    if (reader->line.cut)
        return JOURNAL_ERR_MEMORY;
    return ferror(reader->file) ? JOURNAL_ERR_READ : JOURNAL_OK;
}

static bool line_is_whole(const Text *line)
{
    return line->length > 0 && line->start[line->length - 1] == '\n';
}

// --- The head -----------------------------------------------------------------------------------

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
static JournalError read_head(JournalReader *reader, const Heads *heads)
{
    const Text *head = &heads->now;
    size_t offset = 0;
    while (offset < head->length && next_line(reader)) {
        if (reader->is_keyed && begins_with(&reader->line, "seed")) {
            head = &heads->before_key;
            reader->is_keyed = false;
            reader->is_before_key = true;
        }
        Slice rest = {head->start + offset, head->length - offset};
        const Slice expected = {rest.start, slice_take(&rest, "\n").length + 1};
        const JournalError error = check_setting(&reader->line, expected, reader->message);
        if (error)
            return error;
        offset += expected.length;
    }
    assert(offset <= head->length);
    if (offset == head->length && line_is_whole(&reader->line))
        reader->good_end = (off_t)head->length;
    return reader_error(reader);
}

JournalError journal_reader_open(JournalReader *reader, const Memory *memory, const char *path,
                                 const Plan *plan, Text *message)
{
    Heads heads = {text_growing(memory), text_growing(memory)};
    *reader = (JournalReader){.plan = plan,
                              .file = fopen(path, "re"),
                              .line = text_growing(memory),
                              .is_keyed = derivation_of(plan) == DERIVATION_KEYED,
                              .message = message};
    write_head(plan, derivation_of(plan), &heads.now);
    write_head(plan, DERIVATION_SEED, &heads.before_key);
    JournalError error = reader->file ? JOURNAL_OK : JOURNAL_ERR_OPEN;
    if (!error && (heads.now.cut || heads.before_key.cut))
        error = JOURNAL_ERR_MEMORY;
    if (!error)
        error = read_head(reader, &heads);
    text_done(&heads.now);
    text_done(&heads.before_key);
    return error;
}

void journal_reader_close(JournalReader *reader)
{
    text_done(&reader->line);
    if (reader->file)
        fclose(reader->file);
    reader->file = NULL;
}

// --- Pairs --------------------------------------------------------------------------------------

static Slice content_of(const Text *line)
{
    assert(line_is_whole(line));
    return (Slice){line->start, line->length - 1};
}

// Reads the next pair; false if the line is anything else.
static bool read_pair(JournalReader *reader, PairResult *result)
{
    const Text *line = &reader->line;
    return line_is_whole(line) && pair_from_line(reader->plan, content_of(line), result) &&
           result->job.number == plan_number(reader->plan, reader->next) &&
           (!reader->is_keyed || runs_take_pair(&reader->runs));
}

// Reads a line that begins or ends a run; false if it is anything else.
static bool read_run(JournalReader *reader)
{
    return reader->is_keyed && line_is_whole(&reader->line) &&
           runs_take_line(&reader->runs, content_of(&reader->line), reader->next);
}

static JournalError report_damage(const JournalReader *reader)
{
    text_format(reader->message,
                "where pair %" PRIu64
                " should be is something else, and more after it; cut the file "
                "there to go on from that pair",
                plan_number(reader->plan, reader->next));
    return JOURNAL_ERR_DAMAGED;
}

JournalError journal_reader_next(JournalReader *reader, PairResult *result, bool *is_pair)
{
    *is_pair = false;
    while (reader->good_end && !*is_pair && next_line(reader)) {
        if (reader->is_torn)
            return report_damage(reader);
        const bool is_run = read_run(reader);
        *is_pair = !is_run && read_pair(reader, result);
        reader->is_torn = !is_run && !*is_pair;
        reader->good_end += reader->is_torn ? 0 : (off_t)reader->line.length;
    }
    reader->next += *is_pair;
    return *is_pair ? JOURNAL_OK : reader_error(reader);
}

// Only two lines are taken: the end of the run of the last pair, or the beginning of the next run right after that pair.
JournalError journal_reader_stop(JournalReader *reader)
{
    reader->is_enough = true;
    while (reader->runs.is_open && next_line(reader))
        if (read_run(reader))
            break;
    return reader_error(reader);
}
