// What a seat makes of its hearings without imagining boards: three matrices, for each square the chance of the enemy's
// king, the expected number of his pawns and that of his other men on it (P_k, P_w and P_c of Ciancarini and Favini 2010).
//
// Men are taken one by one: what is known of two squares together is lost. In exchange a whole belief is three times 64
// numbers, and a turn moves it on in a microsecond. Works on every board; without a model all squares attract alike.
#ifndef NEBEL_KRIEGSPIEL_BELIEF_DENSITY_H
#define NEBEL_KRIEGSPIEL_BELIEF_DENSITY_H

#include "kriegspiel/belief/motion.h"

// The first position, which everyone knows.
void density_begin(Density *density, const Position *start, Color enemy);

// Takes in the answer to an own try; `own` are the men before it.
void density_answer(Density *density, const OwnMen *own, const Ruleset *rules, Try attempt,
                    const Hearing *heard);

// Takes in a move of the enemy's, his `time`-th. `own` are the men after it, a captured one already gone.
void density_reply(Density *density, const OwnMen *own, const Ruleset *rules,
                   const MotionModel *motion, unsigned time, const Hearing *heard);

#endif
