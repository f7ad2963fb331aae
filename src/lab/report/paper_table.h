// The table of all tables and figures of the papers: ours beside theirs, games, and a verdict by rule for each. The same results give
// the same text.
#ifndef NEBEL_REPORT_PAPER_TABLE_H
#define NEBEL_REPORT_PAPER_TABLE_H

#include "lab/experiments/compare.h"
#include "lab/experiments/papers.h"
#include "lab/report/page.h"

// The smallest and the largest of some figures.
typedef struct Range {
    double min, max;
} Range;

// What is known of an item.
typedef struct ItemAnswer {
    uint32_t counts[FINDING_COUNT]; // of figures and claims
    uint32_t figures, claims;
    uint64_t our_games, their_games;
    uint32_t of_wins;                   // figures of wins alone, because the paper has no more
    bool is_count_known;                // of the paper's games, for every figure
    Range ours, theirs;                 // points, or wins
    double lead, lead_variance, margin; // sums over the figures that were played
} ItemAnswer;

typedef struct PaperTable {
    const Papers *papers;
    ItemAnswer answers[PAPERS_ITEMS_MAX];
    bool is_found[PAPERS_SOURCES_MAX];  // whether the experiment of a source was added
    bool is_played[PAPERS_SOURCES_MAX]; // and has a page
} PaperTable;

void paper_table_init(PaperTable *table, const Papers *papers);

// Adds an experiment, played or not. Those that no item names change nothing.
void paper_table_add(PaperTable *table, const Page *page);

// The first source whose experiment was not added; NULL if there is none.
const PaperSource *paper_table_missing(const PaperTable *table);

// The verdict on an item: not reproduced if a figure or a claim is not, or if the figures together lie outside their margins;
// reproduced if all are reproduced and there is one; else undecided. All these tests together err in one case in twenty at most.
Finding paper_table_finding(const ItemAnswer *answer);

void paper_table_write(const PaperTable *table, Text *text);

#endif
