// Processes of a bench, and the clock that they share.
#include "load/process.h"

#include <sched.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

uint64_t load__now_us(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000000 + (uint64_t)now.tv_nsec / 1000;
}

int load__fork(int *socket)
{
    int pair[2];
    const int parent = getpid();
    if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, pair) != 0)
        return -1;
    const int process = fork();
    const bool is_child = process == 0;
    if (process >= 0)
        *socket = pair[is_child];
    close(pair[!is_child]);
    if (process < 0)
        close(pair[is_child]);
    if (is_child) {
        // Ctrl-C is for the first process, which ends this one.
        signal(SIGINT, SIG_IGN);
        prctl(PR_SET_PDEATHSIG, SIGKILL);
        if (getppid() != parent)
            _exit(EXIT_FAILURE);
    }
    return process;
}

void load__go_first(void)
{
    enum { NICE = -10 };
    setpriority(PRIO_PROCESS, 0, NICE); // without the right to it the figures include its own delay
}

bool load__leave_core(int *core)
{
    cpu_set_t cores;
    if (sched_getaffinity(0, sizeof cores, &cores) != 0 || CPU_COUNT(&cores) < 2)
        return false;
    *core = 0;
    while (!CPU_ISSET(*core, &cores))
        ++*core;
    CPU_CLR(*core, &cores);
    return sched_setaffinity(0, sizeof cores, &cores) == 0;
}

bool load__take_core(int core)
{
    cpu_set_t cores;
    CPU_ZERO(&cores);
    CPU_SET(core, &cores);
    return sched_setaffinity(0, sizeof cores, &cores) == 0;
}

void load__end_process(int *process, int *socket)
{
    if (*process <= 0)
        return;
    close(*socket);
    kill(*process, SIGKILL);
    waitpid(*process, NULL, 0);
    *process = 0;
}
