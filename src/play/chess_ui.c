// The user interface of chess boards: typed moves, the cursor, marks of enemy men, and how a board is shown.
#include "play/inside.h"

#include "kriegspiel/law/open_chess.h"
#include "play/typed.h"
#include "view/game_view.h"

#include <assert.h>

enum { STRIDE = BOARD_SIDE_MAX }; // squares from one rank to the next, on every board

static const char *const kind_names[KIND_COUNT] = {"pawn", "knight", "bishop",
                                                   "rook", "queen",  "king"};

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

static void put_mark(GameUi *ui, unsigned square, SeatMan man)
{
    static const char *const reasons[] = {
        [SEAT_ERR_OPEN] = "Nothing is hidden in open chess; there is nothing to mark.",
        [SEAT_ERR_OWN] = "One of your own men stands there.",
    };
    const SeatError error = seat_mark(&ui->seats[ui->seat], square, man);
    if (error)
        ui_tell(ui, reasons[error]);
}

// --- Words ---------------------------------------------------------------------------------------

// "nd5" marks a knight on d5.
static void mark(GameUi *ui, Slice rest)
{
    unsigned square;
    SeatMan man;
    if (seat_man_from_text(play__seat(ui), rest, &square, &man))
        put_mark(ui, square, man);
    else
        ui_tell(ui, "Mark a man and a square, as in: mark nd5");
}

static void unmark(GameUi *ui, Slice rest)
{
    unsigned square;
    if (seat_spot_from_text(play__seat(ui), rest, &square))
        seat_unmark(&ui->seats[ui->seat], square);
    else
        ui_tell(ui, "Unmark a square, as in: unmark d5; or: unmark all");
}

static void take_move(GameUi *ui, Slice text, uint64_t now_ms)
{
    Try tries[TRIES_MAX], attempt;
    const OwnMen own = own_men(ui, ui->seat);
    const TypedError error =
        typed_read(text, &own, tries, seat_tries(play__seat(ui), tries), &attempt);
    if (!error)
        play__attempt(ui, attempt, now_ms);
    else if (error == TYPED_ERR_NO_MAN && ui_seat_to_move(ui) != ui->seat)
        play__say(ui, "It is %s's turn.", play__color_names[!ui->seat]);
    else
        ui_tell(ui, typed_error_text(error));
}

// --- Promotions ----------------------------------------------------------------------------------

static bool needs_promotion(const GameUi *ui, Try attempt)
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
    text_add(text, "The pawn becomes which man?");
    for (unsigned kind = KING; kind-- > KNIGHT;)
        if (board_of(ui)->promotions >> kind & 1)
            text_format(text, "  %c: %s", kind_letter((Kind)kind), kind_names[kind]);
}

// --- Keys ----------------------------------------------------------------------------------------

// The first key only shows the cursor, in the middle of the person's own side. False if it was hidden before.
static bool show_cursor(GameUi *ui)
{
    const Board *board = board_of(ui);
    const unsigned rank = ui->seat == WHITE ? 1 : board->ranks - 2u;
    const bool was_shown = ui->cursor != SQUARE_NONE;
    if (!was_shown)
        ui->cursor = (Square)(rank * STRIDE + board->files / 2);
    assert(bits_has(board->squares, ui->cursor));
    return was_shown;
}

static void move_cursor(GameUi *ui, int right, int up)
{
    const Board *board = board_of(ui);
    if (!show_cursor(ui))
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
    char memory[4];
    Text square = TEXT_IN(memory);
    const Seat *seat = play__seat(ui);
    square_to_text(ui->cursor, &square);
    if (seat_man_at(seat, ui->seat, ui->cursor) || seat->phantoms[ui->cursor])
        ui->held = ui->cursor;
    else
        play__say(ui, "You have no man on %s. Space marks an enemy there.", memory);
}

