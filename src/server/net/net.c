// A node: its listening socket, and its life.
#include "server/net/inside.h"

enum {
    HANDSHAKE_SECONDS = 10,
    KEEPALIVE_SECONDS = 20,
    HEADER_BYTES_MAX = 2048,
    RECEIVE_BYTES =
        128, // each connection holds so many; usual lines are shorter, long ones come in parts
};

NetCounts net_counts(const Net *net)
{
    return net->counts;
}

double net_busy(const Net *net)
{
    return net->loop.busy;
}

static void work(void *context, uint64_t now_ms, NetWaits *waits)
{
    const Net *net = context;
    net->plan.owner.work(net->plan.owner.context, now_ms, waits);
}

static void look_after(void *context, uint64_t now_ms, unsigned part)
{
    Net *net = context;
    net__look_after(net, part);
    if (part == 0)
        net->plan.owner.tidy(net->plan.owner.context, now_ms);
}

static void flush(void *context)
{
    net__flush(context);
}

uint64_t net_now_ms(const Net *net)
{
    return net__loop_ms(&net->loop);
}

uint64_t net_beats(const Net *net)
{
    return net->loop.beats;
}

// --- The life of it ------------------------------------------------------------------------------

static struct lws_context *open_context(Net *net)
{
    net->protocols[0] = (struct lws_protocols){.name = "nebel",
                                               .callback = net__on_event,
                                               .per_session_data_size = sizeof(Client),
                                               .rx_buffer_size = RECEIVE_BYTES};
    const struct lws_context_creation_info info = {
        .iface = net->plan.socket,
        .protocols = net->protocols,
        .options = LWS_SERVER_OPTION_UNIX_SOCK | LWS_SERVER_OPTION_VALIDATE_UTF8,
        .timeout_secs = HANDSHAKE_SECONDS,
        .keepalive_timeout = KEEPALIVE_SECONDS,
        .max_http_header_data = HEADER_BYTES_MAX,
        .user = net,
    };
    return net__open_context(&net->loop, info);
}

Net *net_create(const Memory *memory, const NetPlan *plan, Text *message)
{
    Net *net = memory_resize(memory, NULL, sizeof *net);
    uint64_t seed = 0;
    (void)!uv_random(NULL, NULL, &seed, sizeof seed, 0, NULL);
    if (net)
        *net = (Net){.memory = *memory, .plan = *plan, .order = rng_from_seed(seed)};
    if (!net || !net__open_loop(&net->loop, memory, &(LoopOwner){work, look_after, flush, net},
                                plan->beat_ms)) {
        memory_resize(memory, net, 0);
        text_add(message, "there is no memory");
        return NULL;
    }
    net__stop_on_signals(&net->loop);
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

void net_destroy(Net *net)
{
    if (!net)
        return;
    const Memory memory = net->memory;
    net__close_loop(&net->loop, net->context);
    number_map_done(&net->clients, &memory);
    for (unsigned i = 0; i < COUNT_OF(net->due); i++)
        memory_resize(&memory, net->due[i], 0);
    memory_resize(&memory, net, 0);
}

void net_run(Net *net)
{
    uv_run(&net->loop.loop, UV_RUN_DEFAULT);
}

void net_stop(Net *net)
{
    uv_stop(&net->loop.loop);
}

void net_wake(Net *net)
{
    uv_async_send(&net->loop.waker);
}
