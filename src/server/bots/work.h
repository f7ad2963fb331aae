// A worker of house bots: leases games that wait for a bot from the node, by the lines of docs/protocol/bots.md, and has each played by a process of its
// own, `nebel connect`. It has no login of the database.
//
// Such a process gets a player string, limits, the address of the server and a token, and hears what any client of that seat hears. The token is
// drawn here and goes to the process by its standard input; the node gets its hash. If this worker dies, its processes die with it, its leases
// run out, and another worker goes on with its games.
#ifndef NEBEL_HOUSE_WORK_H
#define NEBEL_HOUSE_WORK_H

#include "base/budget.h"
#include "base/text.h"

enum { HOUSE_CONCURRENCY_MAX = 256 };

typedef enum HouseEvent {
    HOUSE_READY,   // it waits for games
    HOUSE_LEASED,  // a game
    HOUSE_PLAYED,  // to its end
    HOUSE_BROKEN,  // the process has failed; the game waits for a worker again
    HOUSE_DROPPED, // the lease ran out, and another worker has the game
} HouseEvent;

typedef struct HouseWorkPlan {
    const char *program; // the path of nebel
    const char *server;  // as `nebel connect --server` takes it
    const char *authority;
    Slice token;          // of workers
    unsigned concurrency; // games at once
    const Clocks *clocks;
    const atomic_bool *is_stopped;
    void (*tell)(void *context, HouseEvent event, const char *bot);
    void (*lost)(void *context, const char *problem); // the server is away
    void *context;
} HouseWorkPlan;

// Works until it is stopped; then it gives its leases back. False, with a message, if it cannot go on.
MUST_USE bool house_work(const Memory *memory, const HouseWorkPlan *plan, Text *message);

#endif
