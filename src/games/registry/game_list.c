// The list of games: the only file below the games' own that names them all.
#include "games/kriegspiel/open_chess.h"
#include "games/phantom_go/phantom_go.h"
#include "games/registry/games.h"

const Game *const game_list[] = {&kriegspiel_game, &open_chess_game, &phantom_go_game, NULL};
