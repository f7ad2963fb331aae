// What calls teach about a metaposition. For metaposition.c alone.
#ifndef NEBEL_KRIEGSPIEL_BELIEF_DEDUCTION_H
#define NEBEL_KRIEGSPIEL_BELIEF_DEDUCTION_H

#include "engine/kriegspiel_belief/metaposition_parts.h"

// An own try was refused.
void deduction__refused(Metaposition *meta, Move move);

// The kinds of check called on the own king: which men give them, and that no man gives another.
void deduction__our_king(Metaposition *meta, uint8_t checks);
// The same for the enemy's king after an own move; and that it is in no check after a move of the enemy.
void deduction__their_king(Metaposition *meta, uint8_t checks);
void deduction__their_king_is_safe(Metaposition *meta);

// The pawn tries called to the own seat, and to the other seat.
void deduction__own_tries(Metaposition *meta, const Hearing *heard);
void deduction__their_tries(Metaposition *meta, const Hearing *heard);

// What follows from the numbers of men. Makes the metaposition sound again.
void deduction__count(Metaposition *meta);

#endif
