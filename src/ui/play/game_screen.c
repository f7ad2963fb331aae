// The screen of a game: on the left the board with a line for each seat, on the right the umpire's words, below them the status, the
// line that is being typed, and the keys. The sentences of a game in play, which line mode writes too, and clicks.
#include "formats/draw/game_view.h"
#include "formats/draw/log.h"
#include "formats/draw/spot.h"
#include "ui/play/internal.h"

#include <assert.h>

void play__say_title(const GameUi *ui, Text *text)
{
    if (ui->plan.title)
        text_add(text, ui->plan.title);
    else
        ui->game->write(ui->plan.rules, text);
}

static void say_kinds(SeatTaken taken, Text *text)
{
    if (taken.pawns)
        WORDS_FILL(text, SAY_TAKEN_PAWNS, {.number = taken.pawns});
    text_add(text, taken.pawns && taken.pieces ? ", " : "");
    if (taken.pieces)
        WORDS_FILL(text, SAY_TAKEN_PIECES, {.number = taken.pieces});
}

// Says what a seat has taken, as far as the seat at the keyboard knows.
static void say_taken(const GameUi *ui, uint8_t by, Text *text)
{
    const SeatTaken taken = seat_taken(play__seat(ui), by);
    if (taken.stones)
        WORDS_FILL(text, SAY_TAKEN_STONES, {.number = taken.stones});
    else if (!taken.men)
        words_say(text, SAY_TAKEN_NOTHING);
    else if (!taken.pawns && !taken.pieces) // the ruleset does not tell what was captured
        WORDS_FILL(text, SAY_TAKEN_MEN, {.number = taken.men});
    else
        say_kinds(taken, text);
}

void ui_say_taken(const GameUi *ui, Text *text)
{
    enum { TAKEN_MAX = 128 }; // bytes of "5 pawns, 3 pieces"
    char taken[TAKEN_MAX], lost[TAKEN_MAX];
    Text own = TEXT_IN(taken), other = TEXT_IN(lost);
    say_taken(ui, ui->seat, &own);
    say_taken(ui, !ui->seat, &other);
    WORDS_FILL(text, SAY_LINE_TAKEN, {taken}, {lost});
}

void ui_say_marks(const GameUi *ui, Text *text)
{
    const Seat *seat = play__seat(ui);
    const char *before = "";
    for (unsigned spot = 0; spot < SEAT_SPOTS; spot++)
        if (seat->phantoms[spot]) {
            text_add(text, before);
            seat_man_to_text(seat, spot, seat->phantoms[spot], text);
            before = " ";
        }
}

// Rounded up, so that a clock shows zero only when its time is over.
void play__say_clock(uint32_t left_ms, Text *text)
{
    if (left_ms <= TENTHS_BELOW_MS) {
        const uint32_t tenths = (left_ms + TENTH_MS - 1) / TENTH_MS;
        text_format(text, "0:%02u.%u", tenths / 10, tenths % 10);
        return;
    }
    const uint32_t seconds = (uint32_t)(((uint64_t)left_ms + SECOND_MS - 1) / SECOND_MS);
    enum { MINUTE = 60, HOUR = 60 * MINUTE }; // in seconds
    if (seconds >= HOUR)
        text_format(text, "%u:", seconds / HOUR);
    text_format(text, seconds >= HOUR ? "%02u:%02u" : "%u:%02u", seconds % HOUR / MINUTE,
                seconds % MINUTE);
}

static void say_over(const GameUi *ui, Text *text)
{
    const Hearing *last = play__last_heard(ui);
    static const SayCode results[] = {
        [WINNER_NONE] = SAY_STATUS_DRAWN,
        [WINNER_FIRST] = SAY_STATUS_WHITE_WON,
        [WINNER_SECOND] = SAY_STATUS_BLACK_WON,
    };
    assert(last->winner < COUNT_OF(results));
    const bool is_aborted = last->ending == ENDING_ABORTED;
    words_say(text, is_aborted    ? SAY_STATUS_ABORTED
                    : ui->is_left ? SAY_STATUS_LEFT
                                  : results[last->winner]);
}

