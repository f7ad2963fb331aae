// The user interface of boards of Go: typed points, the cursor, marks of enemy stones, and how a board is shown.
#include "ui/play/internal.h"

#include "formats/draw/go_board.h"
#include "games/phantom_go/phantom_go.h"

#include <assert.h>

static const PhantomView *own_view(const GameUi *ui)
{
    return (const PhantomView *)&play__seat(ui)->view;
}

static unsigned size_of(const GameUi *ui)
{
    return phantom_rules(ui->plan.rules)->size;
}

static bool is_on_board(const GameUi *ui, GoPoint point)
{
    return point != GO_NONE && go_column(point) < size_of(ui) && go_row(point) < size_of(ui);
}

static void go_ui_take_move(GameUi *ui, Slice text, uint64_t now_ms)
{
    const Try attempt = ui->game->try_from_text(text);
    const bool is_pass = attempt == PHANTOM_PASS;
    if (attempt == TRY_NONE || (!is_pass && !is_on_board(ui, go_point_at(attempt - 1u))))
        play__tell(ui, SAY_TYPED_NO_POINT);
    else
        play__attempt(ui, attempt, now_ms);
}

static void go_ui_put_mark(GameUi *ui, unsigned spot)
{
    if (seat_mark(&ui->seats[ui->seat], spot, 1) != SEAT_OK)
        play__tell(ui, SAY_MARK_OWN_STONE);
}

static void go_ui_mark(GameUi *ui, Slice text)
{
    unsigned spot;
    if (seat_spot_from_text(play__seat(ui), text, &spot))
        go_ui_put_mark(ui, spot);
    else
        play__tell(ui, SAY_MARK_POINT_HOW);
}

static void go_ui_unmark(GameUi *ui, Slice text)
{
    unsigned spot;
    if (seat_spot_from_text(play__seat(ui), text, &spot))
        seat_unmark(&ui->seats[ui->seat], spot);
    else
        play__tell(ui, SAY_UNMARK_POINT_HOW);
}

// The first key only shows the cursor, in the middle. False if it was hidden before.
static bool go_ui_show_cursor(GameUi *ui)
{
    const bool was_shown = ui->go_cursor != GO_NONE;
    if (!was_shown)
        ui->go_cursor = go_point(size_of(ui) / 2, size_of(ui) / 2);
    assert(is_on_board(ui, ui->go_cursor));
    return was_shown;
}

static void go_ui_move_cursor(GameUi *ui, int right, int up)
{
    if (!go_ui_show_cursor(ui))
        return;
    const GoPoint next = (GoPoint)(ui->go_cursor + right + up * GO_STRIDE);
    const bool leaves =
        (right < 0 && go_column(ui->go_cursor) == 0) || (up < 0 && go_row(ui->go_cursor) == 0);
    if (!leaves && is_on_board(ui, next))
        ui->go_cursor = next;
}

static void go_ui_enter(GameUi *ui, uint64_t now_ms)
{
    assert(ui->go_cursor == GO_NONE || is_on_board(ui, ui->go_cursor));
    if (ui->go_cursor == GO_NONE)
        play__tell(ui, SAY_TYPE_A_POINT);
    else
        play__attempt(ui, (Try)(go_spot(ui->go_cursor) + 1), now_ms);
}

static void go_ui_cycle_mark(GameUi *ui)
{
    if (!go_ui_show_cursor(ui))
        return;
    const unsigned spot = go_spot(ui->go_cursor);
    if (play__seat(ui)->phantoms[spot])
        seat_unmark(&ui->seats[ui->seat], spot);
    else
        go_ui_put_mark(ui, spot);
}

static void go_ui_clear_mark(GameUi *ui)
{
    if (ui->go_cursor != GO_NONE)
        seat_unmark(&ui->seats[ui->seat], go_spot(ui->go_cursor));
}

