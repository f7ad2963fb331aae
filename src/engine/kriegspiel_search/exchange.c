// The exchange on one square.
#include "engine/kriegspiel_search/exchange.h"

#include <assert.h>

const int16_t exchange_values[KIND_COUNT] = {
    [PAWN] = 100, [KNIGHT] = 320, [BISHOP] = 330, [ROOK] = 500, [QUEEN] = 950, [KING] = 10000};

enum { TAKERS_MAX = 2 * MEN_MAX };

// The cheapest man of a side that can take on a square, among those in `occupied`; SQUARE_NONE if there is none. A king does not take what is
// guarded.
static unsigned next_taker(const Position *position, unsigned to, Color side, Bits occupied,
                           Kind *kind)
{
    const Bits takers = position_attackers(position, to, side, occupied) & occupied & ~bit(to);
    for (*kind = PAWN; *kind < KING; ++*kind)
        if (takers & position->kind[*kind])
            return bits_first(takers & position->kind[*kind]);
    const Bits guards = position_attackers(position, to, other_color(side), occupied & ~takers) &
                        occupied & ~bit(to);
    return takers && !guards ? bits_first(takers) : SQUARE_NONE;
}

// Each side in turn takes with its cheapest man; sliders behind a man that has gone join in. Then, from the last capture back, each side
// takes only if it gains by it.
int exchange_value(const Position *position, Move move)
{
    int gains[TAKERS_MAX];
    const unsigned to = move_to(move);
    unsigned from = move_from(move), count = 1;
    Bits occupied = position_occupied(position);
    assert(bits_has(occupied, from));
    Color side = bits_has(position->color[WHITE], from) ? WHITE : BLACK;
    const Kind promotion = move_promotion(move);
    Kind kind = promotion != PAWN ? promotion : position_kind_at(position, from);
    gains[0] = bits_has(occupied, to) ? exchange_values[position_kind_at(position, to)] : 0;
    if (promotion != PAWN)
        gains[0] += exchange_values[promotion] - exchange_values[PAWN];
    for (; count < TAKERS_MAX; count++) {
        const int at_stake = exchange_values[kind];
        occupied &= ~bit(from);
        side = other_color(side);
        from = next_taker(position, to, side, occupied, &kind);
        if (from == SQUARE_NONE)
            break;
        gains[count] = at_stake - gains[count - 1];
    }
    while (--count > 0)
        if (gains[count] > -gains[count - 1])
            gains[count - 1] = -gains[count];
    return gains[0];
}
