// Data structures that the files of server/net share: the loop, queues of frames, a node and its clients.
#ifndef NEBEL_NET_INTERNAL_H
#define NEBEL_NET_INTERNAL_H

#include "base/number_map.h"
#include "base/rng.h"
#include "server/net/net.h"

#include <libwebsockets.h>
#include <uv.h>

// A frame, with the room that libwebsockets wants before it.
typedef struct QueuedFrame {
    struct QueuedFrame *next;
    size_t length;
    unsigned char bytes[];
} QueuedFrame;

// The frames of one socket, first the next to go. A zeroed one is empty.
typedef struct FrameQueue {
    QueuedFrame *first, *last;
    size_t waiting; // bytes
} FrameQueue;

// Adds a frame. Returns false, with nothing changed, if more than `waiting_max` bytes would wait or out of memory.
MUST_USE bool net__add_frame(FrameQueue *frames, const Memory *memory, Slice line,
                             size_t waiting_max);
// Writes the first frame to a socket that takes it and adds 1 to `count`; without a frame closes the socket if that is wanted, or pings. Returns
// -1, as libwebsockets wants it, if the socket is gone or to be closed. The caller asks for the next turn.
MUST_USE int net__write_next(FrameQueue *frames, const Memory *memory, struct lws *wsi,
                             bool is_closing, bool *wants_ping, uint64_t *count);
void net__drop_frames(FrameQueue *frames, const Memory *memory);

// A socket that the owner waits for. The loop closes its handle in its own time.
typedef struct Watch {
    uv_poll_t handle;
    const Memory *memory;
    uint32_t serial;
    int events; // that it waits for; 0 at first
} Watch;

typedef struct LoopOwner {
    void (*work)(void *context, uint64_t now_ms, NetWaits *waits); // before each wait
    // Once a second for each part: what must be done for every connection is not done for all of them in one burst.
    void (*look_after)(void *context, uint64_t now_ms, unsigned part);
    // Writes what waits: at each beat, before anything is read. NULL without beats.
    void (*flush)(void *context);
    void *context;
} LoopOwner;

enum { LOOP_PARTS = 20 };

typedef struct Loop {
    Memory memory;
    LoopOwner owner;
    uv_loop_t loop;
    uv_loop_t sockets; // those of libwebsockets, if there are beats: it runs at each beat only
    uv_prepare_t prepare;
    uv_timer_t timer, upkeep, beat;
    uint32_t beat_ms;       // 0: sockets are read and written whenever they are ready
    uint64_t first_beat_ms; // beats are whole multiples of beat_ms after it
    uint64_t beats;         // so many were
    uint64_t now_ms;        // of the last beat
    uv_async_t waker;
    uv_signal_t signals[2];
    Watch *watches[NET_WAITS_MAX]; // NULL if there is none
    unsigned part;                 // of the upkeep
    uint64_t measured_ns,
        busy_ns; // at the last measurement: when it was, and how long the loop had been busy
    double busy; // the share of the last second in which it ran or could have run
} Loop;

// Opens a loop, which stays at its address until its end. Returns false if it cannot be opened.
MUST_USE bool net__open_loop(Loop *loop, const Memory *memory, const LoopOwner *owner,
                             uint32_t beat_ms);
// Lets SIGTERM and SIGINT stop it from now on.
void net__stop_on_signals(Loop *loop);
// The heartbeat is ours. That of libwebsockets goes through all connections at each new one and at each frame of a client, pings
// after 300 silent seconds and closes soon after. A context and each connection that it opens must be told.
extern const lws_retry_bo_t net__no_policy;
// Returns a context of libwebsockets that runs in the loop; NULL if it cannot be made.
struct lws_context *net__open_context(Loop *loop, struct lws_context_creation_info info);
// Ends the context, which may be NULL, and the loop.
void net__close_loop(Loop *loop, struct lws_context *context);
// Returns milliseconds of a clock that never runs backwards.
uint64_t net__now_ms(void);
// Returns the same; with beats the time of the last one.
uint64_t net__loop_ms(const Loop *loop);

enum { PARAMETER_MAX = 128, QUERY_MAX = 512, BEARER_MAX = 128, ADDRESS_MAX = 64 };

// The head of a request, beside its route. libwebsockets forgets it before the body is there.
typedef struct RequestHead {
    char parameter[PARAMETER_MAX], query[QUERY_MAX], bearer[BEARER_MAX], address[ADDRESS_MAX];
} RequestHead;

// A client of a node, as long as its socket is open; libwebsockets keeps it.
typedef struct NetClient {
    struct lws *wsi;
    uint64_t number; // of its WebSocket or of its request; 0 if it has none
    bool is_socket;  // a WebSocket
    bool is_closing, wants_ping, wants_lag, is_asked, is_answered;
    bool is_due;      // it is in the list of those to write to at the next beat
    uint32_t ping_ms; // it is asked after so long a silence
    uint64_t seen_ms; // when it was last heard of
    uint64_t
        pinged_ms; // when it was sent the ping of net_ping that it has not answered; 0 if there is none
    FrameQueue frames;
    const NetRoute *route;
    // A request.
    RequestHead *head; // NULL if it has none
    Text body; // of the request; then of the answer. Of a WebSocket: a frame that is not complete
    uint16_t status; // of the answer
    uint8_t type;    // NetType
} NetClient;

struct Net {
    Memory memory;
    NetPlan plan;
    Loop loop;
    struct lws_context *context;
    struct lws_protocols protocols[2];
    NumberMap clients; // of NetClient by number: WebSockets and requests
    uint64_t last_number;
    // Those to write to at the next beat, by number, and those of the beat that is now.
    uint64_t *due[2];
    uint32_t due_count, due_capacity[2];
    Rng order; // in which they are written to
    NetCounts counts;
};

// Has something written to a client: at the next beat, or as soon as its socket is ready.
void net__want_write(Net *net, NetClient *client);

// Take events of HTTP; they return what libwebsockets wants.
int net__begin_request(Net *net, NetClient *client, const char *path, size_t length);
int net__take_body(Net *net, NetClient *client, Slice part);
int net__end_body(Net *net, NetClient *client);
int net__write_answer(Net *net, NetClient *client);
void net__end_request(Net *net, NetClient *client);
// Returns the route of a path, and its parameter; NULL if there is none.
const NetRoute *net__find_route(const Net *net, Slice path, NetMethod method, bool is_socket,
                                Slice *parameter);

#endif
