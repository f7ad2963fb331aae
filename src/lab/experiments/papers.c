// Reads the list of tables and figures.
#include "lab/experiments/papers.h"

#include <assert.h>
#include <inttypes.h>

typedef struct Reading {
    Papers *papers;
    Slice paper; // the items to come are of
    uint32_t line;
} Reading;

static PaperItem *last_item(Reading *reading)
{
    Papers *papers = reading->papers;
    return papers->item_count ? &papers->items[papers->item_count - 1] : NULL;
}

// --- Readers of values ---------------------------------------------------------------------------

static const char *read_paper(Reading *reading, Slice value)
{
    reading->paper = value;
    return NULL;
}

static const char *read_item(Reading *reading, Slice value)
{
    Papers *papers = reading->papers;
    if (!reading->paper.length)
        return "an item follows the line of its paper";
    if (papers->item_count == PAPERS_ITEMS_MAX)
        return "there can be at most 64 items";
    papers->items[papers->item_count++] = (PaperItem){.paper = reading->paper, .name = value};
    return NULL;
}
_Static_assert(PAPERS_ITEMS_MAX == 64, "the sentence above says so");

static const char *read_note(Reading *reading, Slice value)
{
    PaperItem *item = last_item(reading);
    if (!item || item->note.length)
        return "a note follows the item it is about, once";
    item->note = value;
    return NULL;
}

static const char *read_from(Reading *reading, Slice value)
{
    Papers *papers = reading->papers;
    PaperSource source = {.line = reading->line, .experiment = slice_word(&value)};
    if (!last_item(reading))
        return "an experiment follows the item it answers";
    if (papers->source_count == PAPERS_SOURCES_MAX)
        return "there can be at most 128 experiments";
    source.item = papers->item_count - 1;
    for (value = slice_trim(value); value.length; value = slice_trim(value)) {
        const Slice name = slice_word(&value), given = slice_word(&value);
        if (slice_is(name, "by") && given.length)
            source.by = given;
        else if (slice_is(name, "where") && given.length)
            source.where = given;
        else if (!slice_is(name, "as") || !published_side_from_text(given, &source.side))
            return "after the experiment come perhaps by PLAYER, where WORDS and as white or as "
                   "black";
    }
    papers->sources[papers->source_count++] = source;
    return NULL;
}
_Static_assert(PAPERS_SOURCES_MAX == 128, "the sentence above says so");

// --- The file ------------------------------------------------------------------------------------

static const struct Key {
    const char *name;
    const char *(*read)(Reading *reading, Slice value); // returns what is wrong, or NULL
} keys[] = {{"paper", read_paper}, {"item", read_item}, {"from", read_from}, {"note", read_note}};

static const char *read_line(Reading *reading, Slice line)
{
    Slice value = line;
    const Slice name = slice_word(&value);
    if (!name.length || name.start[0] == '#')
        return NULL;
    unsigned i = 0;
    while (i < COUNT_OF(keys) && !slice_is(name, keys[i].name))
        i++;
    if (i == COUNT_OF(keys))
        return "a line begins with paper, item, from, note or #";
    value = slice_trim(value);
    return value.length ? keys[i].read(reading, value) : "this key needs a value";
}

bool papers_read(Slice text, Papers *papers, Text *message)
{
    assert(papers);
    Papers read = {.item_count = 0};
    Reading reading = {.papers = &read};
    while (text.length) {
        reading.line++;
        const char *problem = read_line(&reading, slice_take(&text, "\n"));
        if (!problem)
            continue;
        text_format(message, "line %" PRIu32 ": %s", reading.line, problem);
        return false;
    }
    *papers = read;
    return true;
}
