// How a player's own men have stood since the last capture. No position can come back for the third time unless its own
// part does, so a player that keeps its men from coming back never draws by repetition, though it does not see the board.
#ifndef NEBEL_KRIEGSPIEL_PLAYER_ARRANGEMENTS_H
#define NEBEL_KRIEGSPIEL_PLAYER_ARRANGEMENTS_H

#include "kriegspiel/law/kriegspiel.h"

// Between captures and moves of pawns there are fifty moves at most, or the game is drawn; where it is not, what is older
// is forgotten.
enum { ARRANGEMENTS_MAX = 64 };

typedef struct Arrangements {
    uint32_t count; // ever, since the last capture
    OwnMen list[ARRANGEMENTS_MAX];
} Arrangements;

// Notes how the men stand after a hearing, of which the view is already told.
void arrangements_hear(Arrangements *arrangements, const KriegspielView *view, uint8_t seat,
                       const Hearing *heard);

// How often the men have stood as they would after this try.
uint32_t arrangements_before(const Arrangements *arrangements, const KriegspielView *view,
                             Try attempt);

#endif
