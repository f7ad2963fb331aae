// The best plan for a belief.
#include "engine/kriegspiel_search/ending_table.h"

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

static double value_of(const EndingTable *table, unsigned king,
                       const unsigned pieces[ENDING_PIECES_MAX], const double at[SQUARE_COUNT])
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
            const double value = value_of(table, king, pieces, at);
            best = value > best ? value : best;
            continue;
        }
        for (Bits second = first; second;) {
            pieces[1] = bits_take(&second);
            if (bits_has(DARK_SQUARES, pieces[0]) == bits_has(DARK_SQUARES, pieces[1]))
                continue;
            const double value = value_of(table, king, pieces, at);
            best = value > best ? value : best;
        }
    }
    return best;
}
