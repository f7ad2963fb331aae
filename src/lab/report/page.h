// The page of an experiment: its figures beside the paper's in Markdown, and its plots as gnuplot scripts. The same results
// give the same text.
#ifndef NEBEL_REPORT_PAGE_H
#define NEBEL_REPORT_PAGE_H

#include "lab/experiments/experiment.h"
#include "lab/experiments/result.h"

typedef struct Page {
    const char *name; // of the file, without its ending
    const Experiment *experiment;
    const CellResult *results; // one a cell; some may not be there
    const Curves *curves;      // the same; NULL if none are wanted
    const Run *runs;
    uint32_t run_count;
} Page;

// Matches of a player against itself: how many exclude an even score, and the squares of their leads in standard errors.
typedef struct NullCount {
    uint32_t matches, excluding;
    uint64_t games;
    double squares;
} NullCount;

bool page_has_results(const Page *page);

// `text` may be cut if memory is refused.
void page_write(const Page *page, Text *text);

// Writes its answer alone: the verdicts on all cells that were played.
void page_write_answer(const Page *page, Text *text);

// The folder of the plots, inside the folder of the pages: a gnuplot script and the SVG drawn from it.
#define PAGE_PLOTS "plots"

// A picture that a page may have, as a script for gnuplot that draws an SVG on its standard output.
typedef struct PagePicture {
    const char *ending; // of the file's name, after the page's
    const char *caption;
    bool (*is_there)(const Page *page);
    void (*write)(const Page *page, Text *text);
} PagePicture;

enum { PAGE_PICTURE_COUNT = 5 };
extern const PagePicture page_pictures[PAGE_PICTURE_COUNT];

#endif
