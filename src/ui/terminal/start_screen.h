// The start screen, with the choices of the last time.
#ifndef NEBEL_TERMINAL_START_SCREEN_H
#define NEBEL_TERMINAL_START_SCREEN_H

#include "ui/play/start_screen.h"
#include "ui/terminal/screen_loop.h"

// Lets the person choose, and remembers the choices in the user's folder of state. False if the person leaves, or if the screen
// was ended from outside.
MUST_USE bool start_on_screen(Screen *screen, bool is_ascii, Start *start);

#endif
