// Writing dialogues: one line each for what is told (>), said (<) and written to standard error (!), after the milliseconds since
// the game began.
#include "lab/match/dialogue.h"

#include "base/os/disk.h"

#include <assert.h>
#include <inttypes.h>
#include <limits.h>

enum { US_PER_MS = 1000 };

static const char marks[] = {[VOICE_TOLD] = '>', [VOICE_SAID] = '<', [VOICE_STDERR] = '!'};

static uint64_t now_us(const Dialogue *dialogue)
{
    return dialogue->clocks ? dialogue->clocks->wall_us(dialogue->clocks->context) : 0;
}

// Adds a line for each line of `bytes`.
static void add(void *context, DialogueVoice voice, Slice bytes)
{
    Dialogue *dialogue = context;
    Text *text = &dialogue->text;
    const uint64_t ms = (now_us(dialogue) - dialogue->began_us) / US_PER_MS;
    assert(voice < COUNT_OF(marks));
    while (bytes.length && text->length < DIALOGUE_BYTES_MAX) {
        text_format(text, "%8" PRIu64 " %c ", ms, marks[voice]);
        text_add_slice(text, slice_take(&bytes, "\n"));
        text_add_char(text, '\n');
    }
}

void dialogue_init(Dialogue *dialogue, const Memory *memory, const Clocks *clocks)
{
    *dialogue = (Dialogue){.text = text_growing(memory), .clocks = clocks, .log = {add, dialogue}};
    dialogue_begin(dialogue);
}

void dialogue_done(Dialogue *dialogue)
{
    text_done(&dialogue->text);
}

void dialogue_begin(Dialogue *dialogue)
{
    dialogue->text.length = 0;
    dialogue->began_us = now_us(dialogue);
}

static bool save(const Dialogue *dialogue, const char *path, const char *player)
{
    const Text *text = &dialogue->text;
    FILE *file = text->cut ? NULL : disk_fopen(path, "w");
    if (!file)
        return false;
    fprintf(file, "%s, in milliseconds: > told to it, < said by it, ! its standard error\n",
            player);
    fwrite(text->start, 1, text->length, file);
    if (text->length >= DIALOGUE_BYTES_MAX)
        fputs("what came later was left out\n", file);
    const bool is_written = !ferror(file);
    return fclose(file) == 0 && is_written;
}

void dialogue_save(const Dialogue *dialogue, DialogueFolder *folder, const char *name,
                   const char *player)
{
    char memory[PATH_MAX];
    Text path = TEXT_IN(memory);
    text_format(&path, "%s/%s.log", folder->path, name);
    if (path.cut || !save(dialogue, memory, player))
        atomic_store(&folder->has_failed, true);
}
