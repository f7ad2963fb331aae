// Children: spawning them, reading and writing lines with deadlines, and killing all their processes.
#define _GNU_SOURCE
#include "guest/child.h"

#include "guest/box.h"

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
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

const char child_marker[] = "NEBEL_GUEST";

enum {
    INPUT, // ends of a pipe
    OUTPUT,
    RECEIVED_MAX = 2 * CHILD_LINE_MAX,
    TAG_MAX = 64,                // bytes of "NEBEL_GUEST=12345-6"
    END_GRACE_MS = 2000,         // from the end of its output to its own: a box may take its time
    MEASURE_MS = 50,             // between two measurements of a box
    MESSAGE_BYTES_MAX = 4096,    // of its standard error that are shown at once
    PROC_PATH_MAX = 64,          // bytes of "/proc/12345/environ"
    STAT_BYTES_MAX = 512,        // of /proc/N/stat; the numbers we want stand near its beginning
    ENVIRON_BYTES_MAX = 1 << 17, // of /proc/N/environ
    ORPHAN_ROUNDS_MAX = 1000,    // then we give up on processes that fork faster than we kill
    STATUS_NOT_RUN = 127,   // of a shell that found no program, and of our own failure before exec
    STATUS_OF_SIGNAL = 128, // a shell adds the number of the signal that its program died of
    US_PER_MS = 1000,
    US_PER_SECOND = 1000000,
    NS_PER_US = 1000,
    NS_PER_MS = 1000000,
};

struct Child {
    Memory memory;
    pid_t pid;
    int to, from, pidfd;
    int messages;              // its standard error; -1 if that is lost
    ChildMessages to_messages; // who takes it
    int processes;             // /proc of its box, to be measured; -1 if it has no whole box
    BoxExcess excess;          // guarded by `spawn_lock`
    bool is_trusted, is_boxed; // is_boxed: it has a whole box
    size_t line_max;
    size_t begin, searched, end; // in `received`: the next line, where to look for its end, all
    bool has_ended, has_crashed;
    int status; // once it has ended: its exit status, or the signal it died of
    char tag[TAG_MAX];
    Child *next; // in the list of running children
    char received[RECEIVED_MAX];
};

// Guards the list of running children and every fork, so that no thread takes a new child for an orphan.
static pthread_mutex_t spawn_lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t box_added =
    PTHREAD_COND_INITIALIZER; // signalled when a child in a whole box was started
static Child *children;
static unsigned spawn_count;

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
    return (uint64_t)time.tv_sec * US_PER_SECOND + (uint64_t)time.tv_nsec / NS_PER_US;
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
    return (struct timespec){(time_t)(left_us / US_PER_SECOND),
                             (long)(left_us % US_PER_SECOND) * NS_PER_US};
}

static void show(void *context, Slice bytes)
{
    (void)context;
    (void)!write(STDERR_FILENO, bytes.start, bytes.length);
}

const ChildMessages child_messages_shown = {.take = show};

// Passes on what there is of the standard error of a child, without control characters. The child does not get our terminal
// itself, since it could read from it.
static void pass_messages(Child *child)
{
    assert(child->messages >= 0);
    char bytes[MESSAGE_BYTES_MAX];
    const ssize_t count = read(child->messages, bytes, sizeof bytes);
    for (ssize_t i = 0; i < count; i++)
        if (((unsigned char)bytes[i] < ' ' && bytes[i] != '\n' && bytes[i] != '\t') ||
            bytes[i] == '\x7f')
            bytes[i] = '?';
    if (count > 0) {
        child->to_messages.take(child->to_messages.context, (Slice){bytes, (size_t)count});
        return;
    }
    close(child->messages);
    child->messages = -1;
}

// Waits until one of two descriptors is ready; the second may be -1. False at the deadline.
static bool wait_for(Child *child, struct pollfd wanted[2], uint64_t deadline_us)
{
    assert(wanted[0].fd >= 0);
    for (;;) {
        struct pollfd fds[3] = {wanted[0], wanted[1], {child->messages, POLLIN, 0}};
        const struct timespec left = time_until(deadline_us);
        const int ready = ppoll(fds, 3, &left, NULL);
        if (ready > 0 && fds[2].revents)
            pass_messages(child);
        wanted[0].revents = fds[0].revents;
        wanted[1].revents = fds[1].revents;
        if (ready > 0 && (fds[0].revents || fds[1].revents))
            return true;
        if (ready >= 0 && !left.tv_sec && !left.tv_nsec)
            return false;
    }
}

