// The tables and figures of the papers, and which experiments answer each: a text file of `key value` lines, experiments/papers.list
// (docs/lab/experiments.md is the grammar). Points into the text it was read from.
#ifndef NEBEL_LAB_PAPERS_H
#define NEBEL_LAB_PAPERS_H

#include "lab/experiments/published.h"

enum { PAPERS_ITEMS_MAX = 64, PAPERS_SOURCES_MAX = 128 };

// A table, a figure or a sentence of a paper.
typedef struct PaperItem {
    Slice paper, name;
    Slice note; // may be empty
} PaperItem;

// Cells of an experiment that answer an item.
typedef struct PaperSource {
    uint32_t item, line;
    Slice experiment;   // its name
    Slice by;           // the first player's string; empty for any
    Slice where;        // words that a cell must have
    PublishedSide side; // PUBLISHED_ALL for figures of both colours
} PaperSource;

typedef struct Papers {
    PaperItem items[PAPERS_ITEMS_MAX];
    PaperSource sources[PAPERS_SOURCES_MAX];
    uint32_t item_count, source_count;
} Papers;

// If the text is wrong: false, `*papers` is untouched, and the message begins with the number of the line.
MUST_USE bool papers_read(Slice text, Papers *papers, Text *message);

#endif
