// The screen of a desk as cells: the board with both seats' lines on the left, the umpire's words
// on the right, below them what is going on, what is being typed, and which keys there are.
#include "play/inside.h"

#include "view/log.h"

#include <assert.h>

enum {
    SIDE_GAP = 4, // between the board and the words
    LOG_WIDTH_MIN = 34,
    LOG_WIDTH_MAX = 100,
    LOG_HEIGHT_MAX = 100,
    SEAT_ROWS = 2, // a seat's name and clock, and what it has lost
    FOOT_ROWS = 4, // an empty row, what is going on, what is typed, keys
    LINE_MAX = 256,
};

// Where everything stands.
typedef struct Layout {
    ViewScale scale;
    ViewSize board;
    uint32_t above, below; // empty rows around the board, where there is room
    uint32_t side_column;  // of the words
    uint32_t foot_row;
} Layout;

static uint32_t rows_needed(ViewSize board)
{
    return HEAD_ROWS + 2 * SEAT_ROWS + board.height + FOOT_ROWS;
}

// The largest board that leaves room for the words.
static Layout layout_of(const Desk *desk, const Cells *out)
{
    Layout layout = {.scale = VIEW_LARGE};
    for (;; layout.scale--) {
        layout.board = play__is_go(desk)
                           ? view_go_size(desk->plan.go->size)
                           : view_scaled_size(desk->plan.rules->setup.board, layout.scale);
        const bool fits = rows_needed(layout.board) <= out->height &&
                          MARGIN + layout.board.width + SIDE_GAP + LOG_WIDTH_MIN <= out->width;
        if (fits || layout.scale == VIEW_WIDE)
            break;
    }
    const uint32_t width_min = view_scaled_size(&chess_boards[0], VIEW_WIDE).width;
    const uint32_t width = layout.board.width > width_min ? layout.board.width : width_min;
    layout.above = out->height > rows_needed(layout.board);
    layout.below = out->height > rows_needed(layout.board) + 1;
    layout.side_column = MARGIN + width + SIDE_GAP;
    layout.foot_row = out->height - FOOT_ROWS + 1;
    return layout;
}

void play__put(Cells *out, uint32_t column, uint32_t row, const char *words, CellStyle style)
{
    cells_put_text(out, column, row, slice_of(words), style);
}

static void put_right(Cells *out, uint32_t end, uint32_t row, const char *words, CellStyle style)
{
    const uint32_t width = (uint32_t)slice_of(words).length; // all that is put here is ASCII
    play__put(out, end > width ? end - width : 0, row, words, style);
}

// --- The parts -----------------------------------------------------------------------------------

static void draw_title(const Desk *desk, Cells *out)
{
    char memory[LINE_MAX], who[LINE_MAX];
    Text title = TEXT_IN(memory), words = TEXT_IN(who);
    play__say_title(desk, &title);
    text_format(&words, play__is_shared(desk) ? " %s is at the keyboard" : " you are %s",
                play__color_names[desk->seat]);
    play__put(out, MARGIN, 0, memory, INK_DIM);
    put_right(out, out->width - MARGIN, 0, who, INK_TITLE);
}

static void draw_seat(const Desk *desk, uint8_t seat, uint64_t now_ms, uint32_t width, uint32_t row,
                      Cells *out)
{
    char name[LINE_MAX], clock[LINE_MAX] = "", lost[LINE_MAX];
    Text words = TEXT_IN(name), time = TEXT_IN(clock), men = TEXT_IN(lost);
    const bool is_on_move = !desk_is_over(desk) && desk_seat_to_move(desk) == seat;
    text_format(&words, "%s  %.*s", play__color_names[seat], (int)width - 16,
                desk->plan.names[seat]);
    if (desk->plan.clock.base_ms)
        play__say_clock(desk_clock_ms(desk, seat, now_ms), &time);
    text_add(&men, "lost ");
    play__say_taken(play__taken_by(desk, !seat), &men);
    play__put(out, MARGIN, row, name, is_on_move ? INK_TITLE : INK_PLAIN);
    put_right(out, MARGIN + width, row, clock, is_on_move ? INK_TITLE : INK_PLAIN);
    play__put(out, MARGIN, row + 1, lost, INK_DIM);
}

static Bits bit_of(Square square)
{
    return square == SQUARE_NONE ? 0 : bit(square);
}

