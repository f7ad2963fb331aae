// The review of a record on the screen, for `nebel play` and `nebel replay`.
#ifndef NEBEL_CONSOLE_REVIEW_SCREEN_H
#define NEBEL_CONSOLE_REVIEW_SCREEN_H

#include "console/screen_loop.h"
#include "wire/game_record.h"

// Shows a record until the person leaves. It is saved to `path` if the person asks for it; NULL for a name by date and time.
// False if the screen was ended from outside.
MUST_USE bool review_on_screen(Screen *screen, bool is_ascii, const GameRecord *record,
                               const char *path);

#endif
