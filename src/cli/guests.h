// Programs that somebody brought along, as the commands meet them.
#ifndef NEBEL_CLI_GUESTS_H
#define NEBEL_CLI_GUESTS_H

// Says on standard error, once in a run, that guests have no whole box on this machine, and why; nothing if `lack` is NULL.
void guests_warn(const char *lack);

#endif
