// Judging reports.
#include "lab/farm/judge.h"

#include "base/hash.h"
#include "lab/match/pair.h"

#include <string.h>

FarmSample farm_sample(Slice secret, uint64_t unit, uint32_t pairs, uint64_t replayed)
{
    const uint64_t draw = hash_word(hash_bytes(HASH_START, secret.start, secret.length), unit);
    const uint32_t from = (uint32_t)(draw / SAMPLE_UNITS % pairs);
    if (replayed < PROBATION_PAIRS) {
        const uint64_t left = PROBATION_PAIRS - replayed;
        return (FarmSample){from, left < pairs ? (uint32_t)left : pairs};
    }
    return (FarmSample){from, draw % SAMPLE_UNITS == 0};
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
