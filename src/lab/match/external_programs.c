// Starts external programs for a game that nobody plays, and writes their dialogues: one line each for what is sent (>), answered (<)
// and written to standard error (!), after the milliseconds since the game began.
#include "lab/match/external_programs.h"

#include "base/os/disk.h"
#include "engine/players/roster.h"

#include <assert.h>
#include <inttypes.h>
#include <limits.h>

enum { US_PER_MS = 1000 };

static const char voice_marks[] = {[VOICE_TOLD] = '>', [VOICE_SAID] = '<', [VOICE_STDERR] = '!'};

static uint64_t now_us(const Dialogue *dialogue)
{
    return dialogue->clocks ? dialogue->clocks->wall_us(dialogue->clocks->context) : 0;
}

// Adds a line to the dialogue for each line of `bytes`.
static void dialogue_add(void *context, DialogueVoice voice, Slice bytes)
{
    Dialogue *dialogue = context;
    Text *text = &dialogue->text;
    const uint64_t ms = (now_us(dialogue) - dialogue->began_us) / US_PER_MS;
    assert(voice < COUNT_OF(voice_marks));
    while (bytes.length && text->length < DIALOGUE_BYTES_MAX) {
        text_format(text, "%8" PRIu64 " %c ", ms, voice_marks[voice]);
        text_add_slice(text, slice_take(&bytes, "\n"));
        text_add_char(text, '\n');
    }
}

void dialogue_init(Dialogue *dialogue, const Memory *memory, const Clocks *clocks)
{
    *dialogue =
        (Dialogue){.text = text_growing(memory), .clocks = clocks, .log = {dialogue_add, dialogue}};
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

static bool dialogue_write(const Dialogue *dialogue, const char *path, const char *player)
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

void dialogue_save(const Dialogue *dialogue, DialogueLogFolder *folder, const char *name,
                   const char *player)
{
    char memory[PATH_MAX];
    Text path = TEXT_IN(memory);
    text_format(&path, "%s/%s.log", folder->path, name);
    if (path.cut || !dialogue_write(dialogue, memory, player))
        atomic_store(&folder->has_failed, true);
}

static bool rehearse(const Plan *plan, const char *string, const Memory *memory,
                     const DialogueLog *log, Text *message)
{
    Player *player = roster_open(memory, string, message);
    if (!player)
        return false;
    Seating seating = plan_seating(plan, 0, 0);
    seating.log = log;
    const PlayerError error = player_sit(player, &seating);
    if (error)
        text_format(message, "%s cannot play: %s", string, player_reason(player, error));
    player_destroy(player);
    return !error;
}

// Rehearses, and keeps the dialogue.
static bool rehearse_and_save(const Plan *plan, uint32_t number, const Memory *memory,
                              Text *message)
{
    Dialogue dialogue;
    char name[32];
    Text file = TEXT_IN(name);
    dialogue_init(&dialogue, memory, NULL);
    const bool is_fine = rehearse(plan, plan->players[number], memory, &dialogue.log, message);
    text_format(&file, "start-%u", number + 1);
    dialogue_save(&dialogue, plan->dialogues, name, plan->players[number]);
    dialogue_done(&dialogue);
    return is_fine;
}

bool external_programs_check(const Plan *plan, const Memory *memory, Text *message)
{
    bool is_fine = true;
    for (uint32_t i = 0; i < plan->player_count && is_fine; i++)
        if (roster_is_guest(plan->players[i]))
            is_fine = plan->dialogues ? rehearse_and_save(plan, i, memory, message)
                                      : rehearse(plan, plan->players[i], memory, NULL, message);
    return is_fine;
}
