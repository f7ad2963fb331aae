// Moving men on a full board and keeping the key in step.
#include "games/chess/position.h"

#include <assert.h>

#define SQ(file, rank) ((rank)*8 + (file))

const Castle chess_castles[4] = {
    {SQ(4, 0), SQ(6, 0), SQ(7, 0), SQ(5, 0), 0x60, 0x60},
    {SQ(4, 0), SQ(2, 0), SQ(0, 0), SQ(3, 0), 0x0e, 0x0c},
    {SQ(4, 7), SQ(6, 7), SQ(7, 7), SQ(5, 7), UINT64_C(0x60) << 56, UINT64_C(0x60) << 56},
    {SQ(4, 7), SQ(2, 7), SQ(0, 7), SQ(3, 7), UINT64_C(0x0e) << 56, UINT64_C(0x0c) << 56},
};

// The rights that end when a man leaves or reaches a square.
static const uint8_t rights_of_square[SQUARE_COUNT] = {
    [SQ(0, 0)] = WHITE_LONG, [SQ(4, 0)] = WHITE_SHORT | WHITE_LONG, [SQ(7, 0)] = WHITE_SHORT,
    [SQ(0, 7)] = BLACK_LONG, [SQ(4, 7)] = BLACK_SHORT | BLACK_LONG, [SQ(7, 7)] = BLACK_SHORT,
};

const Castle *chess_castle_of(unsigned king_from, unsigned king_to)
{
    for (unsigned right = 0; right < COUNT_OF(chess_castles); right++)
        if (chess_castles[right].king_from == king_from && chess_castles[right].king_to == king_to)
            return &chess_castles[right];
    return NULL;
}

Bits position_checkers(const Position *position, Color color)
{
    const unsigned king = bits_first(position_men(position, color, KING));
    const Bits occupied = position_occupied(position) | ~position_board(position)->squares;
    return position_attackers(position, king, other_color(color), occupied);
}

uint64_t position_key(const Position *position)
{
    assert(position->castling < COUNT_OF(chess_castling_keys));
    uint64_t key = chess_castling_keys[position->castling];
    for (unsigned color = WHITE; color <= BLACK; color++)
        for (unsigned kind = PAWN; kind < KIND_COUNT; kind++)
            for (Bits men = position_men(position, color, kind); men;)
                key ^= chess_man_keys[color][kind][bits_take(&men)];
    if (position->passant != SQUARE_NONE)
        key ^= chess_passant_keys[square_file(position->passant)];
    if (position->to_move == BLACK)
        key ^= chess_black_key;
    return key;
}

bool position_passant_is_legal(const Position *position, unsigned from, unsigned passant)
{
    assert(from < SQUARE_COUNT && passant < SQUARE_COUNT);
    const Color us = position->to_move;
    const unsigned victim = us == WHITE ? passant - 8 : passant + 8;
    const unsigned king = bits_first(position_men(position, us, KING));
    const Bits occupied = ((position_occupied(position) | ~position_board(position)->squares) &
                           ~(bit(from) | bit(victim))) |
                          bit(passant);
    return (position_attackers(position, king, other_color(us), occupied) & ~bit(victim)) == 0;
}

static ALWAYS_INLINE void toggle(Position *position, Color color, Kind kind, unsigned square)
{
    position->color[color] ^= bit(square);
    position->kind[kind] ^= bit(square);
    position->key ^= chess_man_keys[color][kind][square];
}

// After a double step: notes the square passed over if some enemy pawn can really capture there. An
// en passant square that nobody can use would make equal positions look different.
static void offer_passant(Position *after, unsigned passed)
{
    Bits takers = chess_pawn_strikes[other_color(after->to_move)][passed] &
                  position_men(after, after->to_move, PAWN);
    while (takers) {
        if (position_passant_is_legal(after, bits_take(&takers), passed)) {
            after->passant = (Square)passed;
            after->key ^= chess_passant_keys[square_file(passed)];
            return;
        }
    }
}

void position_after(const Position *before, Move move, Position *after)
{
    assert(before != after);
    const unsigned from = move_from(move), to = move_to(move);
    const Color us = before->to_move, them = other_color(us);
    const Kind kind = position_kind_at(before, from);
    assert(bits_has(before->color[us], from) && !bits_has(before->color[us], to));
    assert(!bits_has(before->kind[KING], to));

    *after = *before;
    after->quiet_plies++;
    after->move_number += us;
    after->to_move = them;
    after->key ^= chess_black_key;
    if (before->passant != SQUARE_NONE) {
        after->key ^= chess_passant_keys[square_file(before->passant)];
        after->passant = SQUARE_NONE;
    }
    if (bits_has(before->color[them], to)) {
        toggle(after, them, position_kind_at(before, to), to);
        after->quiet_plies = 0;
    }
    const uint8_t lost = before->castling & (rights_of_square[from] | rights_of_square[to]);
    after->castling ^= lost;
    after->key ^= chess_castling_keys[lost];

    toggle(after, us, kind, from);
    if (kind == PAWN) {
        after->quiet_plies = 0;
        const Kind promotion = move_promotion(move);
        toggle(after, us, promotion, to); // no promotion reads as PAWN
        if (to == before->passant)
            toggle(after, them, PAWN, us == WHITE ? to - 8 : to + 8);
        else if ((from ^ to) == 16)
            offer_passant(after, (from + to) / 2);
    } else {
        toggle(after, us, kind, to);
        const Castle *castle = kind == KING && lost ? chess_castle_of(from, to) : NULL;
        if (castle) {
            toggle(after, us, ROOK, castle->rook_from);
            toggle(after, us, ROOK, castle->rook_to);
        }
    }
}
