// libwebsockets by its own means, with the options that a node gives it.
#include "load/echo.h"

#include <assert.h>
#include <libwebsockets.h>
#include <string.h>
#include <uv.h>

// A connection, as libwebsockets keeps it.
typedef struct Peer {
    unsigned due; // answers
} Peer;

typedef struct Echo {
    uint32_t answer_bytes;
    unsigned char answer[LWS_PRE + ECHO_BYTES_MAX];
} Echo;

static int on_event(struct lws *wsi, enum lws_callback_reasons reason, void *user, void *in,
                    size_t length)
{
    Echo *echo = lws_context_user(lws_get_context(wsi));
    Peer *peer = user;
    switch (reason) {
    case LWS_CALLBACK_RECEIVE:
        if (length && *(const char *)in >= '1' && *(const char *)in <= '9')
            peer->due += (unsigned)(*(const char *)in - '0');
        lws_callback_on_writable(wsi);
        return 0;
    case LWS_CALLBACK_SERVER_WRITEABLE:
        if (!peer->due)
            return 0;
        if (lws_write(wsi, echo->answer + LWS_PRE, echo->answer_bytes, LWS_WRITE_TEXT) < 0)
            return -1;
        if (--peer->due)
            lws_callback_on_writable(wsi);
        return 0;
    default:
        return lws_callback_http_dummy(wsi, reason, user, in, length);
    }
}

static void ignore_log(int level, const char *line)
{
    (void)level;
    (void)line;
}

bool echo_run(const char *socket, uint32_t answer_bytes)
{
    static const lws_retry_bo_t no_policy = {0};
    static const struct lws_protocols protocols[] = {
        {.name = "nebel", .callback = on_event, .per_session_data_size = sizeof(Peer)}, {0}};
    Echo echo = {.answer_bytes = answer_bytes};
    uv_loop_t loop;
    void *loops[] = {&loop};
    const struct lws_context_creation_info info = {
        .iface = socket,
        .protocols = protocols,
        .foreign_loops = loops,
        .gid = (gid_t)-1,
        .uid = (uid_t)-1,
        .options =
            LWS_SERVER_OPTION_LIBUV | LWS_SERVER_OPTION_UNIX_SOCK | LWS_SERVER_OPTION_VALIDATE_UTF8,
        .retry_and_idle_policy = &no_policy,
        .user = &echo,
    };
    assert(answer_bytes <= ECHO_BYTES_MAX);
    memset(echo.answer, 'x', sizeof echo.answer);
    if (uv_loop_init(&loop) != 0)
        return false;
    lws_set_log_level(LLL_ERR, ignore_log);
    struct lws_context *context = lws_create_context(&info);
    if (context)
        uv_run(&loop, UV_RUN_DEFAULT);
    return context != NULL;
}
