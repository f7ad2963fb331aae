// A set of boards with weights. Adding a board that is already there adds to its weight. Every pool is built on it.
#ifndef NEBEL_BELIEF_BOARDS_H
#define NEBEL_BELIEF_BOARDS_H

#include "base/memory.h"
#include "engine/core/belief_model.h"

#include <assert.h>

struct Boards {
    const BeliefModel *model;
    Memory memory;
    uint32_t count, limit;
    char *boards;    // `limit` of them, model->board_bytes each
    double *weights; // one for each board
    uint64_t *keys;
    uint32_t *slots; // a hash table: the index of a board plus one, or 0 for a free slot
    uint32_t slot_mask;
};

// An empty set with room for `limit` boards. False if there is no memory.
MUST_USE bool boards_init(Boards *boards, const Memory *memory, const BeliefModel *model,
                          uint32_t limit);
void boards_done(Boards *boards); // accepts a zeroed one

void boards_clear(Boards *boards);

static inline void *boards_at(const Boards *boards, uint32_t index)
{
    assert(index < boards->limit);
    return boards->boards + (size_t)index * boards->model->board_bytes;
}

// Adds a board, or adds `weight` to the weight of an equal board. False if the board is new and the set is full.
bool boards_add(Boards *boards, const void *board, double weight);

// The index of an equal board; boards->count if there is none.
uint32_t boards_find(const Boards *boards, const void *board);

// A board that was drawn, by its index, and how often.
typedef struct BoardDraw {
    uint32_t index, times;
} BoardDraw;

// A systematic sample by weight. The weights sum to 1. `marks` evenly spaced marks lie on that sum, the first at
// `offset` (0 to below 1) of the space between two; a board is drawn once for each mark in its weight, so the number
// differs from weight * marks by less than one. `out` has room for `marks`; returns how many different boards were
// drawn.
uint32_t boards_draw(const Boards *boards, double offset, uint32_t marks, BoardDraw *out);

// For independent draws by weight. boards_sum_up writes the running sums of the weights; `sums` has room for
// boards->count. boards_pick returns the index of the first sum above share * (the last sum), with 0 <= share < 1.
void boards_sum_up(const Boards *boards, double *sums);
uint32_t boards_pick(const double *sums, uint32_t count, double share);

// A step width that visits each of `count` indices once, in scattered order: index = (index + step) % count.
uint32_t scatter_step(uint32_t count);

// Divides all weights by their sum and returns that sum; it is 0 for an empty set.
double boards_normalize(Boards *boards);

#endif
