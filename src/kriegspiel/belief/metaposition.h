// A metaposition (Ciancarini and Favini 2007): everything a seat holds possible, as one board on which several men may
// stand on a square at once.
//
// Each square has an own man or a set of seven pseudopieces, the six kinds and "empty". The law that everything here
// keeps: if a pseudopiece is missing, no board that agrees with what was heard has that man there. The converse
// does not hold: the pseudopieces of two squares are not told apart by which of them go together, so a metaposition
// stands for far more boards than are possible. For that it is small, a plain value, and moves on in a fraction of a
// microsecond: seven sets of squares, and ages as planes of bits.
//
// It moves on in two ways. A *pseudomove* is an own try and its answer; refused ones teach as well. A *metamove* is
// whatever the other seat did, all of its moves at once, and what was heard of it. For every ruleset and board.
#ifndef NEBEL_KRIEGSPIEL_BELIEF_METAPOSITION_H
#define NEBEL_KRIEGSPIEL_BELIEF_METAPOSITION_H

#include "kriegspiel/belief/metaposition_parts.h"
#include "kriegspiel/law/kriegspiel.h"

void metaposition_begin(Metaposition *meta, const KriegspielRules *rules, uint8_t seat);

// What the seat heard, with the own try it answers or TRY_NONE: one of the two below, or a call that teaches nothing.
void metaposition_hear(Metaposition *meta, Try own, const Hearing *heard);

// An own try and its answer.
void metaposition_pseudo(Metaposition *meta, Try own, const Hearing *heard);
// A move of the other seat's.
void metaposition_meta(Metaposition *meta, const Hearing *heard);

// The first half of a metamove: everything that does not capture may have moved, before anything is heard of it.
void metaposition_spread(Metaposition *meta, bool may_promote);

// Whether a full board is among those it stands for.
bool metaposition_holds(const Metaposition *meta, const Position *position);

// Two measures of ignorance: the pseudopieces that are men, and the ages of some squares added up. Both fall or stay
// with every pseudomove, and rise or stay when the enemy's men spread.
unsigned metaposition_pseudopieces(const Metaposition *meta);
unsigned metaposition_age(const Metaposition *meta, Bits squares);

#endif
