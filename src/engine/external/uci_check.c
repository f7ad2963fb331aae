// Checking a position from scratch.
#include "engine/external/uci_check.h"

#include <assert.h>

enum {
    PAWNS_MAX = 8, // of a side; more crash GNU Chess
    END_RANK = 7,
    PASSANT_RANK_WHITE = 5, // of the square behind a pawn that White may take en passant
    PASSANT_RANK_BLACK = 2,
    RANK_STEP = BOARD_SIDE_MAX, // squares from one rank to the next
};
#define END_RANKS (UINT64_C(0xff) | UINT64_C(0xff) << 8 * END_RANK)

static const char *const fault_texts[] = {
    [UCI_FAULT_NONE] = "it has no fault",
    [UCI_FAULT_BOARD] = "engines play on 8x8 alone",
    [UCI_FAULT_MEN] = "a man has two colours or kinds, or none",
    [UCI_FAULT_KINGS] = "a side has not one king",
    [UCI_FAULT_MANY] = "a side has more than sixteen men",
    [UCI_FAULT_PAWNS] = "a pawn stands on an end rank",
    [UCI_FAULT_CASTLING] = "a castling right has no king or rook in place",
    [UCI_FAULT_PASSANT] = "no pawn can have come to be taken en passant",
    [UCI_FAULT_TURN] = "it is nobody's turn",
    [UCI_FAULT_CHECK] = "the side not to move is in check",
    [UCI_FAULT_EIGHT] = "a side has more than eight pawns",
};
_Static_assert(COUNT_OF(fault_texts) == UCI_FAULT_COUNT, "every fault needs a text");

const char *uci_fault_text(UciFault fault)
{
    assert(fault < UCI_FAULT_COUNT);
    return fault_texts[fault];
}

// Every man must have exactly one kind and one colour.
static bool has_inconsistent_men(const Position *position)
{
    Bits seen = 0, twice = position->color[WHITE] & position->color[BLACK];
    for (unsigned kind = 0; kind < KIND_COUNT; kind++) {
        twice |= seen & position->kind[kind];
        seen |= position->kind[kind];
    }
    return twice || seen != position_occupied(position);
}

static bool has_wrong_kings(const Position *position)
{
    return bits_count(position_men(position, WHITE, KING)) != 1 ||
           bits_count(position_men(position, BLACK, KING)) != 1;
}

static bool has_more(Bits white, Bits black, unsigned max)
{
    return bits_count(white) > max || bits_count(black) > max;
}

static bool has_wrong_castling(const Position *position)
{
    enum { RIGHTS = WHITE_SHORT | WHITE_LONG | BLACK_SHORT | BLACK_LONG, BLACK_FIRST = 2 };
    if (position->castling & ~RIGHTS)
        return true;
    for (unsigned right = 0; right < COUNT_OF(chess_castles); right++) {
        const Castle *castle = &chess_castles[right];
        const Color side = right < BLACK_FIRST ? WHITE : BLACK;
        if (position->castling >> right & 1 &&
            !(bits_has(position_men(position, side, KING), castle->king_from) &&
              bits_has(position_men(position, side, ROOK), castle->rook_from)))
            return true;
    }
    return false;
}

// A pawn of the other side must stand before the square, and the square where it came from must be empty.
static bool has_wrong_passant(const Position *position)
{
    const unsigned square = position->passant;
    if (square == SQUARE_NONE)
        return false;
    const bool is_white = position->to_move == WHITE;
    if (square > SQUARE_NONE || square_rank(square) != (is_white ? (unsigned)PASSANT_RANK_WHITE
                                                                 : (unsigned)PASSANT_RANK_BLACK))
        return true;
    const unsigned before = is_white ? square - RANK_STEP : square + RANK_STEP;
    const unsigned behind = is_white ? square + RANK_STEP : square - RANK_STEP;
    const Bits occupied = position_occupied(position);
    return bits_has(occupied, square) || bits_has(occupied, behind) ||
           !bits_has(position_men(position, other_color(position->to_move), PAWN), before);
}

UciFault uci_check(const Position *position)
{
    if (position->board != board_index(board_by_size(8, 8)))
        return UCI_FAULT_BOARD;
    if (has_inconsistent_men(position))
        return UCI_FAULT_MEN;
    if (has_wrong_kings(position))
        return UCI_FAULT_KINGS;
    if (has_more(position->color[WHITE], position->color[BLACK], MEN_MAX))
        return UCI_FAULT_MANY;
    if (position->kind[PAWN] & END_RANKS)
        return UCI_FAULT_PAWNS;
    if (has_wrong_castling(position))
        return UCI_FAULT_CASTLING;
    if (position->to_move > BLACK)
        return UCI_FAULT_TURN;
    if (has_wrong_passant(position))
        return UCI_FAULT_PASSANT;
    if (position_checkers(position, other_color(position->to_move)))
        return UCI_FAULT_CHECK;
    if (has_more(position_men(position, WHITE, PAWN), position_men(position, BLACK, PAWN),
                 PAWNS_MAX))
        return UCI_FAULT_EIGHT;
    return UCI_FAULT_NONE;
}
