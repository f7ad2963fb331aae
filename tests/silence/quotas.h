// How often something was seen in twins, by row and column, and whether that was often enough: a
// test that never hides a castling right proves nothing about castling rights.
#ifndef NEBEL_TESTS_QUOTAS_H
#define NEBEL_TESTS_QUOTAS_H

#include <stdbool.h>
#include <stdint.h>

enum {
    QUOTA_ROWS_MAX = 16,
    QUOTA_COLUMNS_MAX = 40,
    QUOTA_PAIRS_MAX = 100000, // a run of so many shows everything once
};

typedef struct Quotas {
    unsigned rows, columns;
    const char *row_names[QUOTA_ROWS_MAX];
    const char *column_names[QUOTA_COLUMNS_MAX];
    // For each: pairs of which one must have shown it in a long run; 0 where it cannot be.
    uint32_t one_in[QUOTA_ROWS_MAX][QUOTA_COLUMNS_MAX];
    uint64_t counts[QUOTA_ROWS_MAX][QUOTA_COLUMNS_MAX];
} Quotas;

// Where one pair in so many aims at something: of how many pairs one must show it. A quarter of the
// aims are met, or all steering is in vain.
static inline uint32_t quota_for(uint64_t aimed_one_in)
{
    const uint64_t pairs = 4 * aimed_one_in;
    return (uint32_t)(pairs < QUOTA_PAIRS_MAX ? pairs : QUOTA_PAIRS_MAX);
}

// Prints the counts, and those that are too small for a run of so many pairs. True if none is.
bool quotas_report(const Quotas *quotas, uint64_t pairs);

#endif
