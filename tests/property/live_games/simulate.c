// Drives halls from a seed: two nodes that take over each other's games, a store that fails, a network that drops, doubles, delays and
// reorders, and seats that play by what they hear.
//
//     simulate [--seeds N] [--first S]      seeds S to S + N - 1, 1,000 from 0 on; prints the first seed that shows a fault
//     simulate --points N [--first S]       seed S again and again: a node dies after the first event, after the second, to the Nth
//
// After some seconds of trouble everything is mended and the rest must come to its end. What must hold (witness.h):
//   - a seat hears only what is in the journal, word for word, in order, nothing twice, and in the end all of it
//   - no command is taken twice, and none that its seat was told is not taken
//   - the clocks are those of the times in the journal, and these are the times for which the game ran
//
// Everything happens in one queue of events by time; the clocks of the nodes differ. Node and store lose each other's answers,
// and a commit can still arrive after its node has died or has asked what became of it. What a node does with a batch is decided by
// the room `ledger`, as with a real database.
#include "base/rng.h"
#include "games/registry/games.h"
#include "oracle/options.h"
#include "server/live/commit_state.h"
#include "server/live/live_games.h"
#include "witness.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    NODES = 2,
    GAMES_MAX = 3,
    TROUBLE_MS = 6000,
    CALM_MS = 20000,    // within which everything must have been heard
    COMMANDS_MAX = 200, // of a seat
    RETRY_MS = 80,      // after which a write without an answer is sent again
    WATCH_MS = 30,      // by which a node's watch of the store lags behind
    TRIES_MAX = 1024,
};

// Pings take up to 600 ms.
static const LagRules lag_rule = {.most_ms = 300, .turn_ms = 40, .saved_ms = 500, .beat_ms = 25};

// --- The queue -----------------------------------------------------------------------------------

typedef enum What {
    COMMAND_ARRIVES, // at a node
    JOIN_ARRIVES,
    MAIL_ARRIVES, // at a seat
    SEAT_WAKES,
    NODE_RUNS,
    NODE_DIES,
    NODE_STARTS,
    WRITE_ARRIVES,  // at the store
    ANSWER_ARRIVES, // at the node
    WRITE_IS_LATE,
    STORE_GOES,
    STORE_COMES,
    WATCH_SEES, // what the store does
    GAME_MOVES, // to the other node
    CALM_BEGINS,
} What;

typedef struct Happening {
    uint64_t at_ms, serial;
    What what;
    unsigned node, game, seat;
    uint32_t connection; // of a seat, or the life of a node
    uint32_t since;
    struct Write *write;
    uint32_t attempt; // of the write
    bool is_question; // what became of it
    bool is_unheard;  // its answer will be lost
    CommitNews news;  // the answer
    LiveCommand command;
    LiveMail mail;
} Happening;

// --- The world -----------------------------------------------------------------------------------

// A batch on its way to the store.
typedef struct Write {
    struct Write *next;
    unsigned node;
    uint32_t node_number;
    uint64_t alive_ms;
    uint32_t count;
    unsigned *games;
    uint32_t *numbers;
    char **lines;
    uint32_t attempt; // the last one; answers to others do not arrive
    CommitRow *found;
    uint64_t *lost; // games that have another owner
    uint32_t lost_count;
} Write;

typedef struct Node {
    LiveGames *hall; // NULL while it is down
    uint32_t number, life;
    uint64_t offset_ms; // of its clock
    bool is_paused;
    uint64_t paused_at_ms, paused_ms;
    bool has[GAMES_MAX];
    bool is_given[GAMES_MAX]; // the game is given to this node anew: what it has of it is of no use
    CommitState ledger;
    uint32_t connections[GAMES_MAX][2]; // who listens
    uint64_t beat_ms;
} Node;

typedef struct Player {
    AnyView view;
    TableTold *log;
    uint32_t heard, capacity;
    bool is_turn, is_over;
    uint32_t connection;
    unsigned node;
    uint32_t ref;
    bool is_waiting; // for an answer to `command`
    LiveCommand command;
} Player;

typedef struct Match {
    JournalGame opening;
    Witness witness;
    unsigned home; // the node that should have it
    Player players[2];
} Match;

// What goes wrong in this seed, in thousandths.
typedef struct Trouble {
    uint32_t drop, twice, late, write_lost, answer_lost, hang_up, give_up, out_of_turn;
    uint32_t store_ms, node_ms; // how long the store takes at most, and how long a node may rest
} Trouble;

