// Reads a typed chess move as a try: "e2e4", "any?", or as players write it (SAN): "Nf3", "exd5", "O-O".
//
// SAN is compared with the tries that the seat can make, which follow from its own men. So the answer tells nothing about enemy
// men.
#ifndef NEBEL_PLAY_TYPED_MOVE_H
#define NEBEL_PLAY_TYPED_MOVE_H

#include "games/kriegspiel/attempt.h"

typedef enum TypedMoveError {
    TYPED_OK = 0,
    TYPED_ERR_WORD,      // no move
    TYPED_ERR_NO_MAN,    // no own man can try that now
    TYPED_ERR_AMBIGUOUS, // more than one can
    TYPED_ERR_COUNT
} TypedMoveError;

// A move by its squares is not compared with the tries; the umpire judges it. A promotion may be left out. On error `*attempt` is
// untouched.
MUST_USE TypedMoveError typed_move_read(Slice text, const OwnMen *own, const Try *tries,
                                        uint32_t count, Try *attempt);
SayCode typed_move_error_words(TypedMoveError error);

#endif
