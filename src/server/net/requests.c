// Requests by HTTP: their route, who may ask, their body, and the answer.
#include "server/net/internal.h"

#include <assert.h>
#include <string.h>

enum {
    HEADERS_MAX = 512,
    REQUEST_SECONDS = 20, // within which a request is answered, or its connection is closed
    STATUS_NOT_FOUND = 404,
    STATUS_NOT_ALLOWED = 405,
    STATUS_FORBIDDEN = 401,
    STATUS_LONG = 413,
    STATUS_BUSY = 503,
};

// Returns whether a path route_fits a pattern, in which a * stands for any letters but /, at least one.
static bool route_fits(const char *pattern, Slice path, Slice *parameter)
{
    const char *star = strchr(pattern, '*');
    *parameter = (Slice){path.start, 0};
    if (!star)
        return slice_is(path, pattern);
    const size_t before = (size_t)(star - pattern), after = strlen(star + 1);
    if (path.length <= before + after || strncmp(path.start, pattern, before) != 0 ||
        memcmp(path.start + path.length - after, star + 1, after) != 0)
        return false;
    *parameter = (Slice){path.start + before, path.length - before - after};
    return !slice_has(*parameter, '/');
}

const NetRoute *net__find_route(const Net *net, Slice path, NetMethod method, bool is_socket,
                                Slice *parameter)
{
    for (unsigned i = 0; i < net->plan.route_count; i++) {
        const NetRoute *route = &net->plan.routes[i];
        if (route->method == method && (route->socket != NULL) == is_socket &&
            route_fits(route->path, path, parameter))
            return route;
    }
    return NULL;
}

static bool has_path(const Net *net, Slice path)
{
    Slice parameter;
    for (unsigned i = 0; i < net->plan.route_count; i++)
        if (route_fits(net->plan.routes[i].path, path, &parameter))
            return true;
    return false;
}

// Returns the method of a request; NET_METHOD_COUNT for one that no route has.
static NetMethod method_of(struct lws *wsi)
{
    static const enum lws_token_indexes tokens[NET_METHOD_COUNT] = {
        [NET_GET] = WSI_TOKEN_GET_URI,
        [NET_POST] = WSI_TOKEN_POST_URI,
        [NET_DELETE] = WSI_TOKEN_DELETE_URI,
    };
    NetMethod method = 0;
    while (method < NET_METHOD_COUNT && lws_hdr_total_length(wsi, tokens[method]) <= 0)
        method++;
    return method;
}

// Copies a header; what is too long counts as not sent.
static void copy_header(struct lws *wsi, enum lws_token_indexes token, char *memory, int capacity)
{
    if (lws_hdr_copy(wsi, memory, capacity, token) < 0)
        memory[0] = '\0';
}

// Copies the query. libwebsockets keeps its parts apart, and has / for an empty one. A query that is too long counts as not sent.
static void copy_query(struct lws *wsi, char memory[QUERY_MAX])
{
    char part[QUERY_MAX];
    Text query = text_in(memory, QUERY_MAX);
    int length;
    for (int i = 0;
         (length = lws_hdr_copy_fragment(wsi, part, sizeof part, WSI_TOKEN_HTTP_URI_ARGS, i)) >= 0;
         i++) {
        const Slice text = {part, (size_t)length};
        text_add(&query, i ? "&" : "");
        text_add_slice(&query, slice_is(text, "/") ? (Slice){part, 0} : text);
    }
    if (query.cut)
        memory[0] = '\0';
}

static void read_request_head(struct lws *wsi, Slice parameter, RequestHead *head)
{
    static const char bearer[] = "Bearer ";
    char header[sizeof bearer + BEARER_MAX];
    Text text = TEXT_IN(head->parameter), token = TEXT_IN(head->bearer);
    text_add_slice(&text, parameter);
    copy_query(wsi, head->query);
    copy_header(wsi, WSI_TOKEN_HTTP_X_REAL_IP, head->address, sizeof head->address);
    copy_header(wsi, WSI_TOKEN_HTTP_AUTHORIZATION, header, sizeof header);
    if (strncmp(header, bearer, strlen(bearer)) == 0)
        text_add(&token, header + strlen(bearer));
}

static bool may_ask(const Net *net, const NetRoute *route, const RequestHead *head)
{
    if (route->who != NET_OPERATOR)
        return true;
    return head->bearer[0] &&
           net->plan.owner.is_operator(net->plan.owner.context, slice_of(head->bearer));
}

