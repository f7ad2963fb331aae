// Players that imagine boards and ask an evaluator what each try is worth on them (Parker, Nau and Subrahmanian 2005;
// Foret 2019). They differ in where the boards come from.
#ifndef NEBEL_PLAYER_SAMPLING_H
#define NEBEL_PLAYER_SAMPLING_H

#include "player/player.h"

extern const PlayerKind los_player, aosp_player, hs_player, pimc_player;

#endif
