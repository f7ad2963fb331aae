// Plays proof pairs, and checks reports line by line.
#include "lab/farm/results_check.h"

#include "base/hash.h"
#include "lab/match/pair.h"

#include <string.h>

// Nodes of a try: enough for every part of a search to take part, and few enough for a pair to take a second or so.
enum { PROOF_NODES = 64 };

bool farm_proof(const ExperimentCell *cell, const Memory *memory, const Clocks *clocks, Text *line,
                Text *message)
{
    Plan plan = cell->plan;
    PairResult result;
    plan.limits = (PlanLimits){.tries.nodes = PROOF_NODES}; // also if the cell has limits of time
    plan.share = (MatchShare){0};
    plan.rounds = 1;
    PairPlayer *player = pair_player_create(memory, &plan, clocks, message);
    if (!player)
        return false;
    const bool is_played = pair_player_play(player, 0, line, &result);
    pair_player_destroy(player);
    if (!is_played)
        text_add(message, "there is not enough memory to play");
    return is_played;
}

// The upper half of the hash, since its lowest bit is that of the unit: of two workers that take units in turn one would never be sampled.
bool farm_is_sampled(uint64_t unit, uint32_t pairs, uint32_t *index)
{
    const uint64_t draw = hash_word(HASH_START, unit) >> 32;
    *index = (uint32_t)(draw / SAMPLE_UNITS % pairs);
    return draw % SAMPLE_UNITS == 0;
}

Slice farm_line(Slice lines, uint32_t index)
{
    Slice line = slice_take(&lines, "\n");
    for (; index && line.length; index--)
        line = slice_take(&lines, "\n");
    return line;
}

bool farm_lines_are_possible(const Plan *plan, uint64_t first, uint32_t pairs, Slice lines,
                             const Memory *memory)
{
    if (!lines.length || lines.start[lines.length - 1] != '\n')
        return false;
    for (uint32_t i = 0; i < pairs; i++) {
        PairResult result;
        if (!pair_from_line(plan, slice_take(&lines, "\n"), &result) ||
            result.job.number != first + i || !pair_can_be_played(plan, &result, memory))
            return false;
    }
    return lines.length == 0;
}

bool farm_play_again(PairPlayer *player, uint64_t number, Slice line, const Memory *memory,
                     bool *is_same)
{
    Text text = text_growing(memory);
    PairResult result;
    const bool is_played = pair_player_play(player, number, &text, &result);
    *is_same = is_played && line.length == result.line.length &&
               memcmp(line.start, result.line.start, line.length) == 0;
    text_done(&text);
    return is_played;
}
