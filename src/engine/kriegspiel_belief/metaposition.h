// A metaposition (Ciancarini and Favini 2007): everything a seat holds possible, as one board on which several men may
// stand on a square at once.
//
// Each square has an own man or a set of seven pseudopieces: the six kinds and "empty". All functions here keep one law: if
// a pseudopiece is missing, no board that agrees with the hearings has that man there. The converse does not hold. A
// metaposition does not know which pseudopieces of two squares go together, so it stands for far more boards than are
// possible. In exchange it is small, a plain value, and is updated in a fraction of a microsecond.
//
// There are two kinds of update. A *pseudomove* is an own try and its answer, which may be a refusal. A *metamove* is a move
// of the other seat: all of its possible moves at once, cut by what was heard. Works for every ruleset and board.
#ifndef NEBEL_KRIEGSPIEL_BELIEF_METAPOSITION_H
#define NEBEL_KRIEGSPIEL_BELIEF_METAPOSITION_H

#include "engine/kriegspiel_belief/metaposition_parts.h"
#include "games/kriegspiel/kriegspiel.h"

void metaposition_begin(Metaposition *meta, const KriegspielRules *rules, uint8_t seat);

// Updates by a hearing; `own` is the own try it answers, or TRY_NONE. Calls one of the two below, if the hearing teaches.
void metaposition_hear(Metaposition *meta, Try own, const Hearing *heard);

// An own try and its answer.
void metaposition_pseudo(Metaposition *meta, Try own, const Hearing *heard);
// A move of the other seat's.
void metaposition_meta(Metaposition *meta, const Hearing *heard);

// The first half of a metamove: every enemy man may have made a move that does not capture.
void metaposition_spread(Metaposition *meta, bool may_promote);

// Whether a full board is among those that the metaposition stands for.
bool metaposition_holds(const Metaposition *meta, const Position *position);

// Two measures of ignorance: the number of pseudopieces that are men, and the sum of the ages of some squares. A pseudomove
// never raises them, and metaposition_spread never lowers them.
unsigned metaposition_pseudopieces(const Metaposition *meta);
unsigned metaposition_age(const Metaposition *meta, Bits squares);

#endif