static void say_turn(const GameUi *ui, uint64_t now_ms, Text *text)
{
    const uint8_t mover = ui_seat_to_move(ui);
    if (play__seat(ui)->has_offer)
        WORDS_FILL(text, SAY_STATUS_OFFER, {words_color(!ui->seat)});
    else if (ui->held != SQUARE_NONE)
        ui->kind->say_held(ui, text);
    else if (mover == ui->seat)
        words_say(text, SAY_STATUS_YOUR_MOVE);
    else
        // Counted from the beginning of the turn, so that it does not show how often the other
        // was refused.
        WORDS_FILL(text, SAY_STATUS_THINKING, {words_color(mover)},
                   {.number = (uint32_t)((now_ms - ui->turn_began_ms) / SECOND_MS)});
}

void play__say_status(const GameUi *ui, uint64_t now_ms, Text *text)
{
    assert(ui->mode < MODE_COUNT);
    static const SayCode questions[MODE_COUNT] = {
        [MODE_RESIGN] = SAY_ASK_RESIGN,
        [MODE_PASS] = SAY_HAND_MADE,
    };
    if (ui->notice)
        text_add(text, ui->notice);
    else if (ui->message[0])
        text_add(text, ui->message);
    else if (ui->mode == MODE_QUIT)
        words_say(text, ui->at->ask_quit);
    else if (questions[ui->mode])
        words_say(text, questions[ui->mode]);
    else if (ui->mode == MODE_PROMOTE)
        play__say_promotions(ui, text);
    else if (ui->mode == MODE_OVER)
        say_over(ui, text);
    else
        say_turn(ui, now_ms, text);
}

enum {
    SIDE_GAP = 4,       // between the board and the words
    LOG_WIDTH_MIN = 32, // columns in which the umpire's words can be read
    LOG_WIDTH_MAX = 100,
    LOG_HEIGHT_MAX = 100,
    CLOCK_WIDTH = 8, // of "1:30:00" and the space before it
    SEAT_ROWS = 2,   // a seat's name and clock, and what it has lost
    FOOT_ROWS = 4,   // calls and a legend of signs, the status, what is typed, keys
    LINE_MAX = 256,  // bytes of one row of text
};

// Where the parts of the screen are.
typedef struct Layout {
    ViewScale scale;
    ViewSize board;
    uint32_t board_row;
    uint32_t below;       // empty rows below the board, if there is room
    uint32_t side_column; // of the umpire's words
    uint32_t foot_row;
} Layout;

static uint32_t rows_needed(ViewSize board)
{
    return HEAD_ROWS + 2 * SEAT_ROWS + board.height + FOOT_ROWS;
}

static ViewSize board_size(const GameUi *ui, ViewScale scale)
{
    return game_view_of(ui->game)->size(ui->plan.rules, scale);
}

// Chooses the largest board that leaves room for the words.
static Layout layout_of(const GameUi *ui, uint32_t screen_width, uint32_t screen_height)
{
    Layout layout = {.scale = VIEW_LARGE};
    for (;; layout.scale--) {
        layout.board = board_size(ui, layout.scale);
        const bool fits = rows_needed(layout.board) <= screen_height &&
                          MARGIN + layout.board.width + SIDE_GAP + LOG_WIDTH_MIN <= screen_width;
        if (fits || layout.scale == VIEW_SMALL)
            break;
    }
    const uint32_t width_min = view_scaled_size(&chess_boards[0], VIEW_WIDE).width;
    const uint32_t width = layout.board.width > width_min ? layout.board.width : width_min;
    layout.board_row = HEAD_ROWS + SEAT_ROWS + (screen_height > rows_needed(layout.board));
    layout.below = screen_height > rows_needed(layout.board) + 1;
    layout.side_column = MARGIN + width + SIDE_GAP;
    assert(screen_height >= FOOT_ROWS);
    layout.foot_row = screen_height - FOOT_ROWS + 1;
    return layout;
}

