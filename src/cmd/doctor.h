// What is there and what is missing on this machine, and how to mend it.
#ifndef NEBEL_CONSOLE_DOCTOR_H
#define NEBEL_CONSOLE_DOCTOR_H

#include "base/base.h"

// Examines the machine and prints the findings. Returns what to exit with.
int doctor_run(const char *version, const char *commit, bool is_json);

#endif
