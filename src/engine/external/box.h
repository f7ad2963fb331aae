// A box for programs that are not trusted: it limits what a program can see, write and use up.
//
// In a box a program has namespaces of the kernel of its own: processes, users, mounts, network and messages. It can read the
// machine's files but not change them, writes only into a small file system in memory, has no capability, and a filter denies
// the system calls by which it could leave. Its memory and its processes are counted from outside. The first process of a
// box is its init: when that dies, the kernel kills all others.
//
// Where the kernel does not let us make namespaces, there is no whole box: only limits and the filter are left, and box_lack
// says why. docs/adr/0010-guests-in-a-box.md has the reasons.
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

// The only folder that a boxed program can write to; also its home.
#define BOX_HOME "/tmp"

// The namespaces of its own that a whole box has, and that nobody inside may make again; of <sched.h>.
#define BOX_NAMESPACES                                                                         \
    (CLONE_NEWUSER | CLONE_NEWPID | CLONE_NEWNS | CLONE_NEWIPC | CLONE_NEWUTS | CLONE_NEWNET | \
     CLONE_NEWCGROUP)

// What box_enter needs. It is prepared before the fork, since only system calls are safe afterwards.
typedef struct Box {
    bool is_whole; // with namespaces; else only limits and the filter
    char uid_map[32], gid_map[32];
    char folder[PATH_MAX]; // the working folder; "" if it has no name
    // Files and folders in BOX_HOME that stay visible, though a new file system hides the rest.
    unsigned kept_count;
    char kept[BOX_KEPT_MAX][NAME_MAX + sizeof BOX_HOME + 1];
} Box;

// Which step of entering a box failed, and the system's reason.
typedef struct BoxFailure {
    unsigned step; // counted from 1; 0 if no step failed
    int error;
} BoxFailure;

// What a program has used too much of.
typedef enum BoxExcess {
    BOX_EXCESS_NONE,
    BOX_EXCESS_MEMORY,
    BOX_EXCESS_TASKS,
    BOX_EXCESS_COUNT
} BoxExcess;

// Why this machine has no whole boxes; NULL if it has. The first call tries it out by making one.
const char *box_lack(void);

// Prepares a box for a command line. Files in BOX_HOME that the command names stay visible.
void box_prepare(Box *box, const char *command);

// Like fork; the new process has namespaces of its own if the box is whole.
pid_t box_fork(const Box *box);
// For the new process, before exec: makes only system calls. All descriptors that are open must be the program's own.
MUST_USE BoxFailure box_enter(const Box *box);
void box_explain(BoxFailure failure, Text *message);

// Opens /proc of a whole box that was entered, by the number of its init; -1 if the box is gone.
int box_open_processes(pid_t init);
BoxExcess box_measure(int processes);
const char *box_excess_text(BoxExcess excess);

// For this room: installs the filter of system calls, for ever. On failure errno says why.
bool guest__filter_calls(void);

#endif
