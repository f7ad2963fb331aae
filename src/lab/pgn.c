// From scripts to records.
#include "lab/pgn.h"

#include "lab/rerun.h"
#include "lab/script.h"
#include "wire/pgn.h"
#include "wire/sgf.h"

#include <inttypes.h>
#include <stdio.h>

static bool game_to_pgn(const Plan *plan, const PairResult *result, unsigned game,
                        const Memory *memory, Text *text)
{
    GameRecord record = {
        .is_go = plan->game == &phantom_go_game, .clock = plan->limits.clock, .view = VIEW_UMPIRE};
    if (record.is_go)
        record.go = *(const PhantomRules *)plan->rules;
    else
        record.rules = *(const KriegspielRules *)plan->rules;
    RecordTags *tags = &record.tags;
    const char *first = plan->players[result->job.first];
    const char *second = plan->players[result->job.second];
    // Of a match with guests the secret is not told here: the PGN is written while they play.
    if (plan_has_guests(plan))
        snprintf(tags->event, sizeof tags->event, "secret streams");
    else
        snprintf(tags->event, sizeof tags->event, "seed %" PRIu64, plan->seed);
    snprintf(tags->round, sizeof tags->round, "%" PRIu64 ".%u", result->job.number + 1, game + 1);
    snprintf(tags->white, sizeof tags->white, "%s", game == 0 ? first : second);
    snprintf(tags->black, sizeof tags->black, "%s", game == 0 ? second : first);
    const uint8_t first_seat = record.is_go ? GO_BLACK : record.rules.setup.start.to_move;
    const bool is_game =
        script_read(plan->game, result->scripts[game], first_seat, memory, &record.entries) &&
        rerun_game(plan, &record.entries, memory, &(RerunWatcher){0});
    if (is_game)
        (record.is_go ? sgf_write : pgn_write)(&record, text);
    game_record_done(&record, memory);
    return is_game && !text->cut;
}

bool pair_to_pgn(const Plan *plan, const PairResult *result, const Memory *memory, Text *text)
{
    return game_to_pgn(plan, result, 0, memory, text) && game_to_pgn(plan, result, 1, memory, text);
}
