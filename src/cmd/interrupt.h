// Ctrl-C for long work: the first asks it to end in good order, the second does what Ctrl-C always does.
#ifndef NEBEL_CMD_INTERRUPT_H
#define NEBEL_CMD_INTERRUPT_H

#include "base/base.h"

#include <stdatomic.h>

// From now on SIGINT and SIGTERM set the flag that is returned.
const atomic_bool *interrupts_catch(void);

#endif
