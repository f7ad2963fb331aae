// What a person does at a board of Go, and what is shown of it: points instead of squares, stones that are only put.
#include "play/inside.h"

#include "phantom_go/law/phantom_go.h"
#include "view/go_board.h"

static const PhantomView *own_view(const Desk *desk)
{
    return (const PhantomView *)&desk->views[desk->seat];
}

static unsigned size_of(const Desk *desk)
{
    return phantom_rules(desk->plan.rules)->size;
}

static bool is_on_board(const Desk *desk, GoPoint point)
{
    return point != GO_NONE && go_column(point) < size_of(desk) && go_row(point) < size_of(desk);
}

// --- Words ---------------------------------------------------------------------------------------

static void take_move(Desk *desk, Slice text, uint64_t now_ms)
{
    const Try attempt = desk->game->try_from_text(text);
    const bool is_pass = attempt == PHANTOM_PASS;
    if (attempt == TRY_NONE || (!is_pass && !is_on_board(desk, go_point_at(attempt - 1u))))
        desk_tell(desk, "That is no point, no pass and no command; ? shows what there is.");
    else
        play__attempt(desk, attempt, now_ms);
}

static bool take_note(Desk *desk, Slice word, Slice rest)
{
    const GoPoint point = go_point_from_text(rest);
    GoSet *believed = &desk->believed[desk->seat];
    const bool is_mark = slice_is(word, "mark");
    if (!is_mark && !slice_is(word, "unmark"))
        return false;
    if (!is_mark && slice_is(rest, "all"))
        *believed = (GoSet){0};
    else if (!is_on_board(desk, point))
        play__say(desk, "%s a point, as in: %s d4", is_mark ? "Mark" : "Unmark",
                  is_mark ? "mark" : "unmark");
    else if (!is_mark)
        go_set_drop(believed, go_spot(point));
    else if (go_set_has(&own_view(desk)->own, go_spot(point)))
        desk_tell(desk, "One of your own stones is there.");
    else
        go_set_add(believed, go_spot(point));
    return true;
}

// --- Keys ----------------------------------------------------------------------------------------

// The first arrow shows the cursor, in the middle.
static bool show_cursor(Desk *desk)
{
    const bool was_shown = desk->point != GO_NONE;
    if (!was_shown)
        desk->point = go_point(size_of(desk) / 2, size_of(desk) / 2);
    return was_shown;
}

static void move_cursor(Desk *desk, int right, int up)
{
    if (!show_cursor(desk))
        return;
    const GoPoint next = (GoPoint)(desk->point + right + up * GO_STRIDE);
    const bool leaves =
        (right < 0 && go_column(desk->point) == 0) || (up < 0 && go_row(desk->point) == 0);
    if (!leaves && is_on_board(desk, next))
        desk->point = next;
}

static void enter(Desk *desk, uint64_t now_ms)
{
    if (desk->point == GO_NONE)
        desk_tell(desk, "Type a point, as in d4, or pass; or take the arrow keys.");
    else
        play__attempt(desk, (Try)(go_spot(desk->point) + 1), now_ms);
}

static void cycle_mark(Desk *desk)
{
    if (!show_cursor(desk))
        return;
    const unsigned spot = go_spot(desk->point);
    if (go_set_has(&own_view(desk)->own, spot))
        desk_tell(desk, "One of your own stones is there.");
    else if (go_set_has(&desk->believed[desk->seat], spot))
        go_set_drop(&desk->believed[desk->seat], spot);
    else
        go_set_add(&desk->believed[desk->seat], spot);
}

static void clear_mark(Desk *desk)
{
    if (desk->point != GO_NONE)
        go_set_drop(&desk->believed[desk->seat], go_spot(desk->point));
}

// --- What is shown -------------------------------------------------------------------------------

static void say_points(const char *whose, const GoSet *set, Text *text)
{
    const char *before = "";
    text_add(text, whose);
    for (unsigned i = 0; i < GO_SET_WORDS; i++)
        for (Bits left = set->words[i]; left; before = ", ") {
            text_add(text, before);
            go_point_to_text(go_point_at(i * 64 + bits_take(&left)), text);
        }
    text_add(text, *before ? ".\n" : "none.\n");
}

