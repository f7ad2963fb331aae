// A program that runs beside us and talks in lines: the only exec there is, but for cmd/server_program.c.
//
// Whatever a child does, every call here returns by its deadline, and child_destroy leaves no process of it behind. A
// child that is not trusted runs in a box (box.h): when the first process of a box dies, the kernel kills all others. Without
// a whole box the child's session is killed. A process that moved to another session becomes our child when its parent
// dies (PR_SET_CHILD_SUBREAPER), and is killed then.
//
// Any thread may own children. A child belongs to the thread that made it, and that thread must outlive it, since the kernel
// kills the child with the thread. The first child changes the process for good: it ignores SIGPIPE and adopts orphans. The
// first child that is not trusted also closes the process to debuggers and to other processes of its user
// (PR_SET_DUMPABLE), and starts a thread that measures boxes.
#ifndef NEBEL_GUEST_CHILD_H
#define NEBEL_GUEST_CHILD_H

#include "base/text.h"

typedef struct Child Child;

// Takes what a child writes to its standard error, without characters that a terminal would obey.
typedef struct ChildMessages {
    void (*take)(void *context, Slice bytes);
    void *context;
} ChildMessages;

// Shows it on our own standard error.
extern const ChildMessages child_messages_shown;

typedef struct ChildPlan {
    const char *command;    // for /bin/sh
    size_t line_max;        // bytes of the longest line that it may send, its end included
    ChildMessages messages; // all zero: its standard error is lost
    bool is_trusted;        // the user chose it: it runs as any program does, without a box
} ChildPlan;

typedef enum ChildError {
    CHILD_OK = 0,
    CHILD_ERR_TIME, // the deadline has come
    CHILD_ERR_GONE, // it has closed its output, or died
    CHILD_ERR_LONG, // a line of more than line_max bytes
    CHILD_ERR_NUL,  // a NUL byte
    CHILD_ERR_DEAF, // it does not read what it is told
    CHILD_ERR_TALK, // what it says makes no sense; for callers who know its language
    CHILD_ERR_COUNT
} ChildError;

enum {
    CHILD_LINE_MAX = 8192,      // no plan may ask for longer lines
    CHILD_STOP_LOOK_US = 10000, // between two looks whether somebody wants an answer now
};

// Microseconds on the clock of all deadlines.
uint64_t child_now_us(void);

// NULL, with a message, if there is no memory or the system refuses the process or its box. A program that does not exist
// shows later: its shell ends with status 127.
Child *child_create(const Memory *memory, const ChildPlan *plan, Text *message);
// Kills it with all processes that it has started. Accepts NULL.
void child_destroy(Child *child);

// Sends all of `bytes`.
MUST_USE ChildError child_send(Child *child, Slice bytes, uint64_t deadline_us);

// The next line without its line feed; a carriage return before that is left in. The line is valid until the next call.
MUST_USE ChildError child_read(Child *child, uint64_t deadline_us, Slice *line);
// The same without waiting; false if no whole line has been received.
bool child_read_received(Child *child, Slice *line);

// Closes its input and waits for its end. False if it still runs at the deadline.
bool child_wait(Child *child, uint64_t deadline_us);

// The number of a trusted child's process, for reading about it in /proc.
int child_process(const Child *child);

// CPU time that a trusted child has used so far, in all its threads but not in processes that it started; 0 once it has
// ended.
uint64_t child_cpu_us(const Child *child);

// Writes what an error means, as a sentence that begins with "it". For CHILD_ERR_GONE it says how the child ended.
void child_complain(Child *child, ChildError error, Text *message);

// A line that a child said, in quotes: at most so many characters of it, and none that a terminal would obey.
void child_quote(Slice line, size_t shown_max, Text *text);

// For this room: a copy of a string; NULL if there is no memory.
char *guest__copy_text(const Memory *memory, const char *string);

#endif