typedef struct World {
    uint64_t seed, now_ms, serial;
    Rng rng;
    Happening *queue;
    uint32_t queue_count, queue_capacity;
    Trouble trouble;
    bool is_calm, is_store_away;
    uint32_t nodes_started;
    uint64_t alive_ms[WITNESS_NODES_MAX]; // by the number of a node
    unsigned game_count;
    Match games[GAMES_MAX];
    Node nodes[NODES];
    Write *writes;
} World;

typedef struct Totals {
    uint64_t rows, heard, retries, deaths, moves, refused, over;
} Totals;
static Totals totals;

_Noreturn static void fail(const World *world, const char *what)
{
    printf("seed %" PRIu64 ": %s\n", world->seed, what);
    exit(1);
}

static void *need(const World *world, void *block)
{
    if (!block)
        fail(world, "there is no memory");
    return block;
}

static bool chance(World *world, uint32_t thousandths)
{
    return rng_below(&world->rng, 1000) < thousandths;
}

static bool is_before(const Happening *one, const Happening *other)
{
    return one->at_ms != other->at_ms ? one->at_ms < other->at_ms : one->serial < other->serial;
}

static void plan(World *world, uint64_t in_ms, Happening happening)
{
    happening.at_ms = world->now_ms + in_ms;
    happening.serial = world->serial++;
    if (!memory_reserve(&memory_heap, &world->queue, world->queue_count, &world->queue_capacity,
                        sizeof happening))
        fail(world, "there is no memory");
    uint32_t index = world->queue_count++;
    for (; index && is_before(&happening, &world->queue[(index - 1) / 2]); index = (index - 1) / 2)
        world->queue[index] = world->queue[(index - 1) / 2];
    world->queue[index] = happening;
}

static Happening next_happening(World *world)
{
    const Happening first = world->queue[0];
    const Happening last = world->queue[--world->queue_count];
    uint32_t index = 0;
    for (uint32_t child; (child = 2 * index + 1) < world->queue_count; index = child) {
        if (child + 1 < world->queue_count &&
            is_before(&world->queue[child + 1], &world->queue[child]))
            child++;
        if (!is_before(&world->queue[child], &last))
            break;
        world->queue[index] = world->queue[child];
    }
    if (world->queue_count)
        world->queue[index] = last;
    return first;
}

// --- The network ---------------------------------------------------------------------------------

static uint64_t delay(World *world)
{
    if (!world->is_calm && chance(world, world->trouble.late))
        return rng_below(&world->rng, 1500);
    return 1 + rng_below(&world->rng, 20);
}

static void travel(World *world, Happening happening)
{
    if (!world->is_calm && chance(world, world->trouble.drop))
        return;
    plan(world, delay(world), happening);
    if (!world->is_calm && chance(world, world->trouble.twice))
        plan(world, delay(world), happening);
}

// --- Nodes ---------------------------------------------------------------------------------------

static uint64_t machine_ms(const World *world, const Node *node)
{
    return world->now_ms + node->offset_ms;
}

// The node's time, counted apart from the hall.
static uint64_t node_ms(const World *world, const Node *node)
{
    const uint64_t now_ms = node->is_paused ? node->paused_at_ms : machine_ms(world, node);
    return now_ms - node->paused_ms;
}

typedef struct PostOffice {
    World *world;
    unsigned node;
    uint32_t connection; // 0: whoever listens
} PostOffice;

static PostOffice offices[NODES];

static void post_mail(void *context, const LiveMail *mail)
{
    const PostOffice *office = context;
    World *world = office->world;
    const unsigned game = (unsigned)(mail->game - 1);
    const uint32_t listener = world->nodes[office->node].connections[game][mail->seat];
    travel(world, (Happening){.what = MAIL_ARRIVES,
                              .game = game,
                              .seat = mail->seat,
                              .node = office->node,
                              .connection = office->connection ? office->connection : listener,
                              .mail = *mail});
}

static void start_node(World *world, unsigned index)
{
    Node *node = &world->nodes[index];
    const uint32_t life = node->life + 1;
    offices[index] = (PostOffice){.world = world, .node = index};
    *node = (Node){
        .number = ++world->nodes_started, .life = life, .offset_ms = rng_below(&world->rng, 5000)};
    if (world->nodes_started >= WITNESS_NODES_MAX)
        fail(world, "too many nodes");
    const LiveGamesPlan live_games_plan = {.node = node->number,
                                           .games_max = GAMES_MAX,
                                           .rows_max = 20,
                                           .lag = lag_rule,
                                           .post = {post_mail, &offices[index]}};
    node->hall = need(world, live_games_create(&memory_heap, &live_games_plan));
    (void)commit_take(&node->ledger, COMMIT_UP);
    plan(world, 0, (Happening){.what = NODE_RUNS, .node = index, .connection = life});
    plan(world, WATCH_MS, (Happening){.what = WATCH_SEES, .node = index, .connection = life});
}

