// Requests by HTTP over a unix socket, one a connection, for the few that a bench makes: games and figures. They wait for their
// answers; several can be under way at once.
#ifndef NEBEL_LOAD_HTTP_H
#define NEBEL_LOAD_HTTP_H

#include "base/text.h"

enum { HTTP_BODY_MAX = 8192 };

typedef struct HttpRequest {
    const char *socket; // the path of the server's
    const char *method, *path;
    const char *token; // the operator's
    const char *body;  // "" for none
} HttpRequest;

typedef struct HttpAnswer {
    unsigned status; // 0 if there was no whole answer
    char body[HTTP_BODY_MAX];
} HttpAnswer;

// Sends a request. The connection, for http_end; -1 if there is none.
int http_begin(const HttpRequest *request);
// Waits for the answer, at most some seconds, and closes the connection.
void http_end(int connection, HttpAnswer *answer);

// Both.
void http_ask(const HttpRequest *request, HttpAnswer *answer);

#endif
