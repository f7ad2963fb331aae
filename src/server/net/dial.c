// WebSocket clients by libwebsockets.
#include "server/net/dial.h"

#include "server/net/inside.h"

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

// A connection, until its owner knows that it is gone.
typedef struct Link {
    struct lws *wsi;
    uint64_t number;
    bool is_open, is_closing, wants_ping;
    uint64_t seen_ms; // when it was last heard of
    Frames frames;
    Text part; // of a frame that is not complete
    // One that failed while it was opened, until the owner is told.
    struct Link *next_failed;
    uint8_t end; // DialEnd
    char why[WHY_MAX];
} Link;

struct Dial {
    Memory memory;
    DialPlan plan;
    Loop loop;
    struct lws_context *context;
    struct lws_protocols protocols[2];
    NumberMap links; // of Link by number
    uint64_t last_number;
    Link *opening; // inside dial_open
    Link *failed;
    bool is_ending;
    DialCounts counts;
};

uint64_t dial_now_ms(const Dial *dial)
{
    (void)dial;
    return net__now_ms();
}

DialCounts dial_counts(const Dial *dial)
{
    return dial->counts;
}

// --- Addresses -----------------------------------------------------------------------------------

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

// `path` is for addresses that have none.
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

// --- Coming and going ----------------------------------------------------------------------------

static void free_link(Dial *dial, Link *link)
{
    net__drop_frames(&link->frames, &dial->memory);
    text_done(&link->part);
    memory_resize(&dial->memory, link, 0);
}

// The owner is told, and the link is no more.
static void end_link(Dial *dial, Link *link, DialEnd end, const char *why)
{
    const DialOwner *owner = &dial->plan.owner;
    const uint64_t number = link->number;
    number_map_remove(&dial->links, number);
    dial->counts.connections--;
    if (!dial->is_ending)
        owner->closed(owner->context, number, end, why);
    free_link(dial, link);
}

// The words of libwebsockets are for people who know its code, so these are ours. A status of 0 is no answer by HTTP.
static void say_why(Link *link, unsigned status)
{
    Text why = TEXT_IN(link->why);
    if (link->end == DIAL_UNTRUSTED)
        text_add(&why, "signed by nobody trusted, expired, or for another name");
    else if (status)
        text_format(&why, "it opens no WebSocket there, its answer has the status %u", status);
    else
        text_add(&why, "no answer");
}

static int on_failed(Dial *dial, Link *link, struct lws *wsi)
{
    say_why(link, lws_http_client_http_response(wsi));
    link->wsi = NULL;
    if (dial->opening != link) // else dial_open sees to it
        end_link(dial, link, link->end, link->why);
    return 0;
}

// Another step of checking a certificate: 1 if all is well, 0 if not.
static int on_certificate(Link *link, size_t is_fine)
{
    if (!is_fine)
        link->end = DIAL_UNTRUSTED;
    return 0;
}

static void tell_failed(Dial *dial)
{
    while (dial->failed) {
        Link *link = dial->failed;
        dial->failed = link->next_failed;
        end_link(dial, link, link->end, link->why);
    }
}

static Link *add_link(Dial *dial)
{
    if (dial->counts.connections >= dial->plan.connections_max)
        return NULL;
    Link *link = memory_resize(&dial->memory, NULL, sizeof *link);
    if (!link)
        return NULL;
    *link = (Link){.number = dial->last_number + 1,
                   .part = text_growing(&dial->memory),
                   .seen_ms = net__now_ms(),
                   .end = DIAL_REFUSED,
                   .why = "no answer"};
    if (!number_map_add(&dial->links, &dial->memory, link->number, link)) {
        free_link(dial, link);
        return NULL;
    }
    dial->last_number++;
    dial->counts.connections++;
    return link;
}

uint64_t dial_open(Dial *dial, const char *url)
{
    Address address;
    Link *link = read_address(url, dial->plan.path, &address) ? add_link(dial) : NULL;
    if (!link)
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
        .userdata = link,
        .retry_and_idle_policy = &net__no_policy,
        .pwsi = &link->wsi,
    };
    dial->opening = link;
    if (!lws_client_connect_via_info(&info) || !link->wsi) {
        link->wsi = NULL;
        link->next_failed = dial->failed;
        dial->failed = link;
    }
    dial->opening = NULL;
    return link->number;
}

// Closes a connection from outside its own events.
static void cut_off(const Dial *dial, Link *link)
{
    net__drop_frames(&link->frames, &dial->memory);
    link->is_closing = true;
    if (link->wsi)
        lws_set_timeout(link->wsi, PENDING_TIMEOUT_USER_OK, LWS_TO_KILL_ASYNC);
}

void dial_close(Dial *dial, uint64_t connection)
{
    Link *link = number_map_find(&dial->links, connection);
    if (!link || link->is_closing)
        return;
    link->is_closing = true;
    if (link->is_open)
        lws_callback_on_writable(link->wsi);
    else
        cut_off(dial, link);
}

