// A block of lines that is repainted in place on a terminal. Without a terminal, a plain line from time to time.
#ifndef NEBEL_CLI_LIVE_H
#define NEBEL_CLI_LIVE_H

#include "base/text.h"

typedef struct Live {
    bool is_terminal;
    unsigned lines; // of the block that is on the terminal
    double shown;   // when, in seconds of wall time
} Live;

Live live_begin(void);

// Whether the next showing is due.
bool live_is_due(const Live *live);

// Shows `block` on standard error; without a terminal only its first line.
void live_show(Live *live, const char *block);
void live_end(Live *live); // wipes the block from a terminal

#endif
