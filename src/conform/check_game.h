// A game with a program under check, looked at move by move.
#ifndef NEBEL_CONFORM_CHECK_GAME_H
#define NEBEL_CONFORM_CHECK_GAME_H

#include "conform/checker.h"

typedef struct GameScript {
    const char *name; // of the check; NULL for the game and the seat
    const char *game;
    const char *opening; // tries in turn, in one text
    BotGo go;
    ClockRule clock;
    unsigned turns;   // of the bot; 0 for TURNS_MAX
    unsigned games;   // one after another by the same program; 0 is 1
    uint8_t seat;     // of the bot
    bool offers_draw; // the other, before each of its moves
    bool stops;       // every `go` is followed by `stop`
} GameScript;

// Plays a game of the script with a program that has greeted; the seed is its number, from 1. False after a fault or
// a refusal.
bool check_game_play(Checker *checker, const GameScript *script, uint64_t seed);

#endif
