// WebSocket clients: connections that this program opens, and the loop that they run in. One loop holds one connection or ten
// thousand. It knows nothing of games, and does not connect again by itself: its owner knows when that is of use.
//
// Everything is called from the thread that runs the loop.
#ifndef NEBEL_NET_DIAL_H
#define NEBEL_NET_DIAL_H

#include "base/text.h"
#include "server/net/net.h"

typedef struct Dial Dial;

// Why a connection is gone.
typedef enum DialEnd {
    DIAL_CLOSED,    // it was open; one side closed it, or the line is broken
    DIAL_REFUSED,   // it could not be opened; another attempt may succeed
    DIAL_UNTRUSTED, // the certificate of the server is not one that we trust
} DialEnd;

// Numbers of connections are never used again, and none is 0. None of these may call dial_run or dial_destroy.
typedef struct DialOwner {
    void (*opened)(void *context, uint64_t connection);
    void (*line)(void *context, uint64_t connection, Slice line);
    // Called once for each number that dial_open gave, never inside dial_open. `why` says in words what happened.
    void (*closed)(void *context, uint64_t connection, DialEnd end, const char *why);
    void (*work)(void *context, uint64_t now_ms, NetWaits *waits); // before each wait
    void *context;
} DialOwner;

typedef struct DialPlan {
    const char *path; // asked for by URLs that name none, such as "/seat"
    // A file of certificates (PEM) that alone are trusted; NULL for those of the system.
    const char *authority;
    uint32_t connections_max;
    uint32_t line_max;        // bytes of a line from a server; a longer one ends its connection
    uint32_t waiting_max;     // bytes that may wait to be written; more end their connection
    uint32_t connect_seconds; // within which a connection is open, or has failed
    uint32_t ping_ms;         // as NetPlan; 0: a broken line is not noticed
    bool stops_on_signals;    // SIGTERM and SIGINT end dial_run
    DialOwner owner;
} DialPlan;

// Returns NULL, with a message that says what to do, on error. The texts of the plan must live as long as it does.
Dial *dial_create(const Memory *memory, const DialPlan *plan, Text *message);
// Accepts NULL; the owner hears nothing more. No other thread may open a file meanwhile: libwebsockets 4.1 closes its own
// wake descriptor twice, and the second time the number may be that of the other thread's file.
void dial_destroy(Dial *dial);

// Runs until dial_stop, or a signal.
void dial_run(Dial *dial);
void dial_stop(Dial *dial);
// For another loop: what to wait for and how long, and a turn of this loop, which does not wait.
int dial_descriptor(const Dial *dial);
uint64_t dial_wait_ms(const Dial *dial); // UINT64_MAX for no limit
void dial_turn(Dial *dial);

// Returns milliseconds of a clock that never runs backwards.
uint64_t dial_now_ms(const Dial *dial);

// Returns whether a text is an address: ws://HOST[:PORT][/PATH], wss://HOST[:PORT][/PATH] or unix:PATH of a socket.
bool dial_is_address(const char *url);
// Begins to connect. Returns the number of the connection; 0 if there are too many, out of memory, or it is no address. A server's
// queue is short: a caller that wants thousands opens a hundred, and one more as each opens.
MUST_USE uint64_t dial_open(Dial *dial, const char *url);
// Sends one frame. It waits for a connection that is not open yet; one that is gone hears nothing.
void dial_send(Dial *dial, uint64_t connection, Slice line);
// Closes it after what was sent.
void dial_close(Dial *dial, uint64_t connection);

#endif
