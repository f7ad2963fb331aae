// What a player keeps in order to mate a bare king: all squares that are possible, how likely each is, and how its own men
// have stood. A king that is chased in circles makes the own men come back.
#ifndef NEBEL_KRIEGSPIEL_PLAYER_BARE_KING_STATE_H
#define NEBEL_KRIEGSPIEL_PLAYER_BARE_KING_STATE_H

#include "engine/core/player.h"
#include "engine/kriegspiel_players/arrangements.h"
#include "engine/kriegspiel_search/bare_king.h"
#include "engine/kriegspiel_search/ending_choice.h"

// How the king is hunted; each means has those before it.
typedef enum BareKingMeans {
    BARE_KING_SQUARES, // its possible squares are followed, and no move is chosen
    BARE_KING_SEARCH,  // by search
    BARE_KING_TABLES,  // by tables of endings where there is one for our men
} BareKingMeans;

// A plain value.
typedef struct BareKingState {
    BareKingMeans means;
    Metaposition meta;
    PieceWeights piece_weights; // kept up to date only for a search
    EndingBelief belief;        // kept up to date only for tables
    Arrangements arrangements;  // own, since a man was lost or taken or an own pawn moved
} BareKingState;

void bare_king_state_begin(BareKingState *king_state, const KriegspielRules *rules, uint8_t seat,
                           BareKingMeans means);
void bare_king_state_hear(BareKingState *king_state, Try own, const Hearing *heard);

// How often the own men have stood as they would after this move.
uint32_t bare_king_state_times(const BareKingState *king_state, Move move);

// The best of some tries against a bare king, by search or tables. The value is that of a BareKingTry, less the cost of repetition.
// False if none of them can be legal.
MUST_USE bool bare_king_state_choose(const BareKingState *king_state, Meter *meter,
                                     const Try *tries, uint32_t count, BareKingTry *best);

// The same of the first `count` tries of a player, as its choice. `*choice` is untouched if it is false.
MUST_USE bool bare_king_state_decide(const BareKingState *king_state, const Player *player,
                                     uint32_t count, Meter *meter, Choice *choice);

#endif
