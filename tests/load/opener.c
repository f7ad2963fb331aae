// Rounds of requests: all of a round are sent before the first answer is read.
#include "load/opener.h"

#include "load/http.h"

#include <stdio.h>
#include <sys/socket.h>

enum { AT_ONCE = 32, STATUS_CREATED = 201, STATUS_BUSY = 503, BODY_MAX = 1024 };

static void note(const HttpAnswer *answer, Opened *opened, GameMade *made)
{
    if (answer->status == STATUS_CREATED &&
        game_made_read(slice_of(answer->body), &made[opened->count]))
        opened->count++;
    else if (answer->status == STATUS_BUSY)
        opened->busy++;
    else
        opened->failed++;
}

static void open_some(const HttpRequest *request, uint32_t count, Opened *opened, GameMade *made)
{
    int connections[AT_ONCE];
    for (uint32_t i = 0; i < count; i++)
        connections[i] = http_begin(request);
    for (uint32_t i = 0; i < count; i++) {
        HttpAnswer answer;
        http_end(connections[i], &answer);
        note(&answer, opened, made);
    }
}

Opened open_games(const OpenPlan *plan, uint32_t count, GameMade *made)
{
    char body[BODY_MAX];
    Opened opened = {0};
    snprintf(body, sizeof body, "{\"game\": \"%s\"}", plan->game);
    const HttpRequest request = {.socket = plan->socket,
                                 .method = "POST",
                                 .path = plan->path,
                                 .token = plan->token,
                                 .body = body};
    for (uint32_t asked = 0; asked < count; asked += AT_ONCE)
        open_some(&request, count - asked < AT_ONCE ? count - asked : AT_ONCE, &opened, made);
    return opened;
}

// Waits for the first wish, and takes those along that are there already; 0 if the other end is closed.
static uint32_t take_wishes(int socket)
{
    char byte;
    uint32_t count = recv(socket, &byte, 1, 0) == 1;
    while (count && count < AT_ONCE && recv(socket, &byte, 1, MSG_DONTWAIT) == 1)
        count++;
    return count;
}

void opener_run(const OpenPlan *plan, int socket)
{
    for (uint32_t count; (count = take_wishes(socket));) {
        GameMade made[AT_ONCE];
        const Opened opened = open_games(plan, count, made);
        for (uint32_t i = 0; i < count; i++) {
            OpenAnswer answer = {0};
            if (i < opened.count) {
                answer.opened.count = 1;
                answer.made = made[i];
            } else if (i < opened.count + opened.busy)
                answer.opened.busy = 1;
            else
                answer.opened.failed = 1;
            if (send(socket, &answer, sizeof answer, MSG_NOSIGNAL) != sizeof answer)
                return;
        }
    }
}
