// Children: starting them, lines with deadlines, and an end that leaves nothing behind.
#define _GNU_SOURCE
#include "guest/child.h"

#include <assert.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/pidfd.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

const char child_marker[] = "NEBEL_GUEST";

enum {
    INPUT, // ends of a pipe
    OUTPUT,
    RECEIVED_MAX = 2 * CHILD_LINE_MAX,
    MARK_MAX = 64,
    END_GRACE_MS = 200, // between the end of its output and its own
};

struct Child {
    Memory memory;
    pid_t pid;
    int to, from, pidfd;
    size_t line_max;
    size_t begin, searched, end; // of what was received: the next line, what holds no line end, all
    bool has_ended, has_crashed;
    int status; // once it has ended: of its exit, or the signal it died of
    char mark[MARK_MAX];
    Child *next; // of the living
    char received[RECEIVED_MAX];
};

// Guards the list of the living and every birth, so that no one takes a newborn for an orphan.
static pthread_mutex_t births = PTHREAD_MUTEX_INITIALIZER;
static Child *living;
static unsigned born;

static const char *const error_texts[] = {
    [CHILD_OK] = "it did nothing wrong",
    [CHILD_ERR_TIME] = "it did not answer in time",
    [CHILD_ERR_GONE] = "it closed its output",
    [CHILD_ERR_LONG] = "it sent a line of more than ", // and how many bytes
    [CHILD_ERR_NUL] = "it sent a NUL byte",
    [CHILD_ERR_DEAF] = "it does not read what it is told",
    [CHILD_ERR_TALK] = "it talks nonsense",
};
_Static_assert(COUNT_OF(error_texts) == CHILD_ERR_COUNT, "every error needs a text");

static uint64_t to_us(struct timespec time)
{
    return (uint64_t)time.tv_sec * 1000000 + (uint64_t)time.tv_nsec / 1000;
}

uint64_t child_now_us(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return to_us(now);
}

static struct timespec time_until(uint64_t deadline_us)
{
    const uint64_t now_us = child_now_us();
    const uint64_t left_us = deadline_us > now_us ? deadline_us - now_us : 0;
    return (struct timespec){(time_t)(left_us / 1000000), (long)(left_us % 1000000) * 1000};
}

// Waits until one of the two is ready, the second of which may be none (-1). False once the
// deadline has come.
static bool wait_for(struct pollfd fds[2], uint64_t deadline_us)
{
    for (;;) {
        const struct timespec left = time_until(deadline_us);
        const int ready = ppoll(fds, 2, &left, NULL);
        if (ready > 0)
            return true;
        if (ready == 0 && !left.tv_sec && !left.tv_nsec)
            return false;
    }
}

// --- Birth ------------------------------------------------------------------------------------

// Whether a command is a program and its arguments, nothing that needs a shell to go on: then the
// shell can give its place to the program, and how that ends is not translated.
static bool is_simple(const char *command)
{
    return !strpbrk(command, ";&|<>()$`\\\"'*?[]#~=%!{}\n");
}

// After the fork only what is safe in a copy of a process with threads: system calls.
static void become(char *command, const int in[2], const int out[2], int silence,
                   char *const *environment, pid_t parent)
{
    char shell[] = "/bin/sh", flag[] = "-c", simply[] = "eval \"exec $0\"";
    char *arguments[] = {shell, flag, is_simple(command) ? simply : command, command, NULL};
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
    signal(SIGPIPE, SIG_DFL);
    setsid();
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != parent)
        _exit(127); // it died before we asked to be told
    if (dup2(in[INPUT], STDIN_FILENO) < 0 || dup2(out[OUTPUT], STDOUT_FILENO) < 0 ||
        (silence >= 0 && dup2(silence, STDERR_FILENO) < 0))
        _exit(127);
    close_range(STDERR_FILENO + 1, ~0u, 0); // whatever our process has open is not for guests
    execve(shell, arguments, environment);
    _exit(127);
}

// The process's environment with the mark in front.
static char **marked_environment(const Memory *memory, char *mark)
{
    size_t count = 0;
    while (environ[count])
        count++;
    char **marked = memory_resize(memory, NULL, (count + 2) * sizeof *marked);
    if (!marked)
        return NULL;
    marked[0] = mark;
    memcpy(marked + 1, environ, (count + 1) * sizeof *marked);
    return marked;
}

static void close_all(const int *fds, unsigned count)
{
    for (unsigned i = 0; i < count; i++)
        if (fds[i] >= 0)
            close(fds[i]);
}

// Forks with the births locked, so that the child is known to all before anyone can meet it.
static bool bear(Child *child, char *command, const int in[2], const int out[2], int silence)
{
    const pid_t parent = getpid();
    pthread_mutex_lock(&births);
    snprintf(child->mark, sizeof child->mark, "%s=%d-%u", child_marker, (int)parent, ++born);
    char **environment = marked_environment(&child->memory, child->mark);
    child->pid = environment && command ? fork() : -1;
    if (child->pid == 0)
        become(command, in, out, silence, environment, parent);
    if (child->pid > 0) {
        child->next = living;
        living = child;
    }
    pthread_mutex_unlock(&births);
    memory_resize(&child->memory, environment, 0);
    return child->pid > 0;
}

