// A program that runs beside us and talks in lines: the only fork and exec there is.
//
// Whatever a child does, every call here returns by its deadline, and once it is destroyed nothing
// of it is left. A child that is not trusted lives in a box (box.h), where all die with the first.
// Of another, and where there are no whole boxes, the session is killed, and whoever fled into
// another session falls to us as its parent dies, and is killed too.
//
// Any thread may own children; one child belongs to one thread, which must outlive it, since the
// kernel kills a child with the thread that made it. The first child makes the process ignore
// SIGPIPE and take in orphans for good. The first that is not trusted also closes the process to
// debuggers and to other processes of its user (PR_SET_DUMPABLE), and starts a thread that measures
// boxes.
#ifndef NEBEL_GUEST_CHILD_H
#define NEBEL_GUEST_CHILD_H

#include "base/text.h"

typedef struct Child Child;

typedef struct ChildPlan {
    const char *command; // for /bin/sh
    size_t line_max;     // bytes that a line of it may have, its end included
    bool shows_stderr;   // what it says there is shown on ours; else it is lost
    bool is_trusted;     // the user chose it: it runs as any program does, without a box
} ChildPlan;

typedef enum ChildError {
    CHILD_OK = 0,
    CHILD_ERR_TIME, // the deadline has come
    CHILD_ERR_GONE, // it has closed its output, or died
    CHILD_ERR_LONG, // a line of more than line_max bytes
    CHILD_ERR_NUL,  // a NUL byte
    CHILD_ERR_DEAF, // it does not read what it is told
    CHILD_ERR_TALK, // what it says makes no sense; for those who know its language
    CHILD_ERR_COUNT
} ChildError;

enum {
    CHILD_LINE_MAX = 8192,      // no plan may ask for longer lines
    CHILD_STOP_LOOK_US = 10000, // between two looks whether somebody wants an answer now
};

// The name of the variable that tells a child's processes apart in their environment. All that are
// boxed have the same value there, which tells them nothing.
extern const char child_marker[];

// Microseconds on the clock that deadlines are told by.
uint64_t child_now_us(void);

// NULL if there is no memory or the system refuses, with a message: the box too, where there are
// whole ones. That there is no such program shows later: the shell ends with status 127.
Child *child_create(const Memory *memory, const ChildPlan *plan, Text *message);
// Kills it with all it has started. Accepts NULL.
void child_destroy(Child *child);

// Sends all of `bytes`.
MUST_USE ChildError child_send(Child *child, Slice bytes, uint64_t deadline_us);

// The next line without its end, which a carriage return may be part of. It stands until the next
// call.
MUST_USE ChildError child_read(Child *child, uint64_t deadline_us, Slice *line);
// The same, of what has been received already; false if that is no whole line.
bool child_read_received(Child *child, Slice *line);

// Closes its input and waits for its end. True once it has ended.
bool child_wait(Child *child, uint64_t deadline_us);

// CPU time that a trusted child has used so far, all its threads together but not other processes of
// its; 0 once it has ended.
uint64_t child_cpu_us(const Child *child);

// What an error means, as a sentence that begins with "it": how the child ended if it is gone.
void child_complain(Child *child, ChildError error, Text *message);

// A line that a child said, in quotes: at most so many characters of it, and none that a terminal would obey.
void child_quote(Slice line, size_t shown_max, Text *text);

// For this room: a string of one's own; NULL if there is no memory.
char *guest__copy_text(const Memory *memory, const char *string);

#endif
