// WebSocket clients against a node of our own that runs in another thread and says each line back.
#define _GNU_SOURCE
#include "server/net/dial.h"

#include "server/net/net.h"
#include "unit/check.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum {
    LINE_MAX_BYTES = 1000,
    LONG_BYTES = 9000, // arrives in parts
    MANY = 300,        // both ends are in this process, which may have 1024 files
    SAID_MAX = 4000,
    PATIENCE_MS = 20000,
    POLL_MS = 5,
};

// --- The node ------------------------------------------------------------------------------------

typedef struct Echo {
    Net *net;
    pthread_t thread;
    atomic_bool must_end;
    atomic_uint connections;
    char folder[64], socket[96], url[128];
} Echo;

static bool welcome(void *context, uint64_t connection)
{
    Echo *echo = context;
    echo->connections++;
    return connection != 0;
}

static void say_long(const Echo *echo, uint64_t connection, size_t bytes)
{
    char *text = malloc(bytes);
    assert_non_null(text);
    memset(text, 'x', bytes);
    net_send(echo->net, connection, (Slice){text, bytes});
    free(text);
}

// "long" is answered by a long line, "close" by the end of the connection.
static void say_back(void *context, uint64_t connection, Slice line)
{
    const Echo *echo = context;
    if (slice_is(line, "long"))
        say_long(echo, connection, LONG_BYTES);
    else if (slice_is(line, "longer"))
        say_long(echo, connection, LONG_BYTES + 1);
    else if (slice_is(line, "close"))
        net_close(echo->net, connection);
    else
        net_send(echo->net, connection, line);
}

static void take_leave(void *context, uint64_t connection)
{
    Echo *echo = context;
    (void)connection;
    echo->connections--;
}

static bool is_operator(void *context, Slice token)
{
    (void)context;
    (void)token;
    return false;
}

static void look_for_the_end(void *context, uint64_t now_ms, NetWaits *waits)
{
    const Echo *echo = context;
    waits->next_ms = now_ms + POLL_MS;
    if (echo->must_end)
        net_stop(echo->net);
}

static void do_nothing(void *context, uint64_t now_ms)
{
    (void)context;
    (void)now_ms;
}

static void *run_node(void *context)
{
    const Echo *echo = context;
    net_run(echo->net);
    return NULL;
}

static int open_node(void **state)
{
    static const NetSocket socket = {welcome, say_back, take_leave};
    static const NetRoute routes[] = {{NET_GET, NET_SEAT, "/seat", NULL, &socket}};
    Echo *echo = calloc(1, sizeof *echo);
    char why[200];
    Text message = TEXT_IN(why);
    assert_non_null(echo);
    strcpy(echo->folder, "/tmp/nebel-dial-XXXXXX");
    assert_non_null(mkdtemp(echo->folder));
    snprintf(echo->socket, sizeof echo->socket, "%s/socket", echo->folder);
    snprintf(echo->url, sizeof echo->url, "unix:%s", echo->socket);
    const NetPlan plan = {.socket = echo->socket,
                          .routes = routes,
                          .route_count = COUNT_OF(routes),
                          .connections_max = MANY,
                          .requests_max = 1,
                          .line_max = LINE_MAX_BYTES,
                          .body_max = 1,
                          .waiting_max = 1 << 20,
                          .ping_ms = PATIENCE_MS,
                          .owner = {is_operator, look_for_the_end, do_nothing, echo}};
    echo->net = net_create(&memory_heap, &plan, &message);
    assert_non_null(echo->net);
    assert_int_equal(pthread_create(&echo->thread, NULL, run_node, echo), 0);
    *state = echo;
    return 0;
}

// From then on its socket takes connections that nobody answers.
static void silence_node(Echo *echo)
{
    if (echo->must_end)
        return;
    echo->must_end = true;
    pthread_join(echo->thread, NULL);
}

static int close_node(void **state)
{
    Echo *echo = *state;
    silence_node(echo);
    net_destroy(echo->net);
    unlink(echo->socket);
    rmdir(echo->folder);
    free(echo);
    return 0;
}

// --- The clients ---------------------------------------------------------------------------------

// What its owner heard is one text: "1 opened; 1 hello; 1 closed 0; ". The loop ends when `wants` events have come.
typedef struct Clients {
    Dial *dial;
    unsigned events, wants, opened;
    uint64_t give_up_ms;
    bool is_quiet; // only counts
    bool is_inside_open;
    const char *says; // on each connection when it opens
    char said[SAID_MAX];
    Text text;
} Clients;

static void count(Clients *clients)
{
    assert_false(clients->is_inside_open);
    if (++clients->events == clients->wants)
        dial_stop(clients->dial);
}

