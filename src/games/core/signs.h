// Signs on the spots of a board, for any game: what a seat heard that matters in this turn, and where its cursor is.
//
// `seat` says which signs there are, from hearings alone; `view` draws them. A spot may have several.
#ifndef NEBEL_GAME_SIGNS_H
#define NEBEL_GAME_SIGNS_H

enum {
    SIGN_CURSOR = 1,   // the person's own cursor, or the man in hand
    SIGN_REFUSED = 2,  // a try to come here was refused in this turn
    SIGN_CAPTURED = 4, // the last move captured here
    SIGN_CHECK = 8,    // the king in check, and where the man that gives the check can stand
    SIGN_PAWN = 16,    // a pawn here can capture, as was called
    SIGN_MOVED = 32,   // the last move that the seat knows left this spot or came to it
    SIGN_DOUBT = 64,   // in Go: an enemy stone may be here, since a try was refused once
    SIGN_SPOTS = 361,  // enough for the largest board of any game
};

#endif