char *guest__copy_text(const Memory *memory, const char *string)
{
    const size_t bytes = strlen(string) + 1;
    char *copy = memory_resize(memory, NULL, bytes);
    return copy ? memcpy(copy, string, bytes) : NULL;
}

static bool start(Child *child, const ChildPlan *plan)
{
    enum { FDS = 5, SILENCE = 4 };
    int fds[FDS] = {-1, -1, -1, -1, -1}; // its input, its output, and where its complaints go
    const bool is_open = pipe2(fds, O_CLOEXEC) == 0 && pipe2(fds + 2, O_CLOEXEC) == 0 &&
                         (fds[SILENCE] = open("/dev/null", O_WRONLY | O_CLOEXEC)) >= 0 &&
                         fcntl(fds[OUTPUT], F_SETFL, O_NONBLOCK) == 0;
    char *command = guest__copy_text(&child->memory, plan->command);
    const bool is_born =
        is_open && bear(child, command, fds, fds + 2, plan->shows_stderr ? -1 : fds[SILENCE]);
    memory_resize(&child->memory, command, 0);
    if (!is_born) {
        close_all(fds, FDS);
        return false;
    }
    child->to = fds[OUTPUT];
    child->from = fds[2 + INPUT];
    child->pidfd = pidfd_open(child->pid, 0);
    close_all((int[]){fds[INPUT], fds[2 + OUTPUT], fds[SILENCE]}, 3);
    return true;
}

Child *child_create(const Memory *memory, const ChildPlan *plan, Text *complaint)
{
    assert(plan->line_max <= CHILD_LINE_MAX);
    Child *child = memory_resize(memory, NULL, sizeof *child);
    if (!child) {
        text_add(complaint, "there is not enough memory to start it");
        return NULL;
    }
    memset(child, 0, offsetof(Child, received));
    child->memory = *memory;
    child->line_max = plan->line_max;
    child->to = child->from = child->pidfd = -1;
    signal(SIGPIPE, SIG_IGN);
    prctl(PR_SET_CHILD_SUBREAPER, 1);
    if (start(child, plan))
        return child;
    text_format(complaint, "it cannot be started: %s", strerror(errno));
    memory_resize(memory, child, 0);
    return NULL;
}

// --- End --------------------------------------------------------------------------------------

// It is only looked at. While it is not taken away its number, which is its session's too, is not
// given to others.
bool child_has_ended(Child *child)
{
    siginfo_t info = {0};
    if (!child->has_ended &&
        waitid(P_PID, (id_t)child->pid, &info, WEXITED | WNOWAIT | WNOHANG) == 0 &&
        info.si_pid == child->pid) {
        child->has_ended = true;
        child->has_crashed = info.si_code != CLD_EXITED;
        child->status = info.si_status;
    }
    return child->has_ended;
}

// Whether a process is ours by birth or by its parent's death, and of another session than our own:
// a child, or a descendant of one, since none of them can come back into our session. The name that
// comes before these numbers may hold anything, parentheses too.
static bool is_of_child(pid_t pid)
{
    char path[64], line[512];
    int parent = 0, session = 0;
    snprintf(path, sizeof path, "/proc/%d/stat", (int)pid);
    FILE *file = fopen(path, "re");
    if (!file)
        return false;
    const size_t length = fread(line, 1, sizeof line - 1, file);
    fclose(file);
    line[length] = '\0';
    const char *name_end = strrchr(line, ')');
    return name_end && sscanf(name_end, ") %*c %d %*d %d", &parent, &session) == 2 &&
           parent == getpid() && session != getsid(0);
}

// With births locked: whether a process carries a child's mark. The shell sorts what it hands on,
// so all is read.
static bool has_mark(pid_t pid, const char *mark)
{
    static char environment[1 << 17];
    char path[64];
    snprintf(path, sizeof path, "/proc/%d/environ", (int)pid);
    FILE *file = fopen(path, "re");
    if (!file)
        return false;
    const size_t length = fread(environment, 1, sizeof environment, file);
    fclose(file);
    return memmem(environment, length, mark, strlen(mark) + 1) != NULL;
}

// With births locked: whether a process of ours is a child, or an orphan of one that lives on.
static bool is_kept(pid_t pid)
{
    for (const Child *child = living; child; child = child->next)
        if (child->pid == pid || has_mark(pid, child->mark))
            return true;
    return false;
}

// With births locked: kills the processes that fell to us from a child that is dead. Returns how
// many.
static unsigned kill_orphans(void)
{
    unsigned killed = 0;
    DIR *processes = opendir("/proc");
    if (!processes)
        return 0;
    for (const struct dirent *entry; (entry = readdir(processes));) {
        int pid = 0;
        if (sscanf(entry->d_name, "%d", &pid) != 1 || !is_of_child(pid) || is_kept(pid))
            continue;
        kill(pid, SIGKILL);
        waitpid(pid, NULL, 0);
        killed++;
    }
    closedir(processes);
    return killed;
}

