// What `nebel connect` and `nebel play --server` share: where the server is, and the token of the seat.
#ifndef NEBEL_CMD_SERVER_OPTIONS_H
#define NEBEL_CMD_SERVER_OPTIONS_H

#include "cmd/command.h"
#include "server/client/client.h"

typedef struct ServerOptions {
    const char *url, *token, *authority, *patience; // as they were given; NULL if they were not
} ServerOptions;

enum { TOKEN_ROOM = 256 };

// Reads a token as --token gives it; complains if there is none. `what` names its owner: "the seat". The token is kept in `memory`.
MUST_USE bool read_token(const char *what, const char *given, char memory[TOKEN_ROOM],
                         Slice *token);

// Fills in what the options say, all but the owner; complains if something is wrong. The token is kept in `memory`.
MUST_USE bool read_client_plan(const ServerOptions *options, char memory[TOKEN_ROOM],
                               ClientPlan *plan);

#endif
