// Numbers of moves as players count them: in chess the first move of each seat is move 1, in Go the first of both seats. Tries
// are counted within a move.
//
//     MoveCount count = move_count_of(game);
//     for each hearing, oldest first
//         ... move_count_take(&count, hearing)
//
// Every view of a game uses this count, from what its reader heard. So a move has the same number in all of them, and nobody can
// read from it how often the other seat was refused.
#ifndef NEBEL_GAME_MOVE_NUMBER_H
#define NEBEL_GAME_MOVE_NUMBER_H

#include "games/core/game.h"

typedef struct MoveCount {
    uint32_t moves[2]; // that each seat has played
    uint32_t tries;    // heard of in the turn in progress
    bool is_joint;     // both seats' moves are one row
} MoveCount;

// All zero for what is no try: the opening, an offer, an end by the table.
typedef struct MoveNumber {
    uint32_t move;    // from 1
    uint32_t attempt; // from 1 within the move, as far as they were heard
} MoveNumber;

// Before the first hearing of a game.
MoveCount move_count_of(const Game *game);

MoveNumber move_count_take(MoveCount *count, const Hearing *heard);

enum { MOVE_NUMBER_TEXT_MAX = 24 };

// "12", and "12.3" for the third try; nothing for a number of zero.
void move_number_to_text(MoveNumber number, Text *text);

#endif
