// Server bots: a worker, which leases games that wait for a bot from the node, by the lines of docs/protocol/bots.md, and has each played by a process of its
// own, `nebel connect`, and has no login of the database; and the installation of the usual bots: the levels of each game
// (engine/players/levels.h).
//
// Such a process gets a player string, limits, the address of the server and a token, and hears what any client of that seat hears. The token is
// drawn here and goes to the process by its standard input; the node gets its hash. If this worker dies, its processes die with it, its leases
// run out, and another worker goes on with its games.
#ifndef NEBEL_BOTS_BOTS_H
#define NEBEL_BOTS_BOTS_H

#include "base/budget.h"
#include "base/text.h"

enum { BOT_WORKER_GAMES_MAX = 256 };

typedef enum BotWorkerEvent {
    BOT_WORKER_READY,   // it waits for games
    BOT_WORKER_LEASED,  // a game
    BOT_WORKER_PLAYED,  // to its end
    BOT_WORKER_BROKEN,  // the process has failed; the game waits for a worker again
    BOT_WORKER_DROPPED, // the lease ran out, and another worker has the game
} BotWorkerEvent;

typedef struct BotWorkerPlan {
    const char *program; // the path of nebel
    const char *server;  // as `nebel connect --server` takes it
    const char *authority;
    Slice token;          // of workers
    unsigned concurrency; // games at once
    const Clocks *clocks;
    const atomic_bool *is_stopped;
    void (*tell)(void *context, BotWorkerEvent event, const char *bot);
    void (*lost)(void *context, const char *problem); // the server is away
    void *context;
} BotWorkerPlan;

// Works until it is stopped; then it gives its leases back. Returns false, with a message, if it cannot go on.
MUST_USE bool bot_worker_run(const Memory *memory, const BotWorkerPlan *plan, Text *message);

typedef struct BotInstallPlan {
    const char *database; // as libpq takes it; by the login that owns the schema
    const Clocks *clocks;
    void (*kept)(void *context, const char *name, const char *words,
                 unsigned games); // a bot; may be NULL
    void *context;
} BotInstallPlan;

// Keeps every level as a bot, with the game strings that its player sits down to; those that are there are brought up to date. Returns false,
// with a message, if that fails.
MUST_USE bool bots_install(const Memory *memory, const BotInstallPlan *plan, Text *message);

#endif
