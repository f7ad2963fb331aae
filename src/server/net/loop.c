// What a node (net.c) and WebSocket clients (dial.c) share: the event loop with its timers, signals and the sockets that the owner waits for;
// and queues of frames that wait until their socket can be written to.
#include "server/net/internal.h"

#include <assert.h>
#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { UPKEEP_MS = 1000 / LOOP_PARTS, ROUNDS_A_BEAT = 4 };

uint64_t net__now_ms(void)
{
    return uv_hrtime() / 1000000;
}

uint64_t net__loop_ms(const Loop *loop)
{
    return loop->beat_ms ? loop->now_ms : net__now_ms();
}

static void wake_up(uv_poll_t *handle, int status, int events)
{
    (void)handle; // the owner looks at everything before the next wait
    (void)status;
    (void)events;
}

static void free_watch(uv_handle_t *handle)
{
    Watch *watch = handle->data;
    memory_resize(watch->memory, watch, 0);
}

static void end_watch(Loop *loop, unsigned place)
{
    Watch *watch = loop->watches[place];
    if (!watch)
        return;
    loop->watches[place] = NULL;
    uv_poll_stop(&watch->handle);
    uv_close((uv_handle_t *)&watch->handle, free_watch);
}

static void begin_watch(Loop *loop, unsigned place, int socket, uint32_t serial)
{
    Watch *watch = memory_resize(&loop->memory, NULL, sizeof *watch);
    if (!watch)
        return; // the next beat tries again
    *watch = (Watch){.memory = &loop->memory, .serial = serial};
    watch->handle.data = watch;
    if (uv_poll_init(&loop->loop, &watch->handle, socket) != 0) {
        memory_resize(&loop->memory, watch, 0);
        return;
    }
    loop->watches[place] = watch;
}

static void keep_watch(Loop *loop, unsigned place, const NetWaits *waits)
{
    const bool is_wanted = place < waits->count;
    if (loop->watches[place] &&
        (!is_wanted || loop->watches[place]->serial != waits->sockets[place].serial))
        end_watch(loop, place);
    if (!is_wanted)
        return;
    if (!loop->watches[place])
        begin_watch(loop, place, waits->sockets[place].socket, waits->sockets[place].serial);
    Watch *watch = loop->watches[place];
    const int events = UV_READABLE | (waits->sockets[place].wants_write ? UV_WRITABLE : 0);
    // Starting it again would take the socket out of the kernel's list and put it in again, in each round.
    if (watch && watch->events != events && uv_poll_start(&watch->handle, events, wake_up) == 0)
        watch->events = events;
}

static void on_timer(uv_timer_t *timer)
{
    (void)timer; // only to wake up
}

static void on_waker(uv_async_t *waker)
{
    (void)waker; // as well
}

// Lets the owner work, which says what it waits for.
static void on_prepare(uv_prepare_t *prepare)
{
    Loop *loop = prepare->data;
    NetWaits waits = {.next_ms = UINT64_MAX};
    loop->owner.work(loop->owner.context, net__now_ms(), &waits);
    assert(waits.count <= NET_WAITS_MAX);
    for (unsigned place = 0; place < NET_WAITS_MAX; place++)
        keep_watch(loop, place, &waits);
    const uint64_t now_ms = net__now_ms();
    uv_update_time(&loop->loop);
    if (waits.next_ms == UINT64_MAX)
        uv_timer_stop(&loop->timer);
    else
        uv_timer_start(&loop->timer, on_timer, waits.next_ms > now_ms ? waits.next_ms - now_ms : 0,
                       0);
}

// Returns the nanoseconds in which this thread could run and had no core; 0 if the kernel does not count them.
static uint64_t waited_ns(void)
{
    uint64_t ran_ns = 0, waited = 0;
    FILE *file = fopen("/proc/thread-self/schedstat", "re");
    if (!file)
        return 0;
    const bool is_read = fscanf(file, "%" SCNu64 " %" SCNu64, &ran_ns, &waited) == 2;
    fclose(file);
    return is_read ? waited : 0;
}

static uint64_t ran_ns(void)
{
    struct timespec ran;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &ran);
    return (uint64_t)ran.tv_sec * 1000000000 + (uint64_t)ran.tv_nsec;
}

