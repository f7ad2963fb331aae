// A node: live games, the store that makes them durable, the gateway of their seats, the lobby, and the network.
#ifndef NEBEL_SERVER_SERVER_H
#define NEBEL_SERVER_SERVER_H

#include "base/crypto/token.h"

#include <stdio.h>

typedef struct ServerPlan {
    const char *database; // as libpq takes it
    const char *trusted;  // logins of its cluster, divided by commas, besides the node's own
    const char *socket;   // the path of a unix socket, for the proxy in front
    TokenHash operator_;  // of the token that opens games
    bool has_bots;        // workers of server bots may connect
    TokenHash bots;       // by this token
    uint32_t games_max, connections_max;
    uint32_t token_life_s; // of the seats' tokens
    uint32_t
        ping_s; // a client that is silent for so long has been asked whether it is there, and after twice as long is closed
    uint32_t pace; // tries a second that a seat may send, and six times as many at once
    FILE *log;     // a JSON object a line; it never names a try
    // Called once, when the games of before are here and new ones may come. May be NULL.
    void (*opened)(const struct ServerPlan *plan);
} ServerPlan;

// Runs until SIGTERM or SIGINT. Returns false, with a message, if it cannot start.
MUST_USE bool server_run(const Memory *memory, const ServerPlan *plan, Text *message);

#endif
