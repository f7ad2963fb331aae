// Starting a generator, and talking to it by packets.
#include "server/loadtest/inside.h"

#include <poll.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <unistd.h>

bool generator_start(const GeneratorPlan *plan, Generator *generator)
{
    *generator = (Generator){0};
    const int process = load__fork(&generator->socket);
    if (process == 0) {
        if (!plan->core || load__take_core(*plan->core))
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
    const uint64_t now_us = load__now_us();
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
