// A block of lines that is painted over itself on a terminal, and a plain line now and then where
// there is none.
#ifndef NEBEL_CLI_LIVE_H
#define NEBEL_CLI_LIVE_H

#include "base/text.h"

typedef struct Live {
    bool is_terminal;
    unsigned lines; // painted last
    double shown;   // when, in seconds of wall time
} Live;

Live live_begin(void);

// Whether it is time to show something new.
bool live_is_due(const Live *live);

// Shows `block` on standard error. Elsewhere than on a terminal only its first line is written.
void live_show(Live *live, const char *block);
void live_end(Live *live); // wipes the block from a terminal

#endif
