// Values of tries by tables, and the belief that they are for.
#include "kriegspiel/search/ending_choice.h"

#include "kriegspiel/search/ending_table.h"

#include <string.h>

// --- Tries ---------------------------------------------------------------------------------------

static double weight_of(const double at[SQUARE_COUNT], Bits kings)
{
    double sum = 0;
    while (kings)
        sum += at[bits_take(&kings)];
    return sum;
}

// The kings of `kings` that hear the same as the first of them.
static Bits sounding_alike(const BareKingBoard *board, Bits kings)
{
    const unsigned checks = bare_king_checks(board, bits_first(kings));
    Bits alike = 0;
    while (kings) {
        const unsigned king = bits_take(&kings);
        if (bare_king_checks(board, king) == checks)
            alike |= bit(king);
    }
    return alike;
}

// The chance that the king is mated, among those squares; kings that cannot move are taken out of them.
static double take_ended(const BareKingBoard *board, const double at[SQUARE_COUNT], Bits *kings)
{
    double mated = 0;
    for (Bits rest = *kings; rest;) {
        const unsigned king = bits_take(&rest);
        if (bare_king_escapes(board, king))
            continue;
        *kings &= ~bit(king);
        mated += bits_has(board->attacked, king) ? at[king] : 0;
    }
    return mated;
}

// What a move is worth where it is legal, by the chances of the squares. A man that is taken counts as a draw.
static double value_move(const EndingTable *table, const BareKingBoard *moved,
                         const double at[SQUARE_COUNT])
{
    Bits kings = moved->meta.men[KING];
    double value = take_ended(moved, at, &kings);
    while (kings) {
        const Bits alike = sounding_alike(moved, kings);
        double next[SQUARE_COUNT] = {0};
        bare_king_spread(moved, at, alike, next);
        for (Bits own = moved->meta.own.all; own;)
            next[bits_take(&own)] = 0;
        value += ENDING_MOVE_FACTOR * ending_table_value(table, &moved->meta.own, next);
        kings &= ~alike;
    }
    return value;
}

// What is left to do where a move is refused.
static double value_refusal(const EndingTable *table, const Metaposition *meta,
                            const double at[SQUARE_COUNT], Bits forbidden)
{
    double still[SQUARE_COUNT] = {0};
    for (Bits kings = meta->men[KING] & forbidden; kings;) {
        const unsigned king = bits_take(&kings);
        still[king] = at[king];
    }
    return ENDING_REFUSAL_FACTOR * ending_table_value(table, &meta->own, still);
}

bool ending_value_tries(const Metaposition *meta, const double at[SQUARE_COUNT], Meter *meter,
                        EndingTry *tries, uint32_t count)
{
    const EndingTable *table = ending_table_for(&meta->own);
    if (!table)
        return false;
    for (uint32_t i = 0; i < count; i++) {
        BareKingBoard moved;
        bare_king_move(meta, tries[i].move, &moved);
        tries[i].legal = weight_of(at, moved.meta.men[KING]);
        tries[i].value =
            value_move(table, &moved, at) +
            value_refusal(table, meta, at, bare_king_forbids(&meta->own, tries[i].move));
        (void)meter_step(meter);
    }
    return true;
}

// --- Belief --------------------------------------------------------------------------------------

static void king_moved(EndingBelief *belief, const Metaposition *before)
{
    BareKingBoard board;
    double next[SQUARE_COUNT] = {0};
    bare_king_stand(before, &board);
    bare_king_spread(&board, belief->at, before->men[KING], next);
    memcpy(belief->at, next, sizeof next);
}

// Keeps to what is possible. If all that was believed is impossible, everything possible is as likely.
static void keep_possible(EndingBelief *belief, Bits kings)
{
    const double sum = weight_of(belief->at, kings);
    for (unsigned square = 0; square < SQUARE_COUNT; square++) {
        const double known = sum > 0 ? belief->at[square] / sum : 1.0 / bits_count(kings);
        belief->at[square] = bits_has(kings, square) ? known : 0;
    }
}

void ending_belief_hear(EndingBelief *belief, const double at[SQUARE_COUNT],
                        const Metaposition *before, const Hearing *heard, const Metaposition *after)
{
    if (after->count != 1 || !after->men[KING]) {
        belief->is_known = false;
        return;
    }
    if (!belief->is_known)
        memcpy(belief->at, at, sizeof belief->at);
    else if (heard->event == HEARD_MOVE && heard->seat != before->own.color)
        king_moved(belief, before);
    belief->is_known = true;
    keep_possible(belief, after->men[KING]);
}
