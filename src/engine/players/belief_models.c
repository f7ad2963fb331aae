// The list of belief models.
#include "engine/players/belief_models.h"

#include "engine/kriegspiel_belief/belief_model.h"
#include "engine/phantom_go/belief_model.h"

const BeliefModel *belief_model_of(const Game *game)
{
    static const BeliefModel *const models[] = {&kriegspiel_belief_model, &open_chess_belief_model,
                                                &phantom_go_belief_model};
    for (unsigned i = 0; i < COUNT_OF(models); i++)
        if (models[i]->game == game)
            return models[i];
    return NULL;
}
