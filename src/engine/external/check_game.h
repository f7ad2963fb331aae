// A game with the program that is checked; every answer of it is judged.
#ifndef NEBEL_CONFORM_CHECK_GAME_H
#define NEBEL_CONFORM_CHECK_GAME_H

#include "engine/external/checker.h"

typedef struct GameScript {
    const char *name; // of the check; NULL to name it by game and seat
    const char *game;
    const char *opening; // tries of both seats in turn, separated by spaces; NULL for none
    BotGo go;
    ClockRule clock;
    unsigned turns;   // of the bot; 0 for TURNS_MAX
    unsigned games;   // one after another with the same process; 0 means 1
    uint8_t seat;     // of the bot
    bool offers_draw; // the other player offers a draw before each of its moves
    bool stops;       // every `go` is followed by `stop`
} GameScript;

// Plays a game of the script with a program that has greeted. `seed` is the number of the game, from 1. False after a fault or a
// refusal.
bool check_game_play(Checker *checker, const GameScript *script, uint64_t seed);

#endif
