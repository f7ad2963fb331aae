// How many published figures and claims of an experiment have which verdict.
#ifndef NEBEL_REPORT_VERDICTS_H
#define NEBEL_REPORT_VERDICTS_H

#include "lab/experiments/compare.h"
#include "lab/report/page.h"

typedef struct Verdicts {
    uint32_t counts[FINDING_COUNT];
} Verdicts;

// Null matches are not counted: no paper has them.
Verdicts verdicts_of_page(const Page *page);

uint32_t verdicts_compared(const Verdicts *verdicts); // with anything published
uint32_t verdicts_failed(const Verdicts *verdicts);   // not reproduced

// "reproduced in 2; undecided in 1"
void verdicts_to_text(const Verdicts *verdicts, Text *text);

#endif
