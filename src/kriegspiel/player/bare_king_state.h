// What a player keeps in order to mate a bare king: all squares that are possible, how likely each is, and how its own men
// have stood. A king that is chased in circles makes the own men come back.
#ifndef NEBEL_KRIEGSPIEL_PLAYER_BARE_KING_STATE_H
#define NEBEL_KRIEGSPIEL_PLAYER_BARE_KING_STATE_H

#include "kriegspiel/player/arrangements.h"
#include "kriegspiel/search/bare_king_search.h"
#include "player/player.h"

// A plain value.
typedef struct BareKingState {
    Metaposition meta;
    PieceWeights piece_weights; // kept up to date only with has_weights
    bool has_weights;
    Arrangements arrangements; // own, since a man was lost or taken or an own pawn moved
} BareKingState;

void bare_king_state_begin(BareKingState *king_state, const KriegspielRules *rules, uint8_t seat,
                           bool has_weights);
void bare_king_state_hear(BareKingState *king_state, Try own, const Hearing *heard);

// How often the own men have stood as they would after this move.
uint32_t bare_king_state_times(const BareKingState *king_state, Move move);

// The best of some tries against a bare king; the state must have weights. The value is that of a BareKingTry, less the cost of repetition.
// False if none of them can be legal.
MUST_USE bool bare_king_state_choose(const BareKingState *king_state, Meter *meter,
                                     const Try *tries, uint32_t count, BareKingTry *best);

// The same of the first `count` tries of a player, as its choice. `*choice` is untouched if it is false.
MUST_USE bool bare_king_state_decide(const BareKingState *king_state, const Player *player,
                                     uint32_t count, Meter *meter, Choice *choice);

#endif
