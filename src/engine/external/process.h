// The first process of a child: started in a box or without one, measured while it runs, and killed with every process that it has
// started. child.h says what this means for the rest of the program.
#ifndef NEBEL_GUEST_PROCESS_H
#define NEBEL_GUEST_PROCESS_H

#include "engine/external/box.h"

enum {
    PROCESS_TAG_MAX = 64,  // bytes of "NEBEL_GUEST=12345-6"
    PROCESS_NOT_RUN = 127, // status of a shell without a program, and of our failure before exec
};

typedef struct Process {
    pid_t pid;                 // 0 before it was started, -1 if it could not be
    int pidfd;                 // readable once it has ended; -1 if it has none
    bool is_trusted, is_boxed; // is_boxed: it has a whole box
    bool has_ended, has_crashed;
    int status; // once it has ended: its exit status, or the signal it died of
    char tag[PROCESS_TAG_MAX];
    // Guarded by the lock of process.c.
    int box_processes; // /proc of its box, to be measured; -1 if it has no whole box
    BoxExcess excess;
    struct Process *next; // in the list of running ones
} Process;

// The environment variable by which the processes of different children are told apart. In a box it always has the same value, so
// that it tells a guest nothing.
extern const char process_marker[];

typedef struct ProcessPlan {
    const char *command;   // for /bin/sh
    bool is_trusted;       // it needs no box
    int in, out, messages; // its standard input, output and error; they stay open here
} ProcessPlan;

// Starts a process and waits until its program runs. False, with a message, if it does not; process_kill must follow all the same.
MUST_USE bool process_start(Process *process, const Memory *memory, const ProcessPlan *plan,
                            Text *message);
bool process_has_ended(Process *process);
// Kills it with all processes that it has started. One that is all zero was never started.
void process_kill(Process *process);

// What it used too much of and was killed for.
BoxExcess process_excess(const Process *process);

#endif
