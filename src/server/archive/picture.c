// The cells of the picture: two lines of words above the three boards.
#include "server/archive/picture.h"

#include "formats/draw/game_view.h"
#include "formats/draw/svg.h"
#include "formats/records/hearing_text.h"

enum {
    WORD_ROWS = 3, // and one that is empty
    CELLS_MAX = VIEW_THREE_CELLS_MAX + WORD_ROWS * VIEW_THREE_CELLS_MAX / 8,
    LINE_MAX = 2 * TAG_VALUE_MAX + 64,
};

static const char *name_of(const GameRecord *record, unsigned tag)
{
    const char *name = record_tag_value(&record->tags, tag);
    return name[0] ? name : words_of(tag == TAG_WHITE ? SAY_WHITE : SAY_BLACK);
}

static void say_players(const GameRecord *record, Text *line)
{
    text_format(line, "%s - %s  %s", name_of(record, TAG_WHITE), name_of(record, TAG_BLACK),
                game_record_result(record));
}

static void say_game(const GameRecord *record, uint8_t ending, Text *line)
{
    record->game->write(game_record_rules(record), line);
    text_format(line, "  %s", ending_name(ending));
    if (record->tags.date[0])
        text_format(line, "  %s", record->tags.date);
}

bool archive_picture(const GameRecord *record, Text *svg)
{
    const GameView *view = game_view_of(record->game);
    Replay replay;
    if (record->view != VIEW_UMPIRE || !view)
        return false;
    game_record_replay(record, &replay);
    replay_finish(&replay);
    if (!replay.outcome.is_over)
        return false;
    char players_memory[LINE_MAX], game_memory[LINE_MAX + GAME_TEXT_MAX];
    Text players = TEXT_IN(players_memory), game = TEXT_IN(game_memory);
    say_players(record, &players);
    say_game(record, replay.outcome.ending, &game);
    Cell memory[CELLS_MAX], boards_memory[VIEW_THREE_CELLS_MAX];
    const ViewSize size = view->three_size(game_record_rules(record), VIEW_WIDE);
    Cells boards = CELLS_IN(boards_memory, size.width, size.height);
    Cells all = CELLS_IN(memory, size.width, size.height + WORD_ROWS);
    view->draw_three(&replay, (ViewOptions){.scale = VIEW_WIDE, .glyphs = true, .soft_fog = true},
                     &boards);
    cells_put_text(&all, 1, 0, slice_of(players_memory), INK_TITLE);
    cells_put_text(&all, 1, 1, slice_of(game_memory), INK_DIM);
    cells_copy(&boards, &all, 0, WORD_ROWS);
    cells_to_svg(&all, SVG_CELL_WIDTH * view->wide_columns, slice_of(players_memory), svg);
    return true;
}
