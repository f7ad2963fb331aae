// What a paper printed of a match, as a line of an experiment file has it.
#ifndef NEBEL_LAB_PUBLISHED_H
#define NEBEL_LAB_PUBLISHED_H

#include "base/text.h"

// Whose games a published figure counts, as the first player of its fixture had them.
typedef enum PublishedSide {
    PUBLISHED_ALL,
    PUBLISHED_FIRST_SEAT,
    PUBLISHED_SECOND_SEAT,
    PUBLISHED_SIDE_COUNT
} PublishedSide;

enum { RESULT_WIN, RESULT_LOSS, RESULT_DRAW, RESULT_COUNT };

// What a paper printed of a fixture: shares of 0 to 1, below 0 where it is silent.
typedef struct Published {
    double shares[RESULT_COUNT];
    uint32_t games; // 0 where it does not say how many
    PublishedSide side;
    Slice where;            // words that a cell must have; empty for every cell of the fixture
    uint32_t fixture, line; // set by whoever reads the file
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
const char *published_error_text(PublishedError error); // says what would be right

#endif
