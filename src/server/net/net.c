// A node's network: WebSockets, with lines in, frames out, and clients that are silent or do not read; the listening socket; and the life of a
// node.
#include "server/net/internal.h"

#include <string.h>
#include <strings.h>
#include <sys/socket.h>

enum { PATH_MAX_BYTES = 256, UPGRADE_MAX = 32, CLOSE_SECONDS = 5, SEND_BYTES = 212992 };
enum {
    HANDSHAKE_SECONDS = 10,
    KEEPALIVE_SECONDS = 20,
    HEADER_BYTES_MAX = 2048,
    RECEIVE_BYTES =
        128, // each connection holds so many; usual lines are shorter, long ones come in parts
};

// Closes a connection from outside its own events.
static void cut_off(const Net *net, NetClient *client)
{
    net__drop_frames(&client->frames, &net->memory);
    client->is_closing = true;
    lws_set_timeout(client->wsi, PENDING_TIMEOUT_USER_OK, LWS_TO_KILL_ASYNC);
}

static NetClient *find_socket(const Net *net, uint64_t connection)
{
    NetClient *client = number_map_find(&net->clients, connection);
    return client && client->is_socket ? client : NULL;
}

void net_send(Net *net, uint64_t connection, Slice line)
{
    NetClient *client = find_socket(net, connection);
    if (!client || client->is_closing)
        return;
    if (!net__add_frame(&client->frames, &net->memory, line, net->plan.waiting_max)) {
        // It cannot be told everything, so it is told nothing more. It may come back and hear what it missed.
        net->counts.slow++;
        cut_off(net, client);
        return;
    }
    net__want_write(net, client);
}

void net_close(Net *net, uint64_t connection)
{
    NetClient *client = find_socket(net, connection);
    if (!client)
        return;
    client->is_closing = true;
    // A client that does not read would else keep its connection for ever.
    lws_set_timeout(client->wsi, PENDING_TIMEOUT_USER_OK, CLOSE_SECONDS);
    net__want_write(net, client);
}

static void tell_drained(const Net *net, const NetClient *client)
{
    const NetSocket *socket = client->route->socket;
    if (socket->drained && !client->is_closing)
        socket->drained(net->plan.owner.context, client->number);
}

// Writes a frame or a ping, or closes.
static int write_one(Net *net, NetClient *client)
{
    const bool wanted_ping = client->wants_ping;
    const int result =
        net__write_next(&client->frames, &net->memory, client->wsi, client->is_closing,
                        &client->wants_ping, &net->counts.frames_out);
    if (wanted_ping && !client->wants_ping) {
        client->pinged_ms = client->wants_lag ? net__loop_ms(&net->loop) : 0;
        client->wants_lag = false;
    }
    return result;
}

static bool has_lines(const NetClient *client)
{
    return client->frames.first || (client->wants_ping && !client->is_closing);
}

static bool has_more(const NetClient *client)
{
    return has_lines(client) || client->is_closing;
}

// Writes lines until the socket takes no more, of which libwebsockets then keeps a rest.
static int write_lines(Net *net, NetClient *client)
{
    int result = 0;
    while (!result && has_lines(client) && !lws_partial_buffered(client->wsi))
        result = write_one(net, client);
    return result;
}

static int on_writable(Net *net, NetClient *client)
{
    int result = write_lines(net, client);
    if (!result && !has_lines(client))
        result = client->is_closing ? write_one(net, client) : 0;
    if (!result && has_more(client))
        lws_callback_on_writable(client->wsi);
    else if (!result)
        tell_drained(net, client);
    return result;
}

static void ask_for_pong(Net *net, NetClient *client)
{
    client->wants_ping = true;
    net__want_write(net, client);
}

void net_ping(Net *net, uint64_t connection)
{
    NetClient *client = find_socket(net, connection);
    if (!client || client->is_closing)
        return;
    client->wants_lag = true;
    ask_for_pong(net, client);
}

// Writes to a client at a beat. What a socket does not take, closing, and what an answer by HTTP needs, is left to libwebsockets, which does it
// right after or at a later beat.
static void write_due(Net *net, NetClient *client)
{
    client->is_due = false;
    if (client->is_socket && write_lines(net, client) != 0)
        cut_off(net, client);
    else if (!client->is_socket || has_more(client))
        lws_callback_on_writable(client->wsi);
}

