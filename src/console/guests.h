// Programs that somebody brought along, as the commands meet them: what is said where they have no
// whole box.
#ifndef NEBEL_CONSOLE_GUESTS_H
#define NEBEL_CONSOLE_GUESTS_H

// Says on standard error, once in a run, that guests have no whole box on this machine, if `player`
// names a guest and it is so.
void guests_warn(const char *player);
// The same for a command line of a guest's.
void guests_warn_command(void);

#endif
