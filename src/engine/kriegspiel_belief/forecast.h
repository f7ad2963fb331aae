// What a density predicts for a seat in its turn: who attacks what, and the chances of its tries.
#ifndef NEBEL_KRIEGSPIEL_BELIEF_FORECAST_H
#define NEBEL_KRIEGSPIEL_BELIEF_FORECAST_H

#include "engine/kriegspiel_belief/density_parts.h"

// Predictions for one own turn.
typedef struct DensityForecast {
    float control[SQUARE_COUNT]; // expected number of enemy men that attack the square
    float empty[SQUARE_COUNT];   // chance that nobody stands there; 0 on own men and off the board
    float rook_sees[SQUARE_COUNT];   // chance that a rook there gives check
    float bishop_sees[SQUARE_COUNT]; // chance that a bishop there gives check
    float rescue[SQUARE_COUNT];      // in check: chance that a man put there ends it
    Bits shields;                    // own men that an enemy may pin: own__shields_of
    float pin_share; // of the men that attack a shield of the own king, the share that pins it
    bool in_check;
} DensityForecast;

// `last` is the call that began the turn.
void forecast_init(DensityForecast *forecast, const Density *density, const OwnMen *own,
                   const Hearing *last);

// The chances of one try.
typedef struct TryForecast {
    float legal;
    float pawn, piece; // given that it is legal: what it takes
    float check;       // given that it is legal
} TryForecast;

TryForecast forecast_try(const DensityForecast *forecast, const Density *density, const OwnMen *own,
                         Move move);

#endif
