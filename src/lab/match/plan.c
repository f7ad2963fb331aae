// Who meets whom in which pair, and settings as text.
#include "lab/match/plan.h"

#include "engine/players/roster.h"

#include <assert.h>
#include <inttypes.h>
#include <string.h>

// What a clock can be set to. Less than a millisecond would be no clock at all.
static const double clock_seconds_min = 0.001, clock_seconds_max = 86400;
static const double increment_seconds_max = 3600;
enum { MS_PER_SECOND = 1000 };

static uint64_t meetings(const Plan *plan)
{
    assert(plan->player_count >= 2 && plan->player_count <= PLAN_PLAYERS_MAX);
    const uint64_t players = plan->player_count;
    return plan->pairing == PAIRING_GAUNTLET ? players - 1 : players * (players - 1) / 2;
}

uint64_t plan_match_count(const Plan *plan)
{
    return plan->rounds * meetings(plan);
}

uint64_t plan_job_count(const Plan *plan)
{
    const uint64_t all = plan_match_count(plan);
    const MatchShare *share = &plan->share;
    if (!share->count)
        return all;
    return all > share->index ? (all - share->index - 1) / share->count + 1 : 0;
}

uint64_t plan_number(const Plan *plan, uint64_t place)
{
    const MatchShare *share = &plan->share;
    assert(share->count <= SHARES_MAX && (!share->count || share->index < share->count));
    return share->count ? share->index + place * share->count : place;
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
    assert(job.second < plan->player_count);
    return job;
}

bool plan_has_external_programs(const Plan *plan)
{
    for (uint32_t i = 0; i < plan->player_count; i++)
        if (roster_is_guest(plan->players[i]))
            return true;
    return false;
}

static bool has_any(const TryLimits *limits)
{
    return limits->nodes || limits->cpu_ms || limits->move_ms;
}

static const TryLimits *limits_of(const Plan *plan, uint32_t player)
{
    const PlanLimits *limits = &plan->limits;
    return player == 1 && has_any(&limits->second) ? &limits->second : &limits->tries;
}

static bool counts_nodes_alone(const TryLimits *limits)
{
    return limits->nodes && !limits->cpu_ms && !limits->move_ms;
}

bool plan_is_deterministic(const Plan *plan)
{
    return counts_nodes_alone(limits_of(plan, 0)) && counts_nodes_alone(limits_of(plan, 1)) &&
           !plan->limits.clock.base_ms;
}

Budget plan_budget(const Plan *plan, uint32_t player, const Clocks *clocks,
                   const uint32_t clock_ms[2])
{
    assert(player < PLAN_PLAYERS_MAX);
    const TryLimits *limits = limits_of(plan, player);
    return (Budget){.nodes = limits->nodes,
                    .cpu_ms = limits->cpu_ms,
                    .move_ms = limits->move_ms,
                    .clock_ms = {clock_ms[0], clock_ms[1]},
                    .increment_ms = plan->limits.clock.increment_ms,
                    .clocks = plan_is_deterministic(plan) ? NULL : clocks};
}

Seating plan_seating(const Plan *plan, uint8_t seat, uint64_t seed)
{
    assert(seat < 2);
    return (Seating){.game = plan->game,
                     .rules = plan->rules,
                     .seat = seat,
                     .seed = seed,
                     .clock = plan->limits.clock,
                     .patience_ms = plan->patience_ms};
}

// Writes every limit; 0 is no limit.
static void write_all(const TryLimits *limits, const char *before, Text *text)
{
    text_format(text, "%s nodes %" PRIu64 " cpu %u movetime %u", before, limits->nodes,
                limits->cpu_ms, limits->move_ms);
}

void plan_to_text(const Plan *plan, Derivation derivation, Text *text)
{
    const PlanLimits *limits = &plan->limits;
    text_add(text, "game ");
    plan->game->write(plan->rules, text);
    for (uint32_t i = 0; i < plan->player_count; i++)
        text_format(text, "\nplayer %s", plan->players[i]);
    text_format(text, "\npairing %s", plan->pairing == PAIRING_GAUNTLET ? "gauntlet" : "all");
    if (derivation == DERIVATION_KEYED)
        text_add(text, "\nstreams keyed 1");
    else
        text_format(text, "\nseed %" PRIu64, plan->seed);
    text_format(text, "\nopening %u", plan->opening_moves);
    write_all(&limits->tries, "\nlimits", text);
    text_format(text, " clock %u+%u", limits->clock.base_ms, limits->clock.increment_ms);
    if (has_any(&limits->second))
        write_all(&limits->second, " against", text);
    if (plan->share.count)
        text_format(text, "\nshare %" PRIu64 "/%" PRIu64, plan->share.index + 1, plan->share.count);
    text_add_char(text, '\n');
}

