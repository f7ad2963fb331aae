// How the own men of a player have stood since the last irreversible move. No position comes back unless its own half does,
// so a player that keeps its men from coming back never draws by repetition, though it does not see the board.
#ifndef NEBEL_KRIEGSPIEL_PLAYER_ARRANGEMENTS_H
#define NEBEL_KRIEGSPIEL_PLAYER_ARRANGEMENTS_H

#include "games/kriegspiel/kriegspiel.h"

enum {
    ARRANGEMENTS_MAX = 128, // with fifty quiet moves a game is drawn, but enemy pawns move unheard
    ARRANGEMENTS_LAST = 64, // that arrangements_before compares
};

// A plain value; begins zeroed.
typedef struct Arrangements {
    bool ignores_castling;           // rights to castle do not tell two arrangements apart
    uint32_t count;                  // noted since the last first one
    uint64_t keys[ARRANGEMENTS_MAX]; // of the last ones, as a ring
} Arrangements;

// Notes how the men stand. The first one after an irreversible move makes all before it forgotten.
void arrangements_note(Arrangements *arrangements, const OwnMen *own, bool is_first);

// How many of the last `max` arrangements are equal to that of these men.
uint32_t arrangements_times(const Arrangements *arrangements, const OwnMen *own, uint32_t max);

// Notes the men after a hearing that the view has already taken in: own moves and captures count, captures as irreversible.
void arrangements_hear(Arrangements *arrangements, const KriegspielView *view, uint8_t seat,
                       const Hearing *heard);

// How often the men have stood as they would after this try.
uint32_t arrangements_before(const Arrangements *arrangements, const KriegspielView *view,
                             Try attempt);

#endif
