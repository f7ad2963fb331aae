// How reliable foretold chances are: in tenths, how many there were, their mean, and the share that came true.
#ifndef NEBEL_STUDY_RELIABILITY_H
#define NEBEL_STUDY_RELIABILITY_H

#include <stdbool.h>
#include <stdint.h>

enum { RELIABILITY_BINS = 10, RELIABILITY_KINDS = 3 };

// Chances between two tenths.
typedef struct ReliabilityBin {
    uint64_t count, true_count;
    double sum;
} ReliabilityBin;

// Three kinds of events, each with its chances. One that has names alone has no chances yet.
typedef struct Reliability {
    const char *names[RELIABILITY_KINDS];
    ReliabilityBin bins[RELIABILITY_KINDS][RELIABILITY_BINS];
    double square_errors[RELIABILITY_KINDS];
    uint64_t counts[RELIABILITY_KINDS];
} Reliability;

void reliability_add(Reliability *reliability, unsigned kind, double chance, bool is_true);

// Prints a table in Markdown, with the Brier score of each kind below it.
void reliability_print(const Reliability *reliability);

#endif
