// The clocks of this machine: for budgets, and in seconds for figures and for waiting.
#ifndef NEBEL_OS_CLOCKS_H
#define NEBEL_OS_CLOCKS_H

#include "base/budget.h"

extern const Clocks system_clocks; // wall time, and CPU time of the calling thread

double wall_seconds(void); // from some moment of its own
double
cpu_seconds(void); // of this process; figures by it stay honest while the machine does other work

#endif
