// Positions as text: FEN, for every board size.
//
// As many ranks as the text has, each as wide as the others; a run of empty squares is a number;
// the rest as in FEN. An underscore may stand for a space, so that a FEN can be one word. Fields
// left out at the end mean `w - - 0 1`. An en passant square that no pawn can legally use is read
// and forgotten, so equal positions have equal texts.
#ifndef NEBEL_CHESS_FEN_H
#define NEBEL_CHESS_FEN_H

#include "games/chess/position.h"

enum { FEN_TEXT_MAX = 112 }; // bytes that hold any FEN written here

typedef enum FenError {
    FEN_OK = 0,
    FEN_ERR_SIZE,
    FEN_ERR_BOARD,
    FEN_ERR_MAN,
    FEN_ERR_KINGS,
    FEN_ERR_TOO_MANY_MEN,
    FEN_ERR_PAWN_RANK,
    FEN_ERR_TURN,
    FEN_ERR_CASTLING,
    FEN_ERR_PASSANT,
    FEN_ERR_NUMBER,
    FEN_ERR_TRAILING,
    FEN_ERR_IN_CHECK,
    FEN_ERR_COUNT
} FenError;

// Reads a position on `board`, or with NULL on the usual board of the text's size. On error
// `*position` is untouched.
MUST_USE FenError position_from_fen(Slice fen, const Board *board, Position *position);
void position_to_fen(const Position *position, Text *text);
void position_to_word(const Position *position, Text *text); // the same with underscores for spaces
const char *fen_error_text(FenError error);

// The first position of a board.
Position position_start(const Board *board);

#endif
