// The table of levels.
#include "engine/players/levels.h"

#include "games/kriegspiel/kriegspiel.h"
#include "games/phantom_go/phantom_go.h"

#include <assert.h>

static const struct Row {
    const Game *game;
    Level levels[LEVEL_STRONGEST];
} rows[] = {
    {&kriegspiel_game,
     {{SAY_LEVEL_NEWCOMER, SAY_LEVEL_NEWCOMER, "random", 1},
      {SAY_LEVEL_CASUAL, SAY_LEVEL_BRIEF_CASUAL, "capturer(pawn_tries=1)", 1},
      {SAY_LEVEL_REGULAR, SAY_LEVEL_REGULAR, "mcts-b(k=3)", 300},
      {SAY_LEVEL_GOOD, SAY_LEVEL_BRIEF_GOOD, "meta", 300},
      {SAY_LEVEL_CLUB, SAY_LEVEL_BRIEF_CLUB, "mcts-c", 5},
      {SAY_LEVEL_STRONG_CLUB, SAY_LEVEL_BRIEF_STRONG_CLUB, "mcts-c", 4000},
      {SAY_LEVEL_EXPERT, SAY_LEVEL_EXPERT, "fog", 300},
      {SAY_LEVEL_MASTER, SAY_LEVEL_MASTER, "fog", 10000},
      {SAY_LEVEL_STRONGEST, SAY_LEVEL_BRIEF_STRONGEST, "fog", 0}}},
    {&phantom_go_game,
     {{SAY_LEVEL_NEWCOMER, SAY_LEVEL_NEWCOMER, "go-random", 1},
      {SAY_LEVEL_CASUAL, SAY_LEVEL_BRIEF_CASUAL, "go-flat", 30},
      {SAY_LEVEL_REGULAR, SAY_LEVEL_REGULAR, "go-flat", 150},
      {SAY_LEVEL_GOOD, SAY_LEVEL_BRIEF_GOOD, "go-flat(ucb=1,rave=300)", 150},
      {SAY_LEVEL_CLUB, SAY_LEVEL_BRIEF_CLUB, "go-flat(ucb=1,rave=300)", 600},
      {SAY_LEVEL_STRONG_CLUB, SAY_LEVEL_BRIEF_STRONG_CLUB, "go-flat(ucb=1,rave=300)", 1200},
      {SAY_LEVEL_EXPERT, SAY_LEVEL_EXPERT, "go-flat(ucb=1,rave=300)", 2500},
      {SAY_LEVEL_MASTER, SAY_LEVEL_MASTER, "go-best", 2500},
      {SAY_LEVEL_STRONGEST, SAY_LEVEL_BRIEF_STRONGEST, "go-best", 0}}},
};

const Level *level_of(const Game *game, unsigned number)
{
    assert(number >= 1 && number <= LEVEL_STRONGEST);
    for (unsigned i = 0; i < COUNT_OF(rows); i++)
        if (rows[i].game == game)
            return &rows[i].levels[number - 1];
    return NULL;
}

void level_say(const Level *level, unsigned number, Text *text)
{
    WORDS_FILL(text, SAY_LEVEL_NAMED, {.number = number}, {words_of(level->short_name)});
}

void level_say_briefly(const Level *level, unsigned number, Text *text)
{
    WORDS_FILL(text, SAY_LEVEL_NAMED_BRIEFLY, {.number = number}, {words_of(level->short_name)});
}