// Measures how busy the loop is: sockets that are ready must wait while it works, and also while it could work and has no core, which libuv
// counts as idle.
static void measure_busy(Loop *loop)
{
    const uint64_t now_ns = uv_hrtime(), busy_ns = ran_ns() + waited_ns();
    if (loop->measured_ns)
        loop->busy = (double)(busy_ns - loop->busy_ns) / (double)(now_ns - loop->measured_ns);
    loop->measured_ns = now_ns;
    loop->busy_ns = busy_ns;
}

static void on_upkeep(uv_timer_t *timer)
{
    Loop *loop = timer->data;
    if (loop->part == 0)
        measure_busy(loop);
    loop->owner.look_after(loop->owner.context, net__loop_ms(loop), loop->part);
    loop->part = (loop->part + 1) % LOOP_PARTS;
}

static void on_beat(uv_timer_t *timer);

// Sets the next beat. Beats that were missed are left out; the next one is some time away, so that the database is heard before.
static void set_beat(Loop *loop)
{
    enum { LEAST_SHARE = 5 };
    const uint64_t passed_ms = net__now_ms() - loop->first_beat_ms + loop->beat_ms / LEAST_SHARE;
    const uint64_t next_ms = loop->first_beat_ms + (passed_ms / loop->beat_ms + 1) * loop->beat_ms;
    uv_update_time(&loop->loop);
    uv_timer_start(&loop->beat, on_beat, next_ms - net__now_ms(), 0);
}

// Writes first, at a moment that depends on nothing but the clock, and reads then.
static void on_beat(uv_timer_t *timer)
{
    Loop *loop = timer->data;
    loop->now_ms = net__now_ms();
    loop->beats++;
    loop->owner.flush(loop->owner.context);
    for (unsigned i = 0; i < ROUNDS_A_BEAT; i++)
        uv_run(&loop->sockets, UV_RUN_NOWAIT);
    set_beat(loop);
}

// Returns the loop of the sockets of libwebsockets.
static uv_loop_t *sockets_of(Loop *loop)
{
    return loop->beat_ms ? &loop->sockets : &loop->loop;
}

static void on_signal(uv_signal_t *handle, int number)
{
    (void)number;
    uv_stop(handle->loop);
}

static bool open_loops(Loop *loop)
{
    if (uv_loop_init(&loop->loop) != 0)
        return false;
    if (!loop->beat_ms || uv_loop_init(&loop->sockets) == 0)
        return true;
    uv_loop_close(&loop->loop);
    return false;
}

static void close_loops(Loop *loop)
{
    uv_loop_close(&loop->loop);
    if (loop->beat_ms)
        uv_loop_close(&loop->sockets);
}

bool net__open_loop(Loop *loop, const Memory *memory, const LoopOwner *owner, uint32_t beat_ms)
{
    *loop = (Loop){.memory = *memory, .owner = *owner, .beat_ms = beat_ms};
    if (!open_loops(loop))
        return false;
    if (uv_async_init(&loop->loop, &loop->waker, on_waker) != 0) {
        close_loops(loop);
        return false;
    }
    loop->now_ms = loop->first_beat_ms = net__now_ms();
    uv_prepare_init(&loop->loop, &loop->prepare);
    uv_timer_init(&loop->loop, &loop->timer);
    uv_timer_init(&loop->loop, &loop->upkeep);
    uv_timer_init(&loop->loop, &loop->beat);
    for (unsigned i = 0; i < COUNT_OF(loop->signals); i++)
        uv_signal_init(&loop->loop, &loop->signals[i]);
    loop->prepare.data = loop->upkeep.data = loop->beat.data = loop;
    uv_prepare_start(&loop->prepare, on_prepare);
    uv_timer_start(&loop->upkeep, on_upkeep, UPKEEP_MS, UPKEEP_MS);
    if (loop->beat_ms)
        set_beat(loop);
    return true;
}

void net__stop_on_signals(Loop *loop)
{
    static const int numbers[COUNT_OF(loop->signals)] = {SIGTERM, SIGINT};
    for (unsigned i = 0; i < COUNT_OF(loop->signals); i++)
        uv_signal_start(&loop->signals[i], on_signal, numbers[i]);
}

static void ignore_log(int level, const char *line)
{
    (void)level; // it would quote what others send
    (void)line;
}

const lws_retry_bo_t net__no_policy = {0};

struct lws_context *net__open_context(Loop *loop, struct lws_context_creation_info info)
{
    void *loops[] = {sockets_of(loop)};
    info.foreign_loops = loops;
    info.options |= LWS_SERVER_OPTION_LIBUV;
    info.gid = (gid_t)-1;
    info.uid = (uid_t)-1;
    info.retry_and_idle_policy = &net__no_policy;
    lws_set_log_level(LLL_ERR, ignore_log);
    return lws_create_context(&info);
}

