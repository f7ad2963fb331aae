// CPU time of this process, for figures that stay honest while the machine does other work.
#ifndef NEBEL_CMD_STOPWATCH_H
#define NEBEL_CMD_STOPWATCH_H

double cpu_seconds(void);

#endif