static void on_opened(void *context, uint64_t connection)
{
    Clients *clients = context;
    clients->opened++;
    if (!clients->is_quiet)
        text_format(&clients->text, "%u opened; ", (unsigned)connection);
    if (clients->says)
        dial_send(clients->dial, connection, slice_of(clients->says));
    count(clients);
}

static void on_line(void *context, uint64_t connection, Slice line)
{
    Clients *clients = context;
    if (!clients->is_quiet && line.length < LINE_MAX_BYTES)
        text_format(&clients->text, "%u %.*s; ", (unsigned)connection, (int)line.length,
                    line.start);
    else if (!clients->is_quiet)
        text_format(&clients->text, "%u %u bytes; ", (unsigned)connection, (unsigned)line.length);
    count(clients);
}

static void on_closed(void *context, uint64_t connection, DialEnd end, const char *why)
{
    Clients *clients = context;
    assert_true(strlen(why) > 0);
    if (!clients->is_quiet)
        text_format(&clients->text, "%u closed %d; ", (unsigned)connection, (int)end);
    count(clients);
}

static void look(void *context, uint64_t now_ms, NetWaits *waits)
{
    Clients *clients = context;
    waits->next_ms = clients->give_up_ms;
    if (now_ms >= clients->give_up_ms)
        dial_stop(clients->dial);
}

static void open_clients_of(Clients *clients, uint32_t connections_max, const char *path)
{
    const DialPlan plan = {.path = path,
                           .connections_max = connections_max,
                           .line_max = LONG_BYTES,
                           .waiting_max = LINE_MAX_BYTES,
                           .connect_seconds = 5,
                           .ping_ms = PATIENCE_MS,
                           .owner = {on_opened, on_line, on_closed, look, clients}};
    char why[200];
    Text message = TEXT_IN(why);
    *clients = (Clients){0};
    clients->text = TEXT_IN(clients->said);
    clients->dial = dial_create(&memory_heap, &plan, &message);
    assert_non_null(clients->dial);
}

static void open_clients(Clients *clients, uint32_t connections_max)
{
    open_clients_of(clients, connections_max, "/seat");
}

static uint64_t open_one(Clients *clients, const char *url)
{
    clients->is_inside_open = true;
    const uint64_t connection = dial_open(clients->dial, url);
    clients->is_inside_open = false;
    return connection;
}

static void run_until(Clients *clients, unsigned events)
{
    clients->wants = clients->events + events;
    clients->give_up_ms = dial_now_ms(clients->dial) + PATIENCE_MS;
    dial_run(clients->dial);
    assert_int_equal(clients->events, clients->wants);
}

// --- Tests ---------------------------------------------------------------------------------------

static void addresses_are_of_three_kinds(void **state)
{
    (void)state;
    assert_true(dial_is_address("ws://localhost:8080/seat"));
    assert_true(dial_is_address("wss://nebel.example"));
    assert_true(dial_is_address("unix:/run/nebel.sock"));
    assert_false(dial_is_address("http://localhost/seat"));
    assert_true(dial_is_address("unix:desk/nebel.sock"));
    assert_false(dial_is_address("unix:"));
    assert_false(dial_is_address("unix:@nebel"));
    assert_false(dial_is_address("ws://+/run/nebel.sock:/seat"));
    assert_false(dial_is_address("localhost"));
    assert_false(dial_is_address("ws://"));
    assert_false(dial_is_address(""));
}

static void a_line_comes_back_word_for_word(void **state)
{
    const Echo *echo = *state;
    Clients clients;
    open_clients(&clients, 1);
    const uint64_t connection = open_one(&clients, echo->url);
    assert_int_equal(connection, 1);
    dial_send(clients.dial, connection, slice_of("said before it is open"));
    run_until(&clients, 2);
    dial_send(clients.dial, connection, slice_of("a"));
    dial_send(clients.dial, connection, slice_of("b"));
    run_until(&clients, 2);
    assert_string_equal(clients.said, "1 opened; 1 said before it is open; 1 a; 1 b; ");
    dial_destroy(clients.dial);
}

static void a_long_line_arrives_whole_and_a_longer_one_ends_the_connection(void **state)
{
    const Echo *echo = *state;
    Clients clients;
    open_clients(&clients, 1);
    const uint64_t connection = open_one(&clients, echo->url);
    clients.says = "long";
    run_until(&clients, 2);
    dial_send(clients.dial, connection, slice_of("longer"));
    run_until(&clients, 1);
    assert_string_equal(clients.said, "1 opened; 1 9000 bytes; 1 closed 0; ");
    dial_destroy(clients.dial);
}

static void either_side_closes_and_the_owner_hears_it_once(void **state)
{
    const Echo *echo = *state;
    Clients clients;
    open_clients(&clients, 1);
    clients.says = "close";
    assert_int_equal(open_one(&clients, echo->url), 1);
    run_until(&clients, 2);
    clients.says = NULL;
    assert_int_equal(open_one(&clients, echo->url), 2);
    run_until(&clients, 1);
    dial_close(clients.dial, 2);
    run_until(&clients, 1);
    dial_close(clients.dial, 2);
    dial_send(clients.dial, 2, slice_of("nobody"));
    assert_string_equal(clients.said, "1 opened; 1 closed 0; 2 opened; 2 closed 0; ");
    dial_destroy(clients.dial);
}