static void free_forgotten(uv_handle_t *handle)
{
    free(handle); // libwebsockets has its memory from the heap
}

// Closes a handle that libwebsockets 4.1 forgets when a unix socket refuses immediately; else the loop could not be closed.
static void close_forgotten(uv_handle_t *handle, void *context)
{
    (void)context;
    if (handle->type == UV_POLL && !uv_is_closing(handle))
        uv_close(handle, free_forgotten);
}

void net__close_loop(Loop *loop, struct lws_context *context)
{
    uv_close((uv_handle_t *)&loop->prepare, NULL);
    uv_close((uv_handle_t *)&loop->timer, NULL);
    uv_close((uv_handle_t *)&loop->upkeep, NULL);
    uv_close((uv_handle_t *)&loop->beat, NULL);
    uv_close((uv_handle_t *)&loop->waker, NULL);
    for (unsigned i = 0; i < COUNT_OF(loop->signals); i++)
        uv_close((uv_handle_t *)&loop->signals[i], NULL);
    for (unsigned place = 0; place < NET_WAITS_MAX; place++)
        end_watch(loop, place);
    uv_loop_t *sockets = sockets_of(loop);
    lws_context_destroy(context);
    uv_run(&loop->loop, UV_RUN_DEFAULT); // until all handles are closed
    uv_run(sockets, UV_RUN_DEFAULT);
    lws_context_destroy(context);
    uv_walk(sockets, close_forgotten, NULL);
    uv_run(sockets, UV_RUN_DEFAULT);
    close_loops(loop);
}

bool net__add_frame(FrameQueue *frames, const Memory *memory, Slice line, size_t waiting_max)
{
    if (frames->waiting + line.length > waiting_max)
        return false;
    QueuedFrame *frame = memory_resize(memory, NULL, sizeof *frame + LWS_PRE + line.length);
    if (!frame)
        return false;
    *frame = (QueuedFrame){.length = line.length};
    memcpy(frame->bytes + LWS_PRE, line.start, line.length);
    if (frames->last)
        frames->last->next = frame;
    else
        frames->first = frame;
    frames->last = frame;
    frames->waiting += line.length;
    return true;
}

static bool write_first(FrameQueue *frames, const Memory *memory, struct lws *wsi)
{
    QueuedFrame *frame = frames->first;
    frames->first = frame->next;
    if (!frames->first)
        frames->last = NULL;
    frames->waiting -= frame->length;
    const int written = lws_write(wsi, frame->bytes + LWS_PRE, frame->length, LWS_WRITE_TEXT);
    const bool is_written = written >= (int)frame->length;
    memory_resize(memory, frame, 0);
    return is_written;
}

// Writes a ping with a byte in it: clients of libwebsockets 4.1 do not answer an empty one.
static bool write_ping(struct lws *wsi)
{
    unsigned char room[LWS_PRE + 1] = {0};
    return lws_write(wsi, room + LWS_PRE, 1, LWS_WRITE_PING) >= 0;
}

int net__write_next(FrameQueue *frames, const Memory *memory, struct lws *wsi, bool is_closing,
                    bool *wants_ping, uint64_t *count)
{
    if (frames->first) {
        (*count)++;
        if (!write_first(frames, memory, wsi))
            return -1;
    } else if (is_closing) {
        lws_close_reason(wsi, LWS_CLOSE_STATUS_NORMAL, NULL, 0);
        return -1;
    } else if (*wants_ping) {
        *wants_ping = false;
        return write_ping(wsi) ? 0 : -1;
    }
    return 0;
}

void net__drop_frames(FrameQueue *frames, const Memory *memory)
{
    for (QueuedFrame *frame = frames->first, *next; frame; frame = next) {
        next = frame->next;
        memory_resize(memory, frame, 0);
    }
    *frames = (FrameQueue){0};
}

void net__want_write(Net *net, NetClient *client)
{
    if (client->is_due)
        return;
    // Without memory for the list the client is written to as soon as it can be.
    if (!net->plan.beat_ms || !memory_reserve(&net->memory, &net->due[0], net->due_count,
                                              &net->due_capacity[0], sizeof *net->due[0])) {
        lws_callback_on_writable(client->wsi);
        return;
    }
    client->is_due = true;
    net->due[0][net->due_count++] = client->number;
}
