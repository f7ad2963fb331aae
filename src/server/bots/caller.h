// Requests of a worker to the node, which wait for their answer: the lines of docs/protocol/bots.md.
//
// A caller has one connection. If it is lost, it is made again and the request is sent again, so every request must do no harm when it is done twice.
#ifndef NEBEL_HOUSE_CALLER_H
#define NEBEL_HOUSE_CALLER_H

#include "base/budget.h"
#include "base/memory.h"
#include "base/text.h"

typedef struct HouseCaller HouseCaller;

typedef enum HouseCallError {
    HOUSE_CALL_OK = 0,
    HOUSE_CALL_REFUSED, // the node refuses the token or the request
    HOUSE_CALL_AWAY,    // there was no connection for too long
    HOUSE_CALL_STOPPED, // the caller is to end
} HouseCallError;

typedef struct HouseCallerPlan {
    const char *server;    // ws://HOST:PORT, wss://HOST or unix:SOCKET; it outlives the caller
    const char *authority; // certificates that are trusted; NULL for those of the system
    Slice token;           // of workers
    uint32_t patience_ms;  // for an answer, after which the connection is given up
    const atomic_bool *is_stopped;
    // Called once each time that requests begin to wait for a connection.
    void (*lost)(void *context, const char *problem);
    void *context;
} HouseCallerPlan;

// NULL, with a message, if there is no memory. It connects in its first call.
HouseCaller *house_caller_create(const Memory *memory, const HouseCallerPlan *plan, Text *message);
void house_caller_destroy(HouseCaller *caller); // accepts NULL

// From now on a call gives up after so long without a connection; 0, as at first, means never.
void house_caller_limit(HouseCaller *caller, uint32_t give_up_ms);

// Sends a request and waits for its answer, which lives until the next call.
MUST_USE HouseCallError house_call(HouseCaller *caller, const Text *request, Slice *answer);

// Waits until the node says that a game waits for a worker, but not longer than that. Returns whether it did.
bool house_caller_wait(HouseCaller *caller, uint32_t wait_ms);

// Why the last call failed.
const char *house_caller_problem(const HouseCaller *caller);

#endif
