// Fuzzes what is done with a record once it is read: it is played again, shown to the umpire and to both seats, and
// written in every form, as nebel replay does. The first byte chooses the form that is read.
#include "formats/draw/log.h"
#include "formats/records/format.h"
#include "fuzz.h"
#include "games/core/table_replay.h"
#include "ui/play/review.h"

enum { COLUMNS = 80, WIDE_COLUMNS = 140, ROWS = 40 };

static void write_all(const GameRecord *record)
{
    Text text = text_growing(&memory_heap);
    LAW(record_formats[FORMAT_JSON].write(record, &text), "it is written as JSON");
    LAW(record_format_of(record->game)->write(record, &text), "it is written");
    text_done(&text);
}

static void step_through(const GameRecord *record)
{
    static Cell memory[WIDE_COLUMNS * ROWS];
    static const uint32_t widths[] = {COLUMNS, WIDE_COLUMNS};
    Review review;
    review_init(&review, record);
    for (unsigned i = 0; i < COUNT_OF(widths); i++) {
        Cells screen = CELLS_IN(memory, widths[i], ROWS);
        review_draw(&review, i, &screen);
        review_key(&review, KEY_PRESS_LEFT);
    }
}

static void show_seat(const GameRecord *record)
{
    Text text = text_growing(&memory_heap);
    view_seat_replay(record->game, game_record_rules(record), record->view, &record->heard, &text);
    LAW(!text.cut, "it is shown");
    text_done(&text);
    step_through(record);
    write_all(record);
}

static void show_umpire(const GameRecord *record)
{
    Text text = text_growing(&memory_heap);
    review_lines(record, &text);
    LAW(!text.cut, "it is read out");
    text_done(&text);
    step_through(record);
    write_all(record);
}

// A record that plays again gives each seat one of its own, which can be shown and read in its turn.
static void cut_seat(const GameRecord *record, uint8_t seat)
{
    GameRecord seen = *record;
    seen.view = seat;
    seen.heard = (SeatLog){0};
    if (table_replay(&memory_heap, record->game, game_record_rules(record), record->clock,
                     &record->entries, seat, &seen.heard) != TABLE_OK)
        return;
    LAW(game_record_can_be_heard(&seen), "a seat's record");
    show_seat(&seen);
    seat_log_done(&seen.heard, &memory_heap);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    // In the order of the first files of the corpus.
    static const RecordFormatKind forms[] = {FORMAT_PGN, FORMAT_JSON, FORMAT_SGF};
    if (size == 0)
        return 0;
    const Slice text = exact_copy((Slice){(const char *)data + 1, size - 1});
    Slice rest = text;
    GameRecord record;
    if (!record_formats[forms[data[0] % COUNT_OF(forms)]].read(&rest, &memory_heap, &record)) {
        if (record.view != VIEW_UMPIRE)
            show_seat(&record);
        else
            show_umpire(&record);
        for (uint8_t seat = 0; seat < 2 && record.view == VIEW_UMPIRE; seat++)
            cut_seat(&record, seat);
        game_record_done(&record, &memory_heap);
    }
    free_copy(text);
    return 0;
}
