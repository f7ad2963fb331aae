// What the players of Kriegspiel share.
#include "kriegspiel/player/plays.h"

#include <assert.h>

const char *const player__model_words[] = {"none", "default", NULL};

bool player__plays_kriegspiel(const Game *game)
{
    return game == &kriegspiel_game;
}

bool player__is_unlimited(const Budget *budget, uint8_t seat)
{
    assert(seat < 2);
    return !budget->nodes && !budget->cpu_ms && !budget->move_ms && !budget->clock_ms[seat];
}

void player__begin_tracker(DensityTracker *tracker, Model *model, const Seating *seating,
                           bool has_model)
{
    const bool is_read = has_model && model_read(model_default(), model) == MODEL_OK;
    tracker_begin(tracker, kriegspiel_rules(seating->rules), seating->seat, is_read ? model : NULL);
}