static void who_reads_nothing_has_a_limit(void **state)
{
    const Echo *echo = *state;
    char text[LINE_MAX_BYTES];
    Clients clients;
    open_clients(&clients, 1);
    const uint64_t connection = open_one(&clients, echo->url);
    run_until(&clients, 1);
    memset(text, 'x', sizeof text);
    dial_send(clients.dial, connection, (Slice){text, sizeof text});
    dial_send(clients.dial, connection, slice_of("one more"));
    run_until(&clients, 1);
    assert_string_equal(clients.said, "1 opened; 1 closed 0; ");
    dial_destroy(clients.dial);
}

static void what_cannot_be_reached_is_told_later(void **state)
{
    (void)state;
    Clients clients;
    open_clients(&clients, 2);
    assert_int_equal(open_one(&clients, "unix:/nowhere/socket"), 1);
    assert_int_equal(open_one(&clients, "ws://127.0.0.1:1"), 2);
    assert_int_equal(open_one(&clients, "ws://127.0.0.1:1"), 0); // too many
    run_until(&clients, 2);
    assert_non_null(strstr(clients.said, "1 closed 1; "));
    assert_non_null(strstr(clients.said, "2 closed 1; "));
    assert_int_equal(open_one(&clients, "nowhere"), 0);
    assert_int_equal(open_one(&clients, "unix:/nowhere/socket"), 3);
    dial_destroy(clients.dial); // with one that nobody was told of
}

static void a_route_that_is_none_is_refused(void **state)
{
    const Echo *echo = *state;
    Clients clients;
    open_clients_of(&clients, 1, "/nowhere");
    assert_int_equal(open_one(&clients, echo->url), 1);
    run_until(&clients, 1);
    assert_string_equal(clients.said, "1 closed 1; ");
    dial_destroy(clients.dial);
}

static void one_loop_holds_many(void **state)
{
    Echo *echo = *state;
    Clients clients;
    open_clients(&clients, MANY);
    clients.is_quiet = true;
    clients.says = "hello";
    for (unsigned i = 0; i < MANY; i++)
        assert_int_equal(open_one(&clients, echo->url), i + 1);
    run_until(&clients, 2 * MANY);
    assert_int_equal(clients.opened, MANY);
    assert_int_equal(echo->connections, MANY);
    dial_destroy(clients.dial);
}

static void who_leaves_while_it_connects_leaves_nothing(void **state)
{
    Echo *echo = *state;
    Clients clients;
    silence_node(echo);
    open_clients(&clients, 3);
    clients.is_quiet = true;
    for (unsigned i = 1; i <= 3; i++)
        assert_int_equal(open_one(&clients, echo->url), i);
    dial_send(clients.dial, 1, slice_of("never sent"));
    dial_close(clients.dial, 2);
    dial_destroy(clients.dial);
    assert_int_equal(clients.events, 0);
}

static void an_authority_must_be_a_file_of_certificates(void **state)
{
    (void)state;
    char why[200];
    const char *const files[] = {"/nowhere", "/dev/null"};
    for (unsigned i = 0; i < COUNT_OF(files); i++) {
        const DialPlan plan = {.path = "/", .connections_max = 1, .authority = files[i]};
        Text message = TEXT_IN(why);
        assert_null(dial_create(&memory_heap, &plan, &message));
        assert_non_null(strstr(why, "is no file of certificates"));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(addresses_are_of_three_kinds),
        cmocka_unit_test_setup_teardown(a_line_comes_back_word_for_word, open_node, close_node),
        cmocka_unit_test_setup_teardown(
            a_long_line_arrives_whole_and_a_longer_one_ends_the_connection, open_node, close_node),
        cmocka_unit_test_setup_teardown(either_side_closes_and_the_owner_hears_it_once, open_node,
                                        close_node),
        cmocka_unit_test_setup_teardown(who_reads_nothing_has_a_limit, open_node, close_node),
        cmocka_unit_test(what_cannot_be_reached_is_told_later),
        cmocka_unit_test_setup_teardown(a_route_that_is_none_is_refused, open_node, close_node),
        cmocka_unit_test_setup_teardown(one_loop_holds_many, open_node, close_node),
        cmocka_unit_test_setup_teardown(who_leaves_while_it_connects_leaves_nothing, open_node,
                                        close_node),
        cmocka_unit_test(an_authority_must_be_a_file_of_certificates),
    };
    return cmocka_run_group_tests_name("dial", tests, NULL, NULL);
}
