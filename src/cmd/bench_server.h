// `nebel bench server` and `nebel bench farm`: a whole server, and the farm's database, under load.
#ifndef NEBEL_CMD_BENCH_SERVER_H
#define NEBEL_CMD_BENCH_SERVER_H

#include "cmd/command.h"

// The options of nebel bench. Those from OPTION_IDLE on are for the server and the farm alone.
enum {
    OPTION_GAMES,
    OPTION_JSON,
    OPTION_IDLE,
    OPTION_RATE,
    OPTION_SECONDS,
    OPTION_NODES,
    OPTION_KNEE,
    OPTION_OVERLOAD,
    OPTION_APART,
    OPTION_PLOT,
    OPTION_SEED,
    OPTION_SCHEMA,
    OPTION_WORKERS,
    BENCH_OPTIONS
};

// Each measures and prints; returns what to exit with. In a build without a server it says so.
int bench_server(const Given *given);
int bench_farm(const Given *given);

#endif
