// A whole game of Go: a board and the keys of all earlier boards, for positional superko: no move may repeat an earlier
// board, whoever is to move. A plain value; copy it to fork.
#ifndef NEBEL_GO_GAME_H
#define NEBEL_GO_GAME_H

#include "games/go/board.h"

// A game is over after so many turns, passes included. Superko alone would end it too, but far later.
enum { GO_TURNS_MAX = 2000 };

typedef struct GoGame {
    GoBoard board;
    bool has_superko;
    uint8_t spare;
    uint16_t turns;              // played so far, passes included
    uint64_t past[GO_TURNS_MAX]; // the key of the board before each turn
} GoGame;

// An empty board, Black to move.
void go_game_init(GoGame *game, unsigned size, bool has_superko);

GoVerdict go_game_judge(const GoGame *game, GoPoint point);

// Plays a legal move; returns how many stones it captured. The game is not over.
unsigned go_game_play(GoGame *game, GoPoint point);
void go_game_pass(GoGame *game);

// Two passes in a row, or GO_TURNS_MAX turns.
bool go_game_is_over(const GoGame *game);

#endif