void play__put(Cells *out, uint32_t column, uint32_t row, const char *words, CellStyle style)
{
    cells_put_text(out, column, row, slice_of(words), style);
}

void play__put_words(Cells *out, uint32_t column, uint32_t row, SayCode code, CellStyle style)
{
    play__put(out, column, row, words_of(code), style);
}

static void put_right(Cells *out, uint32_t end, uint32_t row, const char *words, CellStyle style)
{
    const uint32_t width = cells_width(slice_of(words));
    play__put(out, end > width ? end - width : 0, row, words, style);
}

static void draw_title(const GameUi *ui, Cells *out)
{
    char memory[LINE_MAX], who[LINE_MAX];
    Text title = TEXT_IN(memory), words = TEXT_IN(who);
    play__say_title(ui, &title);
    text_add_char(&words, ' ');
    WORDS_FILL(&words, play__is_shared(ui) ? SAY_AT_KEYBOARD : SAY_YOU_ARE,
               {words_color(ui->seat)});
    play__put(out, MARGIN, 0, memory, INK_DIM);
    put_right(out, out->width - MARGIN, 0, who, INK_TITLE);
}

// The name of whoever sits there, in so many columns.
static void add_seat_name(const GameUi *ui, uint8_t seat, uint32_t room, Text *text)
{
    const char *name = ui->plan.names[seat], *brief = ui->plan.short_names[seat];
    text_format(text, "%.*s", (int)room, brief && slice_of(name).length > room ? brief : name);
}

static void draw_game_seat(const GameUi *ui, uint8_t seat, uint64_t now_ms, uint32_t width,
                           uint32_t row, Cells *out)
{
    char name[LINE_MAX], clock[LINE_MAX] = "", taken[LINE_MAX], lost[LINE_MAX];
    Text words = TEXT_IN(name), time = TEXT_IN(clock), men = TEXT_IN(taken), said = TEXT_IN(lost);
    const bool is_on_move = !ui_is_over(ui) && ui_seat_to_move(ui) == seat;
    if (ui->plan.clock.base_ms)
        play__say_clock(ui_clock_ms(ui, seat, now_ms), &time);
    text_format(&words, "%s  ", words_color(seat));
    // The clock has the same room at all times, so that a name does not change with it.
    add_seat_name(ui, seat, width - (uint32_t)words.length - (time.length ? CLOCK_WIDTH : 0),
                  &words);
    say_taken(ui, !seat, &men);
    WORDS_FILL(&said, SAY_LOST, {taken});
    play__put(out, MARGIN, row, name, is_on_move ? INK_TITLE : INK_PLAIN);
    put_right(out, MARGIN + width, row, clock, is_on_move ? INK_TITLE : INK_PLAIN);
    play__put(out, MARGIN, row + 1, lost, INK_DIM);
}

uint32_t play__draw_wrapped(const char *text, uint32_t column, uint32_t row, CellStyle style,
                            Cells *out)
{
    for (Slice rest = slice_of(text); rest.length;) {
        Slice line = slice_take(&rest, "\n");
        assert(out->width > column + MARGIN);
        while (line.length)
            cells_put_text(out, column, row++, cells_take_row(&line, out->width - column - MARGIN),
                           style);
    }
    return row;
}

static uint32_t min_of(uint32_t a, uint32_t b)
{
    return a < b ? a : b;
}

static void draw_words(const GameUi *ui, const Layout *layout, Cells *out)
{
    uint32_t row = HEAD_ROWS;
    if (ui->plan.note)
        row = play__draw_wrapped(ui->plan.note, layout->side_column, row, INK_PLAIN, out) + 1;
    if (row + 2 > layout->foot_row)
        return;
    play__put_words(out, layout->side_column, row++, game_view_of(ui->game)->umpire_says,
                    INK_TITLE);
    Cell memory[LOG_WIDTH_MAX * LOG_HEIGHT_MAX];
    const uint32_t width = min_of(out->width - layout->side_column - MARGIN, LOG_WIDTH_MAX);
    const uint32_t height = min_of(layout->foot_row - 1 - row, LOG_HEIGHT_MAX);
    Cells lines = CELLS_IN(memory, width, height);
    const SeatLog *heard = &play__seat(ui)->log;
    const ViewLog log = {
        .game = ui->game, .rules = ui->plan.rules, .entries = heard->list, .count = heard->count};
    view_log(&log, &lines);
    cells_copy(&lines, out, layout->side_column, row);
}

