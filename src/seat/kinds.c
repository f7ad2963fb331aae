// The games whose men a seat can list and mark.
#include "seat/kinds.h"

#include "chess/notation.h"
#include "kriegspiel/law/open_chess.h"
#include "phantom_go/law/phantom_go.h"

#include <assert.h>

_Static_assert((int)SQUARE_COUNT <= (int)SEAT_SPOTS && (int)GO_SPOTS <= (int)SEAT_SPOTS,
               "the spots of every board have a place");

// --- Chess boards --------------------------------------------------------------------------------

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

// --- Go ------------------------------------------------------------------------------------------

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

static void stone_to_text(unsigned spot, SeatMan man, Text *text)
{
    assert(man == 1);
    (void)man;
    go_point_to_text(go_point_at(spot), text);
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

// -------------------------------------------------------------------------------------------------

static const SeatKind kinds[] = {
    {
        .game = &kriegspiel_game,
        .has_spot = has_square,
        .man_at = own_man_at,
        .man_to_text = man_to_text,
        .man_from_text = man_from_text,
        .spot_from_text = square_of_text,
    },
    {
        .game = &open_chess_game,
        .is_open = true,
        .has_spot = has_square,
        .man_at = open_man_at,
        .man_to_text = man_to_text,
        .man_from_text = man_from_text,
        .spot_from_text = square_of_text,
    },
    {
        .game = &phantom_go_game,
        .has_spot = has_point,
        .man_at = stone_at,
        .man_to_text = stone_to_text,
        .man_from_text = stone_from_text,
        .spot_from_text = point_of_text,
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
