// nebel replay: a record, try by try, as the umpire or a seat saw it.
#include "table/replay.h"
#include "cmd/command.h"
#include "view/board.h"
#include "view/replay.h"
#include "wire/pgn.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

enum { OPTION_VIEW, OPTION_GAME };
enum { COLUMNS = 80, GAMES_MAX = 1000000 };

// Reads a whole file; false, with a complaint, if it cannot.
static bool read_file(const char *path, Text *text)
{
    FILE *file = fopen(path, "rb");
    if (!file) {
        complain("cannot open the record %s: %s", path, strerror(errno));
        return false;
    }
    for (int c = fgetc(file); c != EOF; c = fgetc(file))
        text_add_char(text, (char)c);
    const bool is_read = !ferror(file) && !text->cut;
    fclose(file);
    if (!is_read)
        complain("cannot read the record %s", path);
    return is_read;
}

static void add_head(const GameRecord *record, Text *text)
{
    const ViewTitle title = {record->tags.white, record->tags.black, game_record_result(record)};
    view_replay_head(&record->rules, title, text);
}

// --- As the umpire saw it ----------------------------------------------------------------------

static const char *const event_words[EVENT_COUNT] = {
    [EVENT_RESIGN] = "resigns",   [EVENT_OFFER] = "offers a draw",     [EVENT_ACCEPT] = "agrees",
    [EVENT_DECLINE] = "declines", [EVENT_TIME] = "sees the flag fall", [EVENT_FORFEIT] = "forfeits",
};

// A game that goes through the umpire with two listening seats beside it.
typedef struct Showing {
    Umpire umpire;
    KriegspielView views[2];
} Showing;

static void hear_both(Showing *showing, const Rules *rules, const Entry *entry, const Hearing to[2])
{
    for (uint8_t seat = 0; seat < 2; seat++)
        if (to[seat].event != HEARD_NOTHING)
            kriegspiel_game.hear(rules, &showing->views[seat],
                                 entry && entry->seat == seat ? entry->attempt : TRY_NONE,
                                 &to[seat]);
}

static void add_try(Showing *showing, const GameRecord *record, const Entry *entry, Text *text)
{
    const Ruleset *ruleset = record->rules.ruleset;
    Reply reply;
    char attempt[16], to_white[256], to_black[256];
    Text words = TEXT_IN(attempt), white = TEXT_IN(to_white), black = TEXT_IN(to_black);
    record_try_to_text(entry->attempt, &words);
    const UmpireError error = umpire_try(&showing->umpire, entry->seat, entry->attempt, &reply);
    if (error) { // plain PGN may go on where our rules have ended the game
        text_format(text, "%-6s (%s)\n", attempt, umpire_error_text(error));
        return;
    }
    hear_both(showing, (const Rules *)&record->rules, entry, reply.to);
    umpire_say(ruleset, &reply.to[WHITE], &white);
    umpire_say(ruleset, &reply.to[BLACK], &black);
    if (strcmp(to_white, to_black) == 0)
        text_format(text, "%-6s %s\n", attempt, to_white);
    else
        text_format(text, "%-6s w: %s b: %s\n", attempt, to_white, to_black);
}

static void add_umpire_game(const GameRecord *record, Text *text)
{
    const Rules *rules = (const Rules *)&record->rules;
    Showing showing;
    Hearing to[2];
    kriegspiel_game.deal(rules, &showing.umpire, to);
    for (uint8_t seat = 0; seat < 2; seat++)
        kriegspiel_game.sit(rules, seat, &showing.views[seat]);
    hear_both(&showing, rules, NULL, to);
    for (uint32_t i = 0; i < record->entries.count; i++) {
        const Entry *entry = &record->entries.list[i];
        text_format(text, "%4u  %s  ", i + 1, entry->seat ? "black" : "white");
        if (entry->kind == EVENT_TRY)
            add_try(&showing, record, entry, text);
        else
            text_format(text, "%s\n", event_words[entry->kind]);
    }
    Cell memory[COLUMNS * VIEW_THREE_HEIGHT_MAX];
    const ViewSize size = view_three_boards_size(record->rules.setup.board);
    Cells boards = CELLS_IN(memory, COLUMNS, size.height);
    view_three_boards(showing.views, &showing.umpire.truth, (ViewOptions){0}, &boards);
    text_add_char(text, '\n');
    cells_to_text(&boards, text);
}

