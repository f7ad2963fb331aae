// Entering a box, step by step, and measuring what is in it.
#include "engine/external/box.h"

#include <assert.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/capability.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

// ThreadSanitizer must be told of a fork that is not the C library's. Else the child may wait for ever for a lock of the
// sanitizer's that belongs to a thread of the parent.
#if defined(__has_feature)
#if __has_feature(thread_sanitizer)
#include <sanitizer/linux_syscall_hooks.h>
#define BEFORE_FORK() __sanitizer_syscall_pre_fork()
#define AFTER_FORK(pid) __sanitizer_syscall_post_fork(pid)
#endif
#endif
#ifndef BEFORE_FORK
#define BEFORE_FORK() ((void)0)
#define AFTER_FORK(pid) ((void)(pid))
#endif

enum {
    LACK_MAX = 160,          // bytes of a sentence
    STATUS_BYTES_MAX = 4096, // of /proc/N/status
    PROC_PATH_MAX = 64,      // bytes of "/proc/12345/root/proc"
    SECONDS_PER_HOUR = 3600,
};

static const char *const excess_texts[] = {
    [BOX_EXCESS_NONE] = "it used no more than it may",
    [BOX_EXCESS_MEMORY] = "it used more memory than the 2048 MB it may",
    [BOX_EXCESS_TASKS] = "it ran more than the 128 processes and threads it may",
};
_Static_assert(COUNT_OF(excess_texts) == BOX_EXCESS_COUNT, "every excess needs a text");
_Static_assert(BOX_MEMORY_MB == 2048 && BOX_TASKS == 128, "the texts say so");

const char *box_excess_text(BoxExcess excess)
{
    assert(excess < BOX_EXCESS_COUNT);
    return excess_texts[excess];
}

static bool is_of_path(char c)
{
    return c && !strchr(" \t\n\"'`;&|<>()$\\*?=:,/", c);
}

// Notes the first name of a path below BOX_HOME: it stays visible with all that is in it. The name may be of nothing that
// exists; make_home sees that.
static void keep(Box *box, const char *path)
{
    assert(box->kept_count <= BOX_KEPT_MAX);
    size_t length = 0;
    while (is_of_path(path[length]))
        length++;
    if (!length || length > NAME_MAX || strspn(path, ".") >= length ||
        box->kept_count == BOX_KEPT_MAX)
        return;
    snprintf(box->kept[box->kept_count++], sizeof box->kept[0], "%s/%.*s", BOX_HOME, (int)length,
             path);
}

// Keeps the files in BOX_HOME that a command line names. If the command is run there, a plain name counts too.
static void keep_named(Box *box, const char *command)
{
    static const char home[] = BOX_HOME "/";
    const bool is_there = strcmp(box->folder, BOX_HOME) == 0;
    for (const char *word = command; *word; word++) {
        if (word > command && (is_of_path(word[-1]) || word[-1] == '/'))
            continue;
        if (strncmp(word, home, sizeof home - 1) == 0)
            keep(box, word + sizeof home - 1);
        else if (is_there)
            keep(box, word + (strncmp(word, "./", 2) == 0 ? 2 : 0));
    }
    if (strncmp(box->folder, home, sizeof home - 1) == 0)
        keep(box, box->folder + sizeof home - 1);
}

// Maps the user and the group to themselves.
static void map_ids(Box *box)
{
    snprintf(box->uid_map, sizeof box->uid_map, "%u %u 1", geteuid(), geteuid());
    snprintf(box->gid_map, sizeof box->gid_map, "%u %u 1", getegid(), getegid());
}

void box_prepare(Box *box, const char *command)
{
    assert(command);
    *box = (Box){.is_whole = !box_lack()};
    map_ids(box);
    if (!getcwd(box->folder, sizeof box->folder) || box->folder[0] != '/')
        box->folder[0] = '\0';
    keep_named(box, command);
}

// The C library's fork cannot make namespaces, and with unshare(2) a namespace of processes would need a second fork.
static pid_t fork_into_namespaces(void)
{
    BEFORE_FORK();
    const long pid = syscall(SYS_clone, BOX_NAMESPACES | SIGCHLD, 0, 0, 0, 0);
    AFTER_FORK(pid);
    return (pid_t)pid;
}

pid_t box_fork(const Box *box)
{
    return box->is_whole ? fork_into_namespaces() : fork();
}

// Devices that a box has.
static const char *const devices[] = {"/dev/null", "/dev/zero", "/dev/full", "/dev/random",
                                      "/dev/urandom"};
