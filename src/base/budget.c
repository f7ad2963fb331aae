// Spending a budget.
#include "base/budget.h"

#include <assert.h>

enum {
    US_PER_MS = 1000,
    // A try may use 1/60 of the time that its clock shows. A turn has about one and a half tries, so after sixty moves a quarter
    // of the time is left. With 1/30, games of ninety tries were lost on time.
    CLOCK_PARTS = 60,
    // It may also use three quarters of the increment; the rest slows the loss of time down.
    INCREMENT_PERCENT = 75,
    // However large the increment, half of the time that the clock shows is kept.
    CLOCK_KEPT_PARTS = 2,
};

static uint64_t end_of(uint64_t now_us, uint64_t limit_ms)
{
    return limit_ms ? now_us + limit_ms * US_PER_MS : UINT64_MAX;
}

static uint64_t wall_limit_ms(const Budget *budget, uint8_t seat)
{
    const uint32_t left_ms = budget->clock_ms[seat];
    if (!left_ms)
        return budget->move_ms;
    const uint64_t share =
        left_ms / CLOCK_PARTS + (uint64_t)budget->increment_ms * INCREMENT_PERCENT / 100;
    const uint64_t bounded =
        share < left_ms / CLOCK_KEPT_PARTS ? share : left_ms / CLOCK_KEPT_PARTS;
    const uint64_t limit = bounded ? bounded : 1;
    return budget->move_ms && budget->move_ms < limit ? budget->move_ms : limit;
}

Meter meter_begin(const Budget *budget, uint8_t seat)
{
    assert(seat < COUNT_OF(budget->clock_ms));
    Meter meter = {.budget = budget, .wall_end_us = UINT64_MAX, .cpu_end_us = UINT64_MAX};
    const Clocks *clocks = budget->clocks;
    if (clocks) {
        const uint64_t wall_ms = wall_limit_ms(budget, seat);
        if (wall_ms)
            meter.wall_end_us = end_of(clocks->wall_us(clocks->context), wall_ms);
        if (budget->cpu_ms)
            meter.cpu_end_us = end_of(clocks->cpu_us(clocks->context), budget->cpu_ms);
    }
    return meter;
}

static bool time_is_up(const Meter *meter)
{
    const Clocks *clocks = meter->budget->clocks;
    assert(clocks || (meter->wall_end_us == UINT64_MAX && meter->cpu_end_us == UINT64_MAX));
    if (meter->wall_end_us != UINT64_MAX && clocks->wall_us(clocks->context) >= meter->wall_end_us)
        return true;
    return meter->cpu_end_us != UINT64_MAX && clocks->cpu_us(clocks->context) >= meter->cpu_end_us;
}

static void check_limits(Meter *meter, bool reads_clocks)
{
    const Budget *budget = meter->budget;
    if (budget->nodes && meter->nodes >= budget->nodes)
        meter->is_spent = true;
    if (budget->is_stopped && atomic_load_explicit(budget->is_stopped, memory_order_relaxed))
        meter->is_spent = true;
    if (reads_clocks && time_is_up(meter))
        meter->is_spent = true;
}

bool meter_step(Meter *meter)
{
    meter->nodes++;
    check_limits(meter, meter->nodes % NODES_BETWEEN_CLOCKS == 0);
    return meter->is_spent;
}

bool meter_charge(Meter *meter, uint64_t nodes, uint64_t cpu_us)
{
    meter->nodes += nodes;
    if (meter->cpu_end_us != UINT64_MAX)
        meter->cpu_end_us -= cpu_us < meter->cpu_end_us ? cpu_us : meter->cpu_end_us;
    check_limits(meter, true);
    return meter->is_spent;
}

static uint64_t time_left_us(uint64_t end_us, uint64_t (*now_us)(void *context), void *context)
{
    if (end_us == UINT64_MAX)
        return UINT64_MAX;
    const uint64_t now = now_us(context);
    return end_us > now ? end_us - now : 0;
}

uint64_t meter_left_us(const Meter *meter)
{
    const Clocks *clocks = meter->budget->clocks;
    if (!clocks)
        return UINT64_MAX;
    const uint64_t wall = time_left_us(meter->wall_end_us, clocks->wall_us, clocks->context);
    const uint64_t cpu = time_left_us(meter->cpu_end_us, clocks->cpu_us, clocks->context);
    return wall < cpu ? wall : cpu;
}
