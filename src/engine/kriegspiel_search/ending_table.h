// Tables of endings against a bare king: what it is worth to believe that he stands on these squares with these chances.
//
// Only his square is hidden, so the game is a small decision process that is partly observed. A table has, for each placement of our men, a few
// plans: each says for every square what following it is worth if he stands there. A belief is worth what its best plan is worth in the mean.
// solve_ending.c makes the tables, for 8x8 boards; docs/engines/endings.md explains them.
//
// A value is between 0, a draw, and 1, a mate now; each move on the way to a mate costs a factor.
#ifndef NEBEL_KRIEGSPIEL_SEARCH_ENDING_TABLE
#define NEBEL_KRIEGSPIEL_SEARCH_ENDING_TABLE

#include "games/chess/board.h"
#include "games/kriegspiel/attempt.h"

// Placements of our men in endings against a bare king, numbered, with those that mirror each other as one. For 8x8 boards.
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

enum { ENDING_SCALE = 255 }; // what the value 1 is in a plan

#define ENDING_MOVE_FACTOR 0.97 // the worth of a mate that takes a move longer
#define ENDING_REFUSAL_FACTOR \
    0.999 // and of one after a refusal, so that no plan is refused for ever

typedef struct EndingTable {
    EndingMaterial material;
    const uint32_t *first; // by placement: its first plan; one more than placements
    const uint8_t (*plans)[SQUARE_COUNT];
} EndingTable;

extern const EndingTable ending_tables[];
extern const unsigned ending_table_count;

// A table whose men are among ours; further men are not in it. NULL if there is none.
const EndingTable *ending_table_for(const OwnMen *own);

// What it is worth that he stands on each square with these weights, which need not sum to 1; at our turn.
double ending_table_value(const EndingTable *table, const OwnMen *own,
                          const double at[SQUARE_COUNT]);

#endif
