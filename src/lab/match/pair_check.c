// Replays of records, compared with what their line says.
#include "lab/match/pair_check.h"

#include "games/core/table_replay.h"
#include "lab/match/script.h"

// What a replay comes to.
typedef struct Outcome {
    uint8_t winner, ending;
    uint32_t tries, plies;
} Outcome;

static bool take_effects(void *context, const Table *table, const Entry *entry,
                         const TableEffects *effects)
{
    (void)table;
    Outcome *outcome = context;
    outcome->tries += entry && entry->kind == EVENT_TRY;
    for (uint32_t i = 0; i < effects->count; i++) {
        const TableEffect *effect = &effects->effects[i];
        outcome->plies +=
            entry && effect->hearing.event == HEARD_MOVE && effect->seat == entry->seat;
        outcome->ending = effect->hearing.ending;
        outcome->winner = effect->hearing.winner;
    }
    return true;
}

// The tries of the opening are in the record and not among the attempts of the players. The last try of a player that
// forfeits is among the attempts and perhaps not in the record.
static bool has_attempts(const Plan *plan, const GameResult *result, const Outcome *outcome)
{
    const uint32_t refused = result->ending == ENDING_FORFEIT;
    return result->attempts <= outcome->tries + refused &&
           outcome->tries <= result->attempts + 2 * plan->opening_moves;
}

static bool can_be_played(const Plan *plan, const PairResult *result, unsigned game,
                          const Memory *memory)
{
    const GameResult *said = &result->games[game];
    Entries entries = {0};
    Outcome outcome = {0};
    const TableVisitor visitor = {.after = take_effects, .context = &outcome};
    const bool is_played =
        script_read(plan->game, result->scripts[game], game_first_seat(plan->game, plan->rules),
                    memory, &entries) &&
        table_replay_visit(memory, plan->game, plan->rules, plan->limits.clock, &entries,
                           &visitor) == TABLE_OK;
    entries_done(&entries, memory);
    return is_played && outcome.ending && outcome.ending == said->ending &&
           outcome.winner == said->winner && outcome.plies == said->plies &&
           has_attempts(plan, said, &outcome);
}

bool pair_can_be_played(const Plan *plan, const PairResult *result, const Memory *memory)
{
    return can_be_played(plan, result, 0, memory) && can_be_played(plan, result, 1, memory);
}
