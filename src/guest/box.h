// A box for programs that are not trusted: what such a program can see, write and use up.
//
// In a box a program has its own processes, users, mounts, network and messages (namespaces of the
// kernel). It sees the machine's files but cannot change them, writes only into a small file system
// in memory, has no capability, and a filter keeps it from the system calls by which it could
// leave. How much memory and how many processes it uses is measured from outside. The first process
// of a box is its init: when that dies, the kernel kills all others.
//
// Where the kernel does not let us make namespaces, only limits and the filter are left, and
// box_lack says why. docs/adr/0010-guests-in-a-box.md has the reasons.
#ifndef NEBEL_GUEST_BOX_H
#define NEBEL_GUEST_BOX_H

#include "base/text.h"

#include <limits.h>
#include <sys/types.h>

// What a box allows; docs/adr/0010-guests-in-a-box.md has the reasons.
enum {
    BOX_DISK_MB = 64,     // of its file system in memory, not counted as its memory
    BOX_INODES = 4096,    // of that file system
    BOX_MEMORY_MB = 2048, // of all processes together
    BOX_TASKS = 128,      // processes and threads
    BOX_OPEN_FILES = 256, // of one process
    BOX_CPU_HOURS = 4,    // of one process
    BOX_LOCKED_KB = 64,   // memory that one process may keep from being swapped
    BOX_KEPT_MAX = 8,     // files in BOX_HOME that stay visible
};

// The one place a boxed program can write to, its home too.
#define BOX_HOME "/tmp"

// The namespaces of its own that a whole box has, and that nobody inside may make again; of <sched.h>.
#define BOX_NAMESPACES                                                                         \
    (CLONE_NEWUSER | CLONE_NEWPID | CLONE_NEWNS | CLONE_NEWIPC | CLONE_NEWUTS | CLONE_NEWNET | \
     CLONE_NEWCGROUP)

// What a box needs to know, made ready before the fork: afterwards only system calls are safe.
typedef struct Box {
    bool is_whole; // with namespaces; else limits and the filter alone
    char uid_map[32], gid_map[32];
    char folder[PATH_MAX]; // the working folder; "" if it has no name
    // Files and folders in BOX_HOME that stay visible, though a new file system hides the rest.
    unsigned kept_count;
    char kept[BOX_KEPT_MAX][NAME_MAX + sizeof BOX_HOME + 1];
} Box;

// Which step of entering a box failed, and the system's reason.
typedef struct BoxFailure {
    unsigned step; // 0 if none did
    int error;
} BoxFailure;

// What a program has used too much of.
typedef enum BoxExcess {
    BOX_EXCESS_NONE,
    BOX_EXCESS_MEMORY,
    BOX_EXCESS_TASKS,
    BOX_EXCESS_COUNT
} BoxExcess;

// Why there are no whole boxes on this machine; NULL if there are. Found out once, by making one.
const char *box_lack(void);

// Prepares a box for a command line: what that names in BOX_HOME is kept.
void box_prepare(Box *box, const char *command);

// Like fork; the new process has namespaces of its own if the box is whole.
pid_t box_fork(const Box *box);
// In the new process, before exec: only system calls. What it has open must be what the program
// may have.
MUST_USE BoxFailure box_enter(const Box *box);
void box_explain(BoxFailure failure, Text *message);

// The processes of a whole box that has been entered, by the number of its init: a folder to
// measure; -1 if it is gone.
int box_open_processes(pid_t init);
BoxExcess box_measure(int processes);
const char *box_excess_text(BoxExcess excess);

// For this room: installs the filter of system calls, for good. errno says why it could not.
bool guest__filter_calls(void);

#endif
