// What a seat remembers of its last hearings, beside its view. An observation is made of an Ear and a view, and of nothing else.
#ifndef NEBEL_NUMERIC_EAR_H
#define NEBEL_NUMERIC_EAR_H

#include "games/core/hearing.h"

// A plain value without padding. A zeroed one has heard nothing.
typedef struct Ear {
    Hearing calls[2]; // the last move of each seat, as this one heard it; all zero before the first
    uint16_t taken[2]; // men or stones that each seat has taken, as far as this one was told
    uint16_t refusals; // heard in this turn, own ones and, where they are heard, the other's
    uint8_t answer;    // to a question in this turn: 0 not asked, 1 no, 2 yes
    uint8_t ending;    // of the game, 0 while it goes on
} Ear;

void ear_hear(Ear *ear, const Hearing *heard);

#endif
