// Who plays Kriegspiel.
#include "kriegspiel/player/plays.h"

#include "kriegspiel/law/kriegspiel.h"

bool player__plays_kriegspiel(const Game *game)
{
    return game == &kriegspiel_game;
}
