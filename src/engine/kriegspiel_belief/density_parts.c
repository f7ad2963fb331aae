// Keeps the sums of a density, and computes what own men attack.
#include "engine/kriegspiel_belief/internal.h"

#include "games/chess/fill.h"

#include <assert.h>
#include <string.h>

float density__sum_of(const float at[SQUARE_COUNT])
{
    float sums[8] = {0};
    for (unsigned i = 0; i < SQUARE_COUNT; i++)
        sums[i % 8] += at[i];
    return ((sums[0] + sums[4]) + (sums[1] + sums[5])) +
           ((sums[2] + sums[6]) + (sums[3] + sums[7]));
}

void density__add_over(float at[SQUARE_COUNT], Bits squares, float sum)
{
    const float each = sum / (float)bits_count(squares);
    while (squares)
        at[bits_take(&squares)] += each;
}

// Brings the sum of a matrix to `sum` by scaling the squares that are not in `fixed`. If these have nothing to scale, the
// rest is shared evenly among the `possible` squares, or among the fixed ones if no other is possible.
static void settle_sum(float at[SQUARE_COUNT], Bits fixed, Bits possible, float sum)
{
    assert(sum > -density__tolerance);
    const float held = density_sum_over(at, fixed);
    const float loose = density__sum_of(at) - held;
    const float wanted = sum - held;
    const Bits open = possible & ~fixed;
    float kept[SQUARE_COUNT];
    memcpy(kept, at, sizeof kept);
    const float factor = loose > density__nothing && wanted > 0 ? wanted / loose : 0;
    for (unsigned i = 0; i < SQUARE_COUNT; i++)
        at[i] *= factor;
    for (Bits rest = fixed; rest;) {
        const unsigned i = bits_take(&rest);
        at[i] = wanted < 0 ? kept[i] * sum / held : kept[i];
    }
    if (wanted > 0 && factor == 0)
        density__add_over(at, open ? open : fixed ? fixed : possible, wanted);
}

Bits density__pawn_squares(const OwnMen *own)
{
    const Board *board = own_men_board(own);
    return own__free_squares(own) & ~(board->last_rank[WHITE] | board->last_rank[BLACK]);
}

void density__settle_king(Density *density, const OwnMen *own, Bits fixed)
{
    settle_sum(density->king, fixed, own__free_squares(own), 1);
    assert(density__is_about(density__sum_of(density->king), 1));
}

void density__settle_men(Density *density, const OwnMen *own, Bits fixed)
{
    settle_sum(density->pawns, fixed & density__pawn_squares(own), density__pawn_squares(own),
               density->pawn_count);
    settle_sum(density->pieces, fixed, own__free_squares(own), density->piece_count);
}

// Adds to `attacks`, the chance that somebody sees a square, the chance that a slider on `from` sees it. The slider moves in
// the directions `first` to `last` of density__steps.
static void look_along(const Density *density, const OwnMen *own, unsigned from, unsigned first,
                       unsigned last, float attacks[SQUARE_COUNT])
{
    assert(from < SQUARE_COUNT && first < last && last <= COUNT_OF(density__steps));
    const Bits board = own_men_board(own)->squares;
    for (unsigned i = first; i < last; i++) {
        float sight = 1;
        for (unsigned at = density__step_on(from, density__steps[i]);
             at < SQUARE_COUNT && bits_has(board, at);
             at = density__step_on(at, density__steps[i])) {
            attacks[at] += (1 - attacks[at]) * sight;
            if (bits_has(own->all, at))
                break;
            // The enemy's king hides nothing behind it: it cannot flee along the line.
            sight *= 1 - density__taken_at(density, at) + density->king[at];
            if (sight <= 0)
                break;
        }
    }
}

void density__own_attacks(const Density *density, const OwnMen *own, float attacks[SQUARE_COUNT])
{
    const Bits near = fill_strikes(own->kind[PAWN], own->color) | fill_knights(own->kind[KNIGHT]) |
                      fill_kings(own->kind[KING]);
    for (unsigned i = 0; i < SQUARE_COUNT; i++)
        attacks[i] = (float)bits_has(near, i);
    for (Bits men = own->kind[ROOK] | own->kind[QUEEN]; men;)
        look_along(density, own, bits_take(&men), 0, DENSITY_ROOK_STEPS, attacks);
    for (Bits men = own->kind[BISHOP] | own->kind[QUEEN]; men;)
        look_along(density, own, bits_take(&men), DENSITY_ROOK_STEPS, COUNT_OF(density__steps),
                   attacks);
}