// Wipes a body: there may be a password in it, of which nothing stays in memory.
static void wipe_body(Text *body)
{
    explicit_bzero(body->start, body->length);
    body->length = 0;
}

static void set_answer(Net *net, NetClient *client, unsigned status, NetType type, Slice body)
{
    wipe_body(&client->body);
    text_add_slice(&client->body, body);
    client->status = (uint16_t)status;
    client->type = (uint8_t)type;
    client->is_answered = true;
    net__want_write(net, client);
}

static int refuse_request(Net *net, NetClient *client, unsigned status, const char *reason)
{
    net->counts.refused++;
    set_answer(net, client, status, NET_JSON, slice_of(reason));
    return 0;
}

void net_answer(Net *net, uint64_t request, unsigned status, NetType type, Slice body)
{
    NetClient *client = number_map_find(&net->clients, request);
    if (client && !client->is_socket && !client->is_answered)
        set_answer(net, client, status, type, body);
}

int net__write_answer(Net *net, NetClient *client)
{
    static const char *const types[NET_TYPE_COUNT] = {[NET_JSON] = "application/json",
                                                      [NET_TEXT] = "text/plain; charset=utf-8",
                                                      [NET_SVG] = "image/svg+xml"};
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

void net__end_request(Net *net, NetClient *client)
{
    if (!client->number || client->is_socket)
        return;
    number_map_remove(&net->clients, client->number);
    net->counts.requests--;
    wipe_body(&client->body);
    text_done(&client->body);
    memory_resize(&net->memory, client->head, 0);
    *client = (NetClient){.wsi = client->wsi};
}

static bool open_request(Net *net, NetClient *client, struct lws *wsi)
{
    const uint64_t number = ++net->last_number;
    RequestHead *head = memory_resize(&net->memory, NULL, sizeof *head);
    if (!head || !number_map_add(&net->clients, &net->memory, number, client)) {
        memory_resize(&net->memory, head, 0);
        return false;
    }
    *head = (RequestHead){0};
    *client =
        (NetClient){.wsi = wsi, .number = number, .head = head, .body = text_growing(&net->memory)};
    net->counts.requests++;
    lws_set_timeout(wsi, PENDING_TIMEOUT_HTTP_CONTENT, REQUEST_SECONDS);
    return true;
}

static void ask_route(const Net *net, NetClient *client)
{
    const RequestHead *head = client->head;
    const NetRequest request = {.number = client->number,
                                .route = client->route,
                                .body = {client->body.start, client->body.length},
                                .parameter = slice_of(head->parameter),
                                .query = slice_of(head->query),
                                .bearer = slice_of(head->bearer),
                                .address = slice_of(head->address)};
    client->is_asked = true;
    client->route->answer(net->plan.owner.context, &request);
}

static int refuse_path(Net *net, NetClient *client, Slice path)
{
    return has_path(net, path) ? refuse_request(net, client, STATUS_NOT_ALLOWED,
                                                "{\"error\": \"not by this method\"}\n")
                               : refuse_request(net, client, STATUS_NOT_FOUND,
                                                "{\"error\": \"there is no such page\"}\n");
}

int net__begin_request(Net *net, NetClient *client, const char *path, size_t length)
{
    struct lws *wsi = client->wsi;
    const Slice name = {path, length};
    const NetMethod method = method_of(wsi);
    Slice parameter;
    const NetRoute *route = net__find_route(net, name, method, false, &parameter);
    if (!open_request(net, client, wsi))
        return -1;
    if (!route)
        return refuse_path(net, client, name);
    read_request_head(wsi, parameter, client->head);
    if (!may_ask(net, route, client->head))
        return refuse_request(
            net, client, STATUS_FORBIDDEN,
            "{\"error\": \"show the operator's token: Authorization: Bearer TOKEN\"}\n");
    if (net->counts.requests > net->plan.requests_max)
        return refuse_request(net, client, STATUS_BUSY,
                              "{\"error\": \"too many requests; ask again in a moment\"}\n");
    client->route = route;
    if (method != NET_POST)
        ask_route(net, client);
    return 0;
}

int net__take_body(Net *net, NetClient *client, Slice part)
{
    if (!client->number || client->is_asked || client->is_answered)
        return 0;
    if (client->body.length + part.length > net->plan.body_max)
        return refuse_request(net, client, STATUS_LONG,
                              "{\"error\": \"the request is too long\"}\n");
    text_add_slice(&client->body, part);
    return 0;
}

int net__end_body(Net *net, NetClient *client)
{
    if (client->number && client->route && !client->is_asked && !client->is_answered)
        ask_route(net, client);
    return 0;
}
