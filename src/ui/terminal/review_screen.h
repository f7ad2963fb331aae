// The review of a record on the screen, for `nebel play` and `nebel replay`.
#ifndef NEBEL_TERMINAL_REVIEW_SCREEN_H
#define NEBEL_TERMINAL_REVIEW_SCREEN_H

#include "ui/play/review.h"
#include "ui/terminal/screen_loop.h"

// Takes an analysed turn; false if no more are wanted.
typedef bool TakeTurn(void *context, const char *words, const double *enemy);

// Analyses a seat of a game turn by turn. Returns NULL, or a sentence on what went wrong.
typedef const char *AnalyseGame(const GameRecord *record, uint8_t seat, TakeTurn *take,
                                void *context);

// Everything that this points to must outlive the review.
typedef struct ReviewPlan {
    const GameRecord *record;
    const char
        *path; // where it is saved if the person asks for it; NULL for a name by date and time
    AnalyseGame *analyse; // for the page of an analysis
    uint8_t analyst;      // the seat whose analysis is shown first
    bool is_analysed;     // that page is shown at once
    uint32_t game, games; // which game of how many, from 1; 0 if it is the only one
} ReviewPlan;

typedef enum ReviewEnd {
    REVIEW_LEFT,
    REVIEW_NEXT,   // the person wants to see the next game
    REVIEW_BEFORE, // or the one before
    REVIEW_ENDED,  // the screen was ended from outside
} ReviewEnd;

// Shows a record until the person leaves.
ReviewEnd review_on_screen(Screen *screen, bool is_ascii, const ReviewPlan *plan);

#endif