// Calls that have no place on the board, and what the signs on it mean.
static void draw_legend(const GameUi *ui, UiLook look, const uint8_t signs[SEAT_SPOTS],
                        uint32_t row, Cells *out)
{
    char memory[LINE_MAX] = "";
    Text calls = TEXT_IN(memory);
    uint8_t all = 0;
    for (unsigned spot = 0; spot < SEAT_SPOTS; spot++)
        all |= signs[spot];
    if (ui->kind->say_calls)
        ui->kind->say_calls(ui, &calls);
    play__put(out, MARGIN, row, memory, INK_TITLE);
    view_sign_legend(all, look.is_ascii,
                     MARGIN + cells_width(slice_of(memory)) + (calls.length ? 2 : 0), row, out);
}

static void draw_foot(const GameUi *ui, const Layout *layout, uint64_t now_ms, Cells *out)
{
    char memory[LINE_MAX], typed[TYPED_MAX + 8];
    Text status = TEXT_IN(memory), line = TEXT_IN(typed);
    play__say_status(ui, now_ms, &status);
    text_format(&line, "> %.*s_", (int)ui->typed_length, ui->typed);
    play__put(out, MARGIN, layout->foot_row, memory, INK_ALERT);
    if (ui->mode == MODE_OVER)
        play__put_words(out, MARGIN, layout->foot_row + 2, ui->at->over_keys, INK_DIM);
    if (ui->mode == MODE_PLAY) {
        play__put(out, MARGIN, layout->foot_row + 1, typed, INK_TITLE);
        play__put_words(out, MARGIN, layout->foot_row + 2, ui->kind->typing_hint, INK_DIM);
    }
}

static void draw_game_board(const GameUi *ui, UiLook look, const Layout *layout,
                            const uint8_t signs[SEAT_SPOTS], Cells *out)
{
    const Seat *seat = play__seat(ui);
    Cell memory[VIEW_ONE_CELLS_MAX];
    Cells board = CELLS_IN(memory, layout->board.width, layout->board.height);
    const ViewOptions options = {
        .scale = layout->scale,
        .turned = ui->seat == BLACK,
        .glyphs = !look.is_ascii && !look.has_letters,
        .soft_fog = !look.is_ascii,
        .signs = signs,
        .phantoms = seat->phantoms,
    };
    game_view_of(ui->game)->draw_seat(&seat->view, options, &board);
    cells_copy(&board, out, MARGIN, layout->board_row);
}

static void draw_game(const GameUi *ui, UiLook look, uint64_t now_ms, Cells *out)
{
    const Layout layout = layout_of(ui, out->width, out->height);
    const uint32_t width = layout.side_column - SIDE_GAP - MARGIN;
    uint8_t signs[SEAT_SPOTS];
    seat_signs(play__seat(ui), signs);
    assert(layout.side_column < out->width);
    draw_title(ui, out);
    draw_game_seat(ui, !ui->seat, now_ms, width, HEAD_ROWS, out);
    draw_legend(ui, look, signs, layout.foot_row - 1, out);
    ui->kind->sign_cursor(ui, signs);
    draw_game_board(ui, look, &layout, signs, out);
    draw_game_seat(ui, ui->seat, now_ms, width,
                   layout.board_row + layout.board.height + layout.below, out);
    draw_words(ui, &layout, out);
    draw_foot(ui, &layout, now_ms, out);
}

