// The row of nebel connect, the same in a build that has no server. The file that includes it has `run`.
#include "cmd/server_options.h"

const Command connect_command = {
    .name = "connect",
    .argument = "PLAYER",
    .summary = "let a player take a seat at a server",
    .example = "nebel connect fog --server unix:desk/nebel.sock --token @white",
    .options =
        {
            SERVER_OPTION_ROW,
            TOKEN_OPTION_ROW,
            AUTHORITY_OPTION_ROW,
            PATIENCE_OPTION_ROW,
            {"--nodes", "N", "limit a try to N nodes"},
            {"--movetime", "MS", "limit a try to MS milliseconds"},
            {"--pace", "MS",
             "wait up to MS milliseconds before each turn, by chance (default: 0); so the time of "
             "a "
             "turn hardly tells how many tries were refused"},
        },
    .run = run,
};