// Takes "nodes N", "cpu MS" or "movetime MS", each at most once.
static bool read_try_limit(Slice name, Slice value, TryLimits *limits)
{
    uint64_t number;
    if (!slice_number(value, INT64_MAX, &number) || number == 0)
        return false;
    if (slice_is(name, "nodes") && !limits->nodes) {
        limits->nodes = number;
        return true;
    }
    uint32_t *limit = slice_is(name, "cpu")        ? &limits->cpu_ms
                      : slice_is(name, "movetime") ? &limits->move_ms
                                                   : NULL;
    if (!limit || *limit || number > UINT32_MAX)
        return false;
    *limit = (uint32_t)number;
    return true;
}

bool try_limits_from_text(Slice text, TryLimits *limits)
{
    TryLimits read = {0};
    for (text = slice_trim(text); text.length; text = slice_trim(text)) {
        const Slice name = slice_word(&text);
        if (!read_try_limit(name, slice_word(&text), &read))
            return false;
    }
    if (!has_any(&read))
        return false;
    *limits = read;
    return true;
}

bool limits_from_text(Slice text, PlanLimits *limits)
{
    PlanLimits read = {0};
    for (text = slice_trim(text); text.length; text = slice_trim(text)) {
        const Slice name = slice_word(&text);
        if (slice_is(name, "against")) {
            if (!has_any(&read.tries) || read.clock.base_ms ||
                !try_limits_from_text(text, &read.second))
                return false;
            break;
        }
        const Slice value = slice_word(&text);
        const bool is_read = slice_is(name, "clock")
                                 ? !read.clock.base_ms && clock_from_text(value, &read.clock)
                                 : read_try_limit(name, value, &read.tries);
        if (!is_read)
            return false;
    }
    if (!has_any(&read.tries) && !read.clock.base_ms)
        return false;
    *limits = read;
    return true;
}

static void add_try_limits(const TryLimits *limits, const char **between, Text *text)
{
    const struct {
        const char *name;
        uint64_t number;
    } rows[] = {{"nodes", limits->nodes}, {"cpu", limits->cpu_ms}, {"movetime", limits->move_ms}};
    for (unsigned i = 0; i < COUNT_OF(rows); i++) {
        if (!rows[i].number)
            continue;
        text_format(text, "%s%s %" PRIu64, *between, rows[i].name, rows[i].number);
        *between = " ";
    }
}

void limits_to_text(const PlanLimits *limits, Text *text)
{
    const char *between = "";
    add_try_limits(&limits->tries, &between, text);
    if (limits->clock.base_ms)
        text_format(text, "%sclock %g+%g", between, limits->clock.base_ms / (double)MS_PER_SECOND,
                    limits->clock.increment_ms / (double)MS_PER_SECOND);
    between = " against ";
    add_try_limits(&limits->second, &between, text);
}

bool clock_from_text(Slice text, ClockRule *clock)
{
    double base, increment;
    const Slice before = slice_take(&text, "+");
    if (!slice_decimal(before, &base) || !slice_decimal(text, &increment) ||
        !(base >= clock_seconds_min && base <= clock_seconds_max) ||
        increment > increment_seconds_max)
        return false;
    *clock = (ClockRule){(uint32_t)(base * MS_PER_SECOND + 0.5),
                         (uint32_t)(increment * MS_PER_SECOND + 0.5)};
    return true;
}

bool share_from_text(Slice text, MatchShare *share)
{
    uint64_t number, count;
    if (!slice_number(slice_take(&text, "/"), SHARES_MAX, &number) ||
        !slice_number(text, SHARES_MAX, &count) || !number || number > count)
        return false;
    *share = (MatchShare){number - 1, count};
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
