// Turning the scripts of a pair into PGN.
#include "lab/match/pair_records.h"

#include "formats/records/format.h"
#include "games/core/table_replay.h"
#include "lab/match/script.h"

#include <inttypes.h>
#include <stdio.h>

static bool game_to_pgn(const Plan *plan, const PairResult *result, unsigned game,
                        const Memory *memory, Text *text)
{
    GameRecord record = game_record_of(plan->game, plan->rules, plan->limits.clock);
    RecordTags *tags = &record.tags;
    const char *first = plan->players[result->job.first];
    const char *second = plan->players[result->job.second];
    // The PGN is written while guests play, so it must not tell their secret.
    if (plan_has_guests(plan))
        snprintf(tags->event, sizeof tags->event, "secret streams");
    else
        snprintf(tags->event, sizeof tags->event, "seed %" PRIu64, plan->seed);
    snprintf(tags->round, sizeof tags->round, "%" PRIu64 ".%u", result->job.number + 1, game + 1);
    snprintf(tags->white, sizeof tags->white, "%s", game == 0 ? first : second);
    snprintf(tags->black, sizeof tags->black, "%s", game == 0 ? second : first);
    // A checksum proves that a line of a match file is whole, not that its game was played.
    const bool is_written =
        script_read(plan->game, result->scripts[game], game_first_seat(plan->game, plan->rules),
                    memory, &record.entries) &&
        table_replay_visit(memory, plan->game, plan->rules, plan->limits.clock, &record.entries,
                           &(TableVisitor){0}) == TABLE_OK &&
        record_format_of(plan->game)->write(&record, text);
    game_record_done(&record, memory);
    return is_written;
}

bool pair_to_pgn(const Plan *plan, const PairResult *result, const Memory *memory, Text *text)
{
    return game_to_pgn(plan, result, 0, memory, text) && game_to_pgn(plan, result, 1, memory, text);
}
