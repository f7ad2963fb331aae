// What programs that learn need of one game beyond the seam, as numbers: one row a game.
//
//   actions   each try that any seat could ever send has a number, dense from 0
//   planes    an observation is a stack of boards, one byte a cell, row by row from the first rank
//   men       who stands on a board, one byte a cell
#ifndef NEBEL_NUMERIC_KINDS_H
#define NEBEL_NUMERIC_KINDS_H

#include "games/core/game.h"
#include "lib/ear.h"

enum { NUMERIC_CELLS_MAX = 361 };

// A board as programs see it: `ranks` rows of `files` cells.
typedef struct NumericShape {
    uint32_t planes, ranks, files;
    uint32_t kinds; // of men: 6 on a chess board, 1 in Go
} NumericShape;

// Adds tries to a list, in the order of their actions. `tries` may be NULL, to count them.
typedef struct TryList {
    Try *tries;
    uint32_t count;
} TryList;

static inline void try_list_add(TryList *list, Try attempt)
{
    if (list->tries)
        list->tries[list->count] = attempt;
    list->count++;
}

typedef struct NumericKind {
    const Game *game;
    const char *const *planes; // their names, ended by NULL
    NumericShape (*shape)(const Rules *rules);
    // All tries that a seat could ever send, each once.
    void (*list_actions)(const Rules *rules, TryList *list);
    // Writes shape.planes planes of what a seat knows. Never sees a truth.
    void (*observe)(const Rules *rules, const void *view, const Ear *ear, uint8_t *planes);
    // Writes who stands where on an imagined board: 0 for nobody, 1 and more for White's kinds of men, and above these
    // Black's.
    void (*men)(const Rules *rules, const void *board, uint8_t *cells);
    // What a seat would know on an imagined board, if it had heard nothing in this turn.
    void (*view_of)(const Rules *rules, const void *board, uint8_t seat, void *view);
} NumericKind;

// The row of a game; NULL if it has none.
const NumericKind *numeric_kind_of(const Game *game);

extern const NumericKind numeric_kriegspiel, numeric_open_chess, numeric_go; // for this room only

#endif
