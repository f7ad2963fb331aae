// Tables of endings: the numbers of placements, and the best plan for a belief.
#include "engine/kriegspiel_search/ending_table.h"

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

static bool has_material(const OwnMen *own, const EndingMaterial *material)
{
    const Bits men = own->kind[material->pieces[0]];
    return material->piece_count == 2 ? (men & DARK_SQUARES) && (men & ~DARK_SQUARES) : men != 0;
}

const EndingTable *ending_table_for(const OwnMen *own)
{
    const Board *board = own_men_board(own);
    for (unsigned i = 0; i < ending_table_count; i++)
        if (board->files == 8 && board->ranks == 8 && has_material(own, &ending_tables[i].material))
            return &ending_tables[i];
    return NULL;
}

static double ending_table_value_of(const EndingTable *table, unsigned king,
                                    const unsigned pieces[ENDING_PIECES_MAX],
                                    const double at[SQUARE_COUNT])
{
    const EndingPlacement placement = ending_placement_of(&table->material, king, pieces);
    double best = 0, turned[SQUARE_COUNT];
    for (unsigned square = 0; square < SQUARE_COUNT; square++)
        turned[ending_turn_square(square, placement.turn)] = at[square];
    for (uint32_t i = table->first[placement.index]; i < table->first[placement.index + 1]; i++) {
        const uint8_t *plan = table->plans[i];
        double sum = 0;
        for (unsigned square = 0; square < SQUARE_COUNT; square++)
            sum += turned[square] * plan[square];
        best = sum > best ? sum : best;
    }
    return best / ENDING_SCALE;
}

double ending_table_value(const EndingTable *table, const OwnMen *own,
                          const double at[SQUARE_COUNT])
{
    const unsigned king = bits_first(own->kind[KING]);
    double best = 0;
    for (Bits first = own->kind[table->material.pieces[0]]; first;) {
        unsigned pieces[ENDING_PIECES_MAX] = {bits_take(&first)};
        if (table->material.piece_count == 1) {
            const double value = ending_table_value_of(table, king, pieces, at);
            best = value > best ? value : best;
            continue;
        }
        for (Bits second = first; second;) {
            pieces[1] = bits_take(&second);
            if (bits_has(DARK_SQUARES, pieces[0]) == bits_has(DARK_SQUARES, pieces[1]))
                continue;
            const double value = ending_table_value_of(table, king, pieces, at);
            best = value > best ? value : best;
        }
    }
    return best;
}