static void kill_node(World *world, unsigned index)
{
    Node *node = &world->nodes[index];
    if (!node->hall)
        return;
    live_games_destroy(node->hall);
    node->hall = NULL;
    totals.deaths++;
    plan(world, rng_below(&world->rng, 800), (Happening){.what = NODE_STARTS, .node = index});
}

// The node that should have a game opens it, or takes it over from its journal.
static void fetch_game(World *world, unsigned index, unsigned game)
{
    Node *node = &world->nodes[index];
    Match *match = &world->games[game];
    const GameJournal *journal = &match->witness.journal;
    if (node->is_given[game] && !commit_is_busy(&node->ledger)) {
        live_games_lose(node->hall, game + 1);
        node->has[game] = node->is_given[game] = false;
    }
    if (node->has[game] || match->home != index || witness_is_over(&match->witness))
        return;
    LiveError error;
    if (!journal->count) {
        error = live_games_open(node->hall, game + 1, &match->opening, machine_ms(world, node));
    } else {
        const uint32_t lost = match->witness.handed[match->witness.last_held].node;
        match->witness.alive_ms[node->number] = world->alive_ms[lost];
        error = live_games_adopt(node->hall, game + 1, journal, world->alive_ms[lost],
                                 machine_ms(world, node));
    }
    if (error)
        fail(world, live_error_text(error));
    node->has[game] = true;
}

// Sends a batch to the store, or the question what became of it.
static void submit(World *world, Write *write, bool is_question)
{
    const uint64_t there_ms = 1 + rng_below(&world->rng, world->trouble.store_ms);
    const uint32_t life = world->nodes[write->node].life;
    const bool is_lost = !world->is_calm && chance(world, world->trouble.write_lost);
    const bool is_unheard = !world->is_calm && chance(world, world->trouble.answer_lost);
    const Happening arrival = {.what = WRITE_ARRIVES,
                               .write = write,
                               .connection = life,
                               .attempt = ++write->attempt,
                               .is_question = is_question,
                               .is_unheard = is_unheard};
    if (!is_lost)
        plan(world, is_unheard ? delay(world) : there_ms, arrival);
    plan(world, RETRY_MS,
         (Happening){
             .what = WRITE_IS_LATE, .write = write, .connection = life, .attempt = write->attempt});
}

static Write *make_write(World *world, unsigned index, const LiveBatch *batch)
{
    Write *write = need(world, calloc(1, sizeof *write));
    *write = (Write){.next = world->writes,
                     .node = index,
                     .node_number = world->nodes[index].number,
                     .alive_ms = batch->alive_ms,
                     .count = batch->count};
    world->writes = write;
    write->games = need(world, calloc(batch->count + 1, sizeof *write->games));
    write->numbers = need(world, calloc(batch->count + 1, sizeof *write->numbers));
    write->lines = need(world, calloc(batch->count + 1, sizeof *write->lines));
    write->found = need(world, calloc(batch->count + 1, sizeof *write->found));
    write->lost = need(world, calloc(batch->count + 1, sizeof *write->lost));
    for (uint32_t i = 0; i < batch->count; i++) {
        char memory[JOURNAL_LINE_MAX];
        Text text = TEXT_IN(memory);
        journal_row_to_text(batch->rows[i].opening, &batch->rows[i].row, &text);
        write->games[i] = (unsigned)(batch->rows[i].game - 1);
        write->numbers[i] = batch->rows[i].number;
        write->lines[i] = need(world, malloc(text.length + 1));
        memcpy(write->lines[i], memory, text.length + 1);
    }
    return write;
}

// --- The store -----------------------------------------------------------------------------------

// Whether a row is there or in the batch itself.
static bool has_before(const World *world, const Write *write, uint32_t i)
{
    if (write->numbers[i] <= world->games[write->games[i]].witness.journal.count)
        return true;
    for (uint32_t before = 0; before < i; before++)
        if (write->games[before] == write->games[i] &&
            write->numbers[before] + 1 == write->numbers[i])
            return true;
    return false;
}

