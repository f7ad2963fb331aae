// Weighted boards in an array, found by key through a hash table with linear probing.
#include "engine/core/boards.h"

#include <assert.h>
#include <math.h>
#include <string.h>

enum {
    SLOTS_MIN = 16,      // of the hash table; a power of 2
    SLOTS_PER_BOARD = 2, // at least: linear probing stays short below half full
    // If less than one slot in so many is used, clearing the slots of the keys is quicker than wiping the table.
    SPARSE_SLOTS_PER_BOARD = 8,
    GOLDEN_PER_MILLE = 618, // the golden section: multiples of it spread most evenly over a circle
};

// 2^64 divided by the golden ratio; multiplying by it mixes a key into its high bits (Knuth 1973).
static const uint64_t KEY_MIXER = UINT64_C(0x9e3779b97f4a7c15);

// The table uses the high bits of the mixed key, because a game may use the low bits of its keys for itself.
static uint32_t home_slot(const Boards *boards, uint64_t key)
{
    return (uint32_t)(key * KEY_MIXER >> 32) & boards->slot_mask;
}

bool boards_init(Boards *boards, const Memory *memory, const BeliefModel *model, uint32_t limit)
{
    assert(model->board_bytes && model->key);
    assert(limit > 0);
    uint32_t slots = SLOTS_MIN;
    while (slots < SLOTS_PER_BOARD * (uint64_t)limit)
        slots *= 2;
    *boards = (Boards){.model = model, .memory = *memory, .limit = limit, .slot_mask = slots - 1};
    boards->boards = memory_resize(memory, NULL, limit * model->board_bytes);
    boards->weights = memory_resize(memory, NULL, limit * sizeof *boards->weights);
    boards->keys = memory_resize(memory, NULL, limit * sizeof *boards->keys);
    boards->slots = memory_resize(memory, NULL, slots * sizeof *boards->slots);
    if (!boards->boards || !boards->weights || !boards->keys || !boards->slots) {
        boards_done(boards);
        return false;
    }
    memset(boards->slots, 0, slots * sizeof *boards->slots);
    return true;
}

void boards_done(Boards *boards)
{
    if (!boards->memory.resize)
        return;
    memory_resize(&boards->memory, boards->boards, 0);
    memory_resize(&boards->memory, boards->weights, 0);
    memory_resize(&boards->memory, boards->keys, 0);
    memory_resize(&boards->memory, boards->slots, 0);
    *boards = (Boards){0};
}

// If the table is sparse, only the slots of its keys are cleared, not the whole table.
void boards_clear(Boards *boards)
{
    if (boards->count > boards->slot_mask / SPARSE_SLOTS_PER_BOARD) {
        memset(boards->slots, 0, (boards->slot_mask + (size_t)1) * sizeof *boards->slots);
    } else {
        for (uint32_t i = 0; i < boards->count; i++) {
            uint32_t slot = home_slot(boards, boards->keys[i]);
            while (boards->slots[slot]) {
                boards->slots[slot] = 0;
                slot = (slot + 1) & boards->slot_mask;
            }
        }
    }
    boards->count = 0;
}

// The slot that holds `key`, or the free slot where it would go.
static uint32_t find_slot(const Boards *boards, uint64_t key)
{
    uint32_t slot = home_slot(boards, key);
    while (boards->slots[slot] && boards->keys[boards->slots[slot] - 1] != key)
        slot = (slot + 1) & boards->slot_mask;
    return slot;
}

bool boards_add(Boards *boards, const void *board, double weight)
{
    assert(isfinite(weight) && weight >= 0);
    const uint64_t key = boards->model->key(board);
    const uint32_t slot = find_slot(boards, key);
    assert(boards->slots[slot] <= boards->count);
    if (boards->slots[slot]) {
        boards->weights[boards->slots[slot] - 1] += weight;
        return true;
    }
    if (boards->count == boards->limit)
        return false;
    memcpy(boards_at(boards, boards->count), board, boards->model->board_bytes);
    boards->weights[boards->count] = weight;
    boards->keys[boards->count] = key;
    boards->slots[slot] = ++boards->count;
    return true;
}

uint32_t boards_find(const Boards *boards, const void *board)
{
    const uint32_t slot = find_slot(boards, boards->model->key(board));
    return boards->slots[slot] ? boards->slots[slot] - 1 : boards->count;
}

static double sum_of(const Boards *boards)
{
    double sum = 0;
    for (uint32_t i = 0; i < boards->count; i++)
        sum += boards->weights[i];
    return sum;
}

static inline bool has_sum_one(const Boards *boards)
{
    const double tolerance = 1e-6; // the rounding of a million weights is far smaller
    return fabs(sum_of(boards) - 1) < tolerance;
}

uint32_t boards_draw(const Boards *boards, double offset, uint32_t marks, BoardDraw *out)
{
    assert(offset >= 0 && offset < 1);
    assert(!boards->count || has_sum_one(boards));
    double mass = 0;
    uint32_t passed = 0, drawn = 0;
    for (uint32_t i = 0; i < boards->count && passed < marks; i++) {
        const uint32_t before = passed;
        mass += boards->weights[i] * marks;
        while (passed < marks && passed + offset < mass)
            passed++;
        if (passed > before)
            out[drawn++] = (BoardDraw){.index = i, .times = passed - before};
    }
    return drawn;
}

void boards_sum_up(const Boards *boards, double *sums)
{
    double sum = 0;
    for (uint32_t i = 0; i < boards->count; i++)
        sums[i] = sum += boards->weights[i];
}

uint32_t boards_pick(const double *sums, uint32_t count, double share)
{
    assert(count > 0);
    assert(share >= 0 && share < 1);
    uint32_t low = 0, high = count - 1;
    const double mark = share * sums[high];
    while (low < high) {
        const uint32_t middle = low + (high - low) / 2;
        if (sums[middle] > mark)
            high = middle;
        else
            low = middle + 1;
    }
    return low;
}

static uint32_t common_divisor(uint32_t a, uint32_t b)
{
    while (b) {
        const uint32_t rest = a % b;
        a = b;
        b = rest;
    }
    return a;
}

// Starts at the golden section, which scatters best; a step without a common divisor with `count` visits every index.
uint32_t scatter_step(uint32_t count)
{
    uint32_t step = (uint32_t)((uint64_t)count * GOLDEN_PER_MILLE / 1000);
    while (common_divisor(step, count) > 1)
        step++;
    return step ? step : 1;
}

double boards_normalize(Boards *boards)
{
    const double sum = sum_of(boards);
    assert(isfinite(sum));
    for (uint32_t i = 0; i < boards->count && sum > 0; i++)
        boards->weights[i] /= sum;
    return sum;
}
