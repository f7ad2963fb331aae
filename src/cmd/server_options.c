// Reading where the server is, and the token.
#include "cmd/server_options.h"

#include "base/crypto/secret.h"
#include "cmd/values.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PATIENCE_DEFAULT_S = 600, PATIENCE_MAX_S = 86400, MS_PER_SECOND = 1000 };

static const char variable[] = "NEBEL_TOKEN";

// The first line of a file.
static bool read_file(const char *path, char memory[TOKEN_ROOM])
{
    FILE *file = fopen(path, "r");
    if (!file) {
        complain("the token cannot be read from %s: %s", path, strerror(errno));
        return false;
    }
    const bool is_read = fgets(memory, TOKEN_ROOM, file) != NULL;
    fclose(file);
    if (!is_read)
        complain("%s is empty; its first line must be the token", path);
    return is_read;
}

bool read_token(const char *what, const char *given, char memory[TOKEN_ROOM], Slice *token)
{
    const char *text = given ? given : getenv(variable);
    if (!text) {
        complain("name the token of %s: --token @FILE, or the variable %s", what, variable);
        return false;
    }
    Text copy = text_in(memory, TOKEN_ROOM);
    if (text[0] != '@')
        text_add(&copy, text);
    else if (!read_file(text + 1, memory))
        return false;
    *token = slice_trim(slice_of(memory));
    return true;
}

bool read_client_plan(const ServerOptions *options, char memory[TOKEN_ROOM], ClientPlan *plan)
{
    uint64_t patience_s = PATIENCE_DEFAULT_S;
    *plan = (ClientPlan){.url = options->url, .authority = options->authority};
    if (!options->url) {
        complain("name the server: --server ws://HOST:PORT, wss://HOST or unix:SOCKET");
        return false;
    }
    if (!read_token("the seat", options->token, memory, &plan->token) ||
        !read_number("--patience", options->patience, 0, PATIENCE_MAX_S, &patience_s))
        return false;
    plan->patience_ms = (uint32_t)patience_s * MS_PER_SECOND;
    if (!seed_draw(&plan->chance)) {
        complain("the system gives no random numbers");
        return false;
    }
    return true;
}