// What the journals have of a batch.
static CommitNews look_up(const World *world, Write *write)
{
    for (uint32_t i = 0; i < write->count; i++) {
        const Witness *witness = &world->games[write->games[i]].witness;
        const bool is_there = write->numbers[i] < witness->journal.count;
        write->found[i] =
            (CommitRow){.game = write->games[i] + 1,
                        .node = is_there ? witness->handed[write->numbers[i]].node : 0,
                        .has_before = has_before(world, write, i)};
    }
    return commit_judge(write->found, write->count, write->node_number, write->lost,
                        &write->lost_count);
}

// A transaction: all rows or none.
static CommitNews write_rows(World *world, Write *write)
{
    if (look_up(world, write) != COMMIT_NOTHING)
        return COMMIT_FAILED;
    for (uint32_t i = 0; i < write->count; i++)
        witness_take_row(&world->games[write->games[i]].witness, write->node_number,
                         write->lines[i]);
    totals.rows += write->count;
    uint64_t *alive_ms = &world->alive_ms[write->node_number];
    *alive_ms = write->alive_ms > *alive_ms ? write->alive_ms : *alive_ms; // a write may come late
    return COMMIT_WROTE;
}

// A write counts whenever it comes. A question of a connection that was given up asks nothing.
static void write_arrives(World *world, const Happening *arrival)
{
    Write *write = arrival->write;
    const bool is_last = arrival->attempt == write->attempt;
    if (world->is_store_away || (arrival->is_question && !is_last))
        return;
    Happening answer = *arrival;
    answer.what = ANSWER_ARRIVES;
    answer.news = arrival->is_question ? look_up(world, write) : write_rows(world, write);
    if (is_last && !arrival->is_unheard)
        plan(world, rng_below(&world->rng, world->trouble.store_ms), answer);
}

static void settle(World *world, const Write *write)
{
    Node *node = &world->nodes[write->node];
    for (uint32_t i = 0; i < write->count; i++)
        witness_acknowledge(&world->games[write->games[i]].witness, write->numbers[i],
                            node_ms(world, node));
    live_games_batch_durable(node->hall, machine_ms(world, node));
}

static void give_up_games(World *world, const Write *write)
{
    Node *node = &world->nodes[write->node];
    totals.refused++;
    for (uint32_t i = 0; i < write->lost_count; i++) {
        live_games_lose(node->hall, write->lost[i]);
        node->has[write->lost[i] - 1] = false;
    }
    if (live_games_batch_refused(node->hall) != LIVE_OK)
        fail(world, "there is no memory");
}

// Does with a batch what the ledger says.
static void take_step(World *world, Write *write, CommitStep step)
{
    if (step == COMMIT_WRITE || step == COMMIT_ASK)
        submit(world, write, step == COMMIT_ASK);
    else if (step == COMMIT_DURABLE)
        settle(world, write);
    else if (step == COMMIT_REFUSED)
        give_up_games(world, write);
    else
        fail(world, "the journal holds a part of a batch");
}

static void answer_arrives(World *world, const Happening *answer)
{
    Write *write = answer->write;
    if (answer->attempt != write->attempt || world->is_store_away)
        return;
    write->attempt++; // nothing is late any more
    take_step(world, write, commit_take(&world->nodes[write->node].ledger, answer->news));
}

// No answer: the connection is given up, and over a new one the store is asked what became of the batch.
static void write_is_late(World *world, const Happening *late)
{
    Write *write = late->write;
    CommitState *ledger = &world->nodes[write->node].ledger;
    if (late->attempt != write->attempt)
        return;
    (void)commit_take(ledger, COMMIT_LOST);
    take_step(world, write, commit_take(ledger, COMMIT_UP));
}

static void watch_store(World *world, unsigned index)
{
    Node *node = &world->nodes[index];
    if (node->is_paused == world->is_store_away)
        return;
    const uint64_t now_ms = machine_ms(world, node);
    if (world->is_store_away)
        live_games_pause(node->hall, now_ms);
    else
        live_games_resume(node->hall, now_ms, 0);
    if (node->is_paused)
        node->paused_ms += now_ms - node->paused_at_ms;
    node->is_paused = world->is_store_away;
    node->paused_at_ms = now_ms;
}

static void turn_store(World *world, bool is_away)
{
    world->is_store_away = is_away && !world->is_calm;
    for (unsigned index = 0; index < NODES; index++)
        plan(
            world, rng_below(&world->rng, WATCH_MS),
            (Happening){.what = WATCH_SEES, .node = index, .connection = world->nodes[index].life});
    if (is_away)
        plan(world, 20 + rng_below(&world->rng, 700), (Happening){.what = STORE_COMES});
}

// --- A node at work -----------------------------------------------------------------------------