// --- Spawning ------------------------------------------------------------------------------------

// Whether a command is only a program and its arguments. Then the shell can exec the program, and we see the program's own exit
// status or signal, not the shell's.
static bool is_simple(const char *command)
{
    return !strpbrk(command, ";&|<>()$`\\\"'*?[]#~=%!{}\n");
}

// In a box the first shell stays as the init process. It closes its pipes, so that only the program holds them. The command
// runs in a second process and so has $$ and signals as it would have outside.
#define IN_BOX(RUN) "exec 3<&0; (exec <&3 3<&-; " RUN ") & exec <&- >&- 2>&- 3<&-; wait $!; exit $?"

// The script for the shell. It execs the program if the command is simple.
static const char *shell_script(const char *command, bool is_boxed)
{
    static const char *const in_box[] = {IN_BOX("exec /bin/sh -c \"$0\""),
                                         IN_BOX("eval \"exec $0\"")};
    if (is_boxed)
        return in_box[is_simple(command)];
    return is_simple(command) ? "eval \"exec $0\"" : command;
}

// What a child needs between fork and exec; made before the fork.
typedef struct Spawn {
    const char *command, *script;
    char **environment;
    Box box;
    int in, out, messages;
    int report; // a socket: it reports whether it entered its box, and failures; exec closes it
    pid_t parent;
} Spawn;

enum { REPORT_FILENO = STDERR_FILENO + 1 };

static void report(BoxFailure failure)
{
    (void)!write(REPORT_FILENO, &failure, sizeof failure);
}

// Enters its box, reports that, and waits until the parent has opened the files by which it measures the box.
static bool enter_box(const Spawn *spawn_plan)
{
    char go;
    const BoxFailure failure = box_enter(&spawn_plan->box);
    report(failure);
    return !failure.step && read(REPORT_FILENO, &go, 1) == 1;
}

// Whether the parent died before PR_SET_PDEATHSIG was set. From inside a box the number of the parent is not visible.
static bool is_orphaned(const Spawn *spawn_plan)
{
    struct pollfd reader = {REPORT_FILENO, 0, 0};
    return spawn_plan->box.is_whole ? poll(&reader, 1, 0) != 0 : getppid() != spawn_plan->parent;
}

// After the fork of a process with threads only system calls are safe.
static void exec_child(const Child *child, const Spawn *spawn_plan)
{
    char shell[] = "/bin/sh", flag[] = "-c";
    const char *const words[] = {shell, flag, spawn_plan->script, spawn_plan->command, NULL};
    char *arguments[COUNT_OF(words)];
    memcpy(arguments, words, sizeof words); // execve takes them without const, and changes none
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
    signal(SIGPIPE, SIG_DFL);
    setsid();
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (dup2(spawn_plan->in, STDIN_FILENO) < 0 || dup2(spawn_plan->out, STDOUT_FILENO) < 0 ||
        dup2(spawn_plan->messages, STDERR_FILENO) < 0 ||
        dup3(spawn_plan->report, REPORT_FILENO, O_CLOEXEC) < 0)
        _exit(STATUS_NOT_RUN);
    close_range(REPORT_FILENO + 1, ~0u, 0); // no other descriptor of ours is for guests
    if (is_orphaned(spawn_plan) || (!child->is_trusted && !enter_box(spawn_plan)))
        _exit(STATUS_NOT_RUN);
    execve(shell, arguments, spawn_plan->environment);
    report((BoxFailure){0, errno});
    _exit(STATUS_NOT_RUN);
}

// The variables of our environment that a child that is not trusted may see.
static const char *const passed_on[] = {"PATH=", "LANG=", "LC_ALL=", "LC_CTYPE="};

static bool is_passed_on(const char *variable)
{
    for (unsigned i = 0; i < COUNT_OF(passed_on); i++)
        if (strncmp(variable, passed_on[i], strlen(passed_on[i])) == 0)
            return true;
    return false;
}

