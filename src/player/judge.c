// Boards by their weight, as many as the budget allows, and each try on each of them.
#include "player/judge.h"

#include "search/aftermath.h"

#include <assert.h>

// A node takes a microsecond at most.
enum { NODES_MOST = 10000 };

static uint32_t boards_within(const Judge *judge, uint32_t count)
{
    const Meter *meter = judge->meter;
    const uint64_t usual = meter->budget->nodes ? meter->budget->nodes : NODES_MOST;
    const uint64_t left = meter_left_us(meter);
    const double nodes = (double)(left < usual ? left : usual) * judge->share;
    assert(count > 0); // who is asked has something to try
    const uint64_t boards = (uint64_t)nodes * AFTERMATHS_A_NODE / count;
    return boards < PLACEMENTS_MAX ? (uint32_t)boards : PLACEMENTS_MAX;
}

uint32_t judge_tries(const Judge *judge, const Try *tries, uint32_t count, Rng *rng,
                     double values[])
{
    const Hunter *hunter = judge->hunter;
    const uint64_t left = meter_left_us(judge->meter);
    const PlacementSource source = {&hunter->meta, &hunter->shading, judge->observation,
                                    judge->meter, left - left / 4};
    Placements boards;
    placements_draw(&boards, boards_within(judge, count), &source, rng);
    for (uint32_t i = 0; i < count && boards.count; i++) {
        const Aftermath after = aftermath_of(&boards, tries[i]);
        values[i] = aftermath_value(&after);
    }
    (void)meter_charge(judge->meter, (uint64_t)boards.count * count / AFTERMATHS_A_NODE, 0);
    return boards.count;
}
