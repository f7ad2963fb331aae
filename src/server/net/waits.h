// What a loop of this room waits for besides its own sockets, as its owner says before each wait.
#ifndef NEBEL_NET_WAITS_H
#define NEBEL_NET_WAITS_H

#include "base/base.h"

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

#endif
