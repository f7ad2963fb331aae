// nebel replay: shows a record try by try, as the umpire or a seat saw it; on a terminal the arrow keys step through it.
#include "base/cli/output.h"
#include "cmd/command.h"
#include "cmd/review_analysis.h"
#include "formats/draw/game_view.h"
#include "formats/draw/log.h"
#include "games/core/table_replay.h"
#include "lab/study/records.h"
#include "ui/play/replay_words.h"
#include "ui/terminal/review_screen.h"

#include <signal.h>
#include <string.h>
#include <unistd.h>

enum { OPTION_VIEW, OPTION_GAME, OPTION_JSON };

static void add_umpire_game(const GameRecord *record, Text *text)
{
    Replay replay;
    game_record_replay(record, &replay);
    event_words_add_lines(&replay, text);
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

static int print_next(void *context, GameRecord *record)
{
    return print(record, context);
}

static int print_one(const char *path, uint64_t number, const ShowPlan *plan)
{
    GameRecord record;
    int status = records_read_one(path, number, &record);
    if (status)
        return status;
    status = print(&record, plan);
    game_record_done(&record, &memory_heap);
    return status;
}

typedef struct Count {
    uint32_t games;
    bool can_step; // every game has drawings
} Count;

static int count_one(void *context, GameRecord *record)
{
    Count *count = context;
    count->games++;
    count->can_step &= game_view_of(record->game) != NULL;
    return EXIT_FINE;
}

// The number of the game that is shown next; 0 if the person has had enough.
static uint32_t show_game(Screen *screen, const char *path, uint32_t number, uint32_t games,
                          int *status)
{
    GameRecord record;
    *status = records_read_one(path, number, &record);
    if (*status)
        return 0;
    const ReviewPlan plan = {.record = &record,
                             .analyse = review_analysis,
                             .analyst = record.view == VIEW_BLACK,
                             .game = number,
                             .games = games > 1 ? games : 0};
    const ReviewEnd end = review_on_screen(screen, false, &plan);
    game_record_done(&record, &memory_heap);
    if (end == REVIEW_ENDED)
        *status = EXIT_FAILED;
    return end == REVIEW_NEXT ? number + 1 : end == REVIEW_BEFORE ? number - 1 : 0;
}

// Steps through the games of a file. `first` is the one that is shown first.
static int step_through(Screen *screen, const char *path, uint32_t first, uint32_t games)
{
    int status = EXIT_FINE;
    for (uint32_t number = first; number;)
        number = show_game(screen, path, number, games, &status);
    const int signal_number = screen_loop_close(screen);
    if (signal_number)
        raise(signal_number);
    return status;
}

// On a terminal the games are stepped through, unless --view or --json was given. Otherwise, and on terminals that cannot move
// their cursor, they are printed.
static int replay_show(const char *path, uint64_t only, ShowPlan *plan)
{
    Count count = {.can_step = true};
    if (!plan->view && !plan->is_json && isatty(STDOUT_FILENO)) {
        const int status = records_each(path, count_one, &count);
        if (status)
            return status;
    }
    const bool can_step = count.games >= (only ? only : 1) && count.can_step;
    Screen *screen = can_step ? screen_open(false) : NULL;
    if (screen)
        return step_through(screen, path, only ? (uint32_t)only : 1, count.games);
    return only ? print_one(path, only, plan) : records_each(path, print_next, plan);
}

static int replay_run(const Given *given)
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
    return replay_show(given->arguments[0], only, &plan);
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
            [OPTION_GAME] = {"--game", "N",
                             "the Nth game of the file; on a terminal the first that is shown"},
            [OPTION_JSON] = {"--json", NULL, "print each game as one JSON object"},
        },
    .is_spoken = true,
    .run = replay_run,
};
