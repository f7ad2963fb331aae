// What a person does at a board of Go, and what is shown of it: points instead of squares, stones that are only put.
#include "play/inside.h"

static const PhantomView *own_view(const Desk *desk)
{
    return &desk->views[desk->seat].go;
}

static bool is_on_board(const Desk *desk, GoPoint point)
{
    return point != GO_NONE && go_column(point) < desk->plan.go->size &&
           go_row(point) < desk->plan.go->size;
}

// --- Words ---------------------------------------------------------------------------------------

void play__go_line(Desk *desk, Slice text, uint64_t now_ms)
{
    const Try attempt = desk->game->try_from_text(text);
    const bool is_pass = attempt == PHANTOM_PASS;
    if (attempt == TRY_NONE || (!is_pass && !is_on_board(desk, go_point_at(attempt - 1u))))
        desk_tell(desk, "That is no point, no pass and no command; ? shows what there is.");
    else
        play__attempt(desk, attempt, now_ms);
}

bool play__go_note(Desk *desk, Slice word, Slice rest)
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
        desk->point = go_point(desk->plan.go->size / 2, desk->plan.go->size / 2);
    return was_shown;
}

void play__go_move_cursor(Desk *desk, int right, int up)
{
    if (!show_cursor(desk))
        return;
    const GoPoint next = (GoPoint)(desk->point + right + up * GO_STRIDE);
    const bool leaves =
        (right < 0 && go_column(desk->point) == 0) || (up < 0 && go_row(desk->point) == 0);
    if (!leaves && is_on_board(desk, next))
        desk->point = next;
}

void play__go_enter(Desk *desk, uint64_t now_ms)
{
    if (desk->point == GO_NONE)
        desk_tell(desk, "Type a point, as in d4, or pass; or take the arrow keys.");
    else
        play__attempt(desk, (Try)(go_spot(desk->point) + 1), now_ms);
}

void play__go_toggle(Desk *desk)
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

void play__go_clear(Desk *desk)
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

void play__go_say_board(const Desk *desk, Text *text)
{
    const PhantomView *view = own_view(desk);
    say_points("Your stones: ", &view->own, text);
    say_points("Points where a stone may be, refused or of a handicap: ", &view->marked, text);
    say_points("Your marks: ", &desk->believed[desk->seat], text);
    text_format(text, "Enemy stones on the board: %u.\n", view->enemies);
}

void play__go_say_stones(const GoBoard *truth, Text *text)
{
    static const char *const whose[2] = {"White's stones: ", "Black's stones: "};
    for (uint8_t seat = 0; seat < 2; seat++) {
        GoSet stones;
        go_board_stones(truth, (GoColor)seat, &stones);
        say_points(whose[seat], &stones, text);
    }
}

// The cursor stands in brackets, for those who see no colours; a mark of the seat's own is `!`.
void play__go_draw_board(const Desk *desk, uint32_t column, uint32_t row, Cells *out)
{
    enum { LEFT_COLUMNS = VIEW_GO_WIDTH_MAX - 2 * GO_SIZE_MAX };
    Cell memory[VIEW_GO_WIDTH_MAX * VIEW_GO_HEIGHT_MAX];
    const unsigned size = desk->plan.go->size;
    const ViewSize drawn = view_go_size(size);
    Cells board = CELLS_IN(memory, drawn.width, drawn.height);
    view_go_seat_board(own_view(desk), desk->point, &board);
    for (unsigned spot = 0; spot < GO_SPOTS; spot++) {
        const GoPoint point = go_point_at(spot);
        const uint32_t x = LEFT_COLUMNS + 2 * go_column(point), y = size - 1 - go_row(point);
        if (!is_on_board(desk, point))
            continue;
        if (go_set_has(&desk->believed[desk->seat], spot))
            cells_put(&board, x, y, '!',
                      INK_PHANTOM | (point == desk->point ? GROUND_MARKED : GROUND_NONE));
        if (point == desk->point) {
            cells_put(&board, x - 1, y, '[', INK_PLAIN);
            cells_put(&board, x + 1, y, ']', INK_PLAIN);
        }
    }
    cells_copy(&board, out, column, row);
}
