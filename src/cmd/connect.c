// nebel connect: a player takes a seat at a server and plays its game to the end.
#include "base/cli/output.h"
#include "base/os/clocks.h"
#include "cmd/server_commands.h"
#include "cmd/server_options.h"
#include "cmd/values.h"
#include "engine/players/roster.h"
#include "formats/records/hearing_text.h"
#include "server/client/client.h"
#include "ui/terminal/engine_thread.h"

#include <assert.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>

// A player at the server. It thinks in a thread, so that the connection lives meanwhile.
typedef struct Visitor {
    const char *name;
    Client *client;
    Player *player;
    EngineThread *engine; // once the game has begun
    Budget limits;        // of a try, besides the clock
    uint32_t pace_ms;     // that it waits at most before a turn
    Rng chance;           // for that
    bool is_in_turn;      // the turn has begun
    uint64_t ready_ms;    // when its first try may be made
    uint32_t told;        // hearings that the thread was given
    uint32_t heard;       // those of them that the player has heard
    bool is_asked;
    bool has_choice; // that is not sent yet
    Choice choice;
    bool has_failed; // the player; it resigns
} Visitor;

static const SeatLog *log_of(const Visitor *visitor)
{
    return &client_remote(visitor->client)->seat.log;
}

static void begin(Visitor *visitor)
{
    const Remote *remote = client_remote(visitor->client);
    char words[MESSAGE_ROOM];
    Text why = TEXT_IN(words);
    const Seating seating = {.game = remote->game,
                             .rules = (const Rules *)&remote->rules,
                             .seat = remote->seat.number,
                             .seed = remote->seed,
                             .clock = remote->clock};
    const PlayerError error = player_sit(visitor->player, &seating);
    if (!error)
        visitor->engine = engine_thread_create(visitor->player);
    if (visitor->engine)
        return;
    text_format(&why, "%s cannot play %s: %s; nebel players lists others", visitor->name,
                remote->game->name,
                error ? player_reason(visitor->player, error) : "there is no thread to think in");
    client_fail(visitor->client, words);
}

// The player cannot go on, so its seat resigns.
static void give_up(Visitor *visitor, const char *why)
{
    complain_failed("%s fails, and resigns: %s", visitor->name, why);
    visitor->has_failed = true;
    visitor->has_choice = true;
    visitor->choice = (Choice){.kind = EVENT_RESIGN};
}

// The limits, and what the clocks show.
static Budget budget_of(const Visitor *visitor, uint64_t now_ms)
{
    const Remote *remote = client_remote(visitor->client);
    Budget budget = visitor->limits;
    budget.increment_ms = remote->clock.increment_ms;
    if (budget.move_ms || remote->clock.base_ms)
        budget.clocks = &system_clocks;
    for (uint8_t seat = 0; seat < 2 && remote->clock.base_ms; seat++) {
        const uint32_t left_ms = remote_clock_ms(remote, seat, now_ms);
        budget.clock_ms[seat] = left_ms ? left_ms : 1; // 0 would be no limit
    }
    return budget;
}

static void connect_ask(Visitor *visitor, uint64_t now_ms)
{
    const SeatLog *log = log_of(visitor);
    for (; visitor->told < log->count; visitor->told++)
        if (!engine_thread_notify(visitor->engine, &log->list[visitor->told])) {
            client_fail(visitor->client, "there is no memory");
            return;
        }
    const Budget budget = budget_of(visitor, now_ms);
    visitor->heard = visitor->told;
    engine_thread_ask(visitor->engine, &budget);
    visitor->is_asked = true;
}

static bool has_answer(const Visitor *visitor)
{
    struct pollfd wake = {.fd = engine_thread_wake(visitor->engine), .events = POLLIN};
    return visitor->is_asked && poll(&wake, 1, 0) == 1;
}

static void take_answer(Visitor *visitor)
{
    const Thought thought = engine_thread_answer(visitor->engine);
    visitor->is_asked = false;
    if (thought.error) {
        give_up(visitor, thought.reason);
        return;
    }
    visitor->has_choice = true;
    visitor->choice = thought.choice;
}

static bool is_own_turn(const Remote *remote)
{
    return remote_can_act(remote) && seat_to_move(&remote->seat) == remote->seat.number;
}

// A turn begins with a pause by chance, once: a pause after each refusal would tell the other seat of them. It is short beside the clock.
static void begin_turn(Visitor *visitor, uint64_t now_ms)
{
    enum { CLOCK_SHARE = 100 };
    const Remote *remote = client_remote(visitor->client);
    uint32_t most_ms = visitor->pace_ms;
    if (remote->clock.base_ms) {
        const uint32_t share_ms =
            remote_clock_ms(remote, remote->seat.number, now_ms) / CLOCK_SHARE;
        most_ms = share_ms < most_ms ? share_ms : most_ms;
    }
    visitor->is_in_turn = true;
    visitor->ready_ms = now_ms + (most_ms ? rng_below(&visitor->chance, most_ms) : 0);
}

// Whether the player is to be asked now. If its turn is to begin later, `*next_ms` says when.
static bool is_due(Visitor *visitor, uint64_t now_ms, uint64_t *next_ms)
{
    if (!is_own_turn(client_remote(visitor->client)))
        return false;
    if (!visitor->is_in_turn)
        begin_turn(visitor, now_ms);
    if (now_ms >= visitor->ready_ms)
        return true;
    *next_ms = visitor->ready_ms < *next_ms ? visitor->ready_ms : *next_ms;
    return false;
}

