// Placements of our men in endings against a bare king, numbered, with those that mirror each other as one. For 8x8 boards.
#ifndef NEBEL_KRIEGSPIEL_SEARCH_ENDING_PLACEMENT_H
#define NEBEL_KRIEGSPIEL_SEARCH_ENDING_PLACEMENT_H

#include "games/chess/board.h"

enum {
    ENDING_PIECES_MAX = 2,
    ENDING_KINGS = 10, // squares of our king: the others are mirror images
    ENDING_TURNS = 8,  // ways to turn and mirror the board
};

typedef struct EndingMaterial {
    const char *name; // "KBBK"
    unsigned piece_count;
    Kind pieces[ENDING_PIECES_MAX]; // two are bishops on squares of both colours
} EndingMaterial;

// Our men on the board, turned so that our king is on one of ENDING_KINGS squares.
typedef struct EndingPlacement {
    uint32_t index;
    unsigned turn;
} EndingPlacement;

uint32_t ending_placement_count(const EndingMaterial *material);
EndingPlacement ending_placement_of(const EndingMaterial *material, unsigned king,
                                    const unsigned pieces[ENDING_PIECES_MAX]);
// The squares of a placement as the table has it. False if men would stand on one square.
MUST_USE bool ending_placement_squares(const EndingMaterial *material, uint32_t index,
                                       unsigned *king, unsigned pieces[ENDING_PIECES_MAX]);
// Where a square goes by a turn.
unsigned ending_turn_square(unsigned square, unsigned turn);

#endif
