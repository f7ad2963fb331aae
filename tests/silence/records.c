// A seat's records: kept at the table, cut from the umpire's, and cut from the umpire's once that
// has been written and read again; in every form, with the result, the replay and the review.
#include "surfaces.h"

#include "formats/draw/chess_board.h"
#include "formats/draw/go_board.h"
#include "formats/draw/log.h"
#include "formats/records/format.h"
#include "games/core/table_replay.h"
#include "games/core/truth.h"
#include "ui/play/review.h"

#include <stdlib.h>
#include <string.h>

enum { COLUMNS = 80, ROWS = 24, WIDE_COLUMNS = 130, WIDE_ROWS = 40, LOG_COLUMNS = 60 };

static void add_forms(const GameRecord *record, Text *text)
{
    if (!record_format_of(record->game)->write(record, text) ||
        !record_formats[FORMAT_JSON].write(record, text))
        abort();
}

static void add_outcome(const GameRecord *record, Text *text)
{
    const Outcome outcome = game_record_outcome(record);
    text_format(text, "\n%s: %d %u %u\n", game_record_result(record), outcome.is_over,
                outcome.winner, outcome.ending);
}

static void add_replay(const GameRecord *record, Text *text)
{
    const ViewTitle title = {"", "", game_record_result(record)};
    const Rules *rules = game_record_rules(record);
    view_replay_head(record->game, rules, title, text);
    view_seat_replay(record->game, rules, record->view, &record->heard, text);
}

static void add_log(const GameRecord *record, Text *text)
{
    Cell memory[LOG_COLUMNS * ROWS];
    Cells lines = CELLS_IN(memory, LOG_COLUMNS, ROWS);
    const ViewLog log = {.game = record->game,
                         .rules = game_record_rules(record),
                         .entries = record->heard.list,
                         .count = record->heard.count};
    view_log(&log, &lines);
    surface_add_cells(&lines, text);
}

static void add_review(const GameRecord *record, Text *text)
{
    static Cell memory[WIDE_COLUMNS * WIDE_ROWS];
    Review review;
    review_init(&review, record);
    Cells small = CELLS_IN(memory, COLUMNS, ROWS);
    review_draw(&review, true, &small);
    surface_add_cells(&small, text);
    review_key(&review, KEY_PRESS_LEFT);
    Cells large = CELLS_IN(memory, WIDE_COLUMNS, WIDE_ROWS);
    review_draw(&review, false, &large);
    surface_add_cells(&large, text);
}

static void add_record(const GameRecord *record, Text *text)
{
    add_forms(record, text);
    add_outcome(record, text);
    add_replay(record, text);
    add_log(record, text);
    add_review(record, text);
}

// The other's first, which nobody compares. The heard lists are lent, so they are not ended.
void show_record(const Pair *pair, const Run *run, Text *text)
{
    GameRecord other = surface_record(pair, !pair->ear);
    GameRecord record = surface_record(pair, pair->ear);
    other.heard = run->other_log;
    record.heard = run->log;
    add_record(&other, surface_waste());
    add_record(&record, text);
}

// Turns an umpire's record into the ear's, as `nebel replay --view` does, and ends it.
static void add_cut(const Pair *pair, const Run *run, GameRecord *record, Text *text)
{
    SeatLog heard = {0};
    if (table_replay(&memory_heap, record->game, game_record_rules(record), record->clock,
                     &record->entries, pair->ear, &heard) != TABLE_OK)
        abort();
    const Entries entries = record->entries;
    game_record_cut(record, pair->ear, &heard);
    record->entries = entries; // whoever left them there: no writer of a seat's record may look
    if (record->heard.count != run->log.count ||
        memcmp(record->heard.list, run->log.list, run->log.count * sizeof(Heard)) != 0)
        text_add(text, "This is not what was kept at the table.\n");
    add_record(record, text);
    game_record_done(record, &memory_heap);
}

GameRecord surface_umpires_record(const Pair *pair, const Run *run)
{
    GameRecord record = surface_record(pair, VIEW_UMPIRE);
    strcpy(record.tags.event, run == &pair->runs[0] ? "seed 1" : "seed 2");
    if (!entries_add_all(&record.entries, &memory_heap, table_record(run->table)))
        abort();
    return record;
}

// The other's record is cut first.
void show_cut_record(const Pair *pair, const Run *run, Text *text)
{
    GameRecord other = surface_umpires_record(pair, run),
               record = surface_umpires_record(pair, run);
    if (table_replay(&memory_heap, other.game, game_record_rules(&other), other.clock,
                     &other.entries, !pair->ear, &other.heard) != TABLE_OK)
        abort();
    other.view = !pair->ear;
    add_record(&other, surface_waste());
    game_record_done(&other, &memory_heap);
    add_cut(pair, run, &record, text);
}

static bool read_back(const GameRecord *record, bool is_json, GameRecord *again)
{
    Text file = text_growing(&memory_heap);
    const RecordFormat *format =
        is_json ? &record_formats[FORMAT_JSON] : record_format_of(record->game);
    const bool is_written = format->write(record, &file);
    Slice rest = slice_of(file.start);
    const bool is_read = is_written && !format->read(&rest, &memory_heap, again);
    text_done(&file);
    return is_read;
}

void show_read_record(const Pair *pair, const Run *run, Text *text)
{
    GameRecord record = surface_umpires_record(pair, run), again;
    if (!read_back(&record, pair->number % 2, &again))
        abort();
    game_record_done(&record, &memory_heap);
    add_cut(pair, run, &again, text);
}
