// What a person types, as a try: "e2e4", "any?", or as chess players write it, "Nf3", "exd5",
// "O-O".
//
// SAN is read against the tries a seat can send, which follow from its own men alone. So what is
// understood and what is not tells nothing of the enemy.
#ifndef NEBEL_PLAY_TYPED_H
#define NEBEL_PLAY_TYPED_H

#include "kriegspiel/law/attempt.h"

typedef enum TypedError {
    TYPED_OK = 0,
    TYPED_ERR_WORD,      // neither a move nor anything else
    TYPED_ERR_NO_MAN,    // no own man can try that now
    TYPED_ERR_AMBIGUOUS, // more than one can
    TYPED_ERR_COUNT
} TypedError;

// A move by its squares is taken as it stands: to judge it is the umpire's business. A pawn's last
// step may lack its promotion. On error `*attempt` is untouched.
MUST_USE TypedError typed_read(Slice text, const OwnMen *own, const Try *tries, uint32_t count,
                               Try *attempt);
const char *typed_error_text(TypedError error);

#endif
