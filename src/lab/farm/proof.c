// Playing the proof pair.
#include "lab/farm/proof.h"

#include "lab/match/pair.h"

// Nodes of a try: enough for every part of a search to take part, and few enough for a pair to take a second or so.
enum { PROOF_NODES = 64 };

bool farm_proof(const ExperimentCell *cell, const Memory *memory, const Clocks *clocks, Text *line,
                Text *message)
{
    Plan plan = cell->plan;
    PairResult result;
    plan.limits = (PlanLimits){.tries.nodes = PROOF_NODES}; // also if the cell has limits of time
    plan.share = (Share){0};
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
