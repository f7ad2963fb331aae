// WebSocket clients by libwebsockets.
#include "server/net/dial.h"

#include "server/net/internal.h"

#include <stdio.h>
#include <string.h>

enum {
    URL_MAX = 512,
    WHY_MAX = 160,
    RECEIVE_BYTES = 1024, // longer frames arrive in parts
    // Of libwebsockets itself, besides one for each connection.
    SPARE_FILES = 64,
};

static const char unix_scheme[] = "unix:";

// A connection to a server, until its owner knows that it is gone.
typedef struct DialConnection {
    struct lws *wsi;
    uint64_t number;
    bool is_open, is_closing, wants_ping;
    uint64_t seen_ms; // when it was last heard of
    FrameQueue frames;
    Text part; // of a frame that is not complete
    // The next one that failed while it was opened; the owner does not know yet.
    struct DialConnection *next_failed;
    uint8_t end; // DialEnd
    char why[WHY_MAX];
} DialConnection;

struct Dial {
    Memory memory;
    DialPlan plan;
    Loop loop;
    struct lws_context *context;
    struct lws_protocols protocols[2];
    NumberMap connections; // of DialConnection by number
    uint64_t last_number;
    DialConnection *opening; // inside dial_open
    DialConnection *failed;
    bool is_ending;
};

uint64_t dial_now_ms(const Dial *dial)
{
    (void)dial;
    return net__now_ms();
}

typedef struct Address {
    char memory[URL_MAX]; // of the texts below
    char path[URL_MAX];
    const char *host; // "+" and a path for a unix socket, as libwebsockets wants it
    int port;
    bool is_secret, is_unix;
} Address;

static bool read_unix(const char *path, Address *address)
{
    Text host = TEXT_IN(address->memory);
    text_format(&host, "+%s", path);
    address->host = address->memory;
    address->is_unix = true;
    return path[0] && path[0] != '@' && !host.cut; // with @ it would be another kind of name
}

// Reads an address; `path` is for addresses that have none.
static bool read_address(const char *url, const char *path, Address *address)
{
    Text copy = TEXT_IN(address->memory), own_path = TEXT_IN(address->path);
    const char *scheme, *rest;
    *address = (Address){0};
    if (strncmp(url, unix_scheme, strlen(unix_scheme)) == 0) {
        text_add(&own_path, path);
        return read_unix(url + strlen(unix_scheme), address);
    }
    text_add(&copy, url);
    if (copy.cut || lws_parse_uri(address->memory, &scheme, &address->host, &address->port, &rest))
        return false;
    address->is_secret = strcmp(scheme, "wss") == 0;
    const bool has_path = rest[0] && strcmp(rest, "/") != 0;
    text_format(&own_path, has_path ? "/%s" : "%s", has_path ? rest : path);
    return (address->is_secret || strcmp(scheme, "ws") == 0) && address->host[0] &&
           address->host[0] != '+' && !own_path.cut;
}

bool dial_is_address(const char *url)
{
    Address address;
    return read_address(url, "/", &address);
}

static void free_connection(Dial *dial, DialConnection *conn)
{
    net__drop_frames(&conn->frames, &dial->memory);
    text_done(&conn->part);
    memory_resize(&dial->memory, conn, 0);
}

// Tells the owner that a connection is gone, and frees it.
static void end_connection(Dial *dial, DialConnection *conn, DialEnd end, const char *why)
{
    const DialOwner *owner = &dial->plan.owner;
    const uint64_t number = conn->number;
    number_map_remove(&dial->connections, number);
    if (!dial->is_ending)
        owner->closed(owner->context, number, end, why);
    free_connection(dial, conn);
}

// Writes why a connection failed, in words of our own: those of libwebsockets are for people who know its code. A status of 0 is no answer by HTTP.
static void say_why(DialConnection *conn, unsigned status)
{
    Text why = TEXT_IN(conn->why);
    if (conn->end == DIAL_UNTRUSTED)
        text_add(&why, "signed by nobody trusted, expired, or for another name");
    else if (status)
        text_format(&why, "it opens no WebSocket there, its answer has the status %u", status);
    else
        text_add(&why, "no answer");
}