// Before each wait: takes an answer, sends it, or asks for the next. A choice that was made while the connection was lost is sent when
// it is back.
static void work(void *context, uint64_t now_ms, NetWaits *waits)
{
    Visitor *visitor = context;
    const Remote *remote = client_remote(visitor->client);
    if (!visitor->engine)
        return;
    if (visitor->is_in_turn)
        visitor->is_in_turn = seat_to_move(&remote->seat) == remote->seat.number;
    if (has_answer(visitor))
        take_answer(visitor);
    if (visitor->has_choice && remote_can_act(remote)) {
        visitor->has_choice = false;
        client_act(visitor->client, (EventKind)visitor->choice.kind,
                   visitor->choice.kind == EVENT_TRY ? visitor->choice.attempt : TRY_NONE);
    } else if (!visitor->has_choice && !visitor->is_asked &&
               is_due(visitor, now_ms, &waits->next_ms))
        connect_ask(visitor, now_ms);
    waits->count = 1;
    waits->sockets[0].socket = engine_thread_wake(visitor->engine);
}

// What was decided before the seat heard the latest is decided again. Whatever else a server does not take, the player has done wrong.
static void take_rejection(Visitor *visitor)
{
    const Remote *remote = client_remote(visitor->client);
    if (strcmp(remote->code, "stale") == 0)
        return;
    if (visitor->has_failed)
        client_fail(visitor->client, remote->reason);
    else
        give_up(visitor, remote->reason);
}

static void on_news(void *context, RemoteNews news)
{
    Visitor *visitor = context;
    if (news == REMOTE_BEGUN)
        begin(visitor);
    else if (news == REMOTE_REJECTED)
        take_rejection(visitor);
}

static void on_link(void *context, ClientState state)
{
    const Visitor *visitor = context;
    if (state == CLIENT_LOST)
        printf("connection lost: %s; trying again\n", client_message(visitor->client));
    else
        printf("connection restored\n");
    fflush(stdout);
}

// What the thread was not asked about; a program waits for the end of its game.
static void tell_end(Visitor *visitor)
{
    const SeatLog *log = log_of(visitor);
    engine_thread_destroy(visitor->engine);
    PlayerError error = PLAYER_OK;
    for (uint32_t i = visitor->heard; i < log->count && !error; i++)
        error = player_hear(visitor->player, log->list[i].own, &log->list[i].hearing);
}

static void print_result(const Remote *remote)
{
    const SeatLog *log = &remote->seat.log;
    const Hearing *last = &log->list[log->count - 1].hearing;
    printf("%s: over %s winner %s\n", remote->seat.number ? "black" : "white",
           ending_name(last->ending), winner_name(last->winner));
}

static int visit(Visitor *visitor)
{
    client_run(visitor->client);
    if (visitor->engine)
        tell_end(visitor);
    const ClientState state = client_state(visitor->client);
    if (state == CLIENT_FAILED)
        return complain_failed("%s", client_message(visitor->client));
    if (state != CLIENT_OVER)
        return complain_failed("the game goes on without this seat; the same command takes it "
                               "again");
    print_result(client_remote(visitor->client));
    return visitor->has_failed ? EXIT_FAILED : EXIT_FINE;
}

static int connect_player(Visitor *visitor, ClientPlan plan)
{
    char words[MESSAGE_ROOM];
    Text why = TEXT_IN(words);
    complain_of_sandbox(roster_lack(visitor->name));
    visitor->player = roster_open(&memory_heap, visitor->name, &why);
    if (!visitor->player)
        return complain("%s", words);
    plan.stops_on_signals = true;
    plan.owner = (ClientOwner){on_news, on_link, work, visitor};
    visitor->client = client_create(&memory_heap, &plan, &why);
    const int status = visitor->client ? visit(visitor) : complain("%s", words);
    player_destroy(visitor->player);
    client_destroy(visitor->client);
    return status;
}

int connect_run(const Given *given)
{
    const char *const *options = given->options;
    const ServerOptions server = {options[CONNECT_SERVER], options[CONNECT_TOKEN],
                                  options[CONNECT_AUTHORITY], options[CONNECT_PATIENCE]};
    char token[TOKEN_ROOM];
    ClientPlan plan;
    Visitor visitor = {.name = given->arguments[0]};
    uint64_t move_ms = 0, pace_ms = 0;
    if (!visitor.name)
        return complain("name a player, as in nebel connect fog; nebel players lists them");
    if (!read_client_plan(&server, token, &plan) ||
        !read_number("--nodes", options[CONNECT_NODES], 1, INT64_MAX, &visitor.limits.nodes) ||
        !read_number("--movetime", options[CONNECT_MOVETIME], 1, UINT32_MAX, &move_ms) ||
        !read_number("--pace", options[CONNECT_PACE], 0, UINT32_MAX, &pace_ms))
        return EXIT_USAGE;
    visitor.limits.move_ms = (uint32_t)move_ms;
    visitor.pace_ms = (uint32_t)pace_ms;
    visitor.chance = rng_from_seed(plan.chance);
    return connect_player(&visitor, plan);
}
