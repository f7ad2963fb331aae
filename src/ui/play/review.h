// The review: a record on the screen, shown event by event, with what each seat saw.
//
// If there is room, three boards stand side by side: White's, Black's and the umpire's (chess men need 120 columns). Else one
// board is shown at a time. The log shows the events up to the current one. The record of a seat has one board, its own.
// A page of its own shows what a seat could have known at its turn: the analysis.
#ifndef NEBEL_PLAY_REVIEW_H
#define NEBEL_PLAY_REVIEW_H

#include "base/memory.h"
#include "formats/draw/cells.h"
#include "formats/records/game_record.h"
#include "games/core/signs.h"
#include "ui/play/keys.h"

typedef struct AnalysisTurn {
    char *words;
    bool has_chances;
    double enemy[SIGN_SPOTS]; // the chance of an enemy man on each spot
} AnalysisTurn;

// The turns of one seat, oldest first. A zeroed one is empty.
typedef struct Analysis {
    AnalysisTurn **turns;
    uint32_t count, capacity;
    bool is_whole;      // no more turns will come
    const char *reason; // why there are no more, if something went wrong; else NULL
} Analysis;

// Adds a turn; `enemy` is NULL if there are no chances. False, with nothing changed, if out of memory.
MUST_USE bool analysis_add(Analysis *analysis, const Memory *memory, const char *words,
                           const double *enemy);
void analysis_done(Analysis *analysis, const Memory *memory);

enum { REVIEW_MESSAGE_MAX = 160 };

typedef struct Review {
    const GameRecord *record;    // outlives the review
    uint32_t step;               // how many events have been shown
    uint8_t board;               // which board, if there is room for one: VIEW_WHITE…
    uint8_t analyst;             // whose analysis is shown
    bool is_analysed;            // it is shown now
    const Analysis *analyses[2]; // by seat, of the caller's; NULL before they are begun
    uint32_t game, games;        // which game of how many, from 1; 0 if it is the only one
    int32_t go_on;               // at the end: 1 for the next game, -1 for the one before
    bool wants_save, is_done;
    char message[REVIEW_MESSAGE_MAX];
} Review;

// Begins at the end of the game, which people want to see first.
void review_init(Review *review, const GameRecord *record);
void review_key(Review *review, Key key);
bool review_take_save(Review *review); // whether the person asked to save; clears it
// Opens the page of an analysis, or says why there is none.
void review_analyse(Review *review, uint8_t seat);
// Returns whether the analysis of `analyst` is to be begun.
bool review_awaits_analysis(const Review *review);
void review_tell(Review *review, const char *sentence);
void review_draw(const Review *review, bool is_ascii, Cells *out);

// Writes the whole record as lines, and where the men stood at the end, for people who do not see the board.
void review_lines(const GameRecord *record, Text *text);

#endif
