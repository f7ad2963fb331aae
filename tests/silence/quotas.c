// The report of a two-run test.
#include "quotas.h"

#include <stdio.h>

enum { LONG_RUN_PAIRS = 20000 }; // from here on the report must show enough

static void print_row(const Quotas *quotas, unsigned row)
{
    printf("%-12s", quotas->row_names[row]);
    for (unsigned column = 0; column < quotas->columns; column++)
        if (quotas->one_in[row][column])
            printf(" %s %llu,", quotas->column_names[column],
                   (unsigned long long)quotas->counts[row][column]);
    printf("\n");
}

// How many there must be at least of `pairs` in all.
static uint64_t wanted(const Quotas *quotas, unsigned row, unsigned column, uint64_t pairs)
{
    const uint32_t one_in = quotas->one_in[row][column];
    return one_in ? pairs / one_in : 0;
}

bool quotas_report(const Quotas *quotas, uint64_t pairs)
{
    bool is_enough = true;
    for (unsigned row = 0; row < quotas->rows; row++)
        print_row(quotas, row);
    for (unsigned row = 0; pairs >= LONG_RUN_PAIRS && row < quotas->rows; row++)
        for (unsigned column = 0; column < quotas->columns; column++) {
            const uint64_t min = wanted(quotas, row, column, pairs);
            if (quotas->counts[row][column] >= min)
                continue;
            printf("too few twins: %s, %s: %llu, not %llu\n", quotas->row_names[row],
                   quotas->column_names[column], (unsigned long long)quotas->counts[row][column],
                   (unsigned long long)min);
            is_enough = false;
        }
    printf("pairs %llu, differences 0\n", (unsigned long long)pairs);
    return is_enough;
}
