// CPU time of this process, for figures that stay honest while the machine does other work; and wall time.
#ifndef NEBEL_SYSTEM_STOPWATCH_H
#define NEBEL_SYSTEM_STOPWATCH_H

double cpu_seconds(void);
double wall_seconds(void); // from some moment of its own

#endif
