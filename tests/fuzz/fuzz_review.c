// Fuzzes what is done with a record once it is read: it is played again, shown to the umpire and to both seats, and
// written in every form, as nebel replay does. The first byte chooses the form that is read.
#include "fuzz.h"
#include "play/go_review.h"
#include "play/review.h"
#include "play/showing.h"
#include "table/replay.h"
#include "view/board.h"
#include "view/replay.h"
#include "wire/json.h"
#include "wire/pgn.h"
#include "wire/sgf.h"

enum { COLUMNS = 80 };

static void write_all(const GameRecord *record)
{
    Text text = text_growing(&memory_heap);
    LAW(game_record_to_json(record, &text), "it is written as JSON");
    (record->is_go ? sgf_write : pgn_write)(record, &text);
    LAW(!text.cut, "it is written");
    text_done(&text);
}

static void show_seat(const GameRecord *record)
{
    Text text = text_growing(&memory_heap);
    if (record->is_go)
        view_go_seat_replay(&record->go, record->view, &record->heard, &text);
    else
        view_seat_replay(&record->rules, record->view, &record->heard, &text);
    LAW(!text.cut, "it is shown");
    text_done(&text);
    write_all(record);
}

static void show_three_boards(const GameRecord *record)
{
    static Showing showing;
    static Shown shown;
    showing_open(&showing, &record->rules);
    for (uint32_t i = 0; i < record->entries.count; i++)
        showing_play(&showing, &record->entries.list[i], &shown);
    Cell memory[COLUMNS * VIEW_THREE_HEIGHT_MAX];
    const ViewSize size = view_three_boards_size(record->rules.setup.board);
    Cells boards = CELLS_IN(memory, COLUMNS, size.height);
    view_three_boards(showing.views, &showing.umpire.truth, (ViewOptions){0}, &boards);
}

static void show_umpire(const GameRecord *record)
{
    Text text = text_growing(&memory_heap);
    if (!record->is_go)
        show_three_boards(record);
    (record->is_go ? go_showing_lines : review_lines)(record, &text);
    text_done(&text);
    write_all(record);
}

// A record that plays again gives each seat one of its own, which can be shown and read in its turn.
static void cut_seat(const GameRecord *record, uint8_t seat)
{
    GameRecord seen = *record;
    seen.view = seat;
    seen.heard = (SeatLog){0};
    if (table_replay(&memory_heap, game_record_game(record), game_record_rules(record),
                     record->clock, &record->entries, seat, &seen.heard) != TABLE_OK)
        return;
    LAW(game_record_can_be_heard(&seen), "a seat's record");
    show_seat(&seen);
    seat_log_done(&seen.heard, &memory_heap);
}

static bool reads_pgn(Slice *rest, GameRecord *record)
{
    return pgn_read(rest, &memory_heap, record) == PGN_OK;
}

static bool reads_json(Slice *rest, GameRecord *record)
{
    return game_record_from_json(*rest, &memory_heap, record) == JSON_OK;
}

static bool reads_sgf(Slice *rest, GameRecord *record)
{
    return sgf_read(rest, &memory_heap, record) == SGF_OK;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static bool (*const forms[])(Slice * rest, GameRecord * record) = {reads_pgn, reads_json,
                                                                       reads_sgf};
    if (size == 0)
        return 0;
    const Slice text = exact_copy((Slice){(const char *)data + 1, size - 1});
    Slice rest = text;
    GameRecord record;
    if (forms[data[0] % COUNT_OF(forms)](&rest, &record)) {
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
