// `nebel bench server`: a whole server under load.
#ifndef NEBEL_CMD_BENCH_SERVER_H
#define NEBEL_CMD_BENCH_SERVER_H

#include "cmd/command.h"

// The options of nebel bench. Those from OPTION_IDLE on are for the server alone.
enum {
    OPTION_GAMES,
    OPTION_JSON,
    OPTION_IDLE,
    OPTION_RATE,
    OPTION_SECONDS,
    OPTION_NODES,
    OPTION_KNEE,
    OPTION_OVERLOAD,
    OPTION_PLOT,
    OPTION_SEED,
    OPTION_SCHEMA,
    BENCH_OPTIONS
};

// Measures and prints; returns what to exit with. In a build without a server it says so.
int bench_server(const Given *given);

#endif