// The tag, then our environment or the variables of it that are passed on. The strings are shared.
static char **make_environment(const Child *child, char *tag)
{
    static char home[] = "HOME=" BOX_HOME, temporary[] = "TMPDIR=" BOX_HOME;
    size_t count = 0, made = 0;
    while (environ[count])
        count++;
    char **variables = memory_resize(&child->memory, NULL, (count + 4) * sizeof *variables);
    if (!variables)
        return NULL;
    variables[made++] = tag;
    if (!child->is_trusted) {
        variables[made++] = home;
        variables[made++] = temporary;
    }
    for (size_t i = 0; i < count; i++)
        if (child->is_trusted || is_passed_on(environ[i]))
            variables[made++] = environ[i];
    assert(made <= count + 3);
    variables[made] = NULL;
    return variables;
}

static void close_all(const int *fds, unsigned count)
{
    for (unsigned i = 0; i < count; i++)
        if (fds[i] >= 0)
            close(fds[i]);
}

// Forks with spawn_lock held, so that the child is in the list before another thread can find its process. The number in a
// tag would tell a guest how many children there were before, so a child in a box has none.
static bool spawn(Child *child, Spawn *spawn_plan)
{
    assert(child->pid == 0 && !child->next);
    spawn_plan->parent = getpid();
    pthread_mutex_lock(&spawn_lock);
    snprintf(child->tag, sizeof child->tag, spawn_plan->box.is_whole ? "%s=1" : "%s=%d-%u",
             child_marker, (int)spawn_plan->parent, ++spawn_count);
    spawn_plan->environment = make_environment(child, child->tag);
    child->pid = spawn_plan->environment ? box_fork(&spawn_plan->box) : -1;
    if (child->pid == 0)
        exec_child(child, spawn_plan);
    if (child->pid > 0) {
        child->next = children;
        children = child;
    }
    pthread_mutex_unlock(&spawn_lock);
    memory_resize(&child->memory, spawn_plan->environment, 0);
    return child->pid > 0;
}

// --- Measuring ---------------------------------------------------------------------------------

// With spawn_lock held.
static bool has_boxes(void)
{
    const Child *child = children;
    while (child && child->processes < 0)
        child = child->next;
    return child != NULL;
}

static void measure_all(void)
{
    for (Child *child = children; child; child = child->next)
        if (child->processes >= 0 && !child->excess) {
            child->excess = box_measure(child->processes);
            if (child->excess)
                kill(child->pid, SIGKILL);
        }
}

// The kernel limits processes for ordinary users only, and memory only for control groups, which not everybody may make. So
// this thread measures all boxes again and again, and kills a box that uses too much.
static void *measure_forever(void *unused)
{
    static const struct timespec pause = {0, MEASURE_MS * NS_PER_MS};
    (void)unused;
    pthread_mutex_lock(&spawn_lock);
    for (;;) {
        while (!has_boxes())
            pthread_cond_wait(&box_added, &spawn_lock);
        measure_all();
        pthread_mutex_unlock(&spawn_lock);
        nanosleep(&pause, NULL);
        pthread_mutex_lock(&spawn_lock);
    }
    return NULL;
}

// With spawn_lock held. The new thread takes no signals; they are for other threads.
static bool start_measuring(void)
{
    static bool is_started;
    pthread_t thread;
    sigset_t all, before;
    if (is_started)
        return true;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    is_started =
        pthread_create(&thread, NULL, measure_forever, NULL) == 0 && pthread_detach(thread) == 0;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return is_started;
}

// From now on this child is measured.
static bool begin_measuring(Child *child)
{
    assert(child->is_boxed && child->processes < 0);
    const int processes = box_open_processes(child->pid);
    pthread_mutex_lock(&spawn_lock);
    child->processes = processes;
    const bool is_measured = processes >= 0 && start_measuring();
    pthread_cond_signal(&box_added);
    pthread_mutex_unlock(&spawn_lock);
    return is_measured;
}

// --- Creating -------------------------------------------------------------------------------------

char *guest__copy_text(const Memory *memory, const char *string)
{
    assert(string);
    const size_t bytes = strlen(string) + 1;
    char *copy = memory_resize(memory, NULL, bytes);
    return copy ? memcpy(copy, string, bytes) : NULL;
}

// Opens a pipe each for its input, its output and its messages, and a pair of sockets for its reports, since those go both
// ways. The child closes all ends but its own.
enum { PIPES = 4, TO = 0, FROM = 2, MESSAGES = 4, REPORT = 6, ENDS = 2 * PIPES };