static void say_held(const GameUi *ui, Text *text)
{
    const SeatMan man = seat_man_at(play__seat(ui), ui->seat, ui->held);
    text_format(text, "The %s of ", man ? kind_names[man - 1] : "mark");
    square_to_text(ui->held, text);
    text_add(text, ": go to a square and press Enter; Esc puts it back.");
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

static void enter(GameUi *ui, uint64_t now_ms)
{
    if (ui->cursor == SQUARE_NONE)
        ui_tell(ui, "Type a move, as in e2e4 or Nf3; or take the arrow keys.");
    else if (ui->held == SQUARE_NONE)
        pick_up(ui);
    else
        put_down(ui, now_ms);
}

static void clear_mark(GameUi *ui)
{
    if (ui->cursor != SQUARE_NONE)
        seat_unmark(&ui->seats[ui->seat], ui->cursor);
}

// The mark on a square goes from nothing to pawn, knight and so on to king, and back to nothing.
static void cycle_mark(GameUi *ui)
{
    if (!show_cursor(ui))
        return;
    const unsigned now = play__seat(ui)->phantoms[ui->cursor];
    put_mark(ui, ui->cursor, (SeatMan)((now + 1) % (KIND_COUNT + 1)));
}

// --- What is shown -------------------------------------------------------------------------------

// "rooks a1, h1; "
static void say_men(Kind kind, Bits squares, Text *text)
{
    const char *before = "";
    if (!squares)
        return;
    text_format(text, "%s%s ", kind_names[kind], squares & (squares - 1) ? "s" : "");
    while (squares) {
        text_add(text, before);
        square_to_text(bits_take(&squares), text);
        before = ", ";
    }
    text_add(text, "; ");
}

static void say_side(const char *whose, const Bits kinds[KIND_COUNT], const char *nothing,
                     Text *text)
{
    const size_t before = text->length + slice_of(whose).length;
    text_add(text, whose);
    for (unsigned kind = KIND_COUNT; kind-- > 0;)
        say_men((Kind)kind, kinds[kind], text);
    if (text->length == before)
        text_add(text, nothing);
    else
        text->length -= 2; // drop the last "; "
    text_add(text, ".\n");
}

static void say_truth(const void *truth, Text *text)
{
    const Position *position = &((const Umpire *)truth)->truth;
    const OwnMen white = own_men_of(position, WHITE), black = own_men_of(position, BLACK);
    say_side("White's men: ", white.kind, "none", text);
    say_side("Black's men: ", black.kind, "none", text);
}

static void marks_of(const GameUi *ui, Bits kinds[KIND_COUNT])
{
    for (unsigned square = 0; square < SQUARE_COUNT; square++) {
        const SeatMan phantom = play__seat(ui)->phantoms[square];
        assert(phantom <= KIND_COUNT);
        if (phantom)
            kinds[phantom - 1] |= bit(square);
    }
}

static void say_board(const GameUi *ui, Text *text)
{
    const OwnMen own = own_men(ui, ui->seat);
    say_side("Your men: ", own.kind, "none", text);
    if (is_open(ui)) {
        const OpenView *view = (const OpenView *)&play__seat(ui)->view;
        const OwnMen enemy = own_men_of(&view->position, !ui->seat);
        say_side("Enemy men: ", enemy.kind, "none", text);
    } else {
        Bits marks[KIND_COUNT] = {0};
        marks_of(ui, marks);
        say_side("Your marks: ", marks, "none", text);
    }
}

static void say_calls(const GameUi *ui, Text *text)
{
    const uint32_t tries = seat_pawn_tries(play__seat(ui));
    const bool is_counted =
        ruleset_of(ui)->tries == TRIES_COUNTED || ruleset_of(ui)->tries == TRIES_SQUARES;
    if (!tries)
        return;
    if (is_counted)
        text_format(text, "%u pawn %s", tries, tries == 1 ? "try" : "tries");
    else
        text_add(text, "a pawn can capture");
}

static void sign_cursor(const GameUi *ui, uint8_t signs[SEAT_SPOTS])
{
    if (ui->cursor != SQUARE_NONE)
        signs[ui->cursor] |= SIGN_CURSOR;
    if (ui->held != SQUARE_NONE)
        signs[ui->held] |= SIGN_CURSOR;
}

static bool point_at(GameUi *ui, ViewScale scale, uint32_t column, uint32_t row)
{
    const ViewOptions options = {.scale = scale, .turned = ui->seat == BLACK};
    const Square square = view_square_at(board_of(ui), options, column, row);
    if (square != SQUARE_NONE)
        ui->cursor = square;
    return square != SQUARE_NONE;
}

// -------------------------------------------------------------------------------------------------

static const HelpRow help_rows[HELP_ROWS] = {
    {"e2e4 Nf3 O-O", "type a move, by squares or as players do"},
    {"e7e8q", "a pawn becomes a queen"},
    {"any?", "can a pawn capture? where rules allow it"},
    {"draw", "offer a draw; also: accept, decline"},
    {"resign, quit", "give up; leave the game unfinished"},
    {"", ""},
    {"arrow keys", "lead the cursor [ ] over the board"},
    {"Enter, mouse", "take the man there; again: try to put it"},
    {"Space", "mark an enemy you believe in; again: next; also right button"},
    {"Enter on a mark", "take it, and put it elsewhere"},
    {"Backspace", "clear the mark, or the letter typed last"},
    {"mark nd5", "mark by typing; also: unmark d5, unmark all"},
    {"Esc", "put back what you hold; empty the line"},
};

static const HelpRow line_help[] = {
    {"e2e4, Nf3, O-O, e7e8q", "try a move, by its squares or as chess players write it"},
    {"any?", "ask whether a pawn can capture, where the rules have that question"},
    {"mark nd5, unmark d5, unmark all", "note where you believe an enemy to stand"},
    {NULL, NULL},
};

const UiKind play__chess_ui = {
    .typing_hint = "Type a move, e4 or Nf3. Arrows, Enter: by hand. ?: help",
    .help = help_rows,
    .line_help = line_help,
    .play_options = "",
    .take_move = take_move,
    .mark = mark,
    .unmark = unmark,
    .needs_promotion = needs_promotion,
    .say_held = say_held,
    .move_cursor = move_cursor,
    .enter = enter,
    .cycle_mark = cycle_mark,
    .clear_mark = clear_mark,
    .say_board = say_board,
    .say_truth = say_truth,
    .say_calls = say_calls,
    .sign_cursor = sign_cursor,
    .point_at = point_at,
};
