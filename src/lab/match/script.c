// Writing and reading games as lines.
#include "lab/match/script.h"

#include "formats/records/game_record.h"

#include <assert.h>

void script_write(const Game *game, const Entries *entries, uint8_t first_seat, Text *text)
{
    assert(first_seat < 2);
    uint8_t seat = first_seat;
    for (uint32_t i = 0; i < entries->count; i++) {
        const Entry *entry = &entries->list[i];
        assert(entry->kind < EVENT_COUNT && entry->seat < 2);
        if (entry->seat != seat)
            text_add_char(text, ' ');
        else if (i > 0)
            text_add_char(text, '/');
        seat = entry->seat;
        if (entry->kind == EVENT_TRY)
            record_try_to_text(game, entry->attempt, text);
        else
            text_add(text, event_name(entry->kind));
        if (entry->delay_ms) {
            text_add_char(text, '@');
            record_ms_to_text(entry->delay_ms, text);
        }
    }
}

static bool read_item(const Game *game, Slice item, uint8_t seat, Entry *entry)
{
    int64_t delay_ms = 0;
    Slice rest = item;
    const Slice word = slice_take(&rest, "@");
    if (word.length < item.length && !record_ms_from_text(rest, &delay_ms))
        return false;
    const uint8_t kind = event_from_name(word);
    *entry = (Entry){.kind = kind, .seat = seat, .delay_ms = delay_ms};
    if (kind == EVENT_COUNT) {
        entry->kind = EVENT_TRY;
        return record_try_from_text(game, word, &entry->attempt);
    }
    return kind != EVENT_TRY;
}

// Reads the events of one turn.
static bool read_turn(const Game *game, Slice turn, uint8_t seat, const Memory *memory,
                      Entries *entries)
{
    while (turn.length) {
        Entry entry;
        if (!read_item(game, slice_take(&turn, "/"), seat, &entry) ||
            !entries_add(entries, memory, entry))
            return false;
    }
    return true;
}

// A game has exactly one script. A text that reads as the same game but is written differently is refused.
static bool is_script_of(const Game *game, const Entries *entries, Slice text, uint8_t first_seat,
                         const Memory *memory)
{
    Text written = text_growing(memory);
    script_write(game, entries, first_seat, &written);
    const bool is_same = !written.cut && slice_is(text, written.start);
    text_done(&written);
    return is_same;
}

bool script_read(const Game *game, Slice text, uint8_t first_seat, const Memory *memory,
                 Entries *entries)
{
    assert(first_seat < 2 && entries->count == 0);
    uint8_t seat = first_seat;
    bool is_fine = true;
    for (Slice rest = text; rest.length && is_fine; seat = !seat)
        is_fine = read_turn(game, slice_take(&rest, " "), seat, memory, entries);
    is_fine = is_fine && is_script_of(game, entries, text, first_seat, memory);
    if (!is_fine) {
        entries_done(entries, memory);
        *entries = (Entries){0};
    }
    return is_fine;
}
