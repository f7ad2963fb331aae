// The filter of system calls for every program that is not trusted, in a box or without.
//
// It denies the ways out of a box that namespaces and permissions leave open: sockets, since by a connection to a server of
// the user's (a terminal multiplexer, a bus, an agent) a program could run something outside; new namespaces, since there it
// would have capabilities again; memory that belongs to no process and so is not measured; and calls that look into other
// processes.
#include "engine/external/box.h"

#include <errno.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <stddef.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

#if defined(__x86_64__)
#define ARCHITECTURE AUDIT_ARCH_X86_64
#elif defined(__aarch64__)
#define ARCHITECTURE AUDIT_ARCH_AARCH64
#else
#define ARCHITECTURE 0 // no filter for this machine, and so no whole box
#endif

enum {
    FOREIGN_CALLS = 0x40000000, // x86-64 has a second set of calls from here on
    SOCKET_TYPE = 15,           // the rest of the argument are flags
};

#define LOAD(FIELD) BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, FIELD))
#define RETURN(WHAT) BPF_STMT(BPF_RET | BPF_K, WHAT)
#define ALLOW RETURN(SECCOMP_RET_ALLOW)
#define DENY_WITH(ERROR) RETURN(SECCOMP_RET_ERRNO | (ERROR))
// If the test holds, the next instruction follows; else COUNT instructions are skipped.
#define IF(TEST, VALUE, COUNT) BPF_JUMP(BPF_JMP | (TEST) | BPF_K, VALUE, 0, COUNT)
#define DENY(CALL) IF(BPF_JEQ, SYS_##CALL, 1), DENY_WITH(EPERM)
// As if the kernel did not have the call: programs then do without it.
#define LACK(CALL) IF(BPF_JEQ, SYS_##CALL, 1), DENY_WITH(ENOSYS)

static struct sock_filter filter[] = {
    LOAD(arch),
    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, ARCHITECTURE, 1, 0),
    RETURN(SECCOMP_RET_KILL_PROCESS),
    LOAD(nr),
    IF(BPF_JGE, FOREIGN_CALLS, 1),
    DENY_WITH(ENOSYS),

    DENY(socket),
    LACK(io_uring_setup), // it can do what is denied here
    DENY(unshare),
    DENY(setns),
    LACK(clone3), // a filter cannot read its flags; the C library then calls clone
    DENY(mount),
    DENY(umount2),
    DENY(pivot_root),
    DENY(chroot),
    DENY(open_tree),
    DENY(move_mount),
    DENY(fsopen),
    DENY(mount_setattr),
    DENY(ptrace),
    DENY(process_vm_readv),
    DENY(process_vm_writev),
    DENY(pidfd_getfd),
    DENY(kcmp),
    LACK(memfd_create),
    LACK(shmget),
    LACK(msgget),
    LACK(semget),
    DENY(keyctl),
    DENY(add_key),
    DENY(request_key),
    DENY(bpf),
    DENY(perf_event_open),
    DENY(userfaultfd),
    DENY(syslog),

    // A new process or thread is allowed, if it has no new namespaces.
    IF(BPF_JEQ, SYS_clone, 4),
    LOAD(args[0]),
    IF(BPF_JSET, BOX_NAMESPACES, 1),
    DENY_WITH(EPERM),
    ALLOW,

    // A pair of sockets that stay connected to each other is allowed. Other types could be connected elsewhere.
    IF(BPF_JEQ, SYS_socketpair, 6),
    LOAD(args[1]),
    BPF_STMT(BPF_ALU | BPF_AND | BPF_K, SOCKET_TYPE),
    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SOCK_STREAM, 2, 0),
    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SOCK_SEQPACKET, 1, 0),
    DENY_WITH(EPERM),
    ALLOW,

    ALLOW,
};

_Static_assert(COUNT_OF(filter) <= BPF_MAXINSNS, "the kernel takes no longer filter");

bool guest__filter_calls(void)
{
    const struct sock_fprog program = {COUNT_OF(filter), filter};
    if (!ARCHITECTURE) {
        errno = ENOSYS;
        return false;
    }
    return syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_SPEC_ALLOW,
                   &program) == 0;
}
