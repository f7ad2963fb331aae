// The games whose men a seat can list and mark.
#include "games/seat/kinds.h"

#include "games/chess/notation.h"
#include "games/chess/tables.h"
#include "games/kriegspiel/judge.h"
#include "games/kriegspiel/open_chess.h"
#include "games/phantom_go/phantom_go.h"

#include <assert.h>
#include <string.h>

_Static_assert((int)SQUARE_COUNT <= (int)SEAT_SPOTS && (int)GO_SPOTS <= (int)SEAT_SPOTS,
               "the spots of every board have a place");

static bool has_square(const Rules *rules, unsigned spot)
{
    return spot < SQUARE_COUNT && bits_has(kriegspiel_rules(rules)->setup.board->squares, spot);
}

static SeatMan man_of(const OwnMen *men, unsigned spot)
{
    const Kind kind = own_men_kind(men, spot);
    return kind == KIND_COUNT ? 0 : (SeatMan)(kind + 1);
}

static SeatMan own_man_at(const void *view, uint8_t side, unsigned spot)
{
    const KriegspielView *seen = view;
    return side == seen->seat ? man_of(&seen->own, spot) : 0;
}

static SeatMan open_man_at(const void *view, uint8_t side, unsigned spot)
{
    const OwnMen men = own_men_of(&((const OpenView *)view)->position, side);
    return man_of(&men, spot);
}

static void man_to_text(unsigned spot, SeatMan man, Text *text)
{
    assert(man > 0 && man <= KIND_COUNT);
    text_add_char(text, kind_letter((Kind)(man - 1)));
    square_to_text(spot, text);
}

static bool square_of_text(Slice text, unsigned *spot)
{
    const Square square = text.length == 2 ? square_from_text(text.start) : SQUARE_NONE;
    if (square == SQUARE_NONE)
        return false;
    *spot = square;
    return true;
}

static bool man_from_text(Slice text, unsigned *spot, SeatMan *man)
{
    enum { LOWER_CASE = 0x20 }; // the bit by which ASCII's letters differ
    if (text.length != 3)
        return false;
    const Kind kind = kind_from_letter((char)(text.start[0] | LOWER_CASE));
    if (kind == KIND_COUNT || !square_of_text((Slice){text.start + 1, 2}, spot))
        return false;
    *man = (SeatMan)(kind + 1);
    return true;
}

static bool squares_of_try(Try attempt, unsigned *from, unsigned *to)
{
    if (attempt == TRY_ANY)
        return false;
    *from = move_from(attempt);
    *to = move_to(attempt);
    return true;
}

static void sign_squares(Bits squares, uint8_t sign, uint8_t signs[SEAT_SPOTS])
{
    while (squares)
        signs[bits_take(&squares)] |= sign;
}

// The squares from the king to the board's edge or to the first own man in one direction, if a check on that line was called.
static Bits open_line(const OwnMen *own, unsigned king, int right, int up, uint8_t checks)
{
    const Board *board = own_men_board(own);
    Bits squares = 0;
    int file = (int)square_file(king), rank = (int)square_rank(king);
    while (right || up) {
        file += right;
        rank += up;
        const unsigned square = (unsigned)(rank * BOARD_SIDE_MAX + file);
        if (file < 0 || file >= board->files || rank < 0 || rank >= board->ranks ||
            bits_has(own->all, square) || !(umpire_check_line(board, king, square) & checks))
            break;
        squares |= bit(square);
    }
    return squares;
}

// On one of these squares stands the man that gives check.
static Bits check_lines(const OwnMen *own, unsigned king, uint8_t checks)
{
    const Board *board = own_men_board(own);
    Bits squares =
        checks & CHECK_KNIGHT ? chess_knight_steps[king] & board->squares & ~own->all : 0;
    for (int up = -1; up <= 1; up++)
        for (int right = -1; right <= 1; right++)
            squares |= open_line(own, king, right, up, checks);
    return squares;
}

static void sign_check(const Seat *seat, const OwnMen *own, const Hearing *call,
                       uint8_t signs[SEAT_SPOTS])
{
    const Bits kings = own->kind[KING];
    const uint8_t checked = call->event == HEARD_MOVE ? !call->seat : call->seat;
    if (!call->checks || checked != seat->number || !kings)
        return;
    const unsigned king = bits_first(kings);
    signs[king] |= SIGN_CHECK;
    if (!seat__kind_of(seat->game)->is_open)
        sign_squares(check_lines(own, king, call->checks), SIGN_CHECK, signs);
}

