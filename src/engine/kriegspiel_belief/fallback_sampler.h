// Boards of Kriegspiel for a pool that has none left, under every ruleset and on every board. Each agrees with the
// metaposition of an own turn and with what was heard in that turn.
//
// A board is made in one of two ways. Boards of the pool that have just been contradicted get a few men on other squares or
// of other kinds: little was wrong with them. If there are no such boards, all men are placed by their weights.
#ifndef NEBEL_KRIEGSPIEL_BELIEF_FALLBACK_SAMPLER_H
#define NEBEL_KRIEGSPIEL_BELIEF_FALLBACK_SAMPLER_H

#include "engine/core/fallback.h"

extern const FallbackKind kriegspiel_fallback;

#endif
