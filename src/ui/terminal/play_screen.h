// One game on the screen, and its review as often as the person asks for it.
#ifndef NEBEL_CONSOLE_PLAY_SCREEN_H
#define NEBEL_CONSOLE_PLAY_SCREEN_H

#include "ui/terminal/screen_loop.h"
#include "ui/terminal/ui_session.h"

// Runs until the person leaves or wants a rematch; the session says which. False if the screen was ended from outside.
MUST_USE bool play_on_screen(UiSession *session, Screen *screen, bool is_ascii);

#endif