enum { DEVICES = COUNT_OF(devices) };

// The state while a box is entered: mounts that are not yet attached.
typedef struct BoxEntry {
    const Box *box;
    int devices[DEVICES], kept[BOX_KEPT_MAX];
} BoxEntry;

static bool write_to(const char *path, const char *text)
{
    const int file = open(path, O_WRONLY | O_CLOEXEC);
    const size_t length = strlen(text);
    const bool is_written = file >= 0 && write(file, text, length) == (ssize_t)length;
    const int error = errno;
    if (file >= 0)
        close(file);
    errno = error;
    return is_written;
}

// The user keeps its number and is the only one in the box. The /proc files of a process that is not dumpable belong to root, so
// it is made dumpable first; no process of another box can see it. If the machine's memory runs out, the kernel kills a
// guest first.
static bool map_user(BoxEntry *entry)
{
    return prctl(PR_SET_DUMPABLE, 1) == 0 && write_to("/proc/self/oom_score_adj", "1000") &&
           write_to("/proc/self/setgroups", "deny") &&
           write_to("/proc/self/uid_map", entry->box->uid_map) &&
           write_to("/proc/self/gid_map", entry->box->gid_map);
}

static bool leave_mounts(BoxEntry *entry)
{
    (void)entry;
    return mount("none", "/", "none", MS_REC | MS_PRIVATE, NULL) == 0;
}

static bool set_attributes(const char *path, unsigned flags, uint64_t attributes)
{
    struct mount_attr wanted = {.attr_set = attributes};
    return mount_setattr(AT_FDCWD, path, flags, &wanted, sizeof wanted) == 0;
}

static bool take_devices(BoxEntry *entry)
{
    for (unsigned i = 0; i < DEVICES; i++) {
        entry->devices[i] = open_tree(AT_FDCWD, devices[i], OPEN_TREE_CLONE | OPEN_TREE_CLOEXEC);
        if (entry->devices[i] < 0)
            return false;
    }
    return true;
}

// In root's box the user is still root and owns root's files. So all mounts are read-only and no device can be opened.
static bool protect_files(BoxEntry *entry)
{
    (void)entry;
    return set_attributes("/", AT_RECURSIVE,
                          MOUNT_ATTR_RDONLY | MOUNT_ATTR_NOSUID | MOUNT_ATTR_NODEV);
}

// Attaches a mount at a path, which is created.
static bool attach_mount(int tree, const char *path)
{
    struct stat status;
    if (fstat(tree, &status) != 0)
        return false;
    const int made = S_ISDIR(status.st_mode) ? mkdir(path, 0700) : mknod(path, S_IFREG | 0600, 0);
    const bool is_placed = (made == 0 || errno == EEXIST) &&
                           move_mount(tree, "", AT_FDCWD, path, MOVE_MOUNT_F_EMPTY_PATH) == 0;
    close(tree);
    return is_placed;
}

static bool make_home(BoxEntry *entry)
{
    static const char options[] = "size=64m,nr_inodes=4096,mode=0700";
    _Static_assert(BOX_DISK_MB == 64 && BOX_INODES == 4096, "the options say so");
    const Box *box = entry->box;
    for (unsigned i = 0; i < box->kept_count; i++) // -1 if there is no such file
        entry->kept[i] =
            open_tree(AT_FDCWD, box->kept[i], OPEN_TREE_CLONE | OPEN_TREE_CLOEXEC | AT_RECURSIVE);
    if (mount("tmpfs", BOX_HOME, "tmpfs", MS_NOSUID | MS_NODEV, options) != 0)
        return false;
    for (unsigned i = 0; i < box->kept_count; i++)
        if (entry->kept[i] >= 0 && !attach_mount(entry->kept[i], box->kept[i]))
            return false;
    if (box->kept_count && box->folder[0])
        (void)!chdir(box->folder); // if the folder is hidden now, it stays where it was
    return true;
}

