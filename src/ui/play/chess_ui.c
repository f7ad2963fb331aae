// The user interface of chess boards: typed moves, the cursor, marks of enemy men, and how a board is shown.
#include "ui/play/internal.h"

#include "formats/draw/game_view.h"
#include "games/kriegspiel/open_chess.h"
#include "ui/play/typed_move.h"

#include <assert.h>

enum {
    STRIDE = BOARD_SIDE_MAX, // squares from one rank to the next, on every board
    SQUARE_BYTES = 4,        // of "e4", and of "e4, " in a list
    SQUARES_BYTES = SQUARE_BYTES * SQUARE_COUNT + 1,
    MEN_BYTES = 1024, // of all men of a side, in words
};

static const SayCode kind_names[KIND_COUNT] = {SAY_PAWN, SAY_KNIGHT, SAY_BISHOP,
                                               SAY_ROOK, SAY_QUEEN,  SAY_KING};

static const Board *board_of(const GameUi *ui)
{
    return kriegspiel_rules(ui->plan.rules)->setup.board;
}

static const Ruleset *ruleset_of(const GameUi *ui)
{
    return kriegspiel_rules(ui->plan.rules)->ruleset;
}

static bool is_open(const GameUi *ui)
{
    return ui->game == &open_chess_game;
}

static OwnMen own_men(const GameUi *ui, uint8_t seat)
{
    const AnyView *view = &ui->seats[seat].view;
    return is_open(ui) ? own_men_of(&((const OpenView *)view)->position, seat)
                       : ((const KriegspielView *)view)->own;
}

static void chess_ui_put_mark(GameUi *ui, unsigned square, SeatMan man)
{
    static const SayCode reasons[] = {
        [SEAT_ERR_OPEN] = SAY_MARK_OPEN,
        [SEAT_ERR_OWN] = SAY_MARK_OWN_MAN,
    };
    const SeatError error = seat_mark(&ui->seats[ui->seat], square, man);
    if (error)
        play__tell(ui, reasons[error]);
}

// "nd5" marks a knight on d5.
static void chess_ui_mark(GameUi *ui, Slice rest)
{
    unsigned square;
    SeatMan man;
    if (seat_man_from_text(play__seat(ui), rest, &square, &man))
        chess_ui_put_mark(ui, square, man);
    else
        play__tell(ui, SAY_MARK_MAN_HOW);
}

static void chess_ui_unmark(GameUi *ui, Slice rest)
{
    unsigned square;
    if (seat_spot_from_text(play__seat(ui), rest, &square))
        seat_unmark(&ui->seats[ui->seat], square);
    else
        play__tell(ui, SAY_UNMARK_SQUARE_HOW);
}

static void chess_ui_take_move(GameUi *ui, Slice text, uint64_t now_ms)
{
    Try tries[TRIES_MAX], attempt;
    const OwnMen own = own_men(ui, ui->seat);
    const TypedMoveError error =
        typed_move_read(text, &own, tries, seat_tries(play__seat(ui), tries), &attempt);
    if (!error)
        play__attempt(ui, attempt, now_ms);
    else if (error == TYPED_ERR_NO_MAN && ui_seat_to_move(ui) != ui->seat)
        play__tell_turn(ui);
    else
        play__tell(ui, typed_move_error_words(error));
}

static bool chess_ui_needs_promotion(const GameUi *ui, Try attempt)
{
    const OwnMen own = own_men(ui, ui->seat);
    const Board *board = board_of(ui);
    return attempt != TRY_ANY && move_promotion(attempt) == PAWN &&
           own_men_kind(&own, move_from(attempt)) == PAWN &&
           bits_has(board->last_rank[ui->seat], move_to(attempt));
}

void play__promote(GameUi *ui, char letter, uint64_t now_ms)
{
    assert(ui->mode == MODE_PROMOTE && ui->promoting != TRY_NONE);
    const Kind kind = kind_from_letter(letter);
    if (kind == KIND_COUNT || !(board_of(ui)->promotions >> kind & 1))
        return;
    ui->mode = MODE_PLAY;
    play__attempt(ui, move_make(move_from(ui->promoting), move_to(ui->promoting), kind), now_ms);
}

void play__say_promotions(const GameUi *ui, Text *text)
{
    words_say(text, SAY_ASK_PROMOTION);
    for (unsigned kind = KING; kind-- > KNIGHT;)
        if (board_of(ui)->promotions >> kind & 1)
            text_format(text, "  %c: %s", kind_letter((Kind)kind), words_of(kind_names[kind]));
}

// The first key only shows the cursor, in the middle of the person's own side. False if it was hidden before.
static bool chess_ui_show_cursor(GameUi *ui)
{
    const Board *board = board_of(ui);
    const unsigned rank = ui->seat == WHITE ? 1 : board->ranks - 2u;
    const bool was_shown = ui->cursor != SQUARE_NONE;
    if (!was_shown)
        ui->cursor = (Square)(rank * STRIDE + board->files / 2);
    assert(bits_has(board->squares, ui->cursor));
    return was_shown;
}

