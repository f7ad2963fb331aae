// Signals that end long work. The first Ctrl-C asks it to end in good order, the second does what Ctrl-C always does. SIGTERM asks
// too, but waits less than a second: whoever sends it will not wait for a game to end.
#ifndef NEBEL_SYSTEM_INTERRUPT_H
#define NEBEL_SYSTEM_INTERRUPT_H

#include "base/base.h"

#include <stdatomic.h>

// From now on SIGINT and SIGTERM set the flag that is returned.
const atomic_bool *interrupts_catch(void);

#endif
