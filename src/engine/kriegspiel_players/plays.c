// What the players of Kriegspiel share.
#include "engine/kriegspiel_players/plays.h"

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

uint32_t player__try_ms(const Meter *meter)
{
    const uint64_t left_us = meter_left_us(meter);
    return left_us / 1000 < UINT32_MAX ? (uint32_t)((left_us + 500) / 1000) : UINT32_MAX;
}

uint32_t player__pool_limit(const Meter *meter, uint32_t wanted, uint32_t per_ms)
{
    enum { LIMIT_MIN = 200 }; // however short the time is
    const uint64_t by_time = (uint64_t)player__try_ms(meter) * per_ms;
    if (by_time >= wanted)
        return wanted;
    return by_time > LIMIT_MIN ? (uint32_t)by_time : LIMIT_MIN;
}