// --- The command -------------------------------------------------------------------------------

// Turns the umpire's record into a seat's, as the seat heard it.
static int take_view(GameRecord *record, uint8_t view)
{
    if (record->view == view)
        return EXIT_FINE;
    if (record->view != VIEW_UMPIRE) {
        complain("this is %s's own record; it can only be seen with --view %s",
                 view_name(record->view), view_name(record->view));
        return EXIT_FAILED;
    }
    const TableError error =
        table_replay(&memory_heap, &kriegspiel_game, (const Rules *)&record->rules, record->clock,
                     &record->entries, view, &record->heard);
    if (error) {
        complain("the record cannot be played again: %s", table_error_text(error));
        return EXIT_FAILED;
    }
    record->view = view;
    return EXIT_FINE;
}

static int show(GameRecord *record, const char *wanted)
{
    const uint8_t view = wanted ? view_from_name(slice_of(wanted)) : record->view;
    const int status = take_view(record, view);
    if (status)
        return status;
    Text text = text_growing(&memory_heap);
    add_head(record, &text);
    if (record->view == VIEW_UMPIRE)
        add_umpire_game(record, &text);
    else
        view_seat_replay(&record->rules, record->view, &record->heard, &text);
    const bool is_whole = !text.cut;
    if (is_whole)
        puts(text.start);
    else
        complain("there is not enough memory to show the game");
    text_done(&text);
    return is_whole ? EXIT_FINE : EXIT_FAILED;
}

static unsigned line_of(const Text *text, const char *place)
{
    unsigned line = 1;
    for (const char *c = text->start; c < place; c++)
        line += *c == '\n';
    return line;
}

// Shows the games of a file, or the one of that number.
static int show_games(const Text *text, uint64_t only, const char *wanted)
{
    Slice rest = {text->start, text->length};
    int status = EXIT_FINE;
    for (uint64_t number = 1; status == EXIT_FINE; number++) {
        GameRecord record;
        const PgnError error = pgn_read(&rest, &memory_heap, &record);
        if (error == PGN_ERR_NO_GAME && number > 1 && number > only)
            return EXIT_FINE;
        if (error) {
            complain("line %u: %s", line_of(text, rest.start),
                     error == PGN_ERR_NO_GAME ? "there is no such game in this file"
                                              : pgn_error_text(error));
            return EXIT_FAILED;
        }
        if (!only || number == only)
            status = show(&record, wanted);
        game_record_done(&record, &memory_heap);
        if (number == only)
            return status;
    }
    return status;
}

static int run(const Given *given)
{
    const char *wanted = given->options[OPTION_VIEW], *game = given->options[OPTION_GAME];
    uint64_t only = 0;
    if (!given->arguments[0])
        return complain("which record? for example: nebel replay examples/game.pgn");
    if (wanted && view_from_name(slice_of(wanted)) == VIEW_COUNT)
        return complain("--view must be white, black or umpire, not '%s'", wanted);
    if (game && (!slice_number(slice_of(game), GAMES_MAX, &only) || only == 0))
        return complain("--game needs a whole number from 1, not '%s'", game);
    Text text = text_growing(&memory_heap);
    const int status =
        read_file(given->arguments[0], &text) ? show_games(&text, only, wanted) : EXIT_USAGE;
    text_done(&text);
    return status;
}

const Command replay_command = {
    .name = "replay",
    .argument = "FILE",
    .summary = "show a record try by try, as the umpire or a seat saw it",
    .example = "nebel replay examples/game.pgn --view white",
    .options =
        {
            [OPTION_VIEW] = {"--view", "WHO", "white, black or umpire (default: the record's own)"},
            [OPTION_GAME] = {"--game", "N", "only the Nth game of the file (default: all)"},
        },
    .run = run,
};
