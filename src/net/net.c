// The loop: the listening socket, timers, signals, and the sockets that the owner waits for.
#include "net/inside.h"

#include <assert.h>
#include <signal.h>

enum { BEAT_MS = 1000, HANDSHAKE_SECONDS = 10, KEEPALIVE_SECONDS = 20, HEADER_BYTES_MAX = 2048 };

NetCounts net_counts(const Net *net)
{
    return net->counts;
}

// --- What the owner waits for --------------------------------------------------------------------

static void wake_up(uv_poll_t *handle, int status, int events)
{
    (void)handle; // the owner looks at everything before the next wait
    (void)status;
    (void)events;
}

static void free_watch(uv_handle_t *handle)
{
    Watch *watch = handle->data;
    memory_resize(&watch->net->memory, watch, 0);
}

static void end_watch(Net *net, unsigned place)
{
    Watch *watch = net->watches[place];
    if (!watch)
        return;
    net->watches[place] = NULL;
    uv_poll_stop(&watch->handle);
    uv_close((uv_handle_t *)&watch->handle, free_watch);
}

static void begin_watch(Net *net, unsigned place, int socket, uint32_t serial)
{
    Watch *watch = memory_resize(&net->memory, NULL, sizeof *watch);
    if (!watch)
        return; // the next beat tries again
    *watch = (Watch){.net = net, .serial = serial};
    watch->handle.data = watch;
    if (uv_poll_init(&net->loop, &watch->handle, socket) != 0) {
        memory_resize(&net->memory, watch, 0);
        return;
    }
    net->watches[place] = watch;
}

static void keep_watch(Net *net, unsigned place, const NetWaits *waits)
{
    const bool is_wanted = place < waits->count;
    if (net->watches[place] &&
        (!is_wanted || net->watches[place]->serial != waits->sockets[place].serial))
        end_watch(net, place);
    if (!is_wanted)
        return;
    if (!net->watches[place])
        begin_watch(net, place, waits->sockets[place].socket, waits->sockets[place].serial);
    Watch *watch = net->watches[place];
    if (watch)
        uv_poll_start(&watch->handle,
                      UV_READABLE | (waits->sockets[place].wants_write ? UV_WRITABLE : 0), wake_up);
}

static void on_timer(uv_timer_t *timer)
{
    (void)timer; // only to wake up
}

// The owner works, and says what it waits for.
static void on_prepare(uv_prepare_t *prepare)
{
    Net *net = prepare->data;
    NetWaits waits = {.next_ms = UINT64_MAX};
    net->plan.owner.work(net->plan.owner.context, net_now_ms(net), &waits);
    assert(waits.count <= NET_WAITS_MAX);
    for (unsigned place = 0; place < NET_WAITS_MAX; place++)
        keep_watch(net, place, &waits);
    const uint64_t now_ms = net_now_ms(net);
    uv_update_time(&net->loop);
    if (waits.next_ms == UINT64_MAX)
        uv_timer_stop(&net->timer);
    else
        uv_timer_start(&net->timer, on_timer, waits.next_ms > now_ms ? waits.next_ms - now_ms : 0,
                       0);
}

static void on_beat(uv_timer_t *timer)
{
    Net *net = timer->data;
    net__look_after(net);
    net->plan.owner.beat(net->plan.owner.context, net_now_ms(net));
}

static void on_signal(uv_signal_t *handle, int number)
{
    (void)number;
    net_stop(handle->data);
}

// --- The life of it ------------------------------------------------------------------------------

static void start_handles(Net *net)
{
    static const int numbers[COUNT_OF(net->signals)] = {SIGTERM, SIGINT};
    uv_prepare_init(&net->loop, &net->prepare);
    uv_timer_init(&net->loop, &net->timer);
    uv_timer_init(&net->loop, &net->beat);
    net->prepare.data = net->timer.data = net->beat.data = net;
    uv_prepare_start(&net->prepare, on_prepare);
    uv_timer_start(&net->beat, on_beat, BEAT_MS, BEAT_MS);
    for (unsigned i = 0; i < COUNT_OF(net->signals); i++) {
        uv_signal_init(&net->loop, &net->signals[i]);
        net->signals[i].data = net;
        uv_signal_start(&net->signals[i], on_signal, numbers[i]);
    }
}

static void ignore_log(int level, const char *line)
{
    (void)level; // it would quote what clients send
    (void)line;
}

static struct lws_context *open_context(Net *net)
{
    static const lws_retry_bo_t no_policy = {
        0}; // the default costs a search through all connections at each accept
    void *loops[] = {&net->loop};
    net->protocols[0] = (struct lws_protocols){.name = "nebel",
                                               .callback = net__on_event,
                                               .per_session_data_size = sizeof(Client),
                                               .rx_buffer_size = net->plan.line_max};
    const struct lws_context_creation_info info = {
        .iface = net->plan.socket,
        .protocols = net->protocols,
        .foreign_loops = loops,
        .gid = (gid_t)-1,
        .uid = (uid_t)-1,
        .options =
            LWS_SERVER_OPTION_LIBUV | LWS_SERVER_OPTION_UNIX_SOCK | LWS_SERVER_OPTION_VALIDATE_UTF8,
        .timeout_secs = HANDSHAKE_SECONDS,
        .keepalive_timeout = KEEPALIVE_SECONDS,
        .max_http_header_data = HEADER_BYTES_MAX,
        .retry_and_idle_policy = &no_policy,
        .user = net,
    };
    lws_set_log_level(LLL_ERR, ignore_log);
    return lws_create_context(&info);
}

Net *net_create(const Memory *memory, const NetPlan *plan, Text *message)
{
    Net *net = memory_resize(memory, NULL, sizeof *net);
    if (net)
        *net = (Net){.memory = *memory, .plan = *plan};
    if (!net || uv_loop_init(&net->loop) != 0) {
        memory_resize(memory, net, 0);
        text_add(message, "there is no memory");
        return NULL;
    }
    start_handles(net);
    net->context = open_context(net);
    if (net->context)
        return net;
    text_format(
        message,
        "the socket %s cannot be opened: is its folder there and yours to write, and its path "
        "shorter than 100 bytes?",
        plan->socket);
    net_destroy(net);
    return NULL;
}

static void close_handles(Net *net)
{
    uv_close((uv_handle_t *)&net->prepare, NULL);
    uv_close((uv_handle_t *)&net->timer, NULL);
    uv_close((uv_handle_t *)&net->beat, NULL);
    for (unsigned i = 0; i < COUNT_OF(net->signals); i++)
        uv_close((uv_handle_t *)&net->signals[i], NULL);
    for (unsigned place = 0; place < NET_WAITS_MAX; place++)
        end_watch(net, place);
}

void net_destroy(Net *net)
{
    if (!net)
        return;
    const Memory memory = net->memory;
    close_handles(net);
    lws_context_destroy(net->context);
    uv_run(&net->loop, UV_RUN_DEFAULT); // until all handles are closed
    lws_context_destroy(net->context);
    uv_loop_close(&net->loop);
    number_map_done(&net->clients, &memory);
    memory_resize(&memory, net, 0);
}

void net_run(Net *net)
{
    uv_run(&net->loop, UV_RUN_DEFAULT);
}

void net_stop(Net *net)
{
    uv_stop(&net->loop);
}
