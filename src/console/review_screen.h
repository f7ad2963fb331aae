// The review of a record on the screen, for `nebel play` and `nebel replay` alike.
#ifndef NEBEL_CONSOLE_REVIEW_SCREEN_H
#define NEBEL_CONSOLE_REVIEW_SCREEN_H

#include "console/screen_loop.h"
#include "wire/game_record.h"

// Shows a record until the person leaves it; `path` is where it would be saved, NULL for a name of
// its own. False if it was ended from outside.
MUST_USE bool review_on_screen(Screen *screen, bool is_ascii, const GameRecord *record,
                               const char *path);

#endif