static bool open_pipes(int ends[ENDS], const ChildPlan *plan)
{
    for (unsigned i = 0; i < ENDS; i++)
        ends[i] = -1;
    for (unsigned i = 0; i < ENDS; i += 2) {
        const bool is_lost = i == MESSAGES && !plan->messages.take;
        if (is_lost && (ends[i + OUTPUT] = open("/dev/null", O_WRONLY | O_CLOEXEC)) < 0)
            return false;
        const bool is_open = i == REPORT
                                 ? socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends + i) == 0
                                 : is_lost || pipe2(ends + i, O_CLOEXEC) == 0;
        if (!is_open)
            return false;
    }
    return fcntl(ends[TO + OUTPUT], F_SETFL, O_NONBLOCK) == 0 &&
           (!plan->messages.take || fcntl(ends[MESSAGES + INPUT], F_SETFL, O_NONBLOCK) == 0);
}

// Reads the next report of a child; false if there is none, because its program runs or it died.
static bool read_report(int from, BoxFailure *failure)
{
    ssize_t count;
    do
        count = read(from, failure, sizeof *failure);
    while (count < 0 && errno == EINTR);
    return count == sizeof *failure;
}

static bool fail_start(BoxFailure failure, Text *message)
{
    text_add(message, "it cannot be started: ");
    if (failure.step)
        box_explain(failure, message);
    else
        text_add(message, strerror(failure.error));
    return false;
}

// Waits until the program of a child runs. False, with a message, if it could not be started.
static bool await_exec(Child *child, int reports, Text *message)
{
    BoxFailure failure = {0, EIO};
    if (!child->is_trusted) {
        if (!read_report(reports, &failure) || failure.step)
            return fail_start(failure, message);
        if ((child->is_boxed && !begin_measuring(child)) || write(reports, "", 1) != 1)
            return fail_start((BoxFailure){0, errno}, message);
    }
    return !read_report(reports, &failure) || fail_start(failure, message);
}

static bool start(Child *child, const ChildPlan *plan, Text *message)
{
    int ends[ENDS];
    Spawn spawn_plan = {.command = plan->command};
    if (!child->is_trusted)
        box_prepare(&spawn_plan.box, plan->command);
    child->is_boxed = spawn_plan.box.is_whole;
    spawn_plan.script = shell_script(plan->command, child->is_boxed);
    bool is_spawned = open_pipes(ends, plan);
    spawn_plan.in = ends[TO + INPUT];
    spawn_plan.out = ends[FROM + OUTPUT];
    spawn_plan.messages = ends[MESSAGES + OUTPUT];
    spawn_plan.report = ends[REPORT + OUTPUT];
    is_spawned = is_spawned && spawn(child, &spawn_plan);
    if (!is_spawned) {
        text_format(message, "it cannot be started: %s", strerror(errno));
        close_all(ends, ENDS);
        return false;
    }
    close_all((int[]){spawn_plan.in, spawn_plan.out, spawn_plan.messages, spawn_plan.report},
              PIPES);
    child->to = ends[TO + OUTPUT];
    child->from = ends[FROM + INPUT];
    child->messages = ends[MESSAGES + INPUT];
    child->pidfd = pidfd_open(child->pid, 0);
    const bool is_running = await_exec(child, ends[REPORT + INPUT], message);
    close(ends[REPORT + INPUT]);
    return is_running;
}

Child *child_create(const Memory *memory, const ChildPlan *plan, Text *message)
{
    assert(plan->command);
    assert(plan->line_max > 0 && plan->line_max <= CHILD_LINE_MAX);
    Child *child = memory_resize(memory, NULL, sizeof *child);
    if (!child) {
        text_add(message, "there is not enough memory to start it");
        return NULL;
    }
    memset(child, 0, offsetof(Child, received));
    child->memory = *memory;
    child->line_max = plan->line_max;
    child->to_messages = plan->messages;
    child->is_trusted = plan->is_trusted;
    child->to = child->from = child->pidfd = child->messages = child->processes = -1;
    signal(SIGPIPE, SIG_IGN);
    prctl(PR_SET_CHILD_SUBREAPER, 1);
    if (!plan->is_trusted)
        prctl(PR_SET_DUMPABLE, 0);
    if (start(child, plan, message))
        return child;
    child_destroy(child);
    return NULL;
}

// --- Ending --------------------------------------------------------------------------------------

