// The review: a record on the screen, stepped through try by try, with what everyone saw of it.
//
// Where there is room three boards stand side by side (White's, Black's, the umpire's: from 120
// columns on for chess men), else one at a time. The log stands in step. A seat's own record has one board: its own.
#ifndef NEBEL_PLAY_REVIEW_H
#define NEBEL_PLAY_REVIEW_H

#include "view/cells.h"
#include "view/keys.h"
#include "wire/game_record.h"

enum { REVIEW_MESSAGE_MAX = 160 };

typedef struct Review {
    const GameRecord *record; // outlives the review
    uint32_t step;            // how many events have been shown
    uint8_t board;            // which board, where there is room for one: VIEW_WHITE…
    bool wants_save, is_done;
    char message[REVIEW_MESSAGE_MAX];
} Review;

// Begins at the end of the game: that is where everyone looks first.
void review_init(Review *review, const GameRecord *record);
void review_key(Review *review, Key key);
bool review_take_save(Review *review); // whether the record shall be saved, once
void review_tell(Review *review, const char *sentence);
void review_draw(const Review *review, bool is_ascii, Cells *out);

// The whole record as lines, and where the men stood at the end: for those who do not see the
// board.
void review_lines(const GameRecord *record, Text *text);

#endif