// Where the last thing heard says that a man was taken.
static Bits last_capture(const Desk *desk)
{
    const SeatLog *log = &desk->logs[desk->seat];
    const uint8_t at = log->list[log->count - 1].hearing.capture_at;
    return at ? bit(at - 1u) : 0;
}

static void draw_board(const Desk *desk, DeskLook look, const Layout *layout, uint32_t row,
                       Cells *out)
{
    if (play__is_go(desk)) {
        play__go_draw_board(desk, MARGIN, row, out);
        return;
    }
    Cell memory[VIEW_LARGE_WIDTH_MAX * VIEW_LARGE_HEIGHT_MAX];
    Cells board = CELLS_IN(memory, layout->board.width, layout->board.height);
    const ViewOptions options = {
        .scale = layout->scale,
        .turned = desk->seat == BLACK,
        .soft_fog = !look.is_ascii,
        .marked = bit_of(desk->cursor) | bit_of(desk->held) | last_capture(desk),
        .bracketed = bit_of(desk->cursor) | bit_of(desk->held),
        .phantoms = &desk->phantoms[desk->seat],
    };
    const SeatView *view = &desk->views[desk->seat];
    if (play__is_open(desk))
        view_truth_board(&view->open.position, options, &board); // open to its seat
    else
        view_seat_board(&view->fog, options, &board);
    cells_copy(&board, out, MARGIN, row);
}

uint32_t play__draw_wrapped(const char *text, uint32_t column, uint32_t row, CellStyle style,
                            Cells *out)
{
    for (Slice rest = slice_of(text); rest.length;) {
        Slice line = slice_take(&rest, "\n");
        while (line.length)
            cells_put_text(out, column, row++, cells_take_row(&line, out->width - column - MARGIN),
                           style);
    }
    return row;
}

static uint32_t lesser(uint32_t a, uint32_t b)
{
    return a < b ? a : b;
}

static void draw_words(const Desk *desk, const Layout *layout, Cells *out)
{
    const char *heading = play__is_go(desk) ? "The referee says" : "The umpire says";
    uint32_t row = HEAD_ROWS;
    if (desk->plan.note)
        row = play__draw_wrapped(desk->plan.note, layout->side_column, row, INK_PLAIN, out) + 1;
    if (row + 2 > layout->foot_row)
        return;
    play__put(out, layout->side_column, row++, heading, INK_TITLE);
    Cell memory[LOG_WIDTH_MAX * LOG_HEIGHT_MAX];
    const uint32_t width = lesser(out->width - layout->side_column - MARGIN, LOG_WIDTH_MAX);
    const uint32_t height = lesser(layout->foot_row - 1 - row, LOG_HEIGHT_MAX);
    Cells lines = CELLS_IN(memory, width, height);
    const SeatLog *heard = &desk->logs[desk->seat];
    const ViewLog log = {.game = desk->game,
                         .rules = play__rules(desk),
                         .entries = heard->list,
                         .count = heard->count,
                         .first = 1};
    view_log(&log, &lines);
    cells_copy(&lines, out, layout->side_column, row);
}

static void draw_foot(const Desk *desk, const Layout *layout, uint64_t now_ms, Cells *out)
{
    char memory[LINE_MAX], typed[TYPED_MAX + 8];
    Text status = TEXT_IN(memory), line = TEXT_IN(typed);
    play__say_status(desk, now_ms, &status);
    text_format(&line, "> %.*s_", (int)desk->typed_length, desk->typed);
    play__put(out, MARGIN, layout->foot_row, memory, INK_ALERT);
    if (desk->mode == MODE_PLAY) {
        play__put(out, MARGIN, layout->foot_row + 1, typed, INK_TITLE);
        play__put(out, MARGIN, layout->foot_row + 2,
                  play__is_go(desk) ? "Type a point, d4, or pass. Arrows, Enter: by hand. ?: help"
                                    : "Type a move, e4 or Nf3. Arrows, Enter: by hand. ?: help",
                  INK_DIM);
    }
}

static void draw_game(const Desk *desk, DeskLook look, uint64_t now_ms, Cells *out)
{
    const Layout layout = layout_of(desk, out);
    const uint32_t width = layout.side_column - SIDE_GAP - MARGIN;
    uint32_t row = HEAD_ROWS;
    draw_title(desk, out);
    draw_seat(desk, !desk->seat, now_ms, width, row, out);
    row += SEAT_ROWS + layout.above;
    draw_board(desk, look, &layout, row, out);
    row += layout.board.height + layout.below;
    draw_seat(desk, desk->seat, now_ms, width, row, out);
    draw_words(desk, &layout, out);
    draw_foot(desk, &layout, now_ms, out);
}

