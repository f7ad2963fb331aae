// Bayes' rule over ways to play.
#include "engine/kriegspiel_belief/opponent_model.h"

#include <assert.h>

enum { BOARDS_ASKED = 64 }; // of the pool, for the chance of what was heard

static const double unknown_share =
                        0.05, // of a way to play that we do not know, in which all moves are alike
    lasting_share = 0.01; // what each known way keeps at least, about: he may not be who he seems

void opponent_model_begin(OpponentModel *model, const Ruleset *rules, uint8_t seat, uint64_t seed)
{
    assert(seat < 2);
    uint32_t count = 0;
    while (fitted_policies[count].name)
        count++;
    *model = (OpponentModel){.rules = rules, .seat = seat, .rng = rng_from_seed(seed)};
    for (uint32_t i = 0; i < count; i++)
        policy_add(&model->policy, &fitted_policies[i].logs, (float)((1 - unknown_share) / count));
}

// Adds the chance of what was heard on one board, by each way to play.
static void add_likelihoods(const OpponentModel *model, const KriegspielBoard *board,
                            const Hearing *heard, double likelihoods[POLICY_PARTS_MAX])
{
    MoveList replies;
    Position after;
    float chances[MOVES_MAX][POLICY_PARTS_MAX];
    chess_list_legal(&board->position, &replies);
    policy_chances_by_part(&model->policy, board, &replies, chances);
    for (uint32_t i = 0; i < replies.count; i++)
        if (umpire_would_sound(model->rules, &board->position, replies.moves[i], heard, &after))
            for (uint32_t part = 0; part < model->policy.count; part++)
                likelihoods[part] += (double)chances[i][part];
}

void opponent_model_hear(OpponentModel *model, const Boards *boards, const Hearing *heard)
{
    Policy *policy = &model->policy;
    if (heard->event != HEARD_MOVE || heard->seat != model->seat || !boards->count)
        return;
    double likelihoods[POLICY_PARTS_MAX] = {0}, sum = 0;
    BoardDraw drawn[BOARDS_ASKED];
    const uint32_t count = boards_draw(boards, rng_share(&model->rng), BOARDS_ASKED, drawn);
    for (uint32_t i = 0; i < count; i++)
        add_likelihoods(model, boards_at(boards, drawn[i].index), heard, likelihoods);
    for (uint32_t part = 0; part < policy->count; part++)
        sum += likelihoods[part] *= (double)policy->shares[part];
    if (!(sum > 0))
        return; // no board agrees with it
    const double scale = (1 - unknown_share) / (1 + lasting_share * policy->count);
    for (uint32_t part = 0; part < policy->count; part++)
        policy->shares[part] = (float)(scale * (likelihoods[part] / sum + lasting_share));
}
