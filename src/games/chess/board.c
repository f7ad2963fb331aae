// The table of boards. A row is built from its size and its usual first rank; a row with another set-up
// states it.
#include "games/chess/board.h"

#include <assert.h>
#include <string.h>

#define FILES(n) (0x0101010101010101u * ((UINT64_C(1) << (n)) - 1))
#define RANKS(m) (UINT64_MAX >> (64 - 8 * (m)))
#define RANK(n, r) (((UINT64_C(1) << (n)) - 1) << 8 * (r))

// The first rank and its promotions, by number of files.
#define MEN_4(r, n, b, q, k) r q k r
#define MEN_5(r, n, b, q, k) r n b q k
#define MEN_6(r, n, b, q, k) r n q k n r
#define MEN_7(r, n, b, q, k) r n b q k b r
#define MEN_8(r, n, b, q, k) r n b q k b n r
#define PROMOTIONS_4 (1 << QUEEN | 1 << ROOK)
#define PROMOTIONS_5 (PROMOTIONS_4 | 1 << BISHOP | 1 << KNIGHT)
#define PROMOTIONS_6 (PROMOTIONS_4 | 1 << KNIGHT)
#define PROMOTIONS_7 PROMOTIONS_5
#define PROMOTIONS_8 PROMOTIONS_5
#define PAWNS_4(p) p p p p
#define PAWNS_5(p) PAWNS_4(p) p
#define PAWNS_6(p) PAWNS_5(p) p
#define PAWNS_7(p) PAWNS_6(p) p
#define PAWNS_8(p) PAWNS_7(p) p

// The empty ranks between the pawns, by number of ranks.
#define GAP_4(n) ""
#define GAP_5(n) GAP_4(n) #n "/"
#define GAP_6(n) GAP_5(n) #n "/"
#define GAP_7(n) GAP_6(n) #n "/"
#define GAP_8(n) GAP_7(n) #n "/"

#define SETUP(n, m)                                                    \
    MEN_##n("r", "n", "b", "q", "k") "/" PAWNS_##n("p") "/" GAP_##m(n) \
        PAWNS_##n("P") "/" MEN_##n("R", "N", "B", "Q", "K")

// Double steps belong to boards of eight ranks, castling to chess's own.
#define ROW(name_, alias_, n, m, setup_, promotions_)                              \
    {                                                                              \
        .name = name_, .alias = alias_, .setup = setup_, .files = n, .ranks = m,   \
        .promotions = promotions_, .castling = (n) == 8 && (m) == 8,               \
        .squares = FILES(n) & RANKS(m), .last_rank = {RANK(n, (m)-1), RANK(n, 0)}, \
        .step_on = {(m) == 8 ? RANK(n, 2) : 0, (m) == 8 ? RANK(n, (m)-3) : 0},     \
    }
#define USUAL(n, m) ROW(#n "x" #m, NULL, n, m, SETUP(n, m), PROMOTIONS_##n)
#define NAMED(name, n, m) ROW(name, #n "x" #m, n, m, SETUP(n, m), PROMOTIONS_##n)

const Board chess_boards[] = {
    USUAL(8, 8),
    NAMED("silverman4x4", 4, 4),
    ROW("reduced4x4", NULL, 4, 4, "rbkr/4/4/RBKR", 1 << ROOK | 1 << BISHOP),
    NAMED("gardner5x5", 5, 5),
    NAMED("losalamos6x6", 6, 6),
    USUAL(7, 7),
    USUAL(4, 5),
    USUAL(4, 6),
    USUAL(4, 7),
    USUAL(4, 8),
    USUAL(5, 4),
    USUAL(5, 6),
    USUAL(5, 7),
    USUAL(5, 8),
    USUAL(6, 4),
    USUAL(6, 5),
    USUAL(6, 7),
    USUAL(6, 8),
    USUAL(7, 4),
    USUAL(7, 5),
    USUAL(7, 6),
    USUAL(7, 8),
    USUAL(8, 4),
    USUAL(8, 5),
    USUAL(8, 6),
    USUAL(8, 7),
};
const unsigned chess_board_count = COUNT_OF(chess_boards);

const Board *board_by_name(Slice name)
{
    for (unsigned i = 0; i < COUNT_OF(chess_boards); i++) {
        const Board *board = &chess_boards[i];
        if (slice_is(name, board->name) || (board->alias && slice_is(name, board->alias)))
            return board;
    }
    return NULL;
}

const Board *board_by_size(unsigned files, unsigned ranks)
{
    for (unsigned i = 0; i < COUNT_OF(chess_boards); i++)
        if (chess_boards[i].files == files && chess_boards[i].ranks == ranks)
            return &chess_boards[i];
    return NULL;
}

unsigned board_index(const Board *board)
{
    assert(board >= chess_boards && board < chess_boards + COUNT_OF(chess_boards));
    return (unsigned)(board - chess_boards);
}

static const char kind_letters[] = "pnbrqk";

char kind_letter(Kind kind)
{
    return (char)(kind < KIND_COUNT ? kind_letters[kind] : '?');
}

char man_letter(Kind kind, Color color)
{
    assert(kind < KIND_COUNT && color <= BLACK);
    return (char)(kind_letters[kind] - (color == WHITE ? 'a' - 'A' : 0));
}

Kind kind_from_letter(char lower_case)
{
    const char *found = lower_case ? strchr(kind_letters, lower_case) : NULL;
    return found ? (Kind)(found - kind_letters) : KIND_COUNT;
}

void square_to_text(unsigned square, Text *text)
{
    assert(square < SQUARE_COUNT);
    text_add_char(text, (char)('a' + square_file(square)));
    text_add_char(text, (char)('1' + square_rank(square)));
}

Square square_from_text(const char *two_characters)
{
    const char file = two_characters[0];
    if (file < 'a' || file > 'h')
        return SQUARE_NONE;
    const char rank = two_characters[1];
    if (rank < '1' || rank > '8')
        return SQUARE_NONE;
    return (Square)((rank - '1') * 8 + (file - 'a'));
}
