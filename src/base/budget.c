// Spending a budget.
#include "base/budget.h"

// Of a clock a try may use this share, and of the increment three quarters. Thirty tries later about a
// third of the time is left, which is how games of chess are usually paced.
enum { CLOCK_SHARE = 30 };

static uint64_t end_of(uint64_t now_us, uint64_t limit_ms)
{
    return limit_ms ? now_us + limit_ms * 1000 : UINT64_MAX;
}

static uint64_t wall_limit_ms(const Budget *budget, uint8_t seat)
{
    const uint32_t left_ms = budget->clock_ms[seat];
    if (!left_ms)
        return budget->move_ms;
    const uint64_t share = left_ms / CLOCK_SHARE + budget->increment_ms * 3ull / 4;
    const uint64_t bounded = share < left_ms / 2 ? share : left_ms / 2;
    const uint64_t limit = bounded ? bounded : 1;
    return budget->move_ms && budget->move_ms < limit ? budget->move_ms : limit;
}

Meter meter_begin(const Budget *budget, uint8_t seat)
{
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
    if (meter->wall_end_us != UINT64_MAX && clocks->wall_us(clocks->context) >= meter->wall_end_us)
        return true;
    return meter->cpu_end_us != UINT64_MAX && clocks->cpu_us(clocks->context) >= meter->cpu_end_us;
}

bool meter_step(Meter *meter)
{
    const Budget *budget = meter->budget;
    meter->nodes++;
    if (budget->nodes && meter->nodes >= budget->nodes)
        meter->is_spent = true;
    if (budget->is_stopped && atomic_load_explicit(budget->is_stopped, memory_order_relaxed))
        meter->is_spent = true;
    if (meter->nodes % NODES_BETWEEN_CLOCKS == 0 && time_is_up(meter))
        meter->is_spent = true;
    return meter->is_spent;
}
