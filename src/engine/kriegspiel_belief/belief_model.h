// What a seat can hold possible in Kriegspiel: a board with what both seats remember of it. Open chess, in which there is
// never more than one board, has a model too, so that a search can play it; its board is a Position.
#ifndef NEBEL_KRIEGSPIEL_BELIEF_BELIEF_MODEL_H
#define NEBEL_KRIEGSPIEL_BELIEF_BELIEF_MODEL_H

#include "engine/core/belief_model.h"
#include "games/kriegspiel/kriegspiel.h"

enum { LATEST_MOVES = 3 };

// A particle: a position, whether the answer to "any?" binds the seat to move, where that seat has just lost a man, and what else the seats
// can remember of how the men came to stand.
typedef struct KriegspielBoard {
    Position position;
    Bits shown;      // men that have captured and not moved since: both seats know where they stand
    Bits still;      // men that have never moved
    uint8_t asked;   // Asked
    uint8_t lost_at; // one more than the square; 0 if none was lost
    uint8_t latest
        [2][LATEST_MOVES]; // one more than where the last moves of each side went, the latest first
} KriegspielBoard;

extern const BeliefModel kriegspiel_belief_model, open_chess_belief_model;

extern const FallbackKind kriegspiel_fallback; // of the first; fallback_sampler.c

// Fills in what a board remembers, after a move on the board `before`. `capture_at` is as in a Hearing.
void kriegspiel_remember(const KriegspielBoard *before, Move move, uint8_t capture_at,
                         KriegspielBoard *after);

#endif
