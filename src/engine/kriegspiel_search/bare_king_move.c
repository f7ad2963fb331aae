// An own move, the king's squares after it, and where the king goes.
#include "engine/kriegspiel_search/bare_king_move.h"

#include "engine/kriegspiel_search/geometry.h"

Bits bare_king_forbids(const OwnMen *own, Move move)
{
    const unsigned from = move_from(move), to = move_to(move);
    if (bits_has(own->kind[KING], from))
        return chess_king_steps[to] | bit(to);
    if (!bits_has(own->kind[PAWN], from))
        return 0;
    return is_strike(own->kind[PAWN], move) ? ~(Bits)0 : chess_path[from][to];
}

void bare_king_stand(const Metaposition *meta, BareKingBoard *board)
{
    const Bits squares = metaposition_board(meta)->squares;
    board->meta = *meta;
    const Attacks attacks = metaposition_attacks(meta, squares & ~meta->own.all);
    board->attacked = attacks_all(&attacks);
    metaposition_sort_checks(meta, &attacks, board->kinds);
}

void bare_king_move(const Metaposition *meta, Move move, BareKingBoard *moved)
{
    Metaposition after = *meta;
    after.men[KING] &= ~bare_king_forbids(&meta->own, move);
    own_men_play(&after.own, move);
    bare_king_stand(&after, moved);
}

Bits bare_king_escapes(const BareKingBoard *board, unsigned king)
{
    return chess_king_steps[king] & metaposition_board(&board->meta)->squares & ~board->attacked;
}

unsigned bare_king_checks(const BareKingBoard *board, unsigned king)
{
    unsigned checks = 0;
    for (unsigned i = 0; i < CHECK_KINDS; i++)
        checks |= (unsigned)bits_has(board->kinds[i], king) << i;
    return checks;
}

void bare_king_chances(const Board *board, BareKingHabit habit, Bits escapes,
                       double chances[KING_STEPS_MAX])
{
    enum { CENTRALITY_MAX = 6 };
    static const double attraction[CENTRALITY_MAX + 1] = {1, 3, 9, 27, 81, 243, 729}; // set by hand
    const unsigned count = bits_count(escapes);
    double sum = 0;
    assert(count <= KING_STEPS_MAX);
    for (unsigned i = 0; i < count; i++) {
        const unsigned square = bits_take(&escapes);
        chances[i] = habit == KING_GOES_ANYWHERE ? 1 : attraction[centrality(board, square)];
        sum += chances[i];
    }
    for (unsigned i = 0; i < count; i++)
        chances[i] /= sum;
}

void bare_king_usual_chances(const Board *board, Bits escapes, double chances[KING_STEPS_MAX])
{
    const unsigned count = bits_count(escapes);
    bare_king_chances(board, KING_GOES_TO_THE_MIDDLE, escapes, chances);
    for (unsigned i = 0; i < count; i++)
        chances[i] = 0.5 / count + 0.5 * chances[i];
}

void bare_king_spread(const BareKingBoard *board, BareKingHabit habit,
                      const double at[SQUARE_COUNT], Bits kings, double next[SQUARE_COUNT])
{
    while (kings) {
        const unsigned king = bits_take(&kings);
        Bits escapes = bare_king_escapes(board, king);
        const unsigned count = bits_count(escapes);
        double chances[KING_STEPS_MAX];
        if (!(at[king] > 0))
            continue;
        bare_king_chances(metaposition_board(&board->meta), habit, escapes, chances);
        for (unsigned i = 0; i < count; i++)
            next[bits_take(&escapes)] += at[king] * chances[i];
    }
}