static void chess_ui_move_cursor(GameUi *ui, int right, int up)
{
    const Board *board = board_of(ui);
    if (!chess_ui_show_cursor(ui))
        return;
    const int way = ui->seat == BLACK ? -1 : 1; // Black sees the board from the other side
    const int file = (int)square_file(ui->cursor) + way * right;
    const int rank = (int)square_rank(ui->cursor) + way * up;
    if (file >= 0 && file < board->files && rank >= 0 && rank < board->ranks)
        ui->cursor = (Square)(rank * STRIDE + file);
}

static void pick_up(GameUi *ui)
{
    assert(ui->cursor != SQUARE_NONE);
    const Seat *seat = play__seat(ui);
    if (seat_man_at(seat, ui->seat, ui->cursor) || seat->phantoms[ui->cursor]) {
        ui->held = ui->cursor;
        return;
    }
    char memory[SQUARE_BYTES];
    Text square = TEXT_IN(memory), message = play__message(ui);
    square_to_text(ui->cursor, &square);
    WORDS_FILL(&message, SAY_NO_MAN_ON, {memory});
}

static void chess_ui_say_held(const GameUi *ui, Text *text)
{
    char memory[SQUARE_BYTES];
    Text square = TEXT_IN(memory);
    const SeatMan man = seat_man_at(play__seat(ui), ui->seat, ui->held);
    square_to_text(ui->held, &square);
    WORDS_FILL(text, SAY_HELD_MAN, {words_of(man ? kind_names[man - 1] : SAY_HELD_MARK)}, {memory});
}

static void put_down(GameUi *ui, uint64_t now_ms)
{
    assert(ui->cursor != SQUARE_NONE && ui->held != SQUARE_NONE);
    const OwnMen own = own_men(ui, ui->seat);
    const Square from = ui->held;
    SeatMan *phantoms = ui->seats[ui->seat].phantoms;
    ui->held = SQUARE_NONE;
    if (ui->cursor == from)
        return;
    if (bits_has(own.all, from)) {
        play__attempt(ui, move_make(from, ui->cursor, PAWN), now_ms);
    } else if (!bits_has(own.all, ui->cursor)) {
        phantoms[ui->cursor] = phantoms[from];
        phantoms[from] = 0;
    }
}

static void chess_ui_enter(GameUi *ui, uint64_t now_ms)
{
    if (ui->cursor == SQUARE_NONE)
        play__tell(ui, SAY_TYPE_A_MOVE);
    else if (ui->held == SQUARE_NONE)
        pick_up(ui);
    else
        put_down(ui, now_ms);
}

static void chess_ui_clear_mark(GameUi *ui)
{
    if (ui->cursor != SQUARE_NONE)
        seat_unmark(&ui->seats[ui->seat], ui->cursor);
}

// The mark on a square goes from nothing to pawn, knight and so on to king, and back to nothing.
static void chess_ui_cycle_mark(GameUi *ui)
{
    if (!chess_ui_show_cursor(ui))
        return;
    const unsigned now = play__seat(ui)->phantoms[ui->cursor];
    chess_ui_put_mark(ui, ui->cursor, (SeatMan)((now + 1) % (KIND_COUNT + 1)));
}

// "rooks a1, h1"
static void say_men(Kind kind, Bits squares, Text *text)
{
    static const SayCode codes[KIND_COUNT] = {SAY_MEN_PAWN, SAY_MEN_KNIGHT, SAY_MEN_BISHOP,
                                              SAY_MEN_ROOK, SAY_MEN_QUEEN,  SAY_MEN_KING};
    char memory[SQUARES_BYTES];
    Text list = TEXT_IN(memory);
    const uint32_t count = bits_count(squares);
    while (squares) {
        square_to_text(bits_take(&squares), &list);
        text_add(&list, squares ? ", " : "");
    }
    WORDS_FILL(text, codes[kind], {.number = count}, {memory});
}

static void say_side(SayCode whose, const Bits kinds[KIND_COUNT], Text *text)
{
    char memory[MEN_BYTES];
    Text men = TEXT_IN(memory);
    for (unsigned kind = KIND_COUNT; kind-- > 0;) {
        if (!kinds[kind])
            continue;
        text_add(&men, men.length ? "; " : "");
        say_men((Kind)kind, kinds[kind], &men);
    }
    if (!men.length)
        words_say(&men, SAY_NONE);
    WORDS_FILL(text, whose, {memory});
    text_add_char(text, '\n');
}