static void run_node(World *world, unsigned index)
{
    enum { BEAT_MS = 100 };
    Node *node = &world->nodes[index];
    LiveBatch batch;
    for (unsigned game = 0; game < world->game_count; game++)
        fetch_game(world, index, game);
    live_games_tick(node->hall, machine_ms(world, node));
    // An idle node tells now and then that it lives.
    const bool is_due = live_games_waiting_rows(node->hall) || world->now_ms >= node->beat_ms;
    if (is_due && live_games_take_batch(node->hall, machine_ms(world, node), &batch)) {
        node->beat_ms = world->now_ms + BEAT_MS;
        take_step(world, make_write(world, index, &batch),
                  commit_take(&node->ledger, COMMIT_BATCH));
    }
    plan(world, 1 + rng_below(&world->rng, world->trouble.node_ms),
         (Happening){.what = NODE_RUNS, .node = index, .connection = node->life});
}

// --- Seats ---------------------------------------------------------------------------------------

static void connect_seat(World *world, unsigned game, unsigned seat)
{
    Player *player = &world->games[game].players[seat];
    player->connection++;
    player->node = world->games[game].home;
    travel(world, (Happening){.what = JOIN_ARRIVES,
                              .node = player->node,
                              .game = game,
                              .seat = seat,
                              .connection = player->connection,
                              .since = player->heard});
}

static void send_command(World *world, unsigned game, unsigned seat)
{
    const Player *player = &world->games[game].players[seat];
    travel(world, (Happening){.what = COMMAND_ARRIVES,
                              .node = player->node,
                              .game = game,
                              .seat = seat,
                              .command = player->command});
}

// Mostly a try, by what the seat knows.
static void draw_command(World *world, unsigned game, unsigned seat)
{
    static const uint8_t kinds[] = {EVENT_OFFER, EVENT_OFFER, EVENT_DECLINE, EVENT_ACCEPT};
    static Try tries[TRIES_MAX];
    Match *match = &world->games[game];
    Player *player = &match->players[seat];
    LiveCommand command = {.game = game + 1,
                           .seat = (uint8_t)seat,
                           .kind = EVENT_TRY,
                           .ref = ++player->ref,
                           .heard = player->heard};
    const uint32_t count =
        match->opening.game->tries((const Rules *)&match->opening.rules, &player->view, tries);
    command.attempt = count && chance(world, 950) ? tries[rng_below(&world->rng, count)]
                                                  : (Try)(1 + rng_below(&world->rng, UINT16_MAX));
    if (chance(world, 60))
        command.kind = kinds[rng_below(&world->rng, COUNT_OF(kinds))];
    if (chance(world, 3))
        command.kind = EVENT_RESIGN;
    player->command = command;
    player->is_waiting = true;
}

// What the seat hears next.
static void take_in(World *world, Match *match, unsigned seat, const TableTold *told)
{
    Player *player = &match->players[seat];
    const Hearing *hearing = &told->effect.hearing;
    if (!memory_reserve(&memory_heap, &player->log, player->heard, &player->capacity, sizeof *told))
        fail(world, "there is no memory");
    player->log[player->heard++] = *told;
    match->opening.game->hear((const Rules *)&match->opening.rules, &player->view, told->own,
                              hearing);
    if (hearing->event == HEARD_OPENING || hearing->event == HEARD_MOVE)
        player->is_turn = (hearing->seat == seat) == (hearing->event == HEARD_OPENING);
    player->is_over |= hearing->ending != 0;
    totals.heard++;
}

// A game that was over before its node was lost is not taken over: who missed the end finds it in the archive.
static void read_archive(World *world, Match *match, unsigned seat)
{
    Player *player = &match->players[seat];
    while (player->heard < match->witness.told_count[seat])
        take_in(world, match, seat, &match->witness.told[seat][player->heard]);
    player->is_waiting = false;
}

static void wake_seat(World *world, unsigned game, unsigned seat)
{
    Match *match = &world->games[game];
    Player *player = &match->players[seat];
    const Node *home = &world->nodes[match->home];
    if (witness_is_over(&match->witness) && home->hall && !home->has[game])
        read_archive(world, match, seat);
    if (player->is_over)
        return;
    const bool is_lonely = !player->heard || player->node != world->games[game].home;
    if (is_lonely || chance(world, world->is_calm ? 100 : world->trouble.hang_up))
        connect_seat(world, game, seat);
    const bool may_play =
        player->heard && !player->is_over && player->ref < COMMANDS_MAX && !world->is_calm;
    if (player->is_waiting && !(may_play && chance(world, world->trouble.give_up))) {
        totals.retries++;
        send_command(world, game, seat);
    } else if (may_play && (player->is_turn || chance(world, world->trouble.out_of_turn))) {
        draw_command(world, game, seat);
        send_command(world, game, seat);
    }
    plan(world, 10 + rng_below(&world->rng, world->is_calm ? 200 : 120),
         (Happening){.what = SEAT_WAKES, .game = game, .seat = seat});
}

