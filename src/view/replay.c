// A seat's record as text, line by line through the log and the board that are drawn elsewhere.
#include "view/replay.h"

#include "view/go_board.h"
#include "view/log.h"

enum { COLUMNS = 80, LOG_ROWS = 6, GAME_TEXT_MAX = 256 };

void view_game_head(const Game *game, const Rules *rules, ViewTitle title, Text *text)
{
    char memory[GAME_TEXT_MAX];
    Text written = TEXT_IN(memory);
    game->write(rules, &written);
    text_format(text, "%s - %s   %s   %s\n\n", title.white[0] ? title.white : "White",
                title.black[0] ? title.black : "Black", title.result, memory);
}

void view_replay_head(const KriegspielRules *rules, ViewTitle title, Text *text)
{
    view_game_head(kriegspiel_rules_game(rules), (const Rules *)rules, title, text);
}

// One entry of the log, without the empty rows below it.
static void add_heard(const Game *game, const Rules *rules, const SeatLog *log, uint32_t index,
                      Text *text)
{
    Cell memory[COLUMNS * LOG_ROWS];
    Cells lines = CELLS_IN(memory, COLUMNS, LOG_ROWS);
    const ViewLog entry = {
        .game = game, .rules = rules, .entries = &log->list[index], .count = 1, .first = index + 1};
    view_log(&entry, &lines);
    while (lines.height > 1 && cells_row_is_blank(&lines, lines.height - 1))
        lines.height--;
    cells_to_text(&lines, text);
}

void view_seat_replay(const KriegspielRules *rules, uint8_t seat, const SeatLog *log, Text *text)
{
    const Rules *plain = (const Rules *)rules;
    KriegspielView view;
    kriegspiel_game.sit(plain, seat, &view);
    for (uint32_t i = 0; i < log->count; i++) {
        add_heard(&kriegspiel_game, plain, log, i, text);
        kriegspiel_game.hear(plain, &view, log->list[i].own, &log->list[i].hearing);
    }
    Cell memory[VIEW_BOARD_WIDTH_MAX * VIEW_BOARD_HEIGHT_MAX];
    const ViewSize size = view_board_size(rules->setup.board);
    Cells board = CELLS_IN(memory, size.width, size.height);
    view_seat_board(&view, (ViewOptions){.turned = seat == BLACK}, &board);
    text_add_char(text, '\n');
    cells_to_text(&board, text);
}

void view_go_seat_replay(const PhantomRules *rules, uint8_t seat, const SeatLog *log, Text *text)
{
    const Rules *plain = (const Rules *)rules;
    PhantomView view;
    phantom_go_game.sit(plain, seat, &view);
    for (uint32_t i = 0; i < log->count; i++) {
        add_heard(&phantom_go_game, plain, log, i, text);
        phantom_go_game.hear(plain, &view, log->list[i].own, &log->list[i].hearing);
    }
    Cell memory[VIEW_GO_WIDTH_MAX * VIEW_GO_HEIGHT_MAX];
    const ViewSize size = view_go_size(rules->size);
    Cells board = CELLS_IN(memory, size.width, size.height);
    view_go_seat_board(&view, GO_NONE, &board);
    text_add_char(text, '\n');
    cells_to_text(&board, text);
}