// Writes what waits, in an order drawn by chance.
static void net_flush_frames(void *context)
{
    Net *net = context;
    uint64_t *due = net->due[0];
    const uint32_t count = net->due_count, capacity = net->due_capacity[0];
    // What is written may lead to more for the next beat.
    net->due[0] = net->due[1];
    net->due_capacity[0] = net->due_capacity[1];
    net->due[1] = due;
    net->due_capacity[1] = capacity;
    net->due_count = 0;
    for (uint32_t left = count; left > 0; left--) {
        const uint32_t drawn = rng_below(&net->order, left);
        const uint64_t number = due[drawn];
        NetClient *client = number_map_find(&net->clients, number);
        due[drawn] = due[left - 1];
        due[left - 1] = number;
        if (client)
            write_due(net, client);
    }
    // The owner sends more when all have been written to.
    for (uint32_t i = 0; i < count; i++) {
        const NetClient *client = find_socket(net, due[i]);
        if (client && !has_more(client))
            tell_drained(net, client);
    }
}

static void net_take_line(const Net *net, const NetClient *client, Slice line)
{
    if (!client->is_closing)
        client->route->socket->line(net->plan.owner.context, client->number, line);
}

// Takes a part of a long frame. Parts are kept until the last.
static void take_part(const Net *net, NetClient *client, Slice part, bool is_last)
{
    if (!client->body.memory)
        client->body = text_growing(&net->memory);
    text_add_slice(&client->body, part);
    if (!is_last)
        return;
    if (!client->body.cut)
        net_take_line(net, client, (Slice){client->body.start, client->body.length});
    text_done(&client->body);
    client->body = (Text){0};
}

// Takes a frame, or a part of one. A line is one whole text frame.
static int on_frame(Net *net, NetClient *client, Slice part)
{
    struct lws *wsi = client->wsi;
    const bool is_last = lws_is_final_fragment(wsi);
    const bool is_fragment = !is_last && !lws_remaining_packet_payload(wsi);
    client->seen_ms = net__loop_ms(&net->loop);
    net->counts.frames_in += is_last;
    if (is_fragment || client->body.length + part.length > net->plan.line_max) {
        lws_close_reason(wsi, LWS_CLOSE_STATUS_MESSAGE_TOO_LARGE, NULL, 0);
        return -1;
    }
    if (lws_frame_is_binary(wsi)) {
        lws_close_reason(wsi, LWS_CLOSE_STATUS_UNACCEPTABLE_OPCODE, NULL, 0);
        return -1;
    }
    if (is_last && !client->body.length)
        net_take_line(net, client, part);
    else
        take_part(net, client, part, is_last);
    return 0;
}

// Takes a pong. One of the heartbeat measures nothing: when its ping goes out depends on what the client itself has sent, and a lag may show to
// others.
static int on_pong(const Net *net, NetClient *client)
{
    const NetSocket *socket = client->route->socket;
    client->seen_ms = net__loop_ms(&net->loop);
    const uint64_t back_ms = client->seen_ms - client->pinged_ms;
    // The pong has waited for its beat, for up to a whole one.
    const uint64_t lag_ms = back_ms > net->plan.beat_ms ? back_ms - net->plan.beat_ms : 0;
    if (client->pinged_ms && socket->lag)
        socket->lag(net->plan.owner.context, client->number, (uint32_t)lag_ms);
    client->pinged_ms = 0;
    return 0;
}

// Returns the route of a WebSocket; NULL if there is none.
static const NetRoute *route_of(const Net *net, struct lws *wsi)
{
    char path[PATH_MAX_BYTES];
    Slice parameter;
    const int length = lws_hdr_copy(wsi, path, sizeof path, WSI_TOKEN_GET_URI);
    return length > 0
               ? net__find_route(net, (Slice){path, (size_t)length}, NET_GET, true, &parameter)
               : NULL;
}

// Refuses a WebSocket without a route, or when there are as many as may be.
static int filter_upgrade(Net *net, struct lws *wsi)
{
    const bool is_taken = route_of(net, wsi) && net->counts.connections < net->plan.connections_max;
    net->counts.refused += !is_taken;
    return is_taken ? 0 : -1;
}

// Refuses every protocol but WebSockets: libwebsockets would also speak HTTP/2 with a client that asks for it, before any login. The word
// is read from the headers, since version 4.1 may pass a pointer to freed memory as its own argument.
static int confirm_upgrade(Net *net, struct lws *wsi)
{
    char word[UPGRADE_MAX];
    const int length = lws_hdr_copy(wsi, word, sizeof word, WSI_TOKEN_UPGRADE);
    const bool is_websocket = length > 0 && strcasecmp(word, "websocket") == 0;
    net->counts.refused += !is_websocket;
    return is_websocket ? 0 : -1;
}

// Returns a time from half of the node's to all of it, drawn by chance. So clients that came together are not asked together, and the time tells
// nothing of other connections.
static uint32_t draw_ping_ms(const Net *net)
{
    const uint32_t half_ms = net->plan.ping_ms / 2;
    uint32_t random = 0;
    (void)!uv_random(NULL, NULL, &random, sizeof random, 0, NULL);
    return net->plan.ping_ms - random % (half_ms + 1);
}