static uint32_t pawn_tries_called(const Hearing *call)
{
    return call->count ? call->count : bits_count(call->points[0]);
}

static void sign_chess_call(const Seat *seat, const Hearing *call, uint8_t signs[SEAT_SPOTS])
{
    const OwnMen own = seat__kind_of(seat->game)->is_open
                           ? own_men_of(&((const OpenView *)&seat->view)->position, seat->number)
                           : ((const KriegspielView *)&seat->view)->own;
    if (call->capture_at)
        signs[call->capture_at - 1u] |= SIGN_CAPTURED;
    sign_squares(call->points[0], SIGN_PAWN, signs);
    sign_check(seat, &own, call, signs);
}

static bool has_point(const Rules *rules, unsigned spot)
{
    const unsigned size = phantom_rules(rules)->size;
    return spot < GO_SPOTS && go_column(go_point_at(spot)) < size &&
           go_row(go_point_at(spot)) < size;
}

static SeatMan stone_at(const void *view, uint8_t side, unsigned spot)
{
    const PhantomView *seen = view;
    return side == seen->seat && go_set_has(&seen->own, spot);
}

static void point_to_text(unsigned spot, Text *text)
{
    go_point_to_text(go_point_at(spot), text);
}

static void stone_to_text(unsigned spot, SeatMan man, Text *text)
{
    assert(man == 1);
    (void)man;
    point_to_text(spot, text);
}

static bool point_of_text(Slice text, unsigned *spot)
{
    const GoPoint point = go_point_from_text(text);
    if (point == GO_NONE)
        return false;
    *spot = go_spot(point);
    return true;
}

static bool stone_from_text(Slice text, unsigned *spot, SeatMan *man)
{
    if (!point_of_text(text, spot))
        return false;
    *man = 1;
    return true;
}

static bool point_of_try(Try attempt, unsigned *from, unsigned *to)
{
    if (attempt == PHANTOM_PASS)
        return false;
    *from = *to = attempt - 1u;
    return true;
}

// The stones that were taken, for a seat that is told which; and the points that were refused to it.
static void sign_go_call(const Seat *seat, const Hearing *call, uint8_t signs[SEAT_SPOTS])
{
    const PhantomView *view = (const PhantomView *)&seat->view;
    GoSet taken;
    memcpy(taken.words, call->points, sizeof taken.words);
    for (unsigned spot = 0; spot < GO_SPOTS; spot++) {
        if (go_set_has(&taken, spot))
            signs[spot] |= SIGN_CAPTURED;
        if (go_set_has(&view->marked, spot))
            signs[spot] |= SIGN_DOUBT;
    }
}

static const SeatKind kinds[] = {
    {
        .game = &kriegspiel_game,
        .has_spot = has_square,
        .man_at = own_man_at,
        .man_to_text = man_to_text,
        .spot_to_text = square_to_text,
        .man_from_text = man_from_text,
        .spot_from_text = square_of_text,
        .spots_of_try = squares_of_try,
        .sign_call = sign_chess_call,
        .pawn_tries = pawn_tries_called,
    },
    {
        .game = &open_chess_game,
        .is_open = true,
        .has_spot = has_square,
        .man_at = open_man_at,
        .man_to_text = man_to_text,
        .spot_to_text = square_to_text,
        .man_from_text = man_from_text,
        .spot_from_text = square_of_text,
        .spots_of_try = squares_of_try,
        .sign_call = sign_chess_call,
        .pawn_tries = pawn_tries_called,
    },
    {
        .game = &phantom_go_game,
        .has_spot = has_point,
        .man_at = stone_at,
        .man_to_text = stone_to_text,
        .spot_to_text = point_to_text,
        .man_from_text = stone_from_text,
        .spot_from_text = point_of_text,
        .spots_of_try = point_of_try,
        .sign_call = sign_go_call,
    },
};

static bool has_no_spot(const Rules *rules, unsigned spot)
{
    (void)rules;
    (void)spot;
    return false;
}

static bool is_no_man(Slice text, unsigned *spot, SeatMan *man)
{
    (void)text;
    (void)spot;
    (void)man;
    return false;
}

static bool is_no_spot(Slice text, unsigned *spot)
{
    (void)text;
    (void)spot;
    return false;
}

const SeatKind *seat__kind_of(const Game *game)
{
    static const SeatKind without_spots = {
        .has_spot = has_no_spot, .man_from_text = is_no_man, .spot_from_text = is_no_spot};
    for (unsigned i = 0; i < COUNT_OF(kinds); i++)
        if (kinds[i].game == game)
            return &kinds[i];
    return &without_spots;
}
