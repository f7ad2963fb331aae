// A game of Go that nobody plays any more, shown event by event: what both seats know and the truth, side by side.
//
// A GoShowing is a plain value: to go back, begin again.
#ifndef NEBEL_PLAY_GO_REVIEW_H
#define NEBEL_PLAY_GO_REVIEW_H

#include "play/review.h"
#include "view/go_board.h"

typedef struct GoShowing {
    const Rules *rules;
    PhantomTruth truth;
    PhantomView views[2];
} GoShowing;

void go_showing_open(GoShowing *showing, const PhantomRules *rules);
// Moves on by one entry and adds a line on it: whose it was, the try, what was heard. What other programs write may go on
// where our rules have ended the game; then nothing moves, and the line says so.
void go_showing_play(GoShowing *showing, const Entry *entry, Text *line);

// The whole game as text, a line an event, and the three boards at its end.
void go_showing_lines(const GameRecord *record, Text *text);

// One step of a review on a screen: the three boards, or the truth alone where they do not fit, and the last line.
void go_review_draw(const Review *review, Cells *out);

#endif
