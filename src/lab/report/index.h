// The index of all pages: which players are strongest, what was reproduced, what was not, the tables and figures of the papers with
// a verdict by rule for each, and a row for each experiment. The lists follow from the verdicts by rule. The same results give the
// same text.
#ifndef NEBEL_LAB_REPORT_INDEX_H
#define NEBEL_LAB_REPORT_INDEX_H

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

// Returns the first source whose experiment was not added; NULL if there is none.
const PaperSource *paper_table_missing(const PaperTable *table);

// Returns the verdict on an item: not reproduced if a figure or a claim is not, or if the figures together lie outside their margins;
// reproduced if all are reproduced and there is one; else undecided. All these tests together err in one case in twenty at most.
Finding paper_table_finding(const ItemAnswer *answer);

void paper_table_write(const PaperTable *table, Text *text);

// Where an experiment is listed, besides the table of all. One of our own that is compared with no paper is in no list.
typedef enum IndexList {
    INDEX_REPRODUCED, // every published figure is reproduced
    INDEX_DIFFERING,  // some published figure is not reproduced
    INDEX_UNDECIDED,  // neither: some published figure is undecided
    INDEX_UNCOMPARED, // it follows a paper that has no figure to compare with
    INDEX_UNPLAYED,   // no cell was played
    INDEX_LIST_COUNT
} IndexList;

enum { INDEX_GAMES_MAX = 8 };

typedef struct Index {
    const Game *const *games; // all games there are, ended by NULL
    Text lists[INDEX_LIST_COUNT];
    Text ladders[INDEX_GAMES_MAX]; // by game
    Text strengths, rows;
    NullCount nulls;
    PaperTable *papers; // NULL if there is no list of papers; set by the caller after index_init
} Index;

// Ends with index_done.
void index_init(Index *index, const Game *const *games);
void index_done(Index *index);

// Adds an experiment, played or not.
void index_add(Index *index, const Page *page);
// Writes the whole index. `text` may be cut if memory is refused.
void index_write(const Index *index, Text *text);

// Writes a line `GAME PLAYER ELO LOW HIGH` for each player of the first ladder of each game, which the program reads when it is built.
void index_write_strengths(const Index *index, Text *text);

// Writes the row of one experiment in the table of all.
void index_write_row(const Page *page, Text *text);

#endif
