// Where own men can go and where checks on their king come from.
#include "engine/kriegspiel_belief/own_moves.h"

const Castle *own__castle_of(const OwnMen *own, Move move)
{
    return bits_has(own->kind[KING], move_from(move))
               ? chess_castle_of(move_from(move), move_to(move))
               : NULL;
}

Bits own__path_of(const OwnMen *own, Move move)
{
    const unsigned from = move_from(move), to = move_to(move);
    const Castle *castle = own__castle_of(own, move);
    if (castle)
        return castle->between;
    if (bits_has(own->kind[KNIGHT], from))
        return 0;
    if (!bits_has(own->kind[PAWN], from))
        return chess_path[from][to] & ~bit(to);
    return own__is_diagonal(move) ? 0 : chess_path[from][to];
}

Bits own__shields_of(const OwnMen *own)
{
    const unsigned king = own__king_square(own);
    const Bits blocked = own->all | ~own_men_board(own)->squares;
    return (rook_slides(king, blocked) | bishop_slides(king, blocked)) & own->all;
}

Bits own__check_squares(const Board *board, unsigned king, uint8_t checks)
{
    assert(king < SQUARE_COUNT);
    const Bits lines = (chess_rook_rays[king] | chess_bishop_rays[king]) & board->squares;
    Bits squares = checks & (CHECK_KNIGHT | CHECK_PLAIN) ? chess_knight_steps[king] : 0;
    if (checks & CHECK_PLAIN)
        return (squares | lines) & board->squares;
    for (Bits rest = lines; rest && checks != CHECK_KNIGHT;) {
        const unsigned from = bits_take(&rest);
        if (umpire_check_line(board, king, from) & checks)
            squares |= bit(from);
    }
    return squares & board->squares;
}