static void chess_ui_say_truth(const void *truth, Text *text)
{
    const Position *position = &((const Umpire *)truth)->truth;
    const OwnMen white = own_men_of(position, WHITE), black = own_men_of(position, BLACK);
    say_side(SAY_WHITES_MEN, white.kind, text);
    say_side(SAY_BLACKS_MEN, black.kind, text);
}

static void chess_ui_marks_of(const GameUi *ui, Bits kinds[KIND_COUNT])
{
    for (unsigned square = 0; square < SQUARE_COUNT; square++) {
        const SeatMan phantom = play__seat(ui)->phantoms[square];
        assert(phantom <= KIND_COUNT);
        if (phantom)
            kinds[phantom - 1] |= bit(square);
    }
}

static void chess_ui_say_board(const GameUi *ui, Text *text)
{
    const OwnMen own = own_men(ui, ui->seat);
    say_side(SAY_YOUR_MEN, own.kind, text);
    if (is_open(ui)) {
        const OpenView *view = (const OpenView *)&play__seat(ui)->view;
        const OwnMen enemy = own_men_of(&view->position, !ui->seat);
        say_side(SAY_ENEMY_MEN, enemy.kind, text);
    } else {
        Bits marks[KIND_COUNT] = {0};
        chess_ui_marks_of(ui, marks);
        say_side(SAY_YOUR_MARKS, marks, text);
    }
}

static void chess_ui_say_calls(const GameUi *ui, Text *text)
{
    const uint32_t tries = seat_pawn_tries(play__seat(ui));
    const bool is_counted =
        ruleset_of(ui)->tries == TRIES_COUNTED || ruleset_of(ui)->tries == TRIES_SQUARES;
    if (!tries)
        return;
    if (is_counted)
        WORDS_FILL(text, SAY_CALL_TRIES, {.number = tries});
    else
        words_say(text, SAY_CALL_CAN_CAPTURE);
}

static void chess_ui_sign_cursor(const GameUi *ui, uint8_t signs[SEAT_SPOTS])
{
    if (ui->cursor != SQUARE_NONE)
        signs[ui->cursor] |= SIGN_CURSOR;
    if (ui->held != SQUARE_NONE)
        signs[ui->held] |= SIGN_CURSOR;
}

static bool chess_ui_point_at(GameUi *ui, ViewScale scale, uint32_t column, uint32_t row)
{
    const ViewOptions options = {.scale = scale, .turned = ui->seat == BLACK};
    const Square square = view_square_at(board_of(ui), options, column, row);
    if (square != SQUARE_NONE)
        ui->cursor = square;
    return square != SQUARE_NONE;
}

static const HelpRow help_rows[HELP_ROWS] = {
    {"e2e4 Nf3 O-O", .meaning = SAY_HELP_MOVE},
    {"e7e8q", .meaning = SAY_HELP_PROMOTE},
    {"any?", .meaning = SAY_HELP_ANY},
    {"draw", .meaning = SAY_HELP_DRAW},
    {"resign, quit", .meaning = SAY_HELP_RESIGN},
    {.key = SAY_NOTHING},
    {.key = SAY_KEY_ARROWS, .meaning = SAY_HELP_ARROWS},
    {.key = SAY_KEY_ENTER, .meaning = SAY_HELP_TAKE_MAN},
    {.key = SAY_KEY_SPACE, .meaning = SAY_HELP_MARK_MAN},
    {.key = SAY_KEY_ENTER_MARK, .meaning = SAY_HELP_TAKE_MARK},
    {.key = SAY_KEY_BACKSPACE, .meaning = SAY_HELP_CLEAR},
    {"mark nd5", .meaning = SAY_HELP_MARK_SQUARE},
    {.key = SAY_KEY_ESCAPE, .meaning = SAY_HELP_ESCAPE},
};

static const HelpRow line_help[] = {
    {"e2e4, Nf3, O-O, e7e8q", .meaning = SAY_LINE_HELP_MOVE},
    {"any?", .meaning = SAY_LINE_HELP_ANY},
    {"mark nd5, unmark d5, unmark all", .meaning = SAY_LINE_HELP_MARK_MAN},
    {.meaning = SAY_NOTHING},
};

const UiKind play__chess_ui = {
    .typing_hint = SAY_HINT_CHESS,
    .help = help_rows,
    .line_help = line_help,
    .play_options = "",
    .take_move = chess_ui_take_move,
    .mark = chess_ui_mark,
    .unmark = chess_ui_unmark,
    .needs_promotion = chess_ui_needs_promotion,
    .say_held = chess_ui_say_held,
    .move_cursor = chess_ui_move_cursor,
    .enter = chess_ui_enter,
    .cycle_mark = chess_ui_cycle_mark,
    .clear_mark = chess_ui_clear_mark,
    .say_board = chess_ui_say_board,
    .say_truth = chess_ui_say_truth,
    .say_calls = chess_ui_say_calls,
    .sign_cursor = chess_ui_sign_cursor,
    .point_at = chess_ui_point_at,
};
