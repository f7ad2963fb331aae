// Plans: who meets whom, and settings as text.
#include "lab/plan.h"

#include <inttypes.h>
#include <string.h>

static uint64_t meetings(const Plan *plan)
{
    const uint64_t players = plan->player_count;
    return plan->pairing == PAIRING_GAUNTLET ? players - 1 : players * (players - 1) / 2;
}

uint64_t plan_job_count(const Plan *plan)
{
    return plan->rounds * meetings(plan);
}

Job plan_job(const Plan *plan, uint64_t number)
{
    uint64_t meeting = number % meetings(plan);
    Job job = {.number = number, .round = number / meetings(plan)};
    while (meeting >= plan->player_count - job.first - 1) {
        meeting -= plan->player_count - job.first - 1;
        job.first++;
    }
    job.second = job.first + 1 + (uint32_t)meeting;
    return job;
}

bool plan_is_deterministic(const Plan *plan)
{
    const PlanLimits *limits = &plan->limits;
    return limits->nodes && !limits->cpu_ms && !limits->move_ms && !limits->clock.base_ms;
}

Budget plan_budget(const Plan *plan, const Clocks *clocks, const uint32_t clock_ms[2])
{
    const PlanLimits *limits = &plan->limits;
    return (Budget){.nodes = limits->nodes,
                    .cpu_ms = limits->cpu_ms,
                    .move_ms = limits->move_ms,
                    .clock_ms = {clock_ms[0], clock_ms[1]},
                    .increment_ms = limits->clock.increment_ms,
                    .clocks = plan_is_deterministic(plan) ? NULL : clocks};
}

Seating plan_seating(const Plan *plan, uint8_t seat, uint64_t seed)
{
    return (Seating){.game = plan->game,
                     .rules = plan->rules,
                     .seat = seat,
                     .seed = seed,
                     .clock = plan->limits.clock,
                     .patience_ms = plan->patience_ms};
}

void plan_to_text(const Plan *plan, Text *text)
{
    const PlanLimits *limits = &plan->limits;
    text_add(text, "game ");
    plan->game->write(plan->rules, text);
    for (uint32_t i = 0; i < plan->player_count; i++)
        text_format(text, "\nplayer %s", plan->players[i]);
    text_format(text, "\npairing %s", plan->pairing == PAIRING_GAUNTLET ? "gauntlet" : "all");
    text_format(text, "\nseed %" PRIu64 "\nopening %u", plan->seed, plan->opening_moves);
    text_format(text, "\nlimits nodes %" PRIu64 " cpu %u movetime %u clock %u+%u\n", limits->nodes,
                limits->cpu_ms, limits->move_ms, limits->clock.base_ms, limits->clock.increment_ms);
}

bool clock_from_text(Slice text, ClockRule *clock)
{
    double base, increment;
    const Slice before = slice_take(&text, "+");
    // Less than a millisecond would be no clock at all.
    if (!slice_decimal(before, &base) || !slice_decimal(text, &increment) ||
        !(base >= 0.001 && base <= 86400) || increment > 3600)
        return false;
    *clock = (ClockRule){(uint32_t)(base * 1000 + 0.5), (uint32_t)(increment * 1000 + 0.5)};
    return true;
}

bool opening_from_text(Slice text, uint32_t *moves)
{
    static const char prefix[] = "random:";
    const size_t length = sizeof prefix - 1;
    uint64_t read;
    if (text.length <= length || memcmp(text.start, prefix, length) != 0 ||
        !slice_number((Slice){text.start + length, text.length - length}, OPENING_MOVES_MAX, &read))
        return false;
    *moves = (uint32_t)read;
    return true;
}
