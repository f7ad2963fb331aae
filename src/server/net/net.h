// The network of a node: HTTP requests and WebSocket connections on a unix socket, and the event loop. The only
// module with libwebsockets and libuv. It knows nothing of games.
//
// It is made for a proxy in front of it, which speaks TLS and holds off the worst. Still everything that a client controls has a
// limit here: connections, the length of a line and of a request, what waits for a slow reader, silence, the time for a request.
#ifndef NEBEL_NET_NET_H
#define NEBEL_NET_NET_H

#include "base/text.h"

// What a loop waits for besides its own sockets, as its owner says before each wait.
enum { NET_WAITS_MAX = 4 };

typedef struct NetWaits {
    uint64_t next_ms; // UINT64_MAX for nothing
    unsigned count;
    struct {
        int socket;
        uint32_t serial; // another one each time that the socket is another
        bool wants_write;
    } sockets[NET_WAITS_MAX];
} NetWaits;

typedef struct Net Net;

typedef enum NetMethod { NET_GET, NET_POST, NET_DELETE, NET_METHOD_COUNT } NetMethod;

// Who may ask.
typedef enum NetWho {
    NET_PUBLIC,   // everybody
    NET_OPERATOR, // the operator, by its token: "Authorization: Bearer TOKEN"
    NET_SEAT,     // a seat, by its token in the first line of a WebSocket
    NET_BOTS,     // a worker of bots, by its token in the first line as well
    NET_PERSON, // a person, by the token of a session, shown as the operator's; the route's owner looks it up
} NetWho;

// The callbacks of the WebSockets of a route. Numbers of connections and requests are never used again. None of these may call net_run or
// net_destroy.
typedef struct NetSocket {
    bool (*connect)(void *context, uint64_t connection); // false: not now
    void (*line)(void *context, uint64_t connection, Slice line);
    void (*disconnect)(void *context, uint64_t connection);
    // A ping of net_ping and its pong took so long. May be NULL.
    void (*lag)(void *context, uint64_t connection, uint32_t lag_ms);
    // Everything that was sent has been written. May be NULL.
    void (*drained)(void *context, uint64_t connection);
} NetSocket;

typedef struct NetRequest NetRequest;

typedef struct NetRoute {
    uint8_t method;   // NetMethod
    uint8_t who;      // NetWho
    const char *path; // one * in it stands for a parameter: "/api/session/*"
    // Answers a request now or later by net_answer. NULL for a WebSocket.
    void (*answer)(void *context, const NetRequest *request);
    const NetSocket *socket; // of a WebSocket; NULL for requests
} NetRoute;

// A request. The texts are valid during the call; what was not sent is empty.
struct NetRequest {
    uint64_t number; // for net_answer
    const NetRoute *route;
    Slice body;      // of a POST
    Slice parameter; // what stands in the path where its route has a *
    Slice query;     // what follows the path: "game=kriegspiel&page=2"
    Slice bearer;    // the token of "Authorization: Bearer TOKEN"
    Slice address;   // of the client, as the proxy in front names it by X-Real-IP
};

// None of these may call net_run or net_destroy. The calls of routes get the same context.
typedef struct NetOwner {
    bool (*is_operator)(void *context, Slice token);
    void (*work)(void *context, uint64_t now_ms, NetWaits *waits); // before each wait
    void (*tidy)(void *context, uint64_t now_ms);                  // once a second
    void *context;
} NetOwner;

typedef struct NetPlan {
    const char *socket; // the path of the unix socket
    const NetRoute *routes;
    unsigned route_count;
    uint32_t connections_max; // WebSockets; more are refused
    uint32_t requests_max;    // that wait for an answer; more are refused
    uint32_t line_max;        // bytes of a line from a client
    uint32_t body_max;        // and of a request
    uint32_t waiting_max; // bytes that may wait for a slow reader; then its connection is closed
    uint32_t
        ping_ms; // silence after which a client is asked whether it is there; after twice that it is closed
    uint32_t beat_ms; // of a fixed beat; 0 for none
    NetOwner owner;
} NetPlan;

// Returns NULL, with a message that says what to do, if the socket cannot be opened.
Net *net_create(const Memory *memory, const NetPlan *plan, Text *message);
void net_destroy(Net *net); // accepts NULL

// Runs until net_stop, SIGTERM or SIGINT.
void net_run(Net *net);
void net_stop(Net *net);
// Lets the owner work once more before the loop waits. Any thread may call it.
void net_wake(Net *net);

// Returns milliseconds of a clock that never runs backwards; with beats the time of the last one.
uint64_t net_now_ms(const Net *net);
// Returns how many beats there were. The owner works after each, before it waits.
uint64_t net_beats(const Net *net);

// Returns the share of the last second in which the loop ran, or could have run and had no core: near 1 it has as much to do as it can.
double net_busy(const Net *net);

// Sends one frame, unless the connection is gone.
void net_send(Net *net, uint64_t connection, Slice line);
// Sends a ping, after what was sent; NetSocket.lag follows if the client answers.
void net_ping(Net *net, uint64_t connection);
// Closes it after what was sent.
void net_close(Net *net, uint64_t connection);

typedef enum NetType { NET_JSON, NET_TEXT, NET_SVG, NET_TYPE_COUNT } NetType;

// Answers a request, unless its client is gone.
void net_answer(Net *net, uint64_t request, unsigned status, NetType type, Slice body);

typedef struct NetCounts {
    uint32_t connections, requests;
    uint64_t frames_in, frames_out, refused,
        slow; // since the start; slow: readers that were closed
} NetCounts;

NetCounts net_counts(const Net *net);

#endif