static void hear_mail(World *world, unsigned game, unsigned seat, const TableTold *told)
{
    Match *match = &world->games[game];
    Player *player = &match->players[seat];
    const uint32_t sequence = told->effect.sequence;
    witness_hear(&match->witness, (uint8_t)seat, told);
    if (told->ref && match->witness.is_refused[seat][told->ref])
        witness_fail(&match->witness, "command %u has two answers", told->ref);
    if (told->ref == player->command.ref)
        player->is_waiting = false;
    if (sequence == player->heard + 1)
        take_in(world, match, seat, told);
    else if (sequence > player->heard)
        connect_seat(world, game, seat); // something was lost on the way
    if (player->is_over)
        player->is_waiting = false;
}

// An error. Some mean that the command may be sent again as it is; the others are an answer for good, and what they say must be
// true of what is durable.
static void hear_error(World *world, unsigned game, unsigned seat, const LiveMail *mail)
{
    Match *match = &world->games[game];
    Player *player = &match->players[seat];
    const uint32_t ref = mail->told.ref;
    // A node that does not know that it has lost the game knows less than the seat.
    const bool is_elsewhere = mail->error == LIVE_ERR_GAME || mail->error == LIVE_ERR_AHEAD;
    if (is_elsewhere || mail->error == LIVE_ERR_BUSY)
        return;
    const bool is_own_fault = mail->error == LIVE_ERR_STALE || mail->error == LIVE_ERR_REF ||
                              mail->error == LIVE_ERR_OVER || mail->error == LIVE_ERR_TURN ||
                              mail->error == LIVE_ERR_OFFERED || mail->error == LIVE_ERR_NO_OFFER;
    if (!is_own_fault)
        fail(world, live_error_text((LiveError)mail->error));
    witness_refuse(&match->witness, (uint8_t)seat, ref);
    if (ref != player->command.ref)
        return;
    if (mail->error == LIVE_ERR_STALE && match->witness.told_count[seat] <= player->command.heard)
        fail(world, "a seat was told of something that is not in the journal");
    if (mail->error == LIVE_ERR_OVER && !witness_is_over(&match->witness))
        fail(world, "a seat was told of an end that is not in the journal");
    player->is_waiting = false;
}

// --- What happens --------------------------------------------------------------------------------

static void command_arrives(World *world, const Happening *happening)
{
    Node *node = &world->nodes[happening->node];
    if (node->hall)
        live_games_take_command(node->hall, &happening->command, machine_ms(world, node));
}

static void join_arrives(World *world, const Happening *happening)
{
    Node *node = &world->nodes[happening->node];
    if (!node->hall)
        return;
    PostOffice office = {world, happening->node, happening->connection};
    TableReader *reader = NULL;
    node->connections[happening->game][happening->seat] = happening->connection;
    // The smaller one of two pings counts.
    const Witness *witness = &world->games[happening->game].witness;
    const uint32_t lag_ms = witness->lags_ms[happening->seat];
    live_games_note_lag(node->hall, happening->game + 1, (uint8_t)happening->seat, lag_ms);
    live_games_note_lag(node->hall, happening->game + 1, (uint8_t)happening->seat,
                        lag_ms + happening->seat);
    // If it fails the seat will come again.
    if (live_games_join(node->hall, happening->game + 1, (uint8_t)happening->seat, happening->since,
                        &reader) != LIVE_OK)
        return;
    for (LiveMail mail;
         live_games_read(node->hall, happening->game + 1, (uint8_t)happening->seat, reader, &mail);)
        post_mail(&office, &mail);
    table_reader_destroy(reader);
}

static void mail_arrives(World *world, const Happening *happening)
{
    const Player *player = &world->games[happening->game].players[happening->seat];
    if (happening->connection != player->connection || happening->node != player->node)
        return; // the socket is dead
    if (happening->mail.error)
        hear_error(world, happening->game, happening->seat, &happening->mail);
    else
        hear_mail(world, happening->game, happening->seat, &happening->mail.told);
}

static void move_game(World *world, unsigned game)
{
    Match *match = &world->games[game];
    if (world->is_calm || !world->nodes[!match->home].hall)
        return;
    match->home = !match->home;
    world->nodes[match->home].is_given[game] = true;
    totals.moves++;
}

