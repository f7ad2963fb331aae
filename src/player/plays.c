// Who plays Kriegspiel.
#include "player/plays.h"

#include "umpire/kriegspiel.h"

bool player__plays_kriegspiel(const Game *game)
{
    return game == &kriegspiel_game;
}
