// Signals that end long work. The first Ctrl-C asks the work to end in good order; the second ends the process. SIGTERM
// asks too, but ends the process after less than a second: its sender will not wait for a game to end.
#ifndef NEBEL_OS_INTERRUPT_H
#define NEBEL_OS_INTERRUPT_H

#include "base/base.h"

#include <stdatomic.h>

// From now on SIGINT and SIGTERM set the flag that is returned.
const atomic_bool *interrupts_catch(void);

#endif