static void begin_calm(World *world)
{
    world->is_calm = true;
    turn_store(world, false);
}

static void let_happen(World *world, const Happening *happening)
{
    Node *node = &world->nodes[happening->node];
    const bool is_same_life = node->hall && node->life == happening->connection;
    Write *write = happening->write;
    const bool is_writer_alive = write && world->nodes[write->node].hall &&
                                 world->nodes[write->node].life == happening->connection;
    switch (happening->what) {
    case COMMAND_ARRIVES:
        command_arrives(world, happening);
        break;
    case JOIN_ARRIVES:
        join_arrives(world, happening);
        break;
    case MAIL_ARRIVES:
        mail_arrives(world, happening);
        break;
    case SEAT_WAKES:
        wake_seat(world, happening->game, happening->seat);
        break;
    case NODE_RUNS:
        if (is_same_life)
            run_node(world, happening->node);
        break;
    case NODE_DIES:
        if (!world->is_calm)
            kill_node(world, happening->node);
        break;
    case NODE_STARTS:
        start_node(world, happening->node);
        break;
    case WRITE_ARRIVES:
        write_arrives(world, happening);
        break;
    case ANSWER_ARRIVES:
        if (is_writer_alive)
            answer_arrives(world, happening);
        break;
    case WRITE_IS_LATE:
        if (is_writer_alive)
            write_is_late(world, happening);
        break;
    case STORE_GOES:
        if (!world->is_calm)
            turn_store(world, true);
        break;
    case STORE_COMES:
        turn_store(world, false);
        break;
    case WATCH_SEES:
        if (node->hall)
            watch_store(world, happening->node);
        break;
    case GAME_MOVES:
        move_game(world, happening->game);
        break;
    case CALM_BEGINS:
        begin_calm(world);
        break;
    }
}

// --- One seed ------------------------------------------------------------------------------------

static void set_up_game(World *world, unsigned game)
{
    static const char *const games[] = {
        "kriegspiel(board=4x4)",
        "kriegspiel(rules=berkeley,board=4x4)",
        "kriegspiel(rules=english,board=4x5)",
        "kriegspiel(rules=cincinnati,board=5x5)",
        "kriegspiel",
        "phantom-go(size=5)",
    };
    static const ClockRule clocks[] = {{0, 0}, {3000, 100}, {20000, 0}, {600, 300}};
    char why[GAME_TEXT_MAX];
    Text message = TEXT_IN(why);
    Match *match = &world->games[game];
    match->witness.seed = world->seed;
    match->witness.lag = lag_rule;
    match->home = rng_below(&world->rng, NODES);
    match->opening.clock = clocks[rng_below(&world->rng, COUNT_OF(clocks))];
    match->opening.game =
        game_read(games[rng_below(&world->rng, COUNT_OF(games))], &match->opening.rules, &message);
    if (!match->opening.game)
        fail(world, why);
    for (unsigned seat = 0; seat < 2; seat++) {
        match->witness.lags_ms[seat] = chance(world, 300) ? 0 : rng_below(&world->rng, 600);
        match->witness.quota_ms[seat] = lag_rule.saved_ms;
        match->opening.game->sit((const Rules *)&match->opening.rules, (uint8_t)seat,
                                 &match->players[seat].view);
        plan(world, rng_below(&world->rng, 100),
             (Happening){.what = SEAT_WAKES, .game = game, .seat = seat});
    }
}

static void draw_trouble(World *world)
{
    Trouble *trouble = &world->trouble;
    uint32_t *const rates[] = {&trouble->drop,       &trouble->twice,       &trouble->late,
                               &trouble->write_lost, &trouble->answer_lost, &trouble->hang_up,
                               &trouble->give_up,    &trouble->out_of_turn};
    for (unsigned i = 0; i < COUNT_OF(rates); i++)
        *rates[i] = chance(world, 500) ? rng_below(&world->rng, 200) : 0;
    trouble->give_up *= 4; // a seat that does not wait for its answer fills the next batch
    trouble->store_ms = chance(world, 600) ? 8 : 8 + rng_below(&world->rng, 120);
    trouble->node_ms = chance(world, 600) ? 12 : 12 + rng_below(&world->rng, 100);
    const uint32_t deaths = rng_below(&world->rng, 6), outages = rng_below(&world->rng, 4);
    const uint32_t moves = rng_below(&world->rng, 12);
    for (uint32_t i = 0; i < deaths; i++)
        plan(world, rng_below(&world->rng, TROUBLE_MS),
             (Happening){.what = NODE_DIES, .node = rng_below(&world->rng, NODES)});
    for (uint32_t i = 0; i < outages; i++)
        plan(world, rng_below(&world->rng, TROUBLE_MS), (Happening){.what = STORE_GOES});
    for (uint32_t i = 0; i < moves; i++)
        plan(world, rng_below(&world->rng, TROUBLE_MS),
             (Happening){.what = GAME_MOVES, .game = rng_below(&world->rng, world->game_count)});
    plan(world, TROUBLE_MS, (Happening){.what = CALM_BEGINS});
}

