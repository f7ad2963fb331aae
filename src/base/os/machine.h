// This machine, as results name it.
#ifndef NEBEL_OS_MACHINE_H
#define NEBEL_OS_MACHINE_H

#include "base/text.h"

// The model of its processor; "unknown" if the system does not say.
void machine_cpu(Text *cpu);
unsigned machine_cores(void);
// Its name in the network.
void machine_name(Text *name);

#endif
