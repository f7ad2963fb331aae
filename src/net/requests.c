// Requests by HTTP: finding their route, who asks, their body, and the answer.
#include "net/inside.h"

#include <assert.h>
#include <string.h>

enum {
    HEADERS_MAX = 512,
    BEARER_MAX = 128,
    REQUEST_SECONDS = 20, // within which a request is answered, or its connection is closed
    STATUS_NOT_FOUND = 404,
    STATUS_NOT_ALLOWED = 405,
    STATUS_FORBIDDEN = 401,
    STATUS_LONG = 413,
    STATUS_BUSY = 503,
};

const NetRoute *net__find_route(const Net *net, Slice path, NetMethod method, bool is_socket)
{
    for (unsigned i = 0; i < net->plan.route_count; i++) {
        const NetRoute *route = &net->plan.routes[i];
        if (route->method == method && (route->socket != NULL) == is_socket &&
            slice_is(path, route->path))
            return route;
    }
    return NULL;
}

static bool has_path(const Net *net, Slice path)
{
    for (unsigned i = 0; i < net->plan.route_count; i++)
        if (slice_is(path, net->plan.routes[i].path))
            return true;
    return false;
}

static bool is_operator(const Net *net, struct lws *wsi)
{
    static const char bearer[] = "Bearer ";
    char header[BEARER_MAX];
    const int length = lws_hdr_copy(wsi, header, sizeof header, WSI_TOKEN_HTTP_AUTHORIZATION);
    if (length <= (int)strlen(bearer) || strncmp(header, bearer, strlen(bearer)) != 0)
        return false;
    return net->plan.owner.is_operator(net->plan.owner.context, slice_of(header + strlen(bearer)));
}

// --- Answers -------------------------------------------------------------------------------------

static void set_answer(Client *client, unsigned status, NetType type, Slice body)
{
    client->body.length = 0;
    text_add_slice(&client->body, body);
    client->status = (uint16_t)status;
    client->type = (uint8_t)type;
    client->is_answered = true;
    lws_callback_on_writable(client->wsi);
}

static int refuse(Net *net, Client *client, unsigned status, const char *reason)
{
    net->counts.refused++;
    set_answer(client, status, NET_JSON, slice_of(reason));
    return 0;
}

void net_answer(Net *net, uint64_t request, unsigned status, NetType type, Slice body)
{
    Client *client = number_map_find(&net->clients, request);
    if (client && !client->is_socket && !client->is_answered)
        set_answer(client, status, type, body);
}

int net__write_answer(Net *net, Client *client)
{
    static const char *const types[] = {
        [NET_JSON] = "application/json", [NET_TEXT] = "text/plain; charset=utf-8"};
    unsigned char headers[LWS_PRE + HEADERS_MAX];
    unsigned char *next = headers + LWS_PRE, *const end = headers + sizeof headers;
    struct lws *wsi = client->wsi;
    if (!client->is_answered)
        return 0;
    if (client->body.cut ||
        lws_add_http_common_headers(wsi, client->status, types[client->type], client->body.length,
                                    &next, end) ||
        lws_add_http_header_by_name(wsi, (const unsigned char *)"cache-control:",
                                    (const unsigned char *)"no-store", 8, &next, end) ||
        lws_finalize_write_http_header(wsi, headers + LWS_PRE, &next, end))
        return -1;
    // The body moves behind the room that libwebsockets wants before it.
    Text whole = text_growing(&net->memory);
    for (unsigned i = 0; i < LWS_PRE; i++)
        text_add_char(&whole, ' ');
    text_add_slice(&whole, (Slice){client->body.start, client->body.length});
    const bool is_written =
        !whole.cut && lws_write(wsi, (unsigned char *)whole.start + LWS_PRE, client->body.length,
                                LWS_WRITE_HTTP_FINAL) == (int)client->body.length;
    text_done(&whole);
    net__end_request(net, client);
    return is_written && !lws_http_transaction_completed(wsi) ? 0 : -1;
}

void net__end_request(Net *net, Client *client)
{
    if (!client->number || client->is_socket)
        return;
    number_map_remove(&net->clients, client->number);
    net->counts.requests--;
    text_done(&client->body);
    *client = (Client){.wsi = client->wsi};
}

// --- Questions -----------------------------------------------------------------------------------

static bool open_request(Net *net, Client *client, struct lws *wsi)
{
    const uint64_t number = ++net->last_number;
    if (!number_map_add(&net->clients, &net->memory, number, client))
        return false;
    *client = (Client){.wsi = wsi, .number = number, .body = text_growing(&net->memory)};
    net->counts.requests++;
    lws_set_timeout(wsi, PENDING_TIMEOUT_HTTP_CONTENT, REQUEST_SECONDS);
    return true;
}

static void ask_route(const Net *net, const Client *client)
{
    client->route->answer(net->plan.owner.context, client->number,
                          (Slice){client->body.start, client->body.length});
}

int net__begin_request(Net *net, Client *client, const char *path, size_t length)
{
    struct lws *wsi = client->wsi;
    const Slice name = {path, length};
    const bool is_post = lws_hdr_total_length(wsi, WSI_TOKEN_POST_URI) > 0;
    const bool is_get = lws_hdr_total_length(wsi, WSI_TOKEN_GET_URI) > 0;
    const NetRoute *route =
        is_get || is_post ? net__find_route(net, name, is_post ? NET_POST : NET_GET, false) : NULL;
    const bool may_ask = route && (route->who == NET_PUBLIC || is_operator(net, wsi));
    if (!open_request(net, client, wsi))
        return -1;
    if (!route)
        return has_path(net, name) ? refuse(net, client, STATUS_NOT_ALLOWED,
                                            "{\"error\": \"not by this method\"}\n")
                                   : refuse(net, client, STATUS_NOT_FOUND,
                                            "{\"error\": \"there is no such page\"}\n");
    if (!may_ask)
        return refuse(net, client, STATUS_FORBIDDEN,
                      "{\"error\": \"show the operator's token: Authorization: Bearer TOKEN\"}\n");
    if (net->counts.requests > net->plan.requests_max)
        return refuse(net, client, STATUS_BUSY,
                      "{\"error\": \"too many requests; ask again in a moment\"}\n");
    client->route = route;
    if (!is_post)
        ask_route(net, client);
    return 0;
}

int net__take_body(Net *net, Client *client, Slice part)
{
    if (!client->number || client->is_answered)
        return 0;
    if (client->body.length + part.length > net->plan.body_max)
        return refuse(net, client, STATUS_LONG, "{\"error\": \"the request is too long\"}\n");
    text_add_slice(&client->body, part);
    return 0;
}

int net__end_body(Net *net, Client *client)
{
    if (client->number && client->route && !client->is_answered)
        ask_route(net, client);
    return 0;
}
