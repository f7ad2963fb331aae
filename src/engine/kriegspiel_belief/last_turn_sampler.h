// Last-observation boards (Parker, Nau and Subrahmanian 2005): our men where they are and the enemy's at random squares.
// They agree with what was called since our last move and with this turn's refusals, but with nothing older.
//
// They are quick to make and mostly far from the truth: the last resort of a player whose pool is empty.
#ifndef NEBEL_KRIEGSPIEL_BELIEF_LAST_TURN_SAMPLER_H
#define NEBEL_KRIEGSPIEL_BELIEF_LAST_TURN_SAMPLER_H

#include "base/rng.h"
#include "engine/core/boards.h"
#include "engine/kriegspiel_belief/belief_model.h"
#include "engine/kriegspiel_belief/density.h"

typedef struct LastTurnSampler {
    const KriegspielRules *rules;
    uint8_t seat;
    uint8_t pawns, pieces; // of the enemy, besides the king, by the captures whose kind was told
    uint8_t untold;        // captures whose kind was not told
    bool
        limits_files; // a file holds no more pawns than it can; set by those who want it, after the beginning
    Hearing last; // the call that began our turn
    uint16_t refused_count;
    Try refused[ATTEMPTS_MAX]; // in this turn
} LastTurnSampler;

void last_turn_begin(LastTurnSampler *last_turn, const KriegspielRules *rules, uint8_t seat);
void last_turn_hear(LastTurnSampler *last_turn, Try own, const Hearing *heard);

// For other samplers: the own men on a board without an enemy, and whether a board, on which it is our turn, agrees with
// the last turn.
Position last_turn_own_half(const LastTurnSampler *last_turn, const OwnMen *own);
bool last_turn_agrees(const LastTurnSampler *last_turn, const Position *position);

static inline void last_turn__put_man(Position *position, Color color, Kind kind, unsigned square)
{
    position->color[color] |= bit(square);
    position->kind[kind] |= bit(square);
}

// Makes a board on which it is our turn, with the own men of `view` and the enemy's men placed by `density`, or at random if
// it is NULL. Returns false if none of 400 attempts agreed.
MUST_USE bool last_turn_draw(const LastTurnSampler *last_turn, const KriegspielView *view,
                             const Density *density, Rng *rng, KriegspielBoard *board);

// Which share of the boards that agree with the last turn agrees with the whole game? Parker, Nau and Subrahmanian (2005) assume
// that it grows as a game goes on. While the set of possible boards is known exactly, the share can be measured.
typedef struct Consistency {
    uint32_t drawn;  // last-observation boards; fewer than asked for if some draws found none
    uint32_t inside; // those whose men are the men of a possible board
} Consistency;

// Draws last-observation boards and looks for them in an exact set. Compares only the men: a last-observation board does not say
// whether the enemy may castle or has just made a double step.
Consistency consistency_of(const LastTurnSampler *last_turn, const KriegspielView *view,
                           const Boards *exact, uint32_t draws, Rng *rng);

#endif
