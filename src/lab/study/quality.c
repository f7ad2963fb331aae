// Sums the weights of a pool, square by square.
#include "lab/study/quality.h"

#include <assert.h>
#include <math.h>

SquareMap square_map(const Boards *boards, Color color, unsigned kind)
{
    assert(color < 2 && kind <= KIND_COUNT);
    SquareMap map = {{0}};
    for (uint32_t i = 0; i < boards->count; i++) {
        const Position *position = &((const KriegspielBoard *)boards_at(boards, i))->position;
        Bits men =
            kind == KIND_COUNT ? position->color[color] : position_men(position, color, (Kind)kind);
        while (men)
            map.at[bits_take(&men)] += boards->weights[i];
    }
    return map;
}

static double weight_of(const Boards *boards, const Position *truth)
{
    double sum = 0;
    for (uint32_t i = 0; i < boards->count; i++)
        if (((const KriegspielBoard *)boards_at(boards, i))->position.key == truth->key)
            sum += boards->weights[i];
    return sum;
}

static double brier_of(const SquareMap *map, Bits squares, Bits men)
{
    const unsigned count = bits_count(squares);
    double sum = 0;
    while (squares) {
        const unsigned square = bits_take(&squares);
        const double error = map->at[square] - (double)bits_has(men, square);
        sum += error * error;
    }
    return sum / count;
}

double king_log_loss(double chance, unsigned squares)
{
    assert(chance >= 0 && squares > 0);
    return -log((1 - KING_FLOOR) * chance + KING_FLOOR / squares);
}

static double expected_loss(const SquareMap *kings, Bits squares)
{
    const unsigned count = bits_count(squares);
    double sum = 0;
    while (squares) {
        const double chance = kings->at[bits_take(&squares)];
        sum += chance * king_log_loss(chance, count);
    }
    return sum;
}

Quality quality_of(const Boards *boards, uint8_t seat, const Position *truth)
{
    assert(boards->count > 0 && seat < 2);
    const Color enemy = other_color(seat);
    const Bits squares = position_board(truth)->squares;
    const SquareMap kings = square_map(boards, enemy, KING);
    const SquareMap men = square_map(boards, enemy, KIND_COUNT);
    const double chance = kings.at[bits_first(position_men(truth, enemy, KING))];
    return (Quality){.truth_weight = weight_of(boards, truth),
                     .king_chance = chance,
                     .king_log_loss = king_log_loss(chance, bits_count(squares)),
                     .king_entropy = expected_loss(&kings, squares),
                     .brier = brier_of(&men, squares, truth->color[enemy])};
}
