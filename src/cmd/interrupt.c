// Catching the signals that end a command.
#define _POSIX_C_SOURCE 200809L
#include "cmd/interrupt.h"

#include <signal.h>

static atomic_bool is_interrupted;

static void interrupt(int signal_number)
{
    (void)signal_number;
    atomic_store(&is_interrupted, true);
}

const atomic_bool *interrupts_catch(void)
{
    struct sigaction action = {.sa_handler = interrupt, .sa_flags = (int)SA_RESETHAND | SA_RESTART};
    sigemptyset(&action.sa_mask);
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
    return &is_interrupted;
}