// --- Lines ---------------------------------------------------------------------------------------

void dial_send(Dial *dial, uint64_t connection, Slice line)
{
    Link *link = number_map_find(&dial->links, connection);
    if (!link || link->is_closing)
        return;
    if (!net__add_frame(&link->frames, &dial->memory, line, dial->plan.waiting_max))
        cut_off(dial, link);
    else if (link->is_open)
        lws_callback_on_writable(link->wsi);
}

static int on_opened(Dial *dial, Link *link, struct lws *wsi)
{
    const DialOwner *owner = &dial->plan.owner;
    link->wsi = wsi;
    link->is_open = true;
    link->seen_ms = net__now_ms();
    owner->opened(owner->context, link->number);
    if (link->frames.first || link->is_closing)
        lws_callback_on_writable(wsi);
    return 0;
}

static int on_writable(Dial *dial, Link *link)
{
    const int result = net__write_next(&link->frames, &dial->memory, link->wsi, link->is_closing,
                                       &link->wants_ping, &dial->counts.frames_out);
    if (!result && (link->frames.first || link->is_closing || link->wants_ping))
        lws_callback_on_writable(link->wsi);
    return result;
}

// A line is one whole text frame, which may arrive in parts.
static int on_frame(Dial *dial, Link *link, Slice part)
{
    const DialOwner *owner = &dial->plan.owner;
    link->seen_ms = net__now_ms();
    if (lws_is_first_fragment(link->wsi))
        link->part.length = 0;
    text_add_slice(&link->part, part);
    if (link->part.cut || link->part.length > dial->plan.line_max ||
        lws_frame_is_binary(link->wsi)) {
        lws_close_reason(link->wsi, LWS_CLOSE_STATUS_MESSAGE_TOO_LARGE, NULL, 0);
        return -1;
    }
    if (!lws_is_final_fragment(link->wsi) || lws_remaining_packet_payload(link->wsi))
        return 0;
    dial->counts.frames_in++;
    if (!link->is_closing)
        owner->line(owner->context, link->number, (Slice){link->part.start, link->part.length});
    return 0;
}

static int on_event(struct lws *wsi, enum lws_callback_reasons reason, void *user, void *in,
                    size_t length)
{
    Dial *dial = lws_context_user(lws_get_context(wsi));
    Link *link = user;
    switch (reason) {
    case LWS_CALLBACK_CLIENT_CONNECTION_ERROR:
        return on_failed(dial, link, wsi);
    case LWS_CALLBACK_OPENSSL_PERFORM_SERVER_CERT_VERIFICATION:
        return on_certificate(lws_wsi_user(wsi), length); // `user` is OpenSSL's here
    case LWS_CALLBACK_CLIENT_ESTABLISHED:
        return on_opened(dial, link, wsi);
    case LWS_CALLBACK_CLIENT_RECEIVE:
        return on_frame(dial, link, (Slice){in, length});
    case LWS_CALLBACK_CLIENT_RECEIVE_PONG:
        link->seen_ms = net__now_ms();
        return 0;
    case LWS_CALLBACK_CLIENT_WRITEABLE:
        return on_writable(dial, link);
    case LWS_CALLBACK_CLIENT_CLOSED:
        end_link(dial, link, DIAL_CLOSED, "the connection was closed");
        return 0;
    default:
        return 0;
    }
}

// --- The loop ------------------------------------------------------------------------------------

static void work(void *context, uint64_t now_ms, NetWaits *waits)
{
    Dial *dial = context;
    tell_failed(dial);
    dial->plan.owner.work(dial->plan.owner.context, now_ms, waits);
    if (dial->failed)
        waits->next_ms = now_ms; // what failed meanwhile is told at once
}

// Asks silent servers whether they are there, and closes what does not answer.
static void look_after(void *context, uint64_t now_ms, unsigned part)
{
    const Dial *dial = context;
    for (uint32_t i = part; i < dial->links.capacity && dial->plan.ping_ms; i += LOOP_PARTS) {
        Link *link = dial->links.slots[i].thing;
        if (!link || !link->is_open)
            continue;
        const uint64_t silence_ms = now_ms - link->seen_ms;
        if (silence_ms >= (uint64_t)2 * dial->plan.ping_ms)
            cut_off(dial, link);
        else if (silence_ms >= dial->plan.ping_ms) {
            link->wants_ping = true;
            lws_callback_on_writable(link->wsi);
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
    if (!dial ||
        !net__open_loop(&dial->loop, memory, &(LoopOwner){work, look_after, NULL, dial}, 0)) {
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
    tell_failed(dial);
    net__close_loop(&dial->loop, dial->context);
    for (uint32_t i = 0; i < dial->links.capacity; i++) // those that were being opened
        if (dial->links.slots[i].thing)
            free_link(dial, dial->links.slots[i].thing);
    number_map_done(&dial->links, &memory);
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

void dial_wake(Dial *dial)
{
    uv_async_send(&dial->loop.waker);
}
