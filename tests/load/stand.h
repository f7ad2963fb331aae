// Everything that a measurement of a server needs, started in a folder of its own and gone with it: a PostgreSQL with a database a
// node, the nodes, and nginx in front of them. All of it talks by unix sockets, but for the
// WebSockets to nginx.
#ifndef NEBEL_LOAD_STAND_H
#define NEBEL_LOAD_STAND_H

#include "base/text.h"

enum { STAND_NODES_MAX = 16, STAND_PATH_MAX = 128 };

typedef struct StandPlan {
    const char *program; // nebel
    const char *schema;  // the folder deploy/schema of the sources
    unsigned nodes;
    uint32_t node_games, node_connections; // of each node, at most
    bool nodes_yield; // to PostgreSQL and nginx, as deploy/nebel.service lets them
} StandPlan;

typedef struct Stand Stand;

// NULL, with a message that says what to do, if something does not start.
Stand *stand_create(const Memory *memory, const StandPlan *plan, Text *message);
// Ends all processes and removes the folder. Accepts NULL.
void stand_destroy(Stand *stand);

// nginx, for requests by its unix socket and for WebSockets by TCP, which the kernel shares out among its workers. A node answers there
// below /n/NUMBER/, the echo below /n/echo/.
const char *stand_front(const Stand *stand);
const char *stand_url(const Stand *stand);
const char *stand_token(const Stand *stand);    // the operator's
const char *stand_folder(const Stand *stand);   //
const char *stand_database(const Stand *stand); // the first one, as libpq takes it
const char *stand_programs(const Stand *stand); // the folder of psql and pgbench

// Starts a server that echoes beside the nodes; false if it does not answer. It runs until the stand ends or this is called again.
MUST_USE bool stand_echo(Stand *stand, uint32_t answer_bytes);

// What the processes have used so far: seconds of CPU, and bytes of their own memory.
typedef struct StandUsage {
    double server, database, proxy, echo;
    uint64_t server_bytes, proxy_bytes;
} StandUsage;

StandUsage stand_usage(const Stand *stand);

// The counters of all nodes together.
typedef struct StandCounts {
    uint64_t batches, rows, frames_in, frames_out;
} StandCounts;

// False if a node does not answer.
MUST_USE bool stand_counts(const Stand *stand, StandCounts *counts);

#endif