// --- Other pages ---------------------------------------------------------------------------------

typedef struct HelpRow {
    const char *key, *meaning;
} HelpRow;

static const HelpRow go_help_rows[] = {
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

static const HelpRow help_rows[] = {
    {"e2e4 Nf3 O-O", "type a move, by squares or as players do"},
    {"e7e8q", "a pawn becomes a queen"},
    {"any?", "can a pawn capture? where rules allow it"},
    {"draw", "offer a draw; also: accept, decline"},
    {"resign, quit", "give up; leave the game unfinished"},
    {"", ""},
    {"arrow keys", "lead the cursor [ ] over the board"},
    {"Enter", "take the man there; again: try to put it"},
    {"Space", "mark an enemy you believe in; again: next"},
    {"Enter on a mark", "take it, and put it elsewhere"},
    {"Backspace", "clear the mark, or the letter typed last"},
    {"mark nd5", "mark by typing; also: unmark d5, unmark all"},
    {"Esc", "put back what you hold; empty the line"},
};

_Static_assert(COUNT_OF(help_rows) == COUNT_OF(go_help_rows), "both helps fit one page");

static void draw_help(const Desk *desk, Cells *out)
{
    enum { MEANING_COLUMN = 18 };
    const HelpRow *rows = play__is_go(desk) ? go_help_rows : help_rows;
    play__put(out, MARGIN, 0, "What you can do", INK_TITLE);
    for (uint32_t i = 0; i < COUNT_OF(help_rows); i++) {
        play__put(out, MARGIN, HEAD_ROWS + i, rows[i].key, INK_TRY);
        play__put(out, MARGIN + MEANING_COLUMN, HEAD_ROWS + i, rows[i].meaning, INK_PLAIN);
    }
    play__put(out, MARGIN, HEAD_ROWS + 1 + COUNT_OF(help_rows), "Any key goes back to the game.",
              INK_DIM);
}

static void put_middle(Cells *out, uint32_t row, const char *words, CellStyle style)
{
    const uint32_t width = (uint32_t)slice_of(words).length;
    play__put(out, width < out->width ? (out->width - width) / 2 : 0, row, words, style);
}

// Between two people: whose turn it is, and nothing else.
static void draw_hand_over(const Desk *desk, Cells *out)
{
    char memory[LINE_MAX];
    Text words = TEXT_IN(memory);
    text_format(&words, "Hand the keyboard to %s.", play__color_names[!desk->seat]);
    put_middle(out, out->height / 2 - 1, memory, INK_TITLE);
    words = TEXT_IN(memory);
    text_format(&words, "%s: press Enter when nobody else can see the screen.",
                play__color_names[!desk->seat]);
    put_middle(out, out->height / 2 + 1, memory, INK_PLAIN);
}

static void ask_for_room(ViewSize room, Cells *out)
{
    char memory[LINE_MAX];
    Text words = TEXT_IN(memory);
    text_format(&words, "Please make the window %u x %u.", room.width, room.height);
    play__put(out, 0, 0, memory, INK_ALERT);
}

void play__draw_too_small(Cells *out)
{
    ask_for_room((ViewSize){DESK_WIDTH_MIN, DESK_HEIGHT_MIN}, out);
}

// A board of Go is drawn in one size, and the words want their place beside it.
static ViewSize room_needed(const Desk *desk)
{
    ViewSize room = {DESK_WIDTH_MIN, DESK_HEIGHT_MIN};
    if (!play__is_go(desk))
        return room;
    const ViewSize board = view_go_size(desk->plan.go->size);
    const uint32_t width = MARGIN + board.width + SIDE_GAP + LOG_WIDTH_MIN;
    room.width = width > room.width ? width : room.width;
    room.height = rows_needed(board) > room.height ? rows_needed(board) : room.height;
    return room;
}

void desk_draw(const Desk *desk, DeskLook look, uint64_t now_ms, Cells *out)
{
    const ViewSize room = room_needed(desk);
    cells_clear(out);
    if (out->width < room.width || out->height < room.height)
        ask_for_room(room, out);
    else if (desk->mode == MODE_HELP)
        draw_help(desk, out);
    else if (desk->mode == MODE_HAND)
        draw_hand_over(desk, out);
    else
        draw_game(desk, look, now_ms, out);
}