static void say_board(const Desk *desk, Text *text)
{
    const PhantomView *view = own_view(desk);
    say_points("Your stones: ", &view->own, text);
    say_points("Points where a stone may be, refused or of a handicap: ", &view->marked, text);
    say_points("Your marks: ", &desk->believed[desk->seat], text);
    text_format(text, "Enemy stones on the board: %u.\n", view->enemies);
}

static void say_truth(const void *truth, Text *text)
{
    const GoBoard *board = &((const PhantomTruth *)truth)->game.board;
    static const char *const whose[2] = {"White's stones: ", "Black's stones: "};
    for (uint8_t seat = 0; seat < 2; seat++) {
        GoSet stones;
        go_board_stones(board, (GoColor)seat, &stones);
        say_points(whose[seat], &stones, text);
    }
}

// The cursor stands in brackets, for those who see no colours; a mark of the seat's own is `!`.
static void draw_board(const Desk *desk, DeskLook look, ViewScale scale, Cells *out)
{
    enum { LEFT_COLUMNS = VIEW_GO_WIDTH_MAX - 2 * GO_SIZE_MAX };
    (void)look;
    (void)scale;
    view_go_seat_board(own_view(desk), desk->point, out);
    for (unsigned spot = 0; spot < GO_SPOTS; spot++) {
        const GoPoint point = go_point_at(spot);
        const uint32_t x = LEFT_COLUMNS + 2 * go_column(point);
        const uint32_t y = size_of(desk) - 1 - go_row(point);
        if (!is_on_board(desk, point))
            continue;
        if (go_set_has(&desk->believed[desk->seat], spot))
            cells_put(out, x, y, '!',
                      INK_PHANTOM | (point == desk->point ? GROUND_MARKED : GROUND_NONE));
        if (point == desk->point) {
            cells_put(out, x - 1, y, '[', INK_PLAIN);
            cells_put(out, x + 1, y, ']', INK_PLAIN);
        }
    }
}

// Where an own stone lies no enemy's does.
static void clear_marks(Desk *desk, uint8_t seat, const Hearing *heard)
{
    (void)heard;
    const PhantomView *view = (const PhantomView *)&desk->views[seat];
    go_set_subtract(&desk->believed[seat], &view->own);
}

static bool needs_promotion(const Desk *desk, Try attempt)
{
    (void)desk;
    (void)attempt;
    return false;
}

// -------------------------------------------------------------------------------------------------

static const HelpRow help_rows[HELP_ROWS] = {
    {"d4", "type a point: try to put a stone there"},
    {"pass", "pass; two passes end the game"},
    {"draw", "offer a draw; also: accept, decline"},
    {"resign, quit", "give up; leave the game unfinished"},
    {"", ""},
    {"arrow keys", "lead the cursor [ ] over the board"},
    {"Enter", "try to put a stone there"},
    {"Space", "mark an enemy stone you believe in, or unmark it"},
    {"mark d4", "mark by typing; also: unmark d4, unmark all"},
    {"Backspace", "clear the mark, or the letter typed last"},
    {"", ""},
    {"X  O", "Black's stones, White's; you see only your own"},
    {"?  x  !", "refused once; lost just now; your own mark"},
};

static const HelpRow line_help[] = {
    {"d4, pass", "try to put a stone on a point, or pass"},
    {"mark d4, unmark d4, unmark all", "note where you believe an enemy stone to be"},
    {NULL, NULL},
};

const GameUi play__go_ui = {
    .typing_hint = "Type a point, d4, or pass. Arrows, Enter: by hand. ?: help",
    .help = help_rows,
    .line_help = line_help,
    .play_options = " --game phantom-go",
    .take_move = take_move,
    .take_note = take_note,
    .needs_promotion = needs_promotion,
    .move_cursor = move_cursor,
    .enter = enter,
    .cycle_mark = cycle_mark,
    .clear_mark = clear_mark,
    .clear_marks = clear_marks,
    .say_board = say_board,
    .say_truth = say_truth,
    .draw_board = draw_board,
};
