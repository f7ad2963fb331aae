// The belief of a bare king, and values of tries by tables.
#include "engine/kriegspiel_search/ending_choice.h"

#include "engine/kriegspiel_search/ending_table.h"
#include "engine/kriegspiel_search/geometry.h"

#include <stdlib.h>
#include <string.h>

// Before the king is bare nothing is known of its habits, and later each keeps so much.
static const double HABIT_MIN = 0.1;

static double weight_of(const double at[SQUARE_COUNT], Bits kings)
{
    double sum = 0;
    while (kings)
        sum += at[bits_take(&kings)];
    return sum;
}

static void king_moved(EndingBelief *belief, const Metaposition *before)
{
    BareKingBoard board;
    bare_king_stand(before, &board);
    for (unsigned habit = 0; habit < BARE_KING_HABITS; habit++) {
        double next[SQUARE_COUNT] = {0};
        bare_king_spread(&board, (BareKingHabit)habit, belief->at[habit], before->men[KING], next);
        memcpy(belief->at[habit], next, sizeof next);
    }
}

// Keeps to what is possible; what is left of each habit's chances tells how likely the habit is. If all that it foretold is impossible, everything
// possible is as likely.
static void keep_possible(EndingBelief *belief, Bits kings)
{
    double weights[BARE_KING_HABITS], shares[BARE_KING_HABITS], all = 0, kept = 0;
    for (unsigned habit = 0; habit < BARE_KING_HABITS; habit++)
        all += weights[habit] = weight_of(belief->at[habit], kings);
    for (unsigned habit = 0; habit < BARE_KING_HABITS; habit++) {
        const double share = all > 0 ? weights[habit] / all : 0;
        kept += shares[habit] = share > HABIT_MIN ? share : HABIT_MIN;
    }
    for (unsigned habit = 0; habit < BARE_KING_HABITS; habit++)
        for (unsigned square = 0; square < SQUARE_COUNT; square++) {
            const double here = weights[habit] > 0 ? belief->at[habit][square] / weights[habit]
                                                   : 1.0 / bits_count(kings);
            belief->at[habit][square] = bits_has(kings, square) ? here * (shares[habit] / kept) : 0;
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
        for (unsigned habit = 0; habit < BARE_KING_HABITS; habit++)
            memcpy(belief->at[habit], at, sizeof belief->at[habit]);
    else if (heard->event == HEARD_MOVE && heard->seat != before->own.color)
        king_moved(belief, before);
    belief->is_known = true;
    keep_possible(belief, after->men[KING]);
}

// A stalemate costs more than the tables say, which hold it for a draw like any other: a slower mate is nearly always there.
static const double STALEMATE_VALUE = -1;

enum {
    DEEPER = 6
}; // tries of the first move that are looked at two moves ahead; all if there are men that the table does not have

// At our turn.
typedef struct Hunt {
    const EndingTable *table;
    const Metaposition *meta;
    const EndingBelief *belief;
    Meter *meter;
} Hunt;

static double weight_at(const EndingBelief *belief, unsigned square)
{
    double sum = 0;
    for (unsigned habit = 0; habit < BARE_KING_HABITS; habit++)
        sum += belief->at[habit][square];
    return sum;
}

// Men that the table does not have may stand in the way of its plans, so a mate in sight is better than a promise. Of moves that
// wait, a pawn's is the best: it opens lines, and may promote.
static const double PROMISE_FACTOR = 0.9, PAWN_STEP_VALUE = 0.002; // a step for each rank

static bool has_further_men(const Hunt *hunt)
{
    return bits_count(hunt->meta->own.all) > hunt->table->material.piece_count + 1;
}

static double pawns_value(const OwnMen *own)
{
    double sum = 0;
    for (Bits pawns = own->kind[PAWN]; pawns;)
        sum +=
            PAWN_STEP_VALUE * pawn_steps(own_men_board(own), (Color)own->color, bits_take(&pawns));
    return sum;
}

static double table_value(const Hunt *hunt)
{
    double at[SQUARE_COUNT], weight = 0;
    for (unsigned square = 0; square < SQUARE_COUNT; square++)
        weight += at[square] = weight_at(hunt->belief, square);
    const double value = ending_table_value(hunt->table, &hunt->meta->own, at);
    return has_further_men(hunt) ? PROMISE_FACTOR * value + weight * pawns_value(&hunt->meta->own)
                                 : value;
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

// What kings that cannot move are worth, mated or stalemated, by their chances. They are taken out of `kings`.
static double take_ended(const BareKingBoard *board, const EndingBelief *belief, Bits *kings)
{
    double value = 0;
    for (Bits rest = *kings; rest;) {
        const unsigned king = bits_take(&rest);
        if (bare_king_escapes(board, king))
            continue;
        *kings &= ~bit(king);
        value += weight_at(belief, king) * (bits_has(board->attacked, king) ? 1 : STALEMATE_VALUE);
    }
    return value;
}

static double best_value(const Hunt *hunt, bool is_deeper);

// What a move is worth where it is legal, by the chances of the squares. A man that is taken counts as a draw.
static double value_move(const Hunt *hunt, const BareKingBoard *moved, bool is_deeper)
{
    Bits kings = moved->meta.men[KING];
    double value = take_ended(moved, hunt->belief, &kings);
    while (kings) {
        const Bits alike = sounding_alike(moved, kings);
        EndingBelief next = {0};
        Metaposition meta = moved->meta;
        meta.men[KING] = 0;
        for (unsigned habit = 0; habit < BARE_KING_HABITS; habit++) {
            bare_king_spread(moved, (BareKingHabit)habit, hunt->belief->at[habit], alike,
                             next.at[habit]);
            for (Bits own = meta.own.all; own;)
                next.at[habit][bits_take(&own)] = 0;
        }
        for (unsigned square = 0; square < SQUARE_COUNT; square++)
            meta.men[KING] |= weight_at(&next, square) > 0 ? bit(square) : 0;
        const Hunt then = {hunt->table, &meta, &next, hunt->meter};
        value += ENDING_MOVE_FACTOR * best_value(&then, is_deeper);
        kings &= ~alike;
    }
    return value;
}

// What is left to do where a move is refused.
static double value_refusal(const Hunt *hunt, Bits forbidden)
{
    EndingBelief still = {0};
    for (unsigned habit = 0; habit < BARE_KING_HABITS; habit++)
        for (Bits kings = hunt->meta->men[KING] & forbidden; kings;) {
            const unsigned king = bits_take(&kings);
            still.at[habit][king] = hunt->belief->at[habit][king];
        }
    const Hunt then = {hunt->table, hunt->meta, &still, hunt->meter};
    return ENDING_REFUSAL_FACTOR * table_value(&then);
}

static void value_try(const Hunt *hunt, EndingTry *one, bool is_deeper)
{
    BareKingBoard moved;
    bare_king_move(hunt->meta, one->move, &moved);
    one->legal = 0;
    for (Bits kings = moved.meta.men[KING]; kings;)
        one->legal += weight_at(hunt->belief, bits_take(&kings));
    one->value = value_move(hunt, &moved, is_deeper) +
                 value_refusal(hunt, bare_king_forbids(&hunt->meta->own, one->move));
    (void)meter_step(hunt->meter);
}

// By the table; or by our moves and then by the table, which may hold moves for possible that other men of ours prevent.
static double best_value(const Hunt *hunt, bool is_deeper)
{
    static const Turn fresh = {0};
    if (!is_deeper || !hunt->meta->men[KING] || hunt->meter->is_spent)
        return table_value(hunt);
    Try tries[TRIES_MAX];
    double best = 0;
    const uint32_t count = attempts_list(&fresh, hunt->meta->rules, &hunt->meta->own, tries);
    for (uint32_t i = 0; i < count; i++) {
        EndingTry one = {.move = tries[i]};
        if (tries[i] == TRY_ANY)
            continue;
        value_try(hunt, &one, false);
        best = one.legal > 0 && one.value > best ? one.value : best;
    }
    return best;
}

// Tries that cannot be legal come last.
static int compare_tries(const void *left, const void *right)
{
    const EndingTry *a = left, *b = right;
    if ((a->legal > 0) != (b->legal > 0))
        return a->legal > 0 ? -1 : 1;
    if (a->value != b->value)
        return a->value < b->value ? 1 : -1;
    return (a->move > b->move) - (a->move < b->move);
}

// Values the first tries two moves ahead while the budget lasts; returns how many.
static uint32_t value_deeper(const Hunt *hunt, EndingTry *tries, uint32_t count)
{
    const bool is_all = has_further_men(hunt);
    uint32_t i = 0;
    for (; i < count && (is_all || i < DEEPER); i++) {
        EndingTry deeper = tries[i];
        value_try(hunt, &deeper, true);
        if (hunt->meter->is_spent)
            break;
        tries[i] = deeper;
    }
    return i;
}

uint32_t ending_value_tries(const Metaposition *meta, const EndingBelief *belief, Meter *meter,
                            EndingTry *tries, uint32_t count)
{
    const Hunt hunt = {ending_table_for(&meta->own), meta, belief, meter};
    if (!hunt.table)
        return 0;
    for (uint32_t i = 0; i < count; i++)
        value_try(&hunt, &tries[i], false);
    qsort(tries, count, sizeof *tries, compare_tries);
    const uint32_t deeper = value_deeper(&hunt, tries, count);
    qsort(tries, deeper, sizeof *tries, compare_tries);
    return deeper ? deeper : count;
}
