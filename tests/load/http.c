// Writes a request whole and reads its answer to the end of the connection.
#include "load/http.h"

#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <sys/un.h>
#include <unistd.h>

enum { REQUEST_MAX = 2048, PATIENCE_S = 30 };

static int connect_to(const char *path)
{
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    const struct timeval patience = {.tv_sec = PATIENCE_S};
    if (strlen(path) >= sizeof address.sun_path)
        return -1;
    memcpy(address.sun_path, path, strlen(path));
    const int connection = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (connection < 0)
        return -1;
    setsockopt(connection, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
    setsockopt(connection, SOL_SOCKET, SO_SNDTIMEO, &patience, sizeof patience);
    if (connect(connection, (const struct sockaddr *)&address, sizeof address) == 0)
        return connection;
    close(connection);
    return -1;
}

int http_begin(const HttpRequest *request)
{
    char memory[REQUEST_MAX];
    Text text = TEXT_IN(memory);
    text_format(&text,
                "%s %s HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n"
                "Authorization: Bearer %s\r\nContent-Length: %zu\r\n\r\n%s",
                request->method, request->path, request->token, strlen(request->body),
                request->body);
    const int connection = text.cut ? -1 : connect_to(request->socket);
    if (connection < 0 ||
        send(connection, memory, text.length, MSG_NOSIGNAL) == (ssize_t)text.length)
        return connection;
    close(connection);
    return -1;
}

// The status and the body of an answer that ends where its connection does.
static void read_answer(const char *bytes, HttpAnswer *answer)
{
    const char *body = strstr(bytes, "\r\n\r\n");
    Text text = TEXT_IN(answer->body);
    if (!body || sscanf(bytes, "HTTP/1.%*d %u", &answer->status) != 1) {
        answer->status = 0;
        return;
    }
    text_add(&text, body + 4);
}

void http_end(int connection, HttpAnswer *answer)
{
    char bytes[HTTP_BODY_MAX + REQUEST_MAX];
    size_t length = 0;
    ssize_t got = 1;
    *answer = (HttpAnswer){0};
    if (connection < 0)
        return;
    while (got > 0 && length < sizeof bytes - 1) {
        got = recv(connection, bytes + length, sizeof bytes - 1 - length, 0);
        length += got > 0 ? (size_t)got : 0;
    }
    close(connection);
    bytes[length] = '\0';
    if (got == 0)
        read_answer(bytes, answer);
}

void http_ask(const HttpRequest *request, HttpAnswer *answer)
{
    http_end(http_begin(request), answer);
}
