// What a player keeps so that it can mate a bare king: all that is possible, how likely about, and how its own men have
// stood since something irreversible happened, for a king that is driven round in circles has them repeated.
#ifndef NEBEL_KRIEGSPIEL_PLAYER_BARE_KING_STATE_H
#define NEBEL_KRIEGSPIEL_PLAYER_BARE_KING_STATE_H

#include "kriegspiel/search/bare_king_search.h"

enum { HUNTER_ARRANGEMENTS_MAX = 128 };

// A plain value.
typedef struct Hunter {
    Metaposition meta;
    Shading shading; // kept only if it shades
    bool shades;
    uint32_t arrangement_count;
    uint64_t
        arrangements[HUNTER_ARRANGEMENTS_MAX]; // own, since a man was lost or taken or a pawn moved
} Hunter;

void hunter_begin(Hunter *hunter, const KriegspielRules *rules, uint8_t seat, bool shades);
void hunter_hear(Hunter *hunter, Try own, const Hearing *heard);

// How often the own men have stood as they would after this move.
unsigned hunter_times(const Hunter *hunter, Move move);

// The best of these tries, at least one, against a king that is alone; the hunter must shade. The value is that of a
// HuntTry, less what repetition costs.
HuntTry hunter_choose(const Hunter *hunter, Meter *meter, const Try *tries, uint32_t count);

#endif
