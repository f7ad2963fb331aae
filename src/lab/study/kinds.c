// The list of games that can be studied.
#include "lab/study/go_pool_turn.h"
#include "lab/study/pool_turn.h"

const StudyKind *study_kind(const Game *game)
{
    static const StudyKind *const kinds[] = {&kriegspiel_study, &phantom_go_study};
    for (unsigned i = 0; i < COUNT_OF(kinds); i++)
        if (kinds[i]->model->game == game)
            return kinds[i];
    return NULL;
}
