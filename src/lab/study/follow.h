// A player that follows a recorded game: it hears what one seat heard, and can be asked at any turn.
#ifndef NEBEL_STUDY_FOLLOW_H
#define NEBEL_STUDY_FOLLOW_H

#include "engine/core/player.h"
#include "lab/study/study.h"

// Begins the replay, and seats the player at it in the seat of the plan.
MUST_USE PlayerError follow_begin(Player *player, const StudyPlan *plan, uint64_t seed,
                                  Replay *replay);

// After replay_step: tells the player what its seat heard of that entry.
MUST_USE PlayerError follow_hear(Player *player, const StudyPlan *plan, const Replay *replay);

#endif
