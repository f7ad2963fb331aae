// A density: what a seat believes without imagining boards. Three matrices hold, for each square, the chance of the
// enemy's king and the expected numbers of his pawns and of his other men (P_k, P_w and P_c of Ciancarini and Favini 2010).
//
// Each man is treated as independent of the others, so what is known of two squares together is lost. In exchange a whole
// belief is 3 x 64 numbers, and a turn updates it in a microsecond. It works on every board.
#ifndef NEBEL_KRIEGSPIEL_BELIEF_DENSITY_H
#define NEBEL_KRIEGSPIEL_BELIEF_DENSITY_H

#include "engine/kriegspiel_belief/motion.h"

// The first position, which both seats know.
void density_begin(Density *density, const Position *start, Color enemy);

// Updates by the answer to an own try; `own` are the own men before it.
void density_answer(Density *density, const OwnMen *own, const Ruleset *rules, Try attempt,
                    const Hearing *heard);

// Updates by move `move_number` of the enemy. `own` are the own men after it: a captured man is already gone.
void density_reply(Density *density, const OwnMen *own, const Ruleset *rules,
                   const MotionModel *motion, unsigned move_number, const Hearing *heard);

#endif
