// Children: their pipes, lines with deadlines, and what went wrong in words.
#include "engine/external/child.h"

#include "engine/external/process.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum {
    INPUT, // ends of a pipe
    OUTPUT,
    RECEIVED_MAX = 2 * CHILD_LINE_MAX,
    END_GRACE_MS = 2000,      // from the end of its output to its own: a box may take its time
    MESSAGE_BYTES_MAX = 4096, // of its standard error that are shown at once
    US_PER_MS = 1000,
    US_PER_SECOND = 1000000,
    NS_PER_US = 1000,
};

struct Child {
    Memory memory;
    Process process;
    int to, from;
    int messages;              // its standard error; -1 if that is lost
    ChildMessages to_messages; // who takes it
    size_t line_max;
    size_t begin, searched, end; // in `received`: the next line, where to look for its end, all
    char received[RECEIVED_MAX];
};

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

static void child_show(void *context, Slice bytes)
{
    (void)context;
    (void)!write(STDERR_FILENO, bytes.start, bytes.length);
}

const ChildMessages child_messages_shown = {.take = child_show};

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

char *guest__copy_text(const Memory *memory, const char *string)
{
    assert(string);
    const size_t bytes = strlen(string) + 1;
    char *copy = memory_resize(memory, NULL, bytes);
    return copy ? memcpy(copy, string, bytes) : NULL;
}

// Opens a pipe each for its input, its output and its messages. The child closes all ends but its own.
enum { PIPES = 3, TO = 0, FROM = 2, MESSAGES = 4, ENDS = 2 * PIPES };

static bool open_pipes(int ends[ENDS], const ChildPlan *plan)
{
    for (unsigned i = 0; i < ENDS; i++)
        ends[i] = -1;
    for (unsigned i = 0; i < ENDS; i += 2) {
        const bool is_lost = i == MESSAGES && !plan->messages.take;
        if (is_lost && (ends[i + OUTPUT] = open("/dev/null", O_WRONLY | O_CLOEXEC)) < 0)
            return false;
        if (!is_lost && pipe2(ends + i, O_CLOEXEC) != 0)
            return false;
    }
    return fcntl(ends[TO + OUTPUT], F_SETFL, O_NONBLOCK) == 0 &&
           (!plan->messages.take || fcntl(ends[MESSAGES + INPUT], F_SETFL, O_NONBLOCK) == 0);
}

static void close_all(const int *fds, unsigned count)
{
    for (unsigned i = 0; i < count; i++)
        if (fds[i] >= 0)
            close(fds[i]);
}

static bool start(Child *child, const ChildPlan *plan, Text *message)
{
    int ends[ENDS];
    const bool is_open = open_pipes(ends, plan);
    if (!is_open)
        text_format(message, "it cannot be started: %s", strerror(errno));
    const ProcessPlan process = {plan->command, plan->is_trusted, ends[TO + INPUT],
                                 ends[FROM + OUTPUT], ends[MESSAGES + OUTPUT]};
    const bool is_running =
        is_open && process_start(&child->process, &child->memory, &process, message);
    close_all((int[]){process.in, process.out, process.messages}, PIPES);
    child->to = ends[TO + OUTPUT];
    child->from = ends[FROM + INPUT];
    child->messages = ends[MESSAGES + INPUT];
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
    signal(SIGPIPE, SIG_IGN);
    if (start(child, plan, message))
        return child;
    child_destroy(child);
    return NULL;
}

void child_destroy(Child *child)
{
    if (!child)
        return;
    process_kill(&child->process);
    while (child->messages >= 0) // what is left in the pipe; it ends when the pipe is empty
        pass_messages(child);
    close_all((int[]){child->to, child->from}, 2);
    const Memory memory = child->memory;
    memory_resize(&memory, child, 0);
}

static bool await_end(Child *child, uint64_t deadline_us)
{
    Process *process = &child->process;
    if (process->pidfd >= 0 && !process->has_ended)
        wait_for(child, (struct pollfd[2]){{process->pidfd, POLLIN, 0}, {.fd = -1}}, deadline_us);
    return process_has_ended(process);
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
    assert(child->process.is_trusted); // for others this process is a shell or the init of a box
    return child->process.pid;
}

uint64_t child_cpu_us(const Child *child)
{
    clockid_t clock;
    struct timespec used;
    assert(child->process.is_trusted); // for others this process is a shell or the init of a box
    if (clock_getcpuclockid(child->process.pid, &clock) != 0 || clock_gettime(clock, &used) != 0)
        return 0;
    return to_us(used);
}

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
    struct pollfd fds[2] = {{child->from, POLLIN, 0}, {child->process.pidfd, POLLIN, 0}};
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

static void say_end(const Process *process, Text *message)
{
    if (process->has_crashed && process->status == SIGXCPU)
        text_add(message, "it used up its CPU time");
    else if (process->has_crashed)
        text_format(message, "it crashed (signal %d)", process->status);
    else if (process->status == PROCESS_NOT_RUN)
        text_add(message, "it was not found (the shell ended with status 127)");
    else
        text_format(message, "it exited with status %d", process->status);
}

void child_quote(Slice line, size_t shown_max, Text *text)
{
    const size_t shown = line.length < shown_max ? line.length : shown_max;
    text_add_char(text, '\'');
    for (size_t i = 0; i < shown; i++)
        text_add_char(text, line.start[i] >= ' ' && line.start[i] < 127 ? line.start[i] : '?');
    text_add(text, shown < line.length ? "...'" : "'");
}

// A child that used too much was killed for it; its output may close before it is dead.
void child_complain(Child *child, ChildError error, Text *message)
{
    assert(error < CHILD_ERR_COUNT);
    const BoxExcess excess = process_excess(&child->process);
    if (error == CHILD_ERR_GONE && excess)
        text_add(message, box_excess_text(excess));
    else if (error == CHILD_ERR_GONE && await_end(child, child_now_us() + END_GRACE_MS * US_PER_MS))
        say_end(&child->process, message);
    else
        text_add(message, error_texts[error]);
    if (error == CHILD_ERR_LONG)
        text_format(message, "%zu bytes", child->line_max);
}
