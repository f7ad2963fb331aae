// The table of levels.
#include "play/levels.h"

#include "kriegspiel/law/kriegspiel.h"
#include "phantom_go/law/phantom_go.h"

#include <assert.h>

static const struct Row {
    const Game *game;
    Level levels[LEVEL_STRONGEST];
} rows[] = {
    {&kriegspiel_game,
     {{"newcomer", "random", 1},
      {"casual player", "capturer(pawn_tries=1)", 1},
      {"regular", "mcts-b(k=3)", 300},
      {"good player", "meta", 300},
      {"club player", "mcts-c", 5},
      {"strong club player", "mcts-c", 4000},
      {"expert", "fog", 300},
      {"master", "fog", 10000},
      {"as strong as it can", "fog", 0}}},
    {&phantom_go_game,
     {{"newcomer", "go-random", 1},
      {"casual player", "go-flat", 30},
      {"regular", "go-flat", 150},
      {"good player", "go-flat(ucb=1,rave=300)", 150},
      {"club player", "go-flat(ucb=1,rave=300)", 600},
      {"strong club player", "go-flat(ucb=1,rave=300)", 2500},
      {"expert", "go-best", 2500},
      {"master", "go-best", 6000},
      {"as strong as it can", "go-best", 0}}},
};

const Level *level_of(const Game *game, unsigned number)
{
    assert(number >= 1 && number <= LEVEL_STRONGEST);
    for (unsigned i = 0; i < COUNT_OF(rows); i++)
        if (rows[i].game == game)
            return &rows[i].levels[number - 1];
    return NULL;
}