static bool make_devices(BoxEntry *entry)
{
    static const char *const links[][2] = {{"/proc/self/fd", "/dev/fd"},
                                           {"/proc/self/fd/0", "/dev/stdin"},
                                           {"/proc/self/fd/1", "/dev/stdout"},
                                           {"/proc/self/fd/2", "/dev/stderr"},
                                           {BOX_HOME, "/dev/shm"}};
    if (mount("tmpfs", "/dev", "tmpfs", MS_NOSUID | MS_NOEXEC, "size=64k,nr_inodes=32,mode=0755"))
        return false;
    for (unsigned i = 0; i < DEVICES; i++)
        if (!attach_mount(entry->devices[i], devices[i]) ||
            !set_attributes(devices[i], 0,
                            MOUNT_ATTR_RDONLY | MOUNT_ATTR_NOSUID | MOUNT_ATTR_NOEXEC))
            return false;
    for (unsigned i = 0; i < COUNT_OF(links); i++)
        if (symlink(links[i][0], links[i][1]) != 0)
            return false;
    return set_attributes("/dev", 0, MOUNT_ATTR_RDONLY);
}

static bool mount_proc(BoxEntry *entry)
{
    (void)entry;
    return mount("proc", "/proc", "proc", MS_NOSUID | MS_NODEV | MS_NOEXEC | MS_RDONLY, NULL) == 0;
}

static bool rename_machine(BoxEntry *entry)
{
    (void)entry;
    static const char name[] = "box";
    return sethostname(name, sizeof name - 1) == 0;
}

static const struct Limit {
    int kind;
    rlim_t value;
    rlim_t grace; // from the signal of the limit to SIGKILL
} limits[] = {
    {RLIMIT_CORE, 0},
    {RLIMIT_CPU, BOX_CPU_HOURS *SECONDS_PER_HOUR, .grace = 1}, // SIGXCPU tells the reason
    {RLIMIT_FSIZE, BOX_DISK_MB * 1024 * 1024},                 // bytes
    {RLIMIT_MEMLOCK, BOX_LOCKED_KB * 1024},
    {RLIMIT_MSGQUEUE, 0},
    {RLIMIT_NICE, 0},
    {RLIMIT_NOFILE, BOX_OPEN_FILES},
    {RLIMIT_RTPRIO, 0},
};

static bool lower_limit(struct Limit lower)
{
    struct rlimit limit;
    if (getrlimit(lower.kind, &limit) != 0)
        return false;
    if (limit.rlim_max > lower.value + lower.grace)
        limit.rlim_max = lower.value + lower.grace;
    limit.rlim_cur = limit.rlim_max - (limit.rlim_max > lower.grace ? lower.grace : 0);
    return setrlimit(lower.kind, &limit) == 0;
}

// RLIMIT_NPROC counts per user namespace; without one it would count the user's other processes too. It does not bind root,
// whose boxes are only measured.
static bool set_limits(BoxEntry *entry)
{
    for (unsigned i = 0; i < COUNT_OF(limits); i++)
        if (!lower_limit(limits[i]))
            return false;
    return !entry->box->is_whole || lower_limit((struct Limit){RLIMIT_NPROC, BOX_TASKS, 0});
}

// For an ordinary user dropping from the bounding set fails, and is not needed.
static bool drop_capabilities(BoxEntry *entry)
{
    (void)entry;
    struct __user_cap_header_struct header = {.version = _LINUX_CAPABILITY_VERSION_3};
    const struct __user_cap_data_struct none[_LINUX_CAPABILITY_U32S_3] = {{0}};
    for (unsigned long i = 0; prctl(PR_CAPBSET_DROP, i, 0, 0, 0) == 0; i++)
        continue;
    return syscall(SYS_capset, &header, none) == 0 &&
           prctl(PR_CAP_AMBIENT, PR_CAP_AMBIENT_CLEAR_ALL, 0, 0, 0) == 0;
}

static bool give_up_privileges(BoxEntry *entry)
{
    (void)entry;
    return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0;
}

// A machine without a filter has no whole boxes, but guests may run there.
static bool filter_calls(BoxEntry *entry)
{
    return guest__filter_calls() || !entry->box->is_whole;
}

// The order matters: steps that write to the old /proc come before files are made read-only, steps that need capabilities
// before those are dropped.
static const struct Step {
    const char *doing; // after "cannot"
    bool (*take)(BoxEntry *entry);
    bool is_of_namespaces;
} steps[] = {
    {"map the user", map_user, true},
    {"leave the machine's mounts", leave_mounts, true},
    {"take devices along", take_devices, true},
    {"make files read-only", protect_files, true},
    {"mount a file system in memory", make_home, true},
    {"make /dev", make_devices, true},
    {"mount /proc", mount_proc, true},
    {"name the machine", rename_machine, true},
    {"set limits", set_limits, false},
    {"drop capabilities", drop_capabilities, false},
    {"give up new privileges", give_up_privileges, false},
    {"filter system calls", filter_calls, false},
};