static int on_failed(Dial *dial, DialConnection *conn, struct lws *wsi)
{
    say_why(conn, lws_http_client_http_response(wsi));
    conn->wsi = NULL;
    if (dial->opening != conn) // else dial_open sees to it
        end_connection(dial, conn, conn->end, conn->why);
    return 0;
}

// Takes a step of checking a certificate: 1 if all is well, 0 if not.
static int on_certificate(DialConnection *conn, size_t is_fine)
{
    if (!is_fine)
        conn->end = DIAL_UNTRUSTED;
    return 0;
}

static void dial_tell_failed(Dial *dial)
{
    while (dial->failed) {
        DialConnection *conn = dial->failed;
        dial->failed = conn->next_failed;
        end_connection(dial, conn, conn->end, conn->why);
    }
}

static DialConnection *add_connection(Dial *dial)
{
    if (dial->connections.count >= dial->plan.connections_max)
        return NULL;
    DialConnection *conn = memory_resize(&dial->memory, NULL, sizeof *conn);
    if (!conn)
        return NULL;
    *conn = (DialConnection){.number = dial->last_number + 1,
                             .part = text_growing(&dial->memory),
                             .seen_ms = net__now_ms(),
                             .end = DIAL_REFUSED,
                             .why = "no answer"};
    if (!number_map_add(&dial->connections, &dial->memory, conn->number, conn)) {
        free_connection(dial, conn);
        return NULL;
    }
    dial->last_number++;
    return conn;
}

uint64_t dial_open(Dial *dial, const char *url)
{
    Address address;
    DialConnection *conn =
        read_address(url, dial->plan.path, &address) ? add_connection(dial) : NULL;
    if (!conn)
        return 0;
    const struct lws_client_connect_info info = {
        .context = dial->context,
        .address = address.host,
        .port = address.port,
        .ssl_connection = address.is_secret ? LCCSCF_USE_SSL : 0,
        .path = address.path,
        .host = address.is_unix ? "localhost" : address.host,
        .local_protocol_name = dial->protocols[0].name,
        .alpn = "http/1.1", // of HTTP/2 it would make no WebSocket
        .userdata = conn,
        .retry_and_idle_policy = &net__no_policy,
        .pwsi = &conn->wsi,
    };
    dial->opening = conn;
    if (!lws_client_connect_via_info(&info) || !conn->wsi) {
        conn->wsi = NULL;
        conn->next_failed = dial->failed;
        dial->failed = conn;
    }
    dial->opening = NULL;
    return conn->number;
}

// Closes a connection from outside its own events.
static void cut_off(const Dial *dial, DialConnection *conn)
{
    net__drop_frames(&conn->frames, &dial->memory);
    conn->is_closing = true;
    if (conn->wsi)
        lws_set_timeout(conn->wsi, PENDING_TIMEOUT_USER_OK, LWS_TO_KILL_ASYNC);
}

void dial_close(Dial *dial, uint64_t connection)
{
    DialConnection *conn = number_map_find(&dial->connections, connection);
    if (!conn || conn->is_closing)
        return;
    conn->is_closing = true;
    if (conn->is_open)
        lws_callback_on_writable(conn->wsi);
    else
        cut_off(dial, conn);
}

void dial_send(Dial *dial, uint64_t connection, Slice line)
{
    DialConnection *conn = number_map_find(&dial->connections, connection);
    if (!conn || conn->is_closing)
        return;
    if (!net__add_frame(&conn->frames, &dial->memory, line, dial->plan.waiting_max))
        cut_off(dial, conn);
    else if (conn->is_open)
        lws_callback_on_writable(conn->wsi);
}

