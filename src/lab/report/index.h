// The index of all pages: which players are strongest, what was reproduced, what was not, and a row for each experiment.
// The lists follow from the verdicts by rule. The same results give the same text.
#ifndef NEBEL_REPORT_INDEX_H
#define NEBEL_REPORT_INDEX_H

#include "lab/report/paper_table.h"

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

// The row of one experiment in the table of all.
void index_write_row(const Page *page, Text *text);

#endif
