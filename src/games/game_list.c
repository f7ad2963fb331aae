// The list of games: the only file below the games' own that names them all.
#include "games/games.h"
#include "kriegspiel/law/open_chess.h"
#include "phantom_go/law/phantom_go.h"

const Game *const game_list[] = {&kriegspiel_game, &open_chess_game, &phantom_go_game, NULL};
