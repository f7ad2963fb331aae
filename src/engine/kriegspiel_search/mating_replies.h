// Which replies mate the side that has just moved; most are ruled out without being played.
#ifndef NEBEL_KRIEGSPIEL_SEARCH_MATING_REPLIES_H
#define NEBEL_KRIEGSPIEL_SEARCH_MATING_REPLIES_H

#include "games/chess/legal.h"

// The squares from which men of the side to move would check the other king, by kind.
typedef struct Sights {
    Bits of[KIND_COUNT];
} Sights;

Sights sights_of(const Position *position);

// Whether a legal reply mates; `sights` are those of the position. A mate by castling is overlooked.
bool reply_mates(const Position *position, const Sights *sights, Move reply);

#endif