BoxFailure box_enter(const Box *box)
{
    BoxEntry entry = {.box = box};
    for (unsigned i = 0; i < COUNT_OF(steps); i++)
        if ((box->is_whole || !steps[i].is_of_namespaces) && !steps[i].take(&entry))
            return (BoxFailure){i + 1, errno};
    return (BoxFailure){0};
}

void box_explain(BoxFailure failure, Text *message)
{
    assert(failure.step <= COUNT_OF(steps));
    text_format(message, "cannot %s: %s",
                failure.step ? steps[failure.step - 1].doing : "make namespaces",
                strerror(failure.error));
}

static pthread_once_t tried_once = PTHREAD_ONCE_INIT;
static char lack[LACK_MAX];

// Makes a whole box in which nothing runs. A failure comes back through a pipe.
static void try_box(void)
{
    Text message = TEXT_IN(lack);
    Box box = {.is_whole = true};
    BoxFailure failure = {0};
    int ends[2];
    map_ids(&box);
    if (pipe2(ends, O_CLOEXEC) != 0) {
        box_explain((BoxFailure){.error = errno}, &message);
        return;
    }
    const pid_t pid = box_fork(&box);
    if (pid == 0) {
        failure = box_enter(&box);
        (void)!write(ends[1], &failure, sizeof failure);
        _exit(0);
    }
    failure.error = errno;
    close(ends[1]);
    const bool is_told = pid > 0 && read(ends[0], &failure, sizeof failure) == sizeof failure;
    close(ends[0]);
    if (pid > 0)
        waitpid(pid, NULL, 0);
    if (!is_told || failure.step)
        box_explain(failure, &message);
}

const char *box_lack(void)
{
    pthread_once(&tried_once, try_box);
    return lack[0] ? lack : NULL;
}

// A line of /proc/N/status, and which sum its number is added to.
static const struct Gauge {
    const char *name;
    BoxExcess of;
} gauges[] = {
    {"\nRssAnon:", BOX_EXCESS_MEMORY}, {"\nRssShmem:", BOX_EXCESS_MEMORY},
    {"\nVmPTE:", BOX_EXCESS_MEMORY},   {"\nVmSwap:", BOX_EXCESS_MEMORY},
    {"\nThreads:", BOX_EXCESS_TASKS},
};

// Adds what a process uses, in kilobytes and tasks.
static void add_process(int processes, const char *name, uint64_t sums[BOX_EXCESS_COUNT])
{
    char path[NAME_MAX + sizeof "/status"], status[STATUS_BYTES_MAX];
    snprintf(path, sizeof path, "%s/status", name);
    const int file = openat(processes, path, O_RDONLY | O_CLOEXEC);
    if (file < 0)
        return;
    const ssize_t length = read(file, status, sizeof status - 1);
    close(file);
    status[length > 0 ? length : 0] = '\0';
    for (unsigned i = 0; i < COUNT_OF(gauges); i++) {
        const char *line = strstr(status, gauges[i].name);
        if (line)
            sums[gauges[i].of] += strtoull(line + strlen(gauges[i].name), NULL, 10);
    }
}

int box_open_processes(pid_t init)
{
    assert(init > 0);
    char path[PROC_PATH_MAX];
    snprintf(path, sizeof path, "/proc/%d/root/proc", (int)init);
    return open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
}

BoxExcess box_measure(int processes)
{
    assert(processes >= 0);
    static const uint64_t max[] = {
        [BOX_EXCESS_MEMORY] = BOX_MEMORY_MB * 1024ull, [BOX_EXCESS_TASKS] = BOX_TASKS};
    uint64_t sums[BOX_EXCESS_COUNT] = {0};
    BoxExcess excess = BOX_EXCESS_NONE;
    const int again = openat(processes, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    DIR *folder = again >= 0 ? fdopendir(again) : NULL;
    if (!folder) {
        if (again >= 0)
            close(again);
        return BOX_EXCESS_NONE;
    }
    for (const struct dirent *entry; !excess && (entry = readdir(folder));) {
        if (entry->d_name[0] < '1' || entry->d_name[0] > '9')
            continue;
        add_process(processes, entry->d_name, sums);
        for (unsigned i = BOX_EXCESS_MEMORY; i < BOX_EXCESS_COUNT; i++)
            if (sums[i] > max[i])
                excess = (BoxExcess)i;
    }
    closedir(folder);
    return excess;
}
