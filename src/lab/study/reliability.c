// Counts chances by tenths.
#include "lab/study/reliability.h"

#include <assert.h>
#include <inttypes.h>
#include <stdio.h>

void reliability_add(Reliability *reliability, unsigned kind, double chance, bool is_true)
{
    assert(kind < RELIABILITY_KINDS && chance >= 0);
    const unsigned index = (unsigned)(chance * RELIABILITY_BINS);
    ReliabilityBin *bin =
        &reliability->bins[kind][index < RELIABILITY_BINS ? index : RELIABILITY_BINS - 1];
    const double error = chance - is_true;
    bin->count++;
    bin->true_count += is_true;
    bin->sum += chance;
    reliability->counts[kind]++;
    reliability->square_errors[kind] += error * error;
}

static void print_bin(const Reliability *reliability, unsigned index)
{
    assert(index < RELIABILITY_BINS);
    printf("| %.1f-%.1f |", index / (double)RELIABILITY_BINS,
           (index + 1) / (double)RELIABILITY_BINS);
    for (unsigned kind = 0; kind < RELIABILITY_KINDS; kind++) {
        const ReliabilityBin *bin = &reliability->bins[kind][index];
        if (bin->count)
            printf(" %" PRIu64 " | %.3f | %.3f |", bin->count, bin->sum / (double)bin->count,
                   (double)bin->true_count / (double)bin->count);
        else
            printf(" 0 | | |");
    }
    putchar('\n');
}

void reliability_print(const Reliability *reliability)
{
    printf("| predicted |");
    for (unsigned kind = 0; kind < RELIABILITY_KINDS; kind++)
        printf(" %s: tries | mean | true |", reliability->names[kind]);
    printf("\n|---|---|---|---|---|---|---|---|---|---|\n");
    for (unsigned index = 0; index < RELIABILITY_BINS; index++)
        print_bin(reliability, index);
    printf("| Brier |");
    for (unsigned kind = 0; kind < RELIABILITY_KINDS; kind++) {
        const uint64_t count = reliability->counts[kind];
        printf(" | | %.4f |", count ? reliability->square_errors[kind] / (double)count : 0);
    }
    putchar('\n');
}