// The init of a box is a shell. If its program died of a signal, the shell exits with 128 and the number of the signal.
static void translate_status(Child *child)
{
    assert(child->has_ended);
    if (!child->is_boxed || child->has_crashed || child->status <= STATUS_OF_SIGNAL)
        return;
    child->has_crashed = true;
    child->status -= STATUS_OF_SIGNAL;
}

// The child is not reaped here (WNOWAIT): until it is, the kernel gives its number, which is also the number of its session, to
// no other process.
static bool has_ended(Child *child)
{
    siginfo_t info = {0};
    if (!child->has_ended &&
        waitid(P_PID, (id_t)child->pid, &info, WEXITED | WNOWAIT | WNOHANG) == 0 &&
        info.si_pid == child->pid) {
        child->has_ended = true;
        child->has_crashed = info.si_code != CLD_EXITED;
        child->status = info.si_status;
        translate_status(child);
    }
    return child->has_ended;
}

// Reads a file about a process; returns how many bytes, 0 if the process is gone.
static size_t read_about(pid_t pid, const char *name, char *bytes, size_t capacity)
{
    char path[PROC_PATH_MAX];
    snprintf(path, sizeof path, "/proc/%d/%s", (int)pid, name);
    FILE *file = fopen(path, "re");
    if (!file)
        return 0;
    const size_t length = fread(bytes, 1, capacity, file);
    fclose(file);
    return length;
}

// Whether a process is a child of ours, spawned or adopted, and in another session: then it is one of our children or a
// descendant of one, since none of those can come back into our session. The name of the program stands before these
// numbers and may contain anything, also parentheses.
static bool is_descendant(pid_t pid)
{
    char line[STAT_BYTES_MAX];
    int parent = 0, session = 0;
    line[read_about(pid, "stat", line, sizeof line - 1)] = '\0';
    const char *name_end = strrchr(line, ')');
    return name_end && sscanf(name_end, ") %*c %d %*d %d", &parent, &session) == 2 &&
           parent == getpid() && session != getsid(0);
}

// With spawn_lock held: whether a process has a child's tag in its environment. The shell sorts the variables, so all of them
// are read.
static bool has_tag(pid_t pid, const char *tag)
{
    static char environment[ENVIRON_BYTES_MAX];
    const size_t length = read_about(pid, "environ", environment, sizeof environment);
    return memmem(environment, length, tag, strlen(tag) + 1) != NULL;
}

// With spawn_lock held: whether a process is a running child, or was started by one.
static bool is_of_running_child(pid_t pid)
{
    for (const Child *child = children; child; child = child->next)
        if (child->pid == pid || has_tag(pid, child->tag))
            return true;
    return false;
}

// With spawn_lock held: kills and reaps the processes that we adopted from dead children. Returns how many.
static unsigned reap_orphans(void)
{
    unsigned killed = 0;
    DIR *processes = opendir("/proc");
    if (!processes)
        return 0;
    for (const struct dirent *entry; (entry = readdir(processes));) {
        int pid = 0;
        if (sscanf(entry->d_name, "%d", &pid) != 1 || !is_descendant(pid) ||
            is_of_running_child(pid))
            continue;
        kill(pid, SIGKILL);
        waitpid(pid, NULL, 0);
        killed++;
    }
    closedir(processes);
    return killed;
}

// With spawn_lock held. Each killed process can leave us another orphan, so this repeats; see ORPHAN_ROUNDS_MAX.
static void reap_all_orphans(void)
{
    for (unsigned i = 0; i < ORPHAN_ROUNDS_MAX && reap_orphans(); i++)
        continue;
}

// With spawn_lock held.
static void unlist(const Child *child)
{
    assert(children);
    Child **link = &children;
    while (*link != child)
        link = &(*link)->next;
    *link = child->next;
}

// With spawn_lock held.
static void stop_measuring(Child *child)
{
    if (child->processes >= 0)
        close(child->processes);
    child->processes = -1;
}

// When the init of a box is dead, so are all its processes. Measuring ends before that, since the kernel may soon give its
// number to another process.
static void kill_box(Child *child)
{
    assert(child->is_boxed && child->pid > 0);
    pthread_mutex_lock(&spawn_lock);
    stop_measuring(child);
    pthread_mutex_unlock(&spawn_lock);
    kill(child->pid, SIGKILL);
    waitpid(child->pid, NULL, 0);
    pthread_mutex_lock(&spawn_lock);
    unlist(child);
    pthread_mutex_unlock(&spawn_lock);
}

