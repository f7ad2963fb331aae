// A seat's record as text, made of the drawings of the log and of the board.
#include "formats/draw/replay.h"

#include "formats/draw/game_view.h"
#include "formats/draw/log.h"

#include <assert.h>

// The log is as wide as a plain terminal. No hearing of a chess game takes more rows; one of Go that names many stones
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

static void add_board(const GameView *drawing, const Rules *rules, uint8_t seat,
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
        add_board(drawing, rules, seat, &view, text);
}
