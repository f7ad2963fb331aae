// nebel replay: shows a record try by try, as the umpire or a seat saw it; on a terminal the arrow keys step through it.
#include "table/replay.h"
#include "cli/print.h"
#include "cli/records.h"
#include "cmd/command.h"
#include "console/review_screen.h"
#include "play/showing.h"
#include "view/game_view.h"
#include "view/replay.h"

#include <signal.h>
#include <string.h>

enum { OPTION_VIEW, OPTION_GAME, OPTION_JSON };

// --- As the umpire saw it ----------------------------------------------------------------------

static void add_umpire_game(const GameRecord *record, Text *text)
{
    Replay replay;
    game_record_replay(record, &replay);
    showing_add_lines(&replay, text);
    const GameView *drawing = game_view_of(record->game);
    if (!drawing)
        return;
    Cell memory[VIEW_THREE_CELLS_MAX];
    const ViewSize size = drawing->three_size(replay.rules, VIEW_SMALL);
    Cells boards = CELLS_IN(memory, size.width, size.height);
    drawing->draw_three(&replay, (ViewOptions){0}, &boards);
    text_add_char(text, '\n');
    cells_to_text(&boards, text);
}

// --- The command -------------------------------------------------------------------------------

// Turns the umpire's record into the record of a seat.
static int take_view(GameRecord *record, uint8_t view)
{
    if (record->view == view)
        return EXIT_FINE;
    if (record->view != VIEW_UMPIRE) {
        complain("this is %s's own record; it can only be seen with --view %s",
                 view_name(record->view), view_name(record->view));
        return EXIT_FAILED;
    }
    SeatLog heard = {0};
    const TableError error = table_replay(&memory_heap, record->game, game_record_rules(record),
                                          record->clock, &record->entries, view, &heard);
    if (error)
        return complain_failed("the record cannot be played again: %s", table_error_text(error));
    entries_done(&record->entries, &memory_heap);
    game_record_cut(record, view, &heard);
    return EXIT_FINE;
}

static void add_text(const GameRecord *record, Text *text)
{
    records_add_head(record, text);
    if (record->view == VIEW_UMPIRE)
        add_umpire_game(record, text);
    else
        view_seat_replay(record->game, game_record_rules(record), record->view, &record->heard,
                         text);
    text_add_char(text, '\n');
}

// What to show of each game.
typedef struct ShowPlan {
    const char *view; // NULL for the record's own
    bool is_json;
} ShowPlan;

static int print(GameRecord *record, const ShowPlan *plan)
{
    static const char what[] = "the game";
    const uint8_t view = plan->view ? view_from_name(slice_of(plan->view)) : record->view;
    const int status = take_view(record, view);
    if (status)
        return status;
    Text text = text_growing(&memory_heap);
    if (!plan->is_json)
        add_text(record, &text);
    const bool is_written = !plan->is_json || record_formats[FORMAT_JSON].write(record, &text);
    const int printed = is_written ? print_text(&text, what) : complain_of_memory(what);
    text_done(&text);
    return printed;
}

// Steps through the game on a terminal, unless --view or --json was given. Otherwise, and on terminals that cannot move their
// cursor, prints it.
static int show(GameRecord *record, const ShowPlan *plan)
{
    const bool can_step = !plan->view && !plan->is_json && game_view_of(record->game);
    Screen *screen = can_step ? screen_open(false) : NULL;
    if (!screen)
        return print(record, plan);
    const bool goes_on = review_on_screen(screen, false, record, NULL);
    const int signal_number = screen_loop_close(screen);
    if (signal_number)
        raise(signal_number);
    return goes_on ? EXIT_FINE : EXIT_FAILED;
}

static int show_next(void *context, GameRecord *record)
{
    return show(record, context);
}

static int show_one(const char *path, uint64_t number, const ShowPlan *plan)
{
    GameRecord record;
    int status = records_read_one(path, number, &record);
    if (status)
        return status;
    status = show(&record, plan);
    game_record_done(&record, &memory_heap);
    return status;
}

static int run(const Given *given)
{
    const char *wanted = given->options[OPTION_VIEW], *game = given->options[OPTION_GAME];
    uint64_t only = 0;
    if (!given->arguments[0])
        return complain("name a record, as in nebel replay examples/game.pgn");
    if (wanted && view_from_name(slice_of(wanted)) == VIEW_COUNT)
        return complain("--view must be white, black or umpire, not '%s'", wanted);
    if (game && (!slice_number(slice_of(game), RECORDS_GAMES_MAX, &only) || only == 0))
        return complain("--game needs a whole number from 1, not '%s'", game);
    ShowPlan plan = {wanted, given->options[OPTION_JSON] != NULL};
    return only ? show_one(given->arguments[0], only, &plan)
                : records_each(given->arguments[0], show_next, &plan);
}

const Command replay_command = {
    .name = "replay",
    .argument = "FILE",
    .summary = "show a record try by try, as the umpire or a seat saw it",
    .example = "nebel replay examples/game.pgn --view white",
    .options =
        {
            [OPTION_VIEW] = {"--view", "VIEW",
                             "white, black or umpire (default: the record's own)"},
            [OPTION_GAME] = {"--game", "N", "only the Nth game of the file (default: all)"},
            [OPTION_JSON] = {"--json", NULL, "print each game as one JSON object"},
        },
    .run = run,
};
