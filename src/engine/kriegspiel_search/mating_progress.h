// Progress towards mate (Ciancarini and Favini 2007, section 4.2): the term that is added when the program considers
// checkmating. Every square on which his king may stand counts the same. Partly after Bolognesi and Ciancarini (2003).
#ifndef NEBEL_KRIEGSPIEL_SEARCH_MATING_PROGRESS_H
#define NEBEL_KRIEGSPIEL_SEARCH_MATING_PROGRESS_H

#include "engine/kriegspiel_belief/metaposition.h"

typedef struct MatingProgress {
    double value;    // hundredths of a pawn
    bool is_certain; // he is mated wherever his king stands
} MatingProgress;

// Whether mate is the aim: few enemies are left, and the own men are enough to mate.
bool mating_is_aim(const Metaposition *meta);

// The progress after an own move, if his king may stand on one of `kings`, checked or not.
MatingProgress mating_progress(const Metaposition *after, Bits kings);

#endif