static int dial_on_opened(Dial *dial, DialConnection *conn, struct lws *wsi)
{
    const DialOwner *owner = &dial->plan.owner;
    conn->wsi = wsi;
    conn->is_open = true;
    conn->seen_ms = net__now_ms();
    owner->opened(owner->context, conn->number);
    if (conn->frames.first || conn->is_closing)
        lws_callback_on_writable(wsi);
    return 0;
}

static int on_writable(Dial *dial, DialConnection *conn)
{
    uint64_t written = 0;
    const int result = net__write_next(&conn->frames, &dial->memory, conn->wsi, conn->is_closing,
                                       &conn->wants_ping, &written);
    if (!result && (conn->frames.first || conn->is_closing || conn->wants_ping))
        lws_callback_on_writable(conn->wsi);
    return result;
}

// Takes a part of a frame. A line is one whole text frame.
static int on_frame(Dial *dial, DialConnection *conn, Slice part)
{
    const DialOwner *owner = &dial->plan.owner;
    conn->seen_ms = net__now_ms();
    if (lws_is_first_fragment(conn->wsi))
        conn->part.length = 0;
    text_add_slice(&conn->part, part);
    if (conn->part.cut || conn->part.length > dial->plan.line_max ||
        lws_frame_is_binary(conn->wsi)) {
        lws_close_reason(conn->wsi, LWS_CLOSE_STATUS_MESSAGE_TOO_LARGE, NULL, 0);
        return -1;
    }
    if (!lws_is_final_fragment(conn->wsi) || lws_remaining_packet_payload(conn->wsi))
        return 0;
    if (!conn->is_closing)
        owner->line(owner->context, conn->number, (Slice){conn->part.start, conn->part.length});
    return 0;
}

static int on_event(struct lws *wsi, enum lws_callback_reasons reason, void *user, void *in,
                    size_t length)
{
    Dial *dial = lws_context_user(lws_get_context(wsi));
    DialConnection *conn = user;
    switch (reason) {
    case LWS_CALLBACK_CLIENT_CONNECTION_ERROR:
        return on_failed(dial, conn, wsi);
    case LWS_CALLBACK_OPENSSL_PERFORM_SERVER_CERT_VERIFICATION:
        return on_certificate(lws_wsi_user(wsi), length); // `user` is OpenSSL's here
    case LWS_CALLBACK_CLIENT_ESTABLISHED:
        return dial_on_opened(dial, conn, wsi);
    case LWS_CALLBACK_CLIENT_RECEIVE:
        return on_frame(dial, conn, (Slice){in, length});
    case LWS_CALLBACK_CLIENT_RECEIVE_PONG:
        conn->seen_ms = net__now_ms();
        return 0;
    case LWS_CALLBACK_CLIENT_WRITEABLE:
        return on_writable(dial, conn);
    case LWS_CALLBACK_CLIENT_CLOSED:
        end_connection(dial, conn, DIAL_CLOSED, "the connection was closed");
        return 0;
    default:
        return 0;
    }
}

static void dial_work(void *context, uint64_t now_ms, NetWaits *waits)
{
    Dial *dial = context;
    dial_tell_failed(dial);
    dial->plan.owner.work(dial->plan.owner.context, now_ms, waits);
    if (dial->failed)
        waits->next_ms = now_ms; // what failed meanwhile is told immediately
}

// Asks silent servers whether they are there, and closes what does not answer.
static void dial_look_after(void *context, uint64_t now_ms, unsigned part)
{
    const Dial *dial = context;
    for (uint32_t i = part; i < dial->connections.capacity && dial->plan.ping_ms; i += LOOP_PARTS) {
        DialConnection *conn = dial->connections.slots[i].thing;
        if (!conn || !conn->is_open)
            continue;
        const uint64_t silence_ms = now_ms - conn->seen_ms;
        if (silence_ms >= (uint64_t)2 * dial->plan.ping_ms)
            cut_off(dial, conn);
        else if (silence_ms >= dial->plan.ping_ms) {
            conn->wants_ping = true;
            lws_callback_on_writable(conn->wsi);
        }
    }
}

