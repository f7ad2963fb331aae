// What papers say that our games can test: figures and claims, read from lines of an experiment file, and the list of their tables and
// figures with the experiments that answer each, experiments/papers.list. docs/lab/experiments.md is the grammar of both files.
//
// Everything points into the text it was read from.
#ifndef NEBEL_LAB_EXPERIMENTS_PAPERS_H
#define NEBEL_LAB_EXPERIMENTS_PAPERS_H

#include "base/text.h"

// Which games a published figure counts, by the seat of the fixture's first player.
typedef enum PublishedSide {
    PUBLISHED_ALL,
    PUBLISHED_FIRST_SEAT,
    PUBLISHED_SECOND_SEAT,
    PUBLISHED_SIDE_COUNT
} PublishedSide;

enum { RESULT_WIN, RESULT_LOSS, RESULT_DRAW, RESULT_COUNT };

// The figures of a fixture. Shares are from 0 to 1, or negative if the paper does not give them.
typedef struct Published {
    double shares[RESULT_COUNT];
    uint32_t games; // 0 if the paper does not give it
    double reading; // the error of reading the shares off a curve, 95 %; 0 for printed figures
    PublishedSide side;
    Slice where; // words that a cell must have; empty if it counts for every cell of the fixture
    // Set by the reader of the file.
    uint32_t fixture, line;
    double margin; // the largest difference that counts as none, from 0 to 1
} Published;

// Reads "18 4 378" or "4.5% 1% 94.5% of 400 as white where c=0.5". Returns NULL, or what a right line looks like; then `*published` is
// untouched.
MUST_USE const char *published_from_text(Slice text, Published *published);

typedef enum ClaimKind {
    CLAIM_BOUND, // `elo >= 100`: a figure of each cell of the pairing above the claim
    CLAIM_ORDER, // `order A > B > C`: points a game of players with the same opponent, under each limit
    CLAIM_NARROWS, // `narrows A > B`: A is ahead of B by less at the last limits than at the first
    CLAIM_KIND_COUNT
} ClaimKind;

typedef enum ClaimFigure {
    FIGURE_ELO,
    FIGURE_POINTS,
    FIGURE_WINS,
    FIGURE_LOSSES,
    FIGURE_DRAWS,
    FIGURE_RATIO, // wins for each loss
    // From here on of the curves of a cell.
    FIGURE_TRIES, // tries a move of the first player
    FIGURE_CALLS, // the share of moves in the middle game with a call
    FIGURE_RISE, // how much larger the share of last-observation boards is late in a game than early
    FIGURE_COUNT
} ClaimFigure;

static inline bool figure_is_of_curves(ClaimFigure figure)
{
    return figure >= FIGURE_TRIES && figure < FIGURE_COUNT;
}

enum { CLAIM_PLAYERS_MAX = 6 };

// Slices point into the text it was read from.
typedef struct Claim {
    ClaimKind kind;
    Slice rule;         // the whole rule, as the file has it
    Slice where;        // words that a cell must have; empty if it is about all
    Slice sentence;     // what the paper says, in our words
    ClaimFigure figure; // of a bound
    double min,
        max; // of the figure, or of a difference in points; infinite where there is no bound
    Slice players[CLAIM_PLAYERS_MAX]; // of an order, the best first; `{a,b}` stands for several
    uint32_t player_count;
    uint32_t fixture, line; // set by the reader of the file
} Claim;

// Reads a claim. Returns NULL, or what a right line looks like; then `*claim` is untouched.
MUST_USE const char *claim_from_text(Slice text, Claim *claim);

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
