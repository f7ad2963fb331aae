// nebel/wire.h: hearings as lines, records as PGN, SGF and JSON.
#include "formats/records/format.h"
#include "formats/records/hearing_text.h"
#include "games/core/table_replay.h"
#include "lib/handles.h"

#include <assert.h>
#include <string.h>

_Static_assert((int)NEBEL_TEXT_BYTES >= (int)HEARING_TEXT_MAX, "any hearing fits");
_Static_assert((int)NEBEL_WHITE == VIEW_WHITE && (int)NEBEL_BLACK == VIEW_BLACK &&
                   (int)NEBEL_UMPIRE == VIEW_UMPIRE,
               "views are passed on as they are");

bool nebel_hearing_line(const nebel_hearing *hearing, int seat, char *text, size_t bytes)
{
    Text line = text_in(text, bytes);
    if (!api__is_seat(seat))
        return false;
    Hearing inside;
    memcpy(&inside, hearing, sizeof inside);
    hearing_to_text(&inside, (uint8_t)seat, &line);
    return !line.cut;
}

nebel_error nebel_hearing_read(const char *line, int seat, nebel_hearing *hearing)
{
    Hearing inside;
    if (!api__is_seat(seat))
        return NEBEL_ERR_SEAT;
    if (!hearing_from_text(slice_of(line), (uint8_t)seat, &inside))
        return NEBEL_ERR_LINE;
    memcpy(hearing, &inside, sizeof inside);
    return NEBEL_OK;
}

static const RecordFormatKind formats[] = {
    [NEBEL_PGN] = FORMAT_PGN, [NEBEL_JSON] = FORMAT_JSON, [NEBEL_SGF] = FORMAT_SGF};

static bool is_format(nebel_format format)
{
    return (size_t)format < COUNT_OF(formats);
}

// Reads a record onto the heap; `*why` says what is wrong where there is none.
static nebel_record *read_record(nebel_format format, Slice *rest, const char **why)
{
    *why = nebel_error_text(is_format(format) ? NEBEL_ERR_MEMORY : NEBEL_ERR_FORMAT);
    nebel_record *record =
        is_format(format) ? memory_resize(&memory_heap, NULL, sizeof *record) : NULL;
    if (!record)
        return NULL;
    *why = record_formats[formats[format]].read(rest, &memory_heap, &record->game);
    if (!*why)
        return record;
    memory_resize(&memory_heap, record, 0); // a reader that failed has left nothing inside
    return NULL;
}

nebel_record *nebel_record_read(nebel_format format, const char *source, size_t source_bytes,
                                size_t *used, char *text, size_t bytes)
{
    Text message = text_in(text, bytes);
    Slice rest = {source, source_bytes};
    const char *why;
    nebel_record *record = read_record(format, &rest, &why);
    if (!record)
        text_add(&message, why);
    if (used)
        *used = source_bytes - rest.length;
    return record;
}

void nebel_record_destroy(nebel_record *record)
{
    if (!record)
        return;
    game_record_done(&record->game, &memory_heap);
    memory_resize(&memory_heap, record, 0);
}

int nebel_record_view(const nebel_record *record)
{
    assert(record->game.view < VIEW_COUNT);
    return record->game.view;
}

const char *nebel_record_result(const nebel_record *record)
{
    return game_record_result(&record->game);
}

_Static_assert((int)NEBEL_TAG_EVENT == TAG_EVENT && (int)NEBEL_TAG_SITE == TAG_SITE &&
                   (int)NEBEL_TAG_DATE == TAG_DATE && (int)NEBEL_TAG_ROUND == TAG_ROUND &&
                   (int)NEBEL_TAG_WHITE == TAG_WHITE && (int)NEBEL_TAG_BLACK == TAG_BLACK,
               "tags are passed on as they are");

// A tag that would not be read back as it is given is refused: too long, or not to be shown.
nebel_error nebel_record_set_tag(nebel_record *record, nebel_tag tag, const char *value)
{
    char kept[TAG_VALUE_MAX];
    record_tag_set(kept, slice_of(value));
    if ((size_t)tag >= TAG_COUNT || strcmp(kept, value) != 0)
        return NEBEL_ERR_TAG;
    memcpy(record_tag(&record->game.tags, tag), kept, sizeof kept);
    return NEBEL_OK;
}

// Makes `*seen` the game as `view` saw it; what it heard is in `*heard`, to be ended by the caller.
static nebel_error take_view(const GameRecord *record, int view, GameRecord *seen, SeatLog *heard)
{
    *seen = *record;
    if (view == record->view)
        return NEBEL_OK;
    if (record->view != VIEW_UMPIRE || !api__is_seat(view))
        return NEBEL_ERR_VIEW;
    const TableError error = table_replay(&memory_heap, record->game, game_record_rules(record),
                                          record->clock, &record->entries, (uint8_t)view, heard);
    game_record_cut(seen, (uint8_t)view, heard);
    return api__error(error);
}

nebel_error nebel_record_write(const nebel_record *record, int view, nebel_format format,
                               char **written)
{
    if (!is_format(format) || !record_formats[formats[format]].holds(record->game.game))
        return NEBEL_ERR_FORMAT;
    GameRecord seen;
    SeatLog heard = {0};
    const nebel_error error = take_view(&record->game, view, &seen, &heard);
    if (error)
        return error;
    Text text = text_growing(&memory_heap);
    const bool is_written = record_formats[formats[format]].write(&seen, &text);
    seat_log_done(&heard, &memory_heap);
    if (is_written)
        *written = text.start;
    else
        text_done(&text);
    return is_written ? NEBEL_OK : NEBEL_ERR_MEMORY;
}
