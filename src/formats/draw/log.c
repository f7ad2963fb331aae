// Logs as cells: each entry is laid out once to learn how many rows it takes, and once to be drawn.
#include "formats/draw/log.h"

#include "formats/draw/game_view.h"
#include "games/core/move_number.h"

#include <assert.h>

enum {
    WORDS_MAX = 2048, // longer than anything an umpire says at once: in Go 361 stones may be named
    NUMBER_COLUMNS_MIN = 2,
    GAP_COLUMNS = 4, // after a move's number; ".12" is the twelfth try of the move
    TRY_COLUMNS = 6, // "e2e4" and a gap; a promotion's fifth letter leaves one blank
};

// Where the parts of every line stand.
typedef struct Columns {
    uint32_t number_end, own, words, words_width;
} Columns;

static uint32_t digits_of(uint32_t number)
{
    uint32_t digits = 1;
    for (; number >= 10; number /= 10)
        digits++;
    return digits;
}

// The greatest number of a move in the log.
static uint32_t moves_of(const ViewLog *log)
{
    MoveCount count = move_count_of(log->game);
    uint32_t greatest = 0;
    for (uint32_t i = 0; i < log->count; i++) {
        const MoveNumber number = move_count_take(&count, &log->entries[i].hearing);
        greatest = number.move > greatest ? number.move : greatest;
    }
    return greatest;
}

static Columns columns_of(const ViewLog *log, const Cells *out)
{
    const uint32_t digits = digits_of(moves_of(log));
    const uint32_t number_end = digits > NUMBER_COLUMNS_MIN ? digits : NUMBER_COLUMNS_MIN;
    const uint32_t own = number_end + GAP_COLUMNS;
    const uint32_t words = own + TRY_COLUMNS;
    return (Columns){number_end, own, words, out->width > words ? out->width - words : 1};
}

static Slice log_words(const ViewLog *log, uint32_t index, char memory[WORDS_MAX])
{
    Text words = text_in(memory, WORDS_MAX);
    log->game->say(log->rules, &log->entries[index].hearing, &words);
    assert(!words.cut);
    return (Slice){words.start, words.length};
}

static uint32_t rows_of(const ViewLog *log, uint32_t index, Columns columns)
{
    char memory[WORDS_MAX];
    Slice rest = log_words(log, index, memory);
    uint32_t rows = 1;
    for (cells_take_row(&rest, columns.words_width); rest.length; rows++)
        cells_take_row(&rest, columns.words_width);
    return rows;
}

static void draw_number(MoveNumber number, Columns columns, uint32_t row, Cells *out)
{
    char memory[MOVE_NUMBER_TEXT_MAX];
    Text digits = TEXT_IN(memory);
    move_number_to_text(number, &digits);
    if (number.move)
        cells_put_text(out, columns.number_end - digits_of(number.move), row, slice_of(memory),
                       INK_DIM);
}

static void draw_own(const ViewLog *log, Try own, Columns columns, uint32_t row, Cells *out)
{
    if (own == TRY_NONE)
        return;
    char memory[TRY_COLUMNS]; // so a longer name is cut before the words
    Text name = TEXT_IN(memory);
    log->game->try_to_text(own, &name);
    cells_put_text(out, columns.own, row, slice_of(memory), INK_TRY);
}

// Draws one entry from `row` on; returns the row after it.
static uint32_t draw_entry(const ViewLog *log, uint32_t index, MoveNumber number, Columns columns,
                           uint32_t row, Cells *out)
{
    char memory[WORDS_MAX];
    Slice rest = log_words(log, index, memory);
    draw_number(number, columns, row, out);
    draw_own(log, log->entries[index].own, columns, row, out);
    do {
        const Slice line = cells_take_row(&rest, columns.words_width);
        cells_put_text(out, columns.words, row++, line, INK_PLAIN);
    } while (rest.length);
    return row;
}

// The first entry of those that fit, the newest being the last.
static uint32_t first_that_fits(const ViewLog *log, Columns columns, uint32_t height)
{
    uint32_t from = log->count;
    for (uint32_t left = height; from > log->from && left; from--) {
        const uint32_t rows = rows_of(log, from - 1, columns);
        if (rows > left && from < log->count)
            break;
        left -= rows < left ? rows : left;
    }
    return from;
}

void view_log(const ViewLog *log, Cells *out)
{
    assert(log->from <= log->count);
    cells_clear(out);
    const Columns columns = columns_of(log, out);
    const uint32_t from = first_that_fits(log, columns, out->height);
    MoveCount count = move_count_of(log->game);
    for (uint32_t index = 0, row = 0; index < log->count; index++) {
        const MoveNumber number = move_count_take(&count, &log->entries[index].hearing);
        if (index >= from)
            row = draw_entry(log, index, number, columns, row, out);
    }
}

// The log of a text is as wide as a plain terminal. No hearing of a chess game takes more rows; one of Go that names many stones
// is cut, as on the screen.
enum { COLUMNS = 80, LOG_ROWS = 6 };

void view_replay_head(const Game *game, const Rules *rules, ViewTitle title, Text *text)
{
    char memory[GAME_TEXT_MAX];
    Text written = TEXT_IN(memory);
    game->write(rules, &written);
    text_format(text, "%s - %s   %s   %s\n\n", title.white[0] ? title.white : words_color(0),
                title.black[0] ? title.black : words_color(1), title.result, memory);
}

// One entry of the log, without the empty rows below it.
static void add_heard(const Game *game, const Rules *rules, const SeatLog *log, uint32_t index,
                      Text *text)
{
    Cell memory[COLUMNS * LOG_ROWS];
    Cells lines = CELLS_IN(memory, COLUMNS, LOG_ROWS);
    const ViewLog entry = {
        .game = game, .rules = rules, .entries = log->list, .count = index + 1, .from = index};
    view_log(&entry, &lines);
    while (lines.height > 1 && cells_row_is_blank(&lines, lines.height - 1))
        lines.height--;
    cells_to_text(&lines, text);
}

static void log_add_board(const GameView *drawing, const Rules *rules, uint8_t seat,
                          const AnyView *view, Text *text)
{
    Cell memory[VIEW_ONE_CELLS_MAX];
    const ViewSize size = drawing->size(rules, VIEW_SMALL);
    Cells board = CELLS_IN(memory, size.width, size.height);
    drawing->draw_seat(view, (ViewOptions){.turned = seat == BLACK}, &board);
    text_add_char(text, '\n');
    cells_to_text(&board, text);
}

void view_seat_replay(const Game *game, const Rules *rules, uint8_t seat, const SeatLog *log,
                      Text *text)
{
    AnyView view;
    assert(seat < 2 && game->view_bytes <= sizeof view);
    game->sit(rules, seat, &view);
    for (uint32_t i = 0; i < log->count; i++) {
        add_heard(game, rules, log, i, text);
        game->hear(rules, &view, log->list[i].own, &log->list[i].hearing);
    }
    const GameView *drawing = game_view_of(game);
    if (drawing)
        log_add_board(drawing, rules, seat, &view, text);
}
