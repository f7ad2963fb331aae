// A bag of boards with weights, in which equal boards are one: the plain container beneath every pool.
#ifndef NEBEL_BELIEF_BOARDS_H
#define NEBEL_BELIEF_BOARDS_H

#include "base/memory.h"
#include "game/game.h"

#include <assert.h>

typedef struct Boards {
    const Game *game;
    Memory memory;
    uint32_t count, limit;
    char *boards;    // `limit` of them, game->board_bytes each
    double *weights; // beside them
    uint64_t *keys;
    uint32_t *slots; // a hash table of places plus one; 0 is free
    uint32_t slot_mask;
} Boards;

// Room for `limit` boards. False if there is no memory.
MUST_USE bool boards_init(Boards *boards, const Memory *memory, const Game *game, uint32_t limit);
void boards_done(Boards *boards); // accepts a zeroed one

void boards_clear(Boards *boards);

static inline void *boards_at(const Boards *boards, uint32_t index)
{
    assert(index < boards->limit);
    return boards->boards + (size_t)index * boards->game->board_bytes;
}

// Adds a board, or its weight to the equal one that is there. False if it is new and there is no room.
bool boards_add(Boards *boards, const void *board, double weight);

// Where an equal board is; boards->count if nowhere.
uint32_t boards_find(const Boards *boards, const void *board);

// A board that was drawn, and how often.
typedef struct BoardDraw {
    uint32_t index, times;
} BoardDraw;

// A systematic sample by weight: `marks` evenly spaced marks, the first at `offset` (0 to 1) of a space, so that a board
// is drawn as often as its share says, give or take one. The weights sum to 1. `out` has room for `marks`; returns how
// many different boards were drawn, each there once.
uint32_t boards_draw(const Boards *boards, double offset, uint32_t marks, BoardDraw *out);

// The same for one board, of which many are drawn: first the sums of the weights up to and with each board, `sums` having room
// for boards->count; then the index on which a share, from 0 to below 1, of the last sum falls.
void boards_sum_up(const Boards *boards, double *sums);
uint32_t boards_pick(const double *sums, uint32_t count, double share);

// A step that scatters: from any of `count` places on, so many steps of it, round and round, lead to each place once.
uint32_t scatter_step(uint32_t count);

// Divides all weights by their sum, which is returned; of an empty bag it is 0.
double boards_normalize(Boards *boards);

#endif