static void say_points(SayCode whose, const GoSet *set, Text *text)
{
    enum { POINTS_MAX = 5 * GO_SPOTS + 1 }; // bytes of a list: "t19, " takes five
    char memory[POINTS_MAX];
    Text points = TEXT_IN(memory);
    const char *before = "";
    for (unsigned i = 0; i < GO_SET_WORDS; i++)
        for (Bits left = set->words[i]; left; before = ", ") {
            text_add(&points, before);
            go_point_to_text(go_point_at(i * 64 + bits_take(&left)), &points);
        }
    if (!points.length)
        words_say(&points, SAY_NONE);
    WORDS_FILL(text, whose, {memory});
    text_add_char(text, '\n');
}

static GoSet go_ui_marks_of(const GameUi *ui)
{
    GoSet marks = {0};
    for (unsigned spot = 0; spot < GO_SPOTS; spot++)
        if (play__seat(ui)->phantoms[spot])
            go_set_add(&marks, spot);
    return marks;
}

static void go_ui_say_board(const GameUi *ui, Text *text)
{
    const GoSet marks = go_ui_marks_of(ui);
    const PhantomView *view = own_view(ui);
    say_points(SAY_YOUR_STONES, &view->own, text);
    say_points(SAY_POINTS_IN_DOUBT, &view->marked, text);
    say_points(SAY_YOUR_MARKS, &marks, text);
    WORDS_FILL(text, SAY_ENEMY_STONES, {.number = view->enemies});
    text_add_char(text, '\n');
}

static void go_ui_say_truth(const void *truth, Text *text)
{
    const GoBoard *board = &((const PhantomTruth *)truth)->game.board;
    static const SayCode whose[2] = {SAY_WHITES_STONES, SAY_BLACKS_STONES};
    for (uint8_t seat = 0; seat < 2; seat++) {
        GoSet stones;
        go_board_stones(board, (GoColor)seat, &stones);
        say_points(whose[seat], &stones, text);
    }
}

static void go_ui_sign_cursor(const GameUi *ui, uint8_t signs[SEAT_SPOTS])
{
    if (ui->go_cursor != GO_NONE)
        signs[go_spot(ui->go_cursor)] |= SIGN_CURSOR;
}

static bool go_ui_point_at(GameUi *ui, ViewScale scale, uint32_t column, uint32_t row)
{
    const GoPoint point = view_go_point_at(size_of(ui), scale, column, row);
    if (point != GO_NONE)
        ui->go_cursor = point;
    return point != GO_NONE;
}

static const HelpRow help_rows[HELP_ROWS] = {
    {"d4", .meaning = SAY_HELP_POINT},
    {"pass", .meaning = SAY_HELP_PASS},
    {"draw", .meaning = SAY_HELP_DRAW},
    {"resign, quit", .meaning = SAY_HELP_RESIGN},
    {.key = SAY_NOTHING},
    {.key = SAY_KEY_ARROWS, .meaning = SAY_HELP_ARROWS},
    {.key = SAY_KEY_ENTER, .meaning = SAY_HELP_PUT_STONE},
    {.key = SAY_KEY_SPACE, .meaning = SAY_HELP_MARK_STONE},
    {"mark d4", .meaning = SAY_HELP_MARK_POINT},
    {.key = SAY_KEY_BACKSPACE, .meaning = SAY_HELP_CLEAR},
    {.key = SAY_NOTHING},
    {"X  O", .meaning = SAY_HELP_STONES},
    {"?  *  !", .meaning = SAY_HELP_GO_SIGNS},
};

static const HelpRow line_help[] = {
    {"d4, pass", .meaning = SAY_LINE_HELP_POINT},
    {"mark d4, unmark d4, unmark all", .meaning = SAY_LINE_HELP_MARK_STONE},
    {.meaning = SAY_NOTHING},
};

const UiKind play__go_ui = {
    .typing_hint = SAY_HINT_GO,
    .help = help_rows,
    .line_help = line_help,
    .play_options = " --game phantom-go",
    .take_move = go_ui_take_move,
    .mark = go_ui_mark,
    .unmark = go_ui_unmark,
    .move_cursor = go_ui_move_cursor,
    .enter = go_ui_enter,
    .cycle_mark = go_ui_cycle_mark,
    .clear_mark = go_ui_clear_mark,
    .say_board = go_ui_say_board,
    .say_truth = go_ui_say_truth,
    .sign_cursor = go_ui_sign_cursor,
    .point_at = go_ui_point_at,
};