// Each killed process can leave us another; a family that is faster than we are is not waited for.
static void bury(Child *child)
{
    enum { ROUNDS_MAX = 1000 };
    pthread_mutex_lock(&births);
    Child **place = &living;
    while (*place != child)
        place = &(*place)->next;
    *place = child->next;
    for (unsigned i = 0; i < ROUNDS_MAX && kill_orphans(); i++)
        continue;
    pthread_mutex_unlock(&births);
}

void child_destroy(Child *child)
{
    if (!child)
        return;
    close_all((int[]){child->to, child->from, child->pidfd}, 3);
    kill(-child->pid, SIGKILL);
    kill(child->pid, SIGKILL); // which may not have come to its own session yet
    waitpid(child->pid, NULL, 0);
    bury(child);
    const Memory memory = child->memory;
    memory_resize(&memory, child, 0);
}

static bool wait_end(Child *child, uint64_t deadline_us)
{
    if (child->pidfd >= 0 && !child->has_ended)
        wait_for((struct pollfd[2]){{child->pidfd, POLLIN, 0}, {.fd = -1}}, deadline_us);
    return child_has_ended(child);
}

bool child_wait(Child *child, uint64_t deadline_us)
{
    if (child->to >= 0)
        close(child->to);
    child->to = -1;
    return wait_end(child, deadline_us);
}

uint64_t child_cpu_us(const Child *child)
{
    clockid_t clock;
    struct timespec used;
    if (clock_getcpuclockid(child->pid, &clock) != 0 || clock_gettime(clock, &used) != 0)
        return 0;
    return to_us(used);
}

// --- Lines ------------------------------------------------------------------------------------

ChildError child_send(Child *child, Slice bytes, uint64_t deadline_us)
{
    while (bytes.length) {
        const ssize_t sent = write(child->to, bytes.start, bytes.length);
        if (sent > 0)
            bytes = (Slice){bytes.start + sent, bytes.length - (size_t)sent};
        else if (sent < 0 && errno != EAGAIN && errno != EINTR)
            return CHILD_ERR_GONE;
        else if (!wait_for((struct pollfd[2]){{child->to, POLLOUT, 0}, {.fd = -1}}, deadline_us))
            return CHILD_ERR_DEAF;
    }
    return CHILD_OK;
}

bool child_read_received(Child *child, Slice *line)
{
    char *start = child->received + child->begin;
    const char *end = memchr(child->received + child->searched, '\n', child->end - child->searched);
    child->searched = child->end;
    if (!end)
        return false;
    *line = (Slice){start, (size_t)(end - start)};
    child->begin = child->searched = (size_t)(end - child->received) + 1;
    return true;
}

static void make_room(Child *child)
{
    if (child->begin == child->end)
        child->begin = child->end = child->searched = 0;
    if (child->end + CHILD_LINE_MAX <= RECEIVED_MAX)
        return;
    memmove(child->received, child->received + child->begin, child->end - child->begin);
    child->end -= child->begin;
    child->searched -= child->begin;
    child->begin = 0;
}

// Waits and takes in what there is. A program that died has nothing more to say, though a process
// it left behind may hold its output open.
static ChildError receive(Child *child, uint64_t deadline_us)
{
    struct pollfd fds[2] = {{child->from, POLLIN, 0}, {child->pidfd, POLLIN, 0}};
    make_room(child);
    if (!wait_for(fds, deadline_us))
        return CHILD_ERR_TIME;
    if (!fds[0].revents)
        return CHILD_ERR_GONE;
    const ssize_t count =
        read(child->from, child->received + child->end, RECEIVED_MAX - child->end);
    if (count <= 0)
        return CHILD_ERR_GONE;
    child->end += (size_t)count;
    return CHILD_OK;
}

ChildError child_read(Child *child, uint64_t deadline_us, Slice *line)
{
    Slice read;
    while (!child_read_received(child, &read)) {
        if (child->end - child->begin >= child->line_max)
            return CHILD_ERR_LONG;
        const ChildError error = receive(child, deadline_us);
        if (error)
            return error;
    }
    if (read.length >= child->line_max)
        return CHILD_ERR_LONG;
    if (slice_has(read, '\0'))
        return CHILD_ERR_NUL;
    *line = read;
    return CHILD_OK;
}

// --- Words ------------------------------------------------------------------------------------

static void say_end(const Child *child, Text *complaint)
{
    enum { NOT_FOUND = 127 }; // as the shell says it
    if (child->has_crashed)
        text_format(complaint, "it crashed (signal %d)", child->status);
    else if (child->status == NOT_FOUND)
        text_add(complaint, "it was not found (the shell ended with status 127)");
    else
        text_format(complaint, "it exited with status %d", child->status);
}

void child_complain(Child *child, ChildError error, Text *complaint)
{
    if (error == CHILD_ERR_GONE && wait_end(child, child_now_us() + END_GRACE_MS * 1000))
        say_end(child, complaint);
    else
        text_add(complaint, error_texts[error]);
    if (error == CHILD_ERR_LONG)
        text_format(complaint, "%zu bytes", child->line_max);
}
