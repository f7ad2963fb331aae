// A sentence of a paper that our games can test, read from a line of an experiment file: a bound on a figure of one pairing, an
// order of players, or a gap that narrows with more time. docs/lab/experiments.md is the grammar.
#ifndef NEBEL_LAB_CLAIM_H
#define NEBEL_LAB_CLAIM_H

#include "base/text.h"

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

typedef enum ClaimError {
    CLAIM_OK = 0,
    CLAIM_ERR_FORM,
    CLAIM_ERR_SENTENCE, // there is none
    CLAIM_ERR_PLAYERS,  // of an order: fewer than two, too many, or wrong braces
    CLAIM_ERR_COUNT
} ClaimError;

// On error `*claim` is untouched.
MUST_USE ClaimError claim_from_text(Slice text, Claim *claim);
const char *claim_error_text(ClaimError error); // says what a right line looks like

#endif
