// nebel bots: a worker that has house bots played, and what puts them into a database.
#include "server/bots/bots.h"
#include "base/os/clocks.h"
#include "base/os/interrupt.h"
#include "base/os/machine.h"
#include "cmd/server_commands.h"
#include "cmd/server_options.h"
#include "cmd/values.h"
#include "server/net/dial.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>

static void tell_kept(void *context, const char *name, const char *words, unsigned games)
{
    (void)context;
    printf("%-20s %-28s %3u games\n", name, words, games);
}

static int install(const Given *given)
{
    char why[MESSAGE_ROOM * 2];
    Text message = TEXT_IN(why);
    const char *database = given->options[BOTS_DATABASE];
    const BotInstallPlan plan = {
        .database = database ? database : "", .clocks = &system_clocks, .kept = tell_kept};
    return bots_install(&memory_heap, &plan, &message)
               ? EXIT_FINE
               : complain_failed("the bots are not kept: %s", why);
}

static void bots_tell(void *context, BotWorkerEvent event, const char *bot)
{
    static const char *const words[] = {
        [BOT_WORKER_READY] = "waiting for games",
        [BOT_WORKER_LEASED] = "plays",
        [BOT_WORKER_PLAYED] = "has played to the end",
        [BOT_WORKER_BROKEN] = "has failed; the game waits for a worker again",
        [BOT_WORKER_DROPPED] = "is played by another worker now",
    };
    (void)context;
    printf("%s%s%s\n", bot ? bot : "", bot ? " " : "", words[event]);
    fflush(stdout);
}

static void tell_lost(void *context, const char *problem)
{
    (void)context;
    complain("the server is away and is asked again: %s", problem);
}

static int work(const Given *given)
{
    char why[MESSAGE_ROOM * 2], program[PATH_MAX], token[TOKEN_ROOM];
    Text message = TEXT_IN(why);
    uint64_t concurrency = machine_cores();
    BotWorkerPlan plan = {.program = program,
                          .server = given->options[BOTS_SERVER],
                          .authority = given->options[BOTS_AUTHORITY],
                          .clocks = &system_clocks,
                          .tell = bots_tell,
                          .lost = tell_lost};
    if (!plan.server || !dial_is_address(plan.server))
        return complain("name the server: --server ws://HOST:PORT, wss://HOST or unix:SOCKET");
    if (!read_number("--concurrency", given->options[BOTS_CONCURRENCY], 1, BOT_WORKER_GAMES_MAX,
                     &concurrency) ||
        !read_token("workers", given->options[BOTS_TOKEN], token, &plan.token))
        return EXIT_USAGE;
    if (!realpath("/proc/self/exe", program))
        return complain_failed("the path of this program cannot be found");
    plan.concurrency = (unsigned)concurrency;
    plan.is_stopped = interrupts_catch();
    if (!bot_worker_run(&memory_heap, &plan, &message))
        return complain_failed("house bots: %s", why);
    printf("stopped; the games that were played wait for another worker\n");
    return EXIT_FINE;
}

int bots_run(const Given *given)
{
    return given->options[BOTS_INSTALL] ? install(given) : work(given);
}
