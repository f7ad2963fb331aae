// Where a game of chess begins, as the options of a game string say it.
//
//     chess(board=losalamos6x6)
//     chess(fen=4k3/8/8/8/8/8/4P3/4K3_w)
//
// `board` names the board; `fen` a position other than its set-up, with `_` for spaces. Other games
// on chess boards read these two options here and their own elsewhere.
#ifndef NEBEL_CHESS_SETUP_H
#define NEBEL_CHESS_SETUP_H

#include "base/spec.h"
#include "games/chess/fen.h"

typedef enum SetupError {
    SETUP_OK = 0,
    SETUP_ERR_BOARD, // no board of that name
    SETUP_ERR_FEN,   // `fen` does not give a position; see the FenError
    SETUP_ERR_COUNT
} SetupError;

typedef struct Setup {
    const Board *board;
    Position start;
    bool is_standard; // the board's own first position
} Setup;

// Reads the options `board` and `fen` of `spec`, and leaves the others alone. On error `*setup` is
// untouched and `*fen_error` says what was wrong with the FEN, if that was it.
MUST_USE SetupError setup_from_spec(const Spec *spec, Setup *setup, FenError *fen_error);
bool setup_is_option(Slice key);

// Writes `board=…` or `board=…,fen=…`; reading it again gives the same set-up.
void setup_to_text(const Setup *setup, Text *text);

#endif
