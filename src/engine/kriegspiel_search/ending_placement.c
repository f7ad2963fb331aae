// Numbers of placements.
#include "engine/kriegspiel_search/ending_placement.h"

#include <assert.h>

enum { SIDE = 8, TURN_FILES = 1, TURN_RANKS = 2, TURN_DIAGONAL = 4 };

unsigned ending_turn_square(unsigned square, unsigned turn)
{
    unsigned file = square_file(square), rank = square_rank(square);
    file = turn & TURN_FILES ? SIDE - 1 - file : file;
    rank = turn & TURN_RANKS ? SIDE - 1 - rank : rank;
    return turn & TURN_DIAGONAL ? file * SIDE + rank : rank * SIDE + file;
}

// The squares a1 to d1, b2 to d2, c3, d3 and d4 have the numbers 0 to 9; all others ENDING_KINGS.
static unsigned king_number(unsigned square)
{
    static const uint8_t first[SIDE / 2] = {0, 4, 7, 9};
    const unsigned file = square_file(square), rank = square_rank(square);
    return file < SIDE / 2 && rank <= file ? first[rank] + file - rank : ENDING_KINGS;
}

static bool is_pair(const EndingMaterial *material)
{
    assert(material->piece_count == 1 || material->pieces[0] == BISHOP);
    return material->piece_count == 2;
}

uint32_t ending_placement_count(const EndingMaterial *material)
{
    return ENDING_KINGS * (is_pair(material) ? SQUARE_COUNT / 2 * SQUARE_COUNT / 2 : SQUARE_COUNT);
}

EndingPlacement ending_placement_of(const EndingMaterial *material, unsigned king,
                                    const unsigned pieces[ENDING_PIECES_MAX])
{
    EndingPlacement placement = {0};
    while (king_number(ending_turn_square(king, placement.turn)) == ENDING_KINGS)
        placement.turn++;
    assert(placement.turn < ENDING_TURNS);
    const unsigned number = king_number(ending_turn_square(king, placement.turn));
    const unsigned first = ending_turn_square(pieces[0], placement.turn);
    placement.index = number * SQUARE_COUNT + first;
    if (is_pair(material)) {
        const unsigned second = ending_turn_square(pieces[1], placement.turn);
        const unsigned dark = bits_has(DARK_SQUARES, first) ? first : second,
                       light = first + second - dark;
        assert(bits_has(DARK_SQUARES, dark) && !bits_has(DARK_SQUARES, light));
        placement.index = (number * SQUARE_COUNT / 2 + dark / 2) * SQUARE_COUNT / 2 + light / 2;
    }
    return placement;
}

// The square of one colour with this number among the 32.
static unsigned bishop_square(unsigned number, bool wants_dark)
{
    return 2 * number + (bits_has(DARK_SQUARES, 2 * number) != wants_dark);
}

bool ending_placement_squares(const EndingMaterial *material, uint32_t index, unsigned *king,
                              unsigned pieces[ENDING_PIECES_MAX])
{
    if (is_pair(material)) {
        pieces[1] = bishop_square(index % (SQUARE_COUNT / 2), false);
        index /= SQUARE_COUNT / 2;
        pieces[0] = bishop_square(index % (SQUARE_COUNT / 2), true);
        index /= SQUARE_COUNT / 2;
    } else {
        pieces[0] = pieces[1] = index % SQUARE_COUNT;
        index /= SQUARE_COUNT;
    }
    assert(index < ENDING_KINGS);
    *king = 0;
    while (king_number(*king) != index)
        ++*king;
    return pieces[0] != *king && pieces[1] != *king;
}
