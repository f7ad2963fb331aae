// Catching the signals that end a command.
#include "base/os/interrupt.h"

#include <assert.h>
#include <signal.h>
#include <time.h>

// How long the work may go on after SIGTERM; the header promises less than a second.
enum { GRACE_MS = 700, NS_PER_MS = 1000000 };

static atomic_bool is_interrupted;
static timer_t grace; // runs out some time after SIGTERM

static void interrupt(int signal_number)
{
    const struct itimerspec once = {.it_value = {.tv_nsec = (long)GRACE_MS * NS_PER_MS}};
    assert(signal_number == SIGINT || signal_number == SIGTERM);
    atomic_store(&is_interrupted, true);
    if (signal_number == SIGTERM)
        timer_settime(grace, 0, &once, NULL);
}

// The work has not ended in time. SA_RESETHAND has removed the handler of SIGTERM, so this one ends the process.
static void give_up(int signal_number)
{
    (void)signal_number;
    raise(SIGTERM);
}

static void handle(int signal_number, void (*handler)(int))
{
    struct sigaction action = {.sa_handler = handler, .sa_flags = (int)SA_RESETHAND | SA_RESTART};
    sigemptyset(&action.sa_mask);
    sigaction(signal_number, &action, NULL);
}

const atomic_bool *interrupts_catch(void)
{
    struct sigevent alarm = {.sigev_notify = SIGEV_SIGNAL, .sigev_signo = SIGALRM};
    handle(SIGINT, interrupt);
    if (timer_create(CLOCK_MONOTONIC, &alarm, &grace) == 0) {
        handle(SIGALRM, give_up);
        handle(SIGTERM, interrupt);
    }
    return &is_interrupted;
}