// Whether nothing more can come.
static bool is_quiet(const World *world)
{
    for (unsigned game = 0; game < world->game_count; game++) {
        const Match *match = &world->games[game];
        const Node *node = &world->nodes[match->home];
        if (!node->hall || live_games_waiting_rows(node->hall) || !match->witness.table)
            return false;
        for (unsigned seat = 0; seat < 2; seat++)
            if (match->players[seat].is_waiting ||
                match->players[seat].heard != match->witness.told_count[seat])
                return false;
    }
    return world->is_calm;
}

// In the end every seat has heard all that there is, and has an answer to its last command.
static void check_end(const World *world)
{
    for (unsigned game = 0; game < world->game_count; game++) {
        const Match *match = &world->games[game];
        for (unsigned seat = 0; seat < 2; seat++) {
            const Player *player = &match->players[seat];
            if (!player->heard || player->heard != match->witness.told_count[seat])
                witness_fail(&match->witness, "seat %u has heard %u of %u in the end", seat,
                             player->heard, match->witness.told_count[seat]);
            if (player->is_waiting)
                witness_fail(&match->witness, "seat %u never got an answer to command %u", seat,
                             player->command.ref);
            for (uint32_t i = 0; i < player->heard; i++)
                witness_hear(&match->witness, (uint8_t)seat, &player->log[i]);
        }
        totals.over += witness_is_over(&match->witness);
    }
}

static void clean_up(World *world)
{
    for (unsigned index = 0; index < NODES; index++)
        live_games_destroy(world->nodes[index].hall);
    for (unsigned game = 0; game < world->game_count; game++) {
        witness_done(&world->games[game].witness);
        free(world->games[game].players[0].log);
        free(world->games[game].players[1].log);
    }
    for (Write *write = world->writes, *next; write; write = next) {
        next = write->next;
        for (uint32_t i = 0; i < write->count; i++)
            free(write->lines[i]);
        free(write->lines);
        free(write->found);
        free(write->lost);
        free(write->games);
        free(write->numbers);
        free(write);
    }
    free(world->queue);
}

// A node dies also after so many events; 0 for no such death.
static void simulate(uint64_t seed, uint64_t death)
{
    World *world = calloc(1, sizeof *world);
    if (!world)
        exit(1);
    *world = (World){.seed = seed, .rng = rng_from_seed(seed)};
    world->game_count = 1 + rng_below(&world->rng, GAMES_MAX);
    draw_trouble(world);
    for (unsigned game = 0; game < world->game_count; game++)
        set_up_game(world, game);
    for (unsigned index = 0; index < NODES; index++)
        start_node(world, index);
    uint64_t events = 0;
    while (world->queue_count) {
        const Happening happening = next_happening(world);
        if (happening.at_ms > TROUBLE_MS + CALM_MS || is_quiet(world))
            break;
        world->now_ms = happening.at_ms;
        let_happen(world, &happening);
        if (++events == death)
            kill_node(world, rng_below(&world->rng, NODES));
    }
    check_end(world);
    clean_up(world);
    free(world);
}

int main(int count, char **arguments)
{
    const uint64_t seeds = number_option(count, arguments, "--seeds", 1000);
    const uint64_t first = number_option(count, arguments, "--first", 0);
    const uint64_t points = number_option(count, arguments, "--points", 0);
    for (uint64_t seed = first; !points && seed < first + seeds; seed++)
        simulate(seed, 0);
    for (uint64_t death = 1; death <= points; death++)
        simulate(first, death);
    printf("%" PRIu64 " runs: %" PRIu64 " rows, %" PRIu64 " hearings, %" PRIu64 " retries, %" PRIu64
           " deaths, %" PRIu64 " games moved, %" PRIu64 " batches refused, %" PRIu64
           " games over\n",
           points ? points : seeds, totals.rows, totals.heard, totals.retries, totals.deaths,
           totals.moves, totals.refused, totals.over);
    return 0;
}
