// `nebel lab mistakes`: what the moves of recorded games of Phantom Go cost, by phase of the game and by player.
#ifndef NEBEL_STUDY_MISTAKES_H
#define NEBEL_STUDY_MISTAKES_H

#include "lab/study/records.h"

typedef struct MistakesPlan {
    RecordFiles files;
    uint32_t playouts; // for each point of a turn
    uint64_t seed;
} MistakesPlan;

// Prints tables in Markdown. Returns what to exit with.
int mistakes_print(const MistakesPlan *plan);

#endif
