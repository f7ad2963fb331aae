// Processes of a load test, and the clock that they share.
#ifndef NEBEL_LOAD_PROCESS_H
#define NEBEL_LOAD_PROCESS_H

#include "base/base.h"

// Microseconds of a clock that all processes share and that never runs backwards.
uint64_t load__now_us(void);

// Makes a process that dies with this one, and a socket between the two: packets. As fork: 0 in the new one, -1 on failure.
int load__fork(int *socket);
// Goes before the other processes of this user, if it may: what is late is then late at the server, and not here.
void load__go_first(void);
// Gives up one core, for this process and those that it starts from now on, and says which. False if it has no other.
MUST_USE bool load__leave_core(int *core);
// Has that core and no other.
MUST_USE bool load__take_core(int core);
// Kills such a process and waits for its end. Accepts 0.
void load__end_process(int *process, int *socket);

#endif