static void draw_help(const GameUi *ui, UiLook look, Cells *out)
{
    enum { MEANING_COLUMN = 18, ALL_SIGNS = 0xff };
    const HelpRow *rows = ui->kind->help;
    play__put_words(out, MARGIN, 0, SAY_HELP_TITLE, INK_TITLE);
    for (uint32_t i = 0; i < (uint32_t)HELP_ROWS; i++) {
        play__put(out, MARGIN, HEAD_ROWS + i, rows[i].typed ? rows[i].typed : words_of(rows[i].key),
                  INK_TRY);
        play__put_words(out, MARGIN + MEANING_COLUMN, HEAD_ROWS + i, rows[i].meaning, INK_PLAIN);
    }
    view_sign_legend(ALL_SIGNS, look.is_ascii, MARGIN, HEAD_ROWS + 1 + (uint32_t)HELP_ROWS, out);
    play__put_words(out, MARGIN, HEAD_ROWS + 3 + (uint32_t)HELP_ROWS, SAY_HELP_BACK, INK_DIM);
}

static void put_middle(Cells *out, uint32_t row, const char *words, CellStyle style)
{
    const uint32_t width = cells_width(slice_of(words));
    play__put(out, width < out->width ? (out->width - width) / 2 : 0, row, words, style);
}

// Between the turns of two people: shows whose turn it is and nothing else.
static void draw_hand_over(const GameUi *ui, Cells *out)
{
    char memory[LINE_MAX];
    Text words = TEXT_IN(memory);
    WORDS_FILL(&words, SAY_HAND_TO, {words_color(!ui->seat)});
    put_middle(out, out->height / 2 - 1, memory, INK_TITLE);
    words = TEXT_IN(memory);
    WORDS_FILL(&words, SAY_HAND_READY, {words_color(!ui->seat)});
    put_middle(out, out->height / 2 + 1, memory, INK_PLAIN);
}

static void ask_for_room(ViewSize room, Cells *out)
{
    char memory[LINE_MAX];
    Text words = TEXT_IN(memory);
    WORDS_FILL(&words, SAY_WINDOW_TOO_SMALL, {.number = room.width}, {.number = room.height});
    play__put(out, 0, 0, memory, INK_ALERT);
}

void play__draw_too_small(Cells *out)
{
    ask_for_room((ViewSize){UI_WIDTH_MIN, UI_HEIGHT_MIN}, out);
}

// The room for the smallest screen: the smallest board must fit, with the words beside it.
static ViewSize room_needed(const GameUi *ui)
{
    ViewSize room = {UI_WIDTH_MIN, UI_HEIGHT_MIN};
    const ViewSize board = board_size(ui, VIEW_SMALL);
    const uint32_t width = MARGIN + board.width + SIDE_GAP + LOG_WIDTH_MIN;
    room.width = width > room.width ? width : room.width;
    room.height = rows_needed(board) > room.height ? rows_needed(board) : room.height;
    return room;
}

void ui_draw(const GameUi *ui, UiLook look, uint64_t now_ms, Cells *out)
{
    const ViewSize room = room_needed(ui);
    cells_clear(out);
    if (out->width < room.width || out->height < room.height)
        ask_for_room(room, out);
    else if (ui->mode == MODE_HELP)
        draw_help(ui, look, out);
    else if (ui->mode == MODE_HAND)
        draw_hand_over(ui, out);
    else
        draw_game(ui, look, now_ms, out);
}

void ui_click(GameUi *ui, UiClick click, uint64_t now_ms)
{
    const ViewSize room = room_needed(ui);
    ui->message[0] = '\0';
    ui_tick(ui, now_ms);
    if (ui->mode != MODE_PLAY || click.width < room.width || click.height < room.height)
        return;
    const Layout layout = layout_of(ui, click.width, click.height);
    if (click.column < MARGIN || click.row < layout.board_row ||
        !ui->kind->point_at(ui, layout.scale, click.column - MARGIN, click.row - layout.board_row))
        return;
    if (click.is_second)
        ui->kind->cycle_mark(ui);
    else
        ui->kind->enter(ui, now_ms);
}
