// Processes of children: they are forked into a box, measured, and killed with all that they have started.
#include "engine/external/process.h"

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

const char process_marker[] = "NEBEL_GUEST";

enum {
    MEASURE_MS = 50,             // between two measurements of a box
    PROC_PATH_MAX = 64,          // bytes of "/proc/12345/environ"
    STAT_BYTES_MAX = 512,        // of /proc/N/stat; the numbers we want stand near its beginning
    ENVIRON_BYTES_MAX = 1 << 17, // of /proc/N/environ
    ORPHAN_ROUNDS_MAX = 1000,    // then we give up on processes that fork faster than we kill
    STATUS_OF_SIGNAL = 128,      // a shell adds the number of the signal that its program died of
    NS_PER_MS = 1000000,
};

// Guards the list of running processes and every fork, so that no thread takes a new one for an orphan.
static pthread_mutex_t spawn_lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t box_added =
    PTHREAD_COND_INITIALIZER; // signalled when a process in a whole box was started
static Process *running;
static unsigned spawn_count;

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

// What a process needs between fork and exec; made before the fork.
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
static void exec_program(const Process *process, const Spawn *spawn_plan)
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
        _exit(PROCESS_NOT_RUN);
    close_range(REPORT_FILENO + 1, ~0u, 0); // no other descriptor of ours is for guests
    if (is_orphaned(spawn_plan) || (!process->is_trusted && !enter_box(spawn_plan)))
        _exit(PROCESS_NOT_RUN);
    execve(shell, arguments, spawn_plan->environment);
    report((BoxFailure){0, errno});
    _exit(PROCESS_NOT_RUN);
}

// The variables of our environment that a program that is not trusted may see.
static const char *const passed_on[] = {"PATH=", "LANG=", "LC_ALL=", "LC_CTYPE="};

static bool is_passed_on(const char *variable)
{
    for (unsigned i = 0; i < COUNT_OF(passed_on); i++)
        if (strncmp(variable, passed_on[i], strlen(passed_on[i])) == 0)
            return true;
    return false;
}

// The tag, then our environment or the variables of it that are passed on. The strings are shared.
static char **make_environment(Process *process, const Memory *memory)
{
    static char home[] = "HOME=" BOX_HOME, temporary[] = "TMPDIR=" BOX_HOME;
    size_t count = 0, made = 0;
    while (environ[count])
        count++;
    char **variables = memory_resize(memory, NULL, (count + 4) * sizeof *variables);
    if (!variables)
        return NULL;
    variables[made++] = process->tag;
    if (!process->is_trusted) {
        variables[made++] = home;
        variables[made++] = temporary;
    }
    for (size_t i = 0; i < count; i++)
        if (process->is_trusted || is_passed_on(environ[i]))
            variables[made++] = environ[i];
    assert(made <= count + 3);
    variables[made] = NULL;
    return variables;
}

// Forks with spawn_lock held, so that the process is in the list before another thread can find it. The number in a tag would tell
// a guest how many there were before, so a process in a box has none.
static bool spawn(Process *process, const Memory *memory, Spawn *spawn_plan)
{
    assert(process->pid == 0 && !process->next);
    spawn_plan->parent = getpid();
    pthread_mutex_lock(&spawn_lock);
    snprintf(process->tag, sizeof process->tag, spawn_plan->box.is_whole ? "%s=1" : "%s=%d-%u",
             process_marker, (int)spawn_plan->parent, ++spawn_count);
    spawn_plan->environment = make_environment(process, memory);
    process->pid = spawn_plan->environment ? box_fork(&spawn_plan->box) : -1;
    if (process->pid == 0)
        exec_program(process, spawn_plan);
    if (process->pid > 0) {
        process->next = running;
        running = process;
    }
    pthread_mutex_unlock(&spawn_lock);
    memory_resize(memory, spawn_plan->environment, 0);
    return process->pid > 0;
}

// With spawn_lock held.
static bool has_boxes(void)
{
    const Process *process = running;
    while (process && process->box_processes < 0)
        process = process->next;
    return process != NULL;
}

static void measure_all(void)
{
    for (Process *process = running; process; process = process->next)
        if (process->box_processes >= 0 && !process->excess) {
            process->excess = box_measure(process->box_processes);
            if (process->excess)
                kill(process->pid, SIGKILL);
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

// From now on this box is measured.
static bool begin_measuring(Process *process)
{
    assert(process->is_boxed && process->box_processes < 0);
    const int processes = box_open_processes(process->pid);
    pthread_mutex_lock(&spawn_lock);
    process->box_processes = processes;
    const bool is_measured = processes >= 0 && start_measuring();
    pthread_cond_signal(&box_added);
    pthread_mutex_unlock(&spawn_lock);
    return is_measured;
}

// Reads the next report of a process; false if there is none, because its program runs or it died.
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

// Waits until the program of a process runs. False, with a message, if it could not be started.
static bool await_exec(Process *process, int reports, Text *message)
{
    BoxFailure failure = {0, EIO};
    if (!process->is_trusted) {
        if (!read_report(reports, &failure) || failure.step)
            return fail_start(failure, message);
        if ((process->is_boxed && !begin_measuring(process)) || write(reports, "", 1) != 1)
            return fail_start((BoxFailure){0, errno}, message);
    }
    return !read_report(reports, &failure) || fail_start(failure, message);
}

// Forks the process and waits until its program runs; the pair of sockets is for its reports.
static bool start(Process *process, const Memory *memory, Spawn *spawn_plan, Text *message)
{
    int reports[2];
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, reports) != 0)
        return fail_start((BoxFailure){0, errno}, message);
    spawn_plan->report = reports[1];
    bool is_running = spawn(process, memory, spawn_plan);
    if (!is_running)
        (void)fail_start((BoxFailure){0, errno}, message);
    close(reports[1]); // so that exec, which closes the other copy, ends the reports
    if (is_running) {
        process->pidfd = pidfd_open(process->pid, 0);
        is_running = await_exec(process, reports[0], message);
    }
    close(reports[0]);
    return is_running;
}

