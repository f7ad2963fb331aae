// What a player keeps so that it can mate a bare king: all that is possible, how likely about, and how its own men have
// stood since something irreversible happened, for a king that is driven round in circles has them repeated.
#ifndef NEBEL_KRIEGSPIEL_PLAYER_BARE_KING_STATE_H
#define NEBEL_KRIEGSPIEL_PLAYER_BARE_KING_STATE_H

#include "kriegspiel/search/bare_king_search.h"

enum { HUNTER_ARRANGEMENTS_MAX = 128 };

// A plain value.
typedef struct BareKingState {
    Metaposition meta;
    PieceWeights piece_weights; // kept only if it shades
    bool shades;
    uint32_t arrangement_count;
    uint64_t
        arrangements[HUNTER_ARRANGEMENTS_MAX]; // own, since a man was lost or taken or a pawn moved
} BareKingState;

void bare_king_state_begin(BareKingState *king_state, const KriegspielRules *rules, uint8_t seat,
                           bool shades);
void bare_king_state_hear(BareKingState *king_state, Try own, const Hearing *heard);

// How often the own men have stood as they would after this move.
unsigned bare_king_state_times(const BareKingState *king_state, Move move);

// The best of these tries, at least one, against a king that is alone; the hunter must shade. The value is that of a
// BareKingTry, less what repetition costs.
BareKingTry bare_king_state_choose(const BareKingState *king_state, Meter *meter, const Try *tries,
                                   uint32_t count);

#endif
