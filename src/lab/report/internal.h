// What the parts of a page and the index share: words, labels, verdicts and the head of a picture.
#ifndef NEBEL_LAB_REPORT_INTERNAL_H
#define NEBEL_LAB_REPORT_INTERNAL_H

#include "lab/experiments/compare.h"
#include "lab/experiments/experiment.h"
#include "lab/report/page.h"
#include "lab/report/plot.h"

extern const char *const page__result_words[RESULT_COUNT];   // "wins"
extern const char *const page__finding_words[FINDING_COUNT]; // "reproduced"

// Adds a value on one line, however many it had in its file, and safe inside a table.
void page__add_flat(Slice value, Text *text);
// Adds "10.2 % (9.3 to 11.2)", without the parentheses if there is no width.
void page__add_share(Estimate share, Text *text);
// Adds a column for each share; one that is not known is empty. `is_known` may be NULL.
void page__add_shares(const Estimate shares[RESULT_COUNT], const bool *is_known, Text *text);

// Adds what tells the cell from others of its fixture: game and limits, where there are several, after
// `between`.
void page__add_circumstances(const Page *page, const ExperimentCell *cell, const char *between,
                             Text *text);
// Adds the players and the circumstances.
void page__add_label(const Page *page, const ExperimentCell *cell, Text *text);
void page__add_source(const Page *page, Text *text);
void page__add_elo(const CellResult *result, Text *text);

// Compares all games of a cell with what the paper printed.
Comparison page__compare(const ExperimentCell *cell, const CellResult *result);

// What a paper printed of a cell beside what came of it: of all games, or of those the first player had White or Black in, if the
// paper says no more.
typedef struct SideComparison {
    PublishedSide side;
    Comparison comparison;
} SideComparison;

// At least one. Returns how many.
unsigned page__compare_sides(const ExperimentCell *cell, const CellResult *result,
                             SideComparison sides[PUBLISHED_SIDE_COUNT]);

// Tests a claim of the experiment by its number; see claim_test.
void page__test_claim(const Page *page, uint32_t number, uint32_t among, ClaimVerdict *verdict);

uint32_t page__count_played(const Page *page); // cells

// Returns whether one of `count` cells was played, from `first` on and so far from one to the next.
bool page__is_played(const Page *page, uint32_t first, uint32_t stride, uint32_t count);

// Returns whether a cell was played and stands for itself; those of a sweep or a ladder stand together.
bool page__is_plain(const Page *page, uint32_t number);
uint32_t page__count_plain(const Page *page);

// Begins a picture; the title of the head comes after the experiment's.
void page__begin_plot(const Page *page, const PlotHead *head, Text *text);

void page__count_nulls(const Page *page, NullCount *count); // adds to it
void page__add_null_count(const NullCount *count, Text *text);
void page__add_null_answer(const Page *page, Text *text); // how many of them exclude an even score
void page__add_nulls(const Page *page, Text *text);

// The claims; a sweep's answer, its tables; the curves; the ladder; and the pictures.
void page__add_claims(const Page *page, Text *text);
void page__add_sweep_answers(const Page *page, Text *text);
void page__add_sweep_tables(const Page *page, Text *text);
void page__add_curves(const Page *page, Text *text);
void page__plot_cells(const Page *page, Text *text);
bool page__has_sweeps(const Page *page);
void page__plot_sweeps(const Page *page, Text *text);
void page__add_slopes(const Page *page, Text *text);
bool page__has_limits(const Page *page);
void page__plot_limits(const Page *page, Text *text);
bool page__has_curves(const Page *page);
void page__plot_curves(const Page *page, Text *text);
bool page__has_ladder(const Page *page);
void page__add_ladder(const Page *page, Text *text);
void page__plot_ladder(const Page *page, Text *text);
// Adds the best players of the ladder with their ratings, the strongest first.
void page__add_strongest(const Page *page, Text *text);
void page__add_rungs(const Page *page, Text *text); // all players with their ratings, as a table
// Adds a line for each of its players, the strongest first: see index_write_strengths.
void page__add_strengths(const Page *page, const char *game, Text *text);

// How many published figures and claims of an experiment have which verdict.
typedef struct Verdicts {
    uint32_t counts[FINDING_COUNT];
} Verdicts;

// Counts the verdicts of an experiment, without null matches: no paper has them.
Verdicts verdicts_of_page(const Page *page);

uint32_t verdicts_compared(const Verdicts *verdicts); // with anything published

// Writes "reproduced in 2; undecided in 1".
void verdicts_to_text(const Verdicts *verdicts, Text *text);

#endif
