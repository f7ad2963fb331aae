// A seat's records: kept at the table, cut from the umpire's, and cut from the umpire's once that
// has been written and read again; in every form, with the result, the replay and the review.
#include "surfaces.h"

#include "play/review.h"
#include "table/replay.h"
#include "table/truth.h"
#include "view/board.h"
#include "view/go_board.h"
#include "view/log.h"
#include "view/replay.h"
#include "wire/json.h"
#include "wire/pgn.h"
#include "wire/sgf.h"

#include <stdlib.h>
#include <string.h>

enum { COLUMNS = 80, ROWS = 24, WIDE_COLUMNS = 130, WIDE_ROWS = 40, LOG_COLUMNS = 60 };

static void add_forms(const GameRecord *record, Text *text)
{
    if (record->is_go)
        sgf_write(record, text);
    else
        pgn_write(record, text);
    if (!game_record_to_json(record, text))
        abort();
}

static void add_outcome(const GameRecord *record, Text *text)
{
    const Outcome outcome = game_record_outcome(record);
    const uint16_t stones[2] = {outcome.board.empty_count, outcome.board.size};
    text_format(text, "\n%s: %d %u %u %u %u\n", game_record_result(record), outcome.is_over,
                outcome.winner, outcome.ending, stones[0], stones[1]);
}

static void add_replay(const GameRecord *record, Text *text)
{
    const ViewTitle title = {"", "", game_record_result(record)};
    view_game_head(game_record_game(record), game_record_rules(record), title, text);
    if (record->is_go)
        view_go_seat_replay(&record->go, record->view, &record->heard, text);
    else
        view_seat_replay(&record->rules, record->view, &record->heard, text);
}

static void add_log(const GameRecord *record, Text *text)
{
    Cell memory[LOG_COLUMNS * ROWS];
    Cells lines = CELLS_IN(memory, LOG_COLUMNS, ROWS);
    const ViewLog log = {.game = game_record_game(record),
                         .rules = game_record_rules(record),
                         .entries = record->heard.list,
                         .count = record->heard.count,
                         .first = 1};
    view_log(&log, &lines);
    surface_add_cells(&lines, text);
}

// A review of Go is for the umpire's record alone.
static void add_review(const GameRecord *record, Text *text)
{
    static Cell memory[WIDE_COLUMNS * WIDE_ROWS];
    if (record->is_go)
        return;
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
    if (table_replay(&memory_heap, game_record_game(record), game_record_rules(record),
                     record->clock, &record->entries, pair->ear, &heard) != TABLE_OK)
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

// The runs have events of different names, as games of different seeds have.
static GameRecord umpires_record(const Pair *pair, const Run *run)
{
    GameRecord record = surface_record(pair, VIEW_UMPIRE);
    strcpy(record.tags.event, run == &pair->runs[0] ? "seed 1" : "seed 2");
    const Entries *entries = table_record(run->table);
    for (uint32_t i = 0; i < entries->count; i++)
        if (!entries_add(&record.entries, &memory_heap, entries->list[i]))
            abort();
    return record;
}

// The other's record is cut first.
void show_cut_record(const Pair *pair, const Run *run, Text *text)
{
    GameRecord other = umpires_record(pair, run), record = umpires_record(pair, run);
    if (table_replay(&memory_heap, game_record_game(&other), game_record_rules(&other), other.clock,
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
    bool is_read;
    if (is_json) {
        is_read = game_record_to_json(record, &file) &&
                  game_record_from_json(slice_of(file.start), &memory_heap, again) == JSON_OK;
    } else {
        (record->is_go ? sgf_write : pgn_write)(record, &file);
        Slice rest = slice_of(file.start);
        is_read = record->is_go ? sgf_read(&rest, &memory_heap, again) == SGF_OK
                                : pgn_read(&rest, &memory_heap, again) == PGN_OK;
    }
    text_done(&file);
    return is_read;
}

void show_read_record(const Pair *pair, const Run *run, Text *text)
{
    GameRecord record = umpires_record(pair, run), again;
    if (!read_back(&record, pair->number % 2, &again))
        abort();
    game_record_done(&record, &memory_heap);
    add_cut(pair, run, &again, text);
}
