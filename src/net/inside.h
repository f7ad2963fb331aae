// What the network holds, for the files of this room alone.
#ifndef NEBEL_NET_INSIDE_H
#define NEBEL_NET_INSIDE_H

#include "base/number_map.h"
#include "net/net.h"

#include <libwebsockets.h>
#include <uv.h>

// A frame that waits to be written, with the room that libwebsockets wants before it.
typedef struct Frame {
    struct Frame *next;
    size_t length;
    unsigned char bytes[];
} Frame;

// A client, as long as its socket is open; libwebsockets keeps it.
typedef struct Client {
    struct lws *wsi;
    uint64_t number; // of its WebSocket or of its request; 0 if it has none
    bool is_socket;  // a WebSocket
    bool is_closing, wants_ping, is_answered;
    uint64_t seen_ms; // when it was last heard of
    Frame *first, *last;
    size_t waiting;
    // A request.
    const NetRoute *route;
    Text body;       // of the request; then of the answer
    uint16_t status; // of the answer
    uint8_t type;    // NetType
} Client;

// A socket that the owner waits for. The loop closes its handle in its own time.
typedef struct Watch {
    uv_poll_t handle;
    Net *net;
    uint32_t serial;
    bool wants_write;
} Watch;

struct Net {
    Memory memory;
    NetPlan plan;
    uv_loop_t loop;
    uv_prepare_t prepare;
    uv_timer_t timer, beat;
    uv_signal_t signals[2];
    Watch *watches[NET_WAITS_MAX]; // NULL if there is none
    struct lws_context *context;
    struct lws_protocols protocols[2];
    NumberMap clients; // of Client by number: WebSockets and requests
    uint64_t last_number;
    NetCounts counts;
};

// --- clients.c: sockets and requests -------------------------------------------------------------

int net__on_event(struct lws *wsi, enum lws_callback_reasons reason, void *user, void *in,
                  size_t length);
// Asks silent clients whether they are there, and closes those that do not answer.
void net__look_after(Net *net);

// --- requests.c ----------------------------------------------------------------------------------

// Events of HTTP; as net__on_event.
int net__begin_request(Net *net, Client *client, const char *path, size_t length);
int net__take_body(Net *net, Client *client, Slice part);
int net__end_body(Net *net, Client *client);
int net__write_answer(Net *net, Client *client);
void net__end_request(Net *net, Client *client);
// The route of a path; NULL if there is none.
const NetRoute *net__find_route(const Net *net, Slice path, NetMethod method, bool is_socket);

#endif
