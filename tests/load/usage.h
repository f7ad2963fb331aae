// What processes have used, as the kernel counts it.
#ifndef NEBEL_LOAD_USAGE_H
#define NEBEL_LOAD_USAGE_H

#include "base/base.h"

// CPU time of a process and of its children, those that it has waited for included, in seconds to a tick of the kernel (10 ms).
// 0 if there is no such process.
double usage_cpu_seconds(int process);

// Bytes of memory of its own that a process and its children have touched: without files and what is shared. 0 if there is none.
uint64_t usage_memory_bytes(int process);

// The average number of processes that wanted to run during the last minute.
double usage_load_average(void);

// Seconds of CPU that this virtual machine wanted and its host gave to others, all cores together, since it was started. 0 if it is a real one.
double usage_stolen_seconds(void);

#endif
