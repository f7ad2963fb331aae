// The list of the games' rows.
#include "lib/kinds.h"

static const NumericKind *const kinds[] = {&numeric_kriegspiel, &numeric_open_chess, &numeric_go};

const NumericKind *numeric_kind_of(const Game *game)
{
    for (unsigned i = 0; i < COUNT_OF(kinds); i++)
        if (kinds[i]->game == game)
            return kinds[i];
    return NULL;
}