static struct lws_context *open_context(Dial *dial)
{
    const bool is_own = dial->plan.authority != NULL;
    dial->protocols[0] = (struct lws_protocols){
        .name = "nebel", .callback = on_event, .rx_buffer_size = RECEIVE_BYTES};
    const struct lws_context_creation_info info = {
        .port = CONTEXT_PORT_NO_LISTEN,
        .protocols = dial->protocols,
        .options = LWS_SERVER_OPTION_DO_SSL_GLOBAL_INIT | LWS_SERVER_OPTION_VALIDATE_UTF8 |
                   (is_own ? LWS_SERVER_OPTION_DISABLE_OS_CA_CERTS : 0),
        .client_ssl_ca_filepath = dial->plan.authority,
        .fd_limit_per_thread = dial->plan.connections_max + SPARE_FILES,
        .connect_timeout_secs = dial->plan.connect_seconds,
        .timeout_secs = dial->plan.connect_seconds,
        .user = dial,
    };
    return net__open_context(&dial->loop, info);
}

// libwebsockets would go on without what it cannot read, and then trust nobody.
static bool holds_certificates(const char *path)
{
    char line[URL_MAX];
    bool is_found = false;
    FILE *file = fopen(path, "re");
    while (file && !is_found && fgets(line, sizeof line, file))
        is_found = strncmp(line, "-----BEGIN", strlen("-----BEGIN")) == 0 &&
                   strstr(line, "CERTIFICATE-----");
    if (file)
        fclose(file);
    return is_found;
}

static bool open_all(Dial *dial, Text *message)
{
    const DialPlan *plan = &dial->plan;
    if (plan->authority && !holds_certificates(plan->authority)) {
        text_format(message, "%s is no file of certificates in PEM form that can be read",
                    plan->authority);
        return false;
    }
    dial->context = open_context(dial);
    if (!dial->context)
        text_format(message, "%u connections cannot be held: is `ulimit -n` large enough?",
                    plan->connections_max);
    return dial->context != NULL;
}

Dial *dial_create(const Memory *memory, const DialPlan *plan, Text *message)
{
    Dial *dial = memory_resize(memory, NULL, sizeof *dial);
    if (dial)
        *dial = (Dial){.memory = *memory, .plan = *plan};
    if (!dial || !net__open_loop(&dial->loop, memory,
                                 &(LoopOwner){dial_work, dial_look_after, NULL, dial}, 0)) {
        memory_resize(memory, dial, 0);
        text_add(message, "there is no memory");
        return NULL;
    }
    if (plan->stops_on_signals)
        net__stop_on_signals(&dial->loop);
    if (open_all(dial, message))
        return dial;
    dial_destroy(dial);
    return NULL;
}

void dial_destroy(Dial *dial)
{
    if (!dial)
        return;
    const Memory memory = dial->memory;
    dial->is_ending = true;
    dial_tell_failed(dial);
    net__close_loop(&dial->loop, dial->context);
    for (uint32_t i = 0; i < dial->connections.capacity; i++) // those that were being opened
        if (dial->connections.slots[i].thing)
            free_connection(dial, dial->connections.slots[i].thing);
    number_map_done(&dial->connections, &memory);
    memory_resize(&memory, dial, 0);
}

void dial_run(Dial *dial)
{
    uv_run(&dial->loop.loop, UV_RUN_DEFAULT);
}

int dial_descriptor(const Dial *dial)
{
    return uv_backend_fd(&dial->loop.loop);
}

uint64_t dial_wait_ms(const Dial *dial)
{
    const int wait_ms = uv_backend_timeout(&dial->loop.loop);
    return wait_ms < 0 ? UINT64_MAX : (uint64_t)wait_ms;
}

void dial_turn(Dial *dial)
{
    uv_run(&dial->loop.loop, UV_RUN_NOWAIT);
}

void dial_stop(Dial *dial)
{
    uv_stop(&dial->loop.loop);
}
