// The real clocks, for budgets: wall time and the calling thread's CPU time.
#ifndef NEBEL_SYSTEM_CLOCKS_H
#define NEBEL_SYSTEM_CLOCKS_H

#include "base/budget.h"

extern const Clocks system_clocks;

#endif