bool process_start(Process *process, const Memory *memory, const ProcessPlan *plan, Text *message)
{
    Spawn spawn_plan = {
        .command = plan->command, .in = plan->in, .out = plan->out, .messages = plan->messages};
    *process = (Process){.is_trusted = plan->is_trusted, .pidfd = -1, .box_processes = -1};
    prctl(PR_SET_CHILD_SUBREAPER, 1);
    if (!plan->is_trusted) {
        prctl(PR_SET_DUMPABLE, 0);
        box_prepare(&spawn_plan.box, plan->command);
    }
    process->is_boxed = spawn_plan.box.is_whole;
    spawn_plan.script = shell_script(plan->command, process->is_boxed);
    return start(process, memory, &spawn_plan, message);
}

// The init of a box is a shell. If its program died of a signal, the shell exits with 128 and the number of the signal.
static void translate_status(Process *process)
{
    assert(process->has_ended);
    if (!process->is_boxed || process->has_crashed || process->status <= STATUS_OF_SIGNAL)
        return;
    process->has_crashed = true;
    process->status -= STATUS_OF_SIGNAL;
}

// The process is not reaped here (WNOWAIT): until it is, the kernel gives its number, which is also the number of its session, to
// no other process.
bool process_has_ended(Process *process)
{
    siginfo_t info = {0};
    if (!process->has_ended &&
        waitid(P_PID, (id_t)process->pid, &info, WEXITED | WNOWAIT | WNOHANG) == 0 &&
        info.si_pid == process->pid) {
        process->has_ended = true;
        process->has_crashed = info.si_code != CLD_EXITED;
        process->status = info.si_status;
        translate_status(process);
    }
    return process->has_ended;
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

// With spawn_lock held: whether a process has a tag in its environment. The shell sorts the variables, so all of them
// are read.
static bool has_tag(pid_t pid, const char *tag)
{
    static char environment[ENVIRON_BYTES_MAX];
    const size_t length = read_about(pid, "environ", environment, sizeof environment);
    return memmem(environment, length, tag, strlen(tag) + 1) != NULL;
}

// With spawn_lock held: whether a process is in the list, or was started by one that is.
static bool is_of_running(pid_t pid)
{
    for (const Process *process = running; process; process = process->next)
        if (process->pid == pid || has_tag(pid, process->tag))
            return true;
    return false;
}

// With spawn_lock held: kills and reaps the processes that we adopted from dead ones. Returns how many.
static unsigned reap_orphans(void)
{
    unsigned killed = 0;
    DIR *processes = opendir("/proc");
    if (!processes)
        return 0;
    for (const struct dirent *entry; (entry = readdir(processes));) {
        int pid = 0;
        if (sscanf(entry->d_name, "%d", &pid) != 1 || !is_descendant(pid) || is_of_running(pid))
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
static void unlist(const Process *process)
{
    assert(running);
    Process **link = &running;
    while (*link != process)
        link = &(*link)->next;
    *link = process->next;
}

// With spawn_lock held.
static void stop_measuring(Process *process)
{
    if (process->box_processes >= 0)
        close(process->box_processes);
    process->box_processes = -1;
}

// When the init of a box is dead, so are all its processes. Measuring ends before that, since the kernel may soon give its
// number to another process.
static void kill_box(Process *process)
{
    assert(process->is_boxed && process->pid > 0);
    pthread_mutex_lock(&spawn_lock);
    stop_measuring(process);
    pthread_mutex_unlock(&spawn_lock);
    kill(process->pid, SIGKILL);
    waitpid(process->pid, NULL, 0);
    pthread_mutex_lock(&spawn_lock);
    unlist(process);
    pthread_mutex_unlock(&spawn_lock);
}

static void kill_session(Process *process)
{
    assert(!process->is_boxed && process->pid > 0);
    kill(-process->pid, SIGKILL);
    kill(process->pid, SIGKILL); // it may not have called setsid yet
    waitpid(process->pid, NULL, 0);
    pthread_mutex_lock(&spawn_lock);
    unlist(process);
    reap_all_orphans();
    pthread_mutex_unlock(&spawn_lock);
}

void process_kill(Process *process)
{
    if (process->pid <= 0)
        return;
    (process->is_boxed ? kill_box : kill_session)(process);
    if (process->pidfd >= 0)
        close(process->pidfd);
}

BoxExcess process_excess(const Process *process)
{
    pthread_mutex_lock(&spawn_lock);
    const BoxExcess excess = process->excess;
    pthread_mutex_unlock(&spawn_lock);
    return excess;
}
