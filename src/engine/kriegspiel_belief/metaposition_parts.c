// Computes who attacks what in a metaposition.
#include "engine/kriegspiel_belief/internal.h"

#include "games/chess/fill.h"

#include <assert.h>

void metaposition__learn(Metaposition *meta, Bits squares)
{
    for (unsigned i = 0; i < AGE_PLANES; i++)
        meta->ages[i] &= ~squares;
}

void metaposition__remove_men(Metaposition *meta, Bits squares)
{
    for (unsigned kind = 0; kind < KIND_COUNT; kind++)
        meta->men[kind] &= ~squares;
}

Attacks metaposition_attacks(const Metaposition *meta, Bits open)
{
    assert(meta->own.color <= BLACK);
    const Bits *own = meta->own.kind;
    const Bits lines = own[ROOK] | own[QUEEN], diagonals = own[BISHOP] | own[QUEEN];
    const Bits ahead = pawns_stepped(own[PAWN], (Color)meta->own.color, PAWN_ONE);
    const Bits west = step_by(ahead, -1), east = step_by(ahead, 1);
    const bool is_white = meta->own.color == WHITE;
    return (Attacks){
        .rank = attack_line(lines, open, 1),
        .file = attack_line(lines, open, 8),
        .rising = attack_line(diagonals, open, 9) | (is_white ? east : west),
        .falling = attack_line(diagonals, open, 7) | (is_white ? west : east),
        .knight = fill_knights(own[KNIGHT]),
        .king = fill_kings(own[KING]),
    };
}

void metaposition_sort_checks(const Metaposition *meta, const Attacks *attacks,
                              Bits kinds[CHECK_KINDS])
{
    const Bits rising = meta->long_rising;
    kinds[0] = attacks->rank;
    kinds[1] = attacks->file;
    kinds[2] = (attacks->rising & rising) | (attacks->falling & ~rising);
    kinds[3] = (attacks->rising & ~rising) | (attacks->falling & rising);
    kinds[4] = attacks->knight;
}

Bits metaposition__open_lines(const Metaposition *meta)
{
    return own__free_squares(&meta->own) & ~metaposition_men_but_king(meta);
}

uint8_t metaposition_checks_on(const Metaposition *meta, unsigned square)
{
    assert(square < SQUARE_COUNT);
    const Attacks attacks = metaposition_attacks(meta, metaposition__open_lines(meta));
    Bits kinds[CHECK_KINDS];
    unsigned checks = 0;
    metaposition_sort_checks(meta, &attacks, kinds);
    for (unsigned i = 0; i < CHECK_KINDS; i++)
        checks |= (unsigned)bits_has(kinds[i], square) << i;
    return (uint8_t)(checks && !meta->rules->check_tells_kind ? CHECK_PLAIN : checks);
}

void metaposition__attackers(const Metaposition *meta, unsigned square, Bits open,
                             Bits attackers[KIND_COUNT])
{
    assert(square < SQUARE_COUNT);
    const Bits *men = meta->men;
    const Bits lines = rook_slides(square, ~open), diagonals = bishop_slides(square, ~open);
    attackers[PAWN] = men[PAWN] & chess_pawn_strikes[meta->own.color][square];
    attackers[KNIGHT] = men[KNIGHT] & chess_knight_steps[square];
    attackers[BISHOP] = men[BISHOP] & diagonals;
    attackers[ROOK] = men[ROOK] & lines;
    attackers[QUEEN] = men[QUEEN] & (lines | diagonals);
    attackers[KING] = men[KING] & chess_king_steps[square];
}
