// A warning about guests: programs of other people that play.
#ifndef NEBEL_CLI_GUESTS_H
#define NEBEL_CLI_GUESTS_H

// Says on standard error, once in a run, that the box around guests has gaps on this machine, and which: `lack`. Says nothing if
// `lack` is NULL.
void guests_warn(const char *lack);

#endif
