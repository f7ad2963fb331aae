// The start screen of `nebel play`: a few rows of choices, and Enter begins.
#ifndef NEBEL_PLAY_START_SCREEN_H
#define NEBEL_PLAY_START_SCREEN_H

#include "base/text.h"
#include "formats/draw/cells.h"
#include "games/core/record.h"
#include "ui/play/keys.h"

typedef enum StartRow {
    START_GAME,
    START_OPPONENT,
    START_COLOUR,
    START_CLOCK,
    START_RULES,
    START_ROWS
} StartRow;

// A choice for each row, by its number. All zero is not the default; start_default is.
typedef struct Start {
    uint8_t chosen[START_ROWS];
    uint8_t row; // where the cursor is
    bool wants_game, is_left;
} Start;

Start start_default(void);
void start_key(Start *start, Key key);
// A click on a row goes there; on the row of the cursor it takes the next choice.
void start_click(Start *start, uint32_t row);
void start_draw(const Start *start, Cells *out);

// What was chosen.
enum { START_FRIEND = 0 };                    // a level of 0: a friend at this keyboard
const char *start_game(const Start *start);   // a game string
unsigned start_level(const Start *start);     // 1 to LEVEL_STRONGEST, or START_FRIEND
const char *start_colour(const Start *start); // "white", "black" or "random"
const char *start_clock(const Start *start);  // as --clock takes it; NULL for none

// Choices as lines of text, and from it. What is not understood keeps its default, so an old or broken file does no harm.
void start_to_text(const Start *start, Text *text);
Start start_from_text(Slice text);

// False, with `*clock` untouched and a message, for any other text.
MUST_USE bool play_clock_from_text(const char *text, ClockRule *clock, Text *message);

#endif
