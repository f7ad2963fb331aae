// Starting a generator, and talking to it: packets on a pair of sockets.
#define _GNU_SOURCE
#include "load/inside.h"

#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

uint64_t generator_now_us(void)
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

void load__end_process(int *process, int *socket)
{
    if (*process <= 0)
        return;
    close(*socket);
    kill(*process, SIGKILL);
    waitpid(*process, NULL, 0);
    *process = 0;
}

bool generator_start(const GeneratorPlan *plan, Generator *generator)
{
    *generator = (Generator){0};
    const int process = load__fork(&generator->socket);
    if (process == 0) {
        load__player_run(plan, generator->socket);
        _exit(EXIT_SUCCESS);
    }
    generator->process = process > 0 ? process : 0;
    return process > 0;
}

bool generator_wait(const Generator *generator, uint64_t until_us, LoadReport *report)
{
    LoadReport unread;
    struct pollfd socket = {.fd = generator->socket, .events = POLLIN};
    const uint64_t now_us = generator_now_us();
    const int wait_ms = until_us > now_us ? (int)((until_us - now_us) / 1000) : 0;
    return poll(&socket, 1, wait_ms) > 0 &&
           recv(generator->socket, report ? report : &unread, sizeof unread, 0) == sizeof unread;
}

bool generator_order(const Generator *generator, const LoadOrder *order)
{
    return send(generator->socket, order, sizeof *order, MSG_NOSIGNAL) == sizeof *order;
}

void generator_end(Generator *generator)
{
    load__end_process(&generator->process, &generator->socket);
}
