// WebSockets: lines in, frames out, clients that are silent or do not read.
#include "net/inside.h"

#include <assert.h>
#include <string.h>

enum { PATH_MAX_BYTES = 256 };

uint64_t net_now_ms(const Net *net)
{
    (void)net;
    return uv_hrtime() / 1000000;
}

// --- Writing -------------------------------------------------------------------------------------

static void drop_frames(const Net *net, Client *client)
{
    for (Frame *frame = client->first, *next; frame; frame = next) {
        next = frame->next;
        memory_resize(&net->memory, frame, 0);
    }
    client->first = client->last = NULL;
    client->waiting = 0;
}

// Closes a connection from outside its own events.
static void cut_off(const Net *net, Client *client)
{
    drop_frames(net, client);
    client->is_closing = true;
    lws_set_timeout(client->wsi, PENDING_TIMEOUT_USER_OK, LWS_TO_KILL_ASYNC);
}

static Client *find_socket(const Net *net, uint64_t connection)
{
    Client *client = number_map_find(&net->clients, connection);
    return client && client->is_socket ? client : NULL;
}

void net_send(Net *net, uint64_t connection, Slice line)
{
    Client *client = find_socket(net, connection);
    if (!client || client->is_closing)
        return;
    Frame *frame = memory_resize(&net->memory, NULL, sizeof *frame + LWS_PRE + line.length);
    if (!frame || client->waiting + line.length > net->plan.waiting_max) {
        // It cannot be told everything, so it is told nothing more. It may come back and hear what it missed.
        memory_resize(&net->memory, frame, 0);
        net->counts.slow++;
        cut_off(net, client);
        return;
    }
    *frame = (Frame){.length = line.length};
    memcpy(frame->bytes + LWS_PRE, line.start, line.length);
    if (client->last)
        client->last->next = frame;
    else
        client->first = frame;
    client->last = frame;
    client->waiting += line.length;
    lws_callback_on_writable(client->wsi);
}

void net_close(Net *net, uint64_t connection)
{
    Client *client = find_socket(net, connection);
    if (!client)
        return;
    client->is_closing = true;
    lws_callback_on_writable(client->wsi);
}

// Writes one frame; libwebsockets asks again for the next.
static int write_frame(Net *net, Client *client)
{
    Frame *frame = client->first;
    if (!frame)
        return 0;
    client->first = frame->next;
    if (!client->first)
        client->last = NULL;
    client->waiting -= frame->length;
    const int written =
        lws_write(client->wsi, frame->bytes + LWS_PRE, frame->length, LWS_WRITE_TEXT);
    const bool is_written = written >= (int)frame->length;
    memory_resize(&net->memory, frame, 0);
    net->counts.frames_out++;
    return is_written ? 0 : -1;
}

static int on_writable(Net *net, Client *client)
{
    if (client->first) {
        if (write_frame(net, client))
            return -1;
    } else if (client->is_closing) {
        lws_close_reason(client->wsi, LWS_CLOSE_STATUS_NORMAL, NULL, 0);
        return -1;
    } else if (client->wants_ping) {
        unsigned char room[LWS_PRE + 1] = {0};
        client->wants_ping = false;
        return lws_write(client->wsi, room + LWS_PRE, 0, LWS_WRITE_PING) < 0 ? -1 : 0;
    }
    if (client->first || client->is_closing)
        lws_callback_on_writable(client->wsi);
    return 0;
}

// --- Reading -------------------------------------------------------------------------------------

// A line is one whole text frame.
static int on_frame(Net *net, Client *client, Slice line)
{
    const NetOwner *owner = &net->plan.owner;
    struct lws *wsi = client->wsi;
    client->seen_ms = net_now_ms(net);
    net->counts.frames_in++;
    if (!lws_is_first_fragment(wsi) || !lws_is_final_fragment(wsi) ||
        line.length > net->plan.line_max) {
        lws_close_reason(wsi, LWS_CLOSE_STATUS_MESSAGE_TOO_LARGE, NULL, 0);
        return -1;
    }
    if (lws_frame_is_binary(wsi)) {
        lws_close_reason(wsi, LWS_CLOSE_STATUS_UNACCEPTABLE_OPCODE, NULL, 0);
        return -1;
    }
    if (!client->is_closing)
        owner->line(owner->context, client->number, line);
    return 0;
}

// --- Coming and going ----------------------------------------------------------------------------

// Only the routes of seats are WebSockets, and only so many at a time.
static int filter(const Net *net, struct lws *wsi)
{
    char path[PATH_MAX_BYTES];
    const int length = lws_hdr_copy(wsi, path, sizeof path, WSI_TOKEN_GET_URI);
    const bool is_route =
        length > 0 && net__find_route(net, (Slice){path, (size_t)length}, NET_GET, true);
    return is_route && net->counts.connections < net->plan.connections_max ? 0 : -1;
}

static int on_established(Net *net, Client *client, struct lws *wsi)
{
    const NetOwner *owner = &net->plan.owner;
    const uint64_t number = ++net->last_number;
    *client = (Client){.wsi = wsi, .number = number, .is_socket = true, .seen_ms = net_now_ms(net)};
    if (!number_map_add(&net->clients, &net->memory, number, client)) {
        client->number = 0;
        return -1;
    }
    net->counts.connections++;
    return owner->connect(owner->context, number) ? 0 : -1;
}

static int on_closed(Net *net, Client *client)
{
    const NetOwner *owner = &net->plan.owner;
    if (!client->number || !client->is_socket)
        return 0;
    drop_frames(net, client);
    number_map_remove(&net->clients, client->number);
    net->counts.connections--;
    owner->disconnect(owner->context, client->number);
    client->number = 0;
    return 0;
}

int net__on_event(struct lws *wsi, enum lws_callback_reasons reason, void *user, void *in,
                  size_t length)
{
    Net *net = lws_context_user(lws_get_context(wsi));
    Client *client = user;
    switch (reason) {
    case LWS_CALLBACK_FILTER_PROTOCOL_CONNECTION:
        net->counts.refused += filter(net, wsi) != 0;
        return filter(net, wsi);
    case LWS_CALLBACK_ESTABLISHED:
        return on_established(net, client, wsi);
    case LWS_CALLBACK_RECEIVE:
        return on_frame(net, client, (Slice){in, length});
    case LWS_CALLBACK_RECEIVE_PONG:
        client->seen_ms = net_now_ms(net);
        return 0;
    case LWS_CALLBACK_SERVER_WRITEABLE:
        return on_writable(net, client);
    case LWS_CALLBACK_CLOSED:
        return on_closed(net, client);
    case LWS_CALLBACK_HTTP:
        net__end_request(net, client);
        *client = (Client){.wsi = wsi};
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

void net__look_after(Net *net)
{
    const uint64_t now_ms = net_now_ms(net);
    for (uint32_t i = 0; i < net->clients.capacity; i++) {
        Client *client = net->clients.slots[i].thing;
        if (!client || !client->is_socket)
            continue;
        const uint64_t silence_ms = now_ms - client->seen_ms;
        if (silence_ms >= (uint64_t)2 * net->plan.ping_ms)
            cut_off(net, client);
        else if (silence_ms >= net->plan.ping_ms) {
            client->wants_ping = true;
            lws_callback_on_writable(client->wsi);
        }
    }
}
