// The figures that a paper published about a match, read from a line of an experiment file.
#ifndef NEBEL_LAB_PUBLISHED_H
#define NEBEL_LAB_PUBLISHED_H

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

typedef enum PublishedError {
    PUBLISHED_OK = 0,
    PUBLISHED_ERR_FORM,
    PUBLISHED_ERR_SUM, // more than all games, or none
    PUBLISHED_ERR_COUNT
} PublishedError;

// "18 4 378", "4.5% 1% 94.5% of 400 as white where c=0.5"; docs/lab/experiments.md is the grammar.
// On error `*published` is untouched.
MUST_USE PublishedError published_from_text(Slice text, Published *published);
// "white" or "black": the seat of the first player. False for anything else, with `*side` untouched.
MUST_USE bool published_side_from_text(Slice word, PublishedSide *side);
const char *published_error_text(PublishedError error); // says what a right line looks like

#endif