static void kill_session(Child *child)
{
    assert(!child->is_boxed && child->pid > 0);
    kill(-child->pid, SIGKILL);
    kill(child->pid, SIGKILL); // it may not have called setsid yet
    waitpid(child->pid, NULL, 0);
    pthread_mutex_lock(&spawn_lock);
    unlist(child);
    reap_all_orphans();
    pthread_mutex_unlock(&spawn_lock);
}

void child_destroy(Child *child)
{
    if (!child)
        return;
    if (child->pid > 0)
        (child->is_boxed ? kill_box : kill_session)(child);
    while (child->messages >= 0) // what is left in the pipe; it ends when the pipe is empty
        pass_messages(child);
    close_all((int[]){child->to, child->from, child->pidfd}, 3);
    const Memory memory = child->memory;
    memory_resize(&memory, child, 0);
}

static bool await_end(Child *child, uint64_t deadline_us)
{
    if (child->pidfd >= 0 && !child->has_ended)
        wait_for(child, (struct pollfd[2]){{child->pidfd, POLLIN, 0}, {.fd = -1}}, deadline_us);
    return has_ended(child);
}

bool child_wait(Child *child, uint64_t deadline_us)
{
    if (child->to >= 0)
        close(child->to);
    child->to = -1;
    return await_end(child, deadline_us);
}

int child_process(const Child *child)
{
    assert(child->is_trusted); // for others this process is a shell or the init of a box
    return child->pid;
}

uint64_t child_cpu_us(const Child *child)
{
    clockid_t clock;
    struct timespec used;
    assert(child->is_trusted); // for others this process is a shell or the init of a box
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
        else if (!wait_for(child, (struct pollfd[2]){{child->to, POLLOUT, 0}, {.fd = -1}},
                           deadline_us))
            return CHILD_ERR_DEAF;
    }
    return CHILD_OK;
}

bool child_read_received(Child *child, Slice *line)
{
    assert(child->begin <= child->searched && child->searched <= child->end);
    assert(child->end <= RECEIVED_MAX);
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
    assert(child->begin <= child->searched && child->end < RECEIVED_MAX);
}

// Waits and reads what there is. A program that died says nothing more, even if a process that it started holds its output
// open.
static ChildError receive(Child *child, uint64_t deadline_us)
{
    struct pollfd fds[2] = {{child->from, POLLIN, 0}, {child->pidfd, POLLIN, 0}};
    make_room(child);
    if (!wait_for(child, fds, deadline_us))
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

static void say_end(const Child *child, Text *message)
{
    if (child->has_crashed && child->status == SIGXCPU)
        text_add(message, "it used up its CPU time");
    else if (child->has_crashed)
        text_format(message, "it crashed (signal %d)", child->status);
    else if (child->status == STATUS_NOT_RUN)
        text_add(message, "it was not found (the shell ended with status 127)");
    else
        text_format(message, "it exited with status %d", child->status);
}

void child_quote(Slice line, size_t shown_max, Text *text)
{
    const size_t shown = line.length < shown_max ? line.length : shown_max;
    text_add_char(text, '\'');
    for (size_t i = 0; i < shown; i++)
        text_add_char(text, line.start[i] >= ' ' && line.start[i] < 127 ? line.start[i] : '?');
    text_add(text, shown < line.length ? "...'" : "'");
}

static BoxExcess excess_of(const Child *child)
{
    pthread_mutex_lock(&spawn_lock);
    const BoxExcess excess = child->excess;
    pthread_mutex_unlock(&spawn_lock);
    return excess;
}

// A child that used too much was killed for it; its output may close before it is dead.
void child_complain(Child *child, ChildError error, Text *message)
{
    assert(error < CHILD_ERR_COUNT);
    const BoxExcess excess = excess_of(child);
    if (error == CHILD_ERR_GONE && excess)
        text_add(message, box_excess_text(excess));
    else if (error == CHILD_ERR_GONE && await_end(child, child_now_us() + END_GRACE_MS * US_PER_MS))
        say_end(child, message);
    else
        text_add(message, error_texts[error]);
    if (error == CHILD_ERR_LONG)
        text_format(message, "%zu bytes", child->line_max);
}