// Lets a socket take twice as many bytes as usual. Short frames fill a socket long before their bytes do, and what it does not take waits for the
// next beat; without this a long history takes twice as long.
static void widen_send_buffer(const NetClient *client)
{
    const int bytes = SEND_BYTES;
    (void)!setsockopt(lws_get_socket_fd(client->wsi), SOL_SOCKET, SO_SNDBUF, &bytes, sizeof bytes);
}

static int on_established(Net *net, NetClient *client, struct lws *wsi)
{
    const uint64_t number = ++net->last_number;
    *client = (NetClient){.wsi = wsi,
                          .number = number,
                          .is_socket = true,
                          .ping_ms = draw_ping_ms(net),
                          .seen_ms = net__loop_ms(&net->loop),
                          .route = route_of(net, wsi)};
    if (!client->route || !number_map_add(&net->clients, &net->memory, number, client)) {
        client->number = 0;
        return -1;
    }
    net->counts.connections++;
    widen_send_buffer(client);
    return client->route->socket->connect(net->plan.owner.context, number) ? 0 : -1;
}

static int net_on_closed(Net *net, NetClient *client)
{
    if (!client->number || !client->is_socket)
        return 0;
    net__drop_frames(&client->frames, &net->memory);
    if (client->body.memory)
        text_done(&client->body);
    number_map_remove(&net->clients, client->number);
    net->counts.connections--;
    client->route->socket->disconnect(net->plan.owner.context, client->number);
    client->number = 0;
    return 0;
}

static int net_on_event(struct lws *wsi, enum lws_callback_reasons reason, void *user, void *in,
                        size_t length)
{
    Net *net = lws_context_user(lws_get_context(wsi));
    NetClient *client = user;
    switch (reason) {
    case LWS_CALLBACK_HTTP_CONFIRM_UPGRADE:
        return confirm_upgrade(net, wsi);
    case LWS_CALLBACK_FILTER_PROTOCOL_CONNECTION:
        return filter_upgrade(net, wsi);
    case LWS_CALLBACK_ESTABLISHED:
        return on_established(net, client, wsi);
    case LWS_CALLBACK_RECEIVE:
        return on_frame(net, client, (Slice){in, length});
    case LWS_CALLBACK_RECEIVE_PONG:
        return on_pong(net, client);
    case LWS_CALLBACK_SERVER_WRITEABLE:
        return on_writable(net, client);
    case LWS_CALLBACK_CLOSED:
        return net_on_closed(net, client);
    case LWS_CALLBACK_HTTP:
        net__end_request(net, client);
        *client = (NetClient){.wsi = wsi};
        return net__begin_request(net, client, in, length);
    case LWS_CALLBACK_HTTP_BODY:
        return net__take_body(net, client, (Slice){in, length});
    case LWS_CALLBACK_HTTP_BODY_COMPLETION:
        return net__end_body(net, client);
    case LWS_CALLBACK_HTTP_WRITEABLE:
        return net__write_answer(net, client);
    case LWS_CALLBACK_CLOSED_HTTP:
        if (client)
            net__end_request(net, client);
        return 0;
    default:
        return lws_callback_http_dummy(wsi, reason, user, in, length);
    }
}

// Asks silent clients of a part, as the loop's upkeep names it, whether they are there, and closes those that do not answer.
static void net_look_after(void *context, uint64_t now_ms, unsigned part)
{
    Net *net = context;
    for (uint32_t i = part; i < net->clients.capacity; i += LOOP_PARTS) {
        NetClient *client = net->clients.slots[i].thing;
        if (!client || !client->is_socket)
            continue;
        const uint64_t silence_ms = now_ms - client->seen_ms;
        if (silence_ms >= (uint64_t)2 * net->plan.ping_ms)
            cut_off(net, client);
        else if (silence_ms >= client->ping_ms)
            ask_for_pong(net, client);
    }
    if (part == 0)
        net->plan.owner.tidy(net->plan.owner.context, now_ms);
}

NetCounts net_counts(const Net *net)
{
    return net->counts;
}

double net_busy(const Net *net)
{
    return net->loop.busy;
}

static void net_work(void *context, uint64_t now_ms, NetWaits *waits)
{
    const Net *net = context;
    net->plan.owner.work(net->plan.owner.context, now_ms, waits);
}

uint64_t net_now_ms(const Net *net)
{
    return net__loop_ms(&net->loop);
}

uint64_t net_beats(const Net *net)
{
    return net->loop.beats;
}

static struct lws_context *open_context(Net *net)
{
    net->protocols[0] = (struct lws_protocols){.name = "nebel",
                                               .callback = net_on_event,
                                               .per_session_data_size = sizeof(NetClient),
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
    if (!net || !net__open_loop(&net->loop, memory,
                                &(LoopOwner){net_work, net_look_after, net_flush_frames, net},
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
