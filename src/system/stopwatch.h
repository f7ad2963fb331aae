// CPU time of this process, for figures that do not depend on what else the machine does; and wall time.
#ifndef NEBEL_SYSTEM_STOPWATCH_H
#define NEBEL_SYSTEM_STOPWATCH_H

double cpu_seconds(void);
double wall_seconds(void); // since an arbitrary moment

#endif
