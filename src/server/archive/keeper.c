// The thread, and how it waits.
#include "server/archive/keeper.h"

#include "base/os/clocks.h"
#include "base/os/threads.h"
#include "server/archive/filing.h"
#include "server/archive/statements.h"

#include <pthread.h>
#include <signal.h>
#include <time.h>

enum {
    LOOK_S = 2, // between two looks for games of nodes that are gone
    PATIENCE_MS = 20000,
    WHY_MAX = 256,
};

struct ArchiveKeeper {
    Memory memory;
    ArchiveKeeperPlan plan;
    StoreCaller *caller;
    pthread_t thread;
    atomic_bool is_stopped;
    atomic_uint_least64_t filed;
    pthread_mutex_t lock;
    pthread_cond_t woken;
    bool is_woken; // guarded by the lock
};

static void tell_lost(void *context, const char *problem)
{
    const ArchiveKeeper *keeper = context;
    keeper->plan.problem(keeper->plan.context, 0, problem);
}

static void file_all(ArchiveKeeper *keeper)
{
    FilingNews news = FILING_DONE;
    while (news < FILING_NOTHING && !atomic_load(&keeper->is_stopped)) {
        char memory[WHY_MAX];
        Text why = TEXT_IN(memory);
        uint64_t game;
        news = archive_file_next(keeper->caller, &keeper->memory, &game, &why);
        if (news == FILING_DONE)
            atomic_fetch_add(&keeper->filed, 1);
        else if (news == FILING_PROBLEM)
            keeper->plan.problem(keeper->plan.context, game, memory);
    }
}

// Waits by the monotonic clock: a wall clock that is set back an hour must not stop the filing of games for an hour.
static void wait(ArchiveKeeper *keeper)
{
    struct timespec until;
    clock_gettime(CLOCK_MONOTONIC, &until);
    until.tv_sec += LOOK_S;
    pthread_mutex_lock(&keeper->lock);
    while (!keeper->is_woken &&
           pthread_cond_timedwait(&keeper->woken, &keeper->lock, &until) == 0) {
    }
    keeper->is_woken = false;
    pthread_mutex_unlock(&keeper->lock);
}

static void *work(void *context)
{
    ArchiveKeeper *keeper = context;
    while (!atomic_load(&keeper->is_stopped)) {
        file_all(keeper);
        if (!archive_drop_journals(keeper->caller))
            wait(keeper);
    }
    return NULL;
}

// Signals are for the loop of the node.
static bool start_thread(ArchiveKeeper *keeper)
{
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    const int failed = pthread_create(&keeper->thread, NULL, work, keeper);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return !failed;
}

static void free_keeper(ArchiveKeeper *keeper)
{
    const Memory memory = keeper->memory;
    store_caller_destroy(keeper->caller);
    pthread_cond_destroy(&keeper->woken);
    pthread_mutex_destroy(&keeper->lock);
    memory_resize(&memory, keeper, 0);
}

ArchiveKeeper *archive_keeper_start(const Memory *memory, const ArchiveKeeperPlan *plan)
{
    ArchiveKeeper *keeper = memory_resize(memory, NULL, sizeof *keeper);
    if (!keeper)
        return NULL;
    *keeper = (ArchiveKeeper){.memory = *memory, .plan = *plan};
    pthread_mutex_init(&keeper->lock, NULL);
    thread_condition_init(&keeper->woken);
    const StoreCallerPlan caller_plan = {.database = plan->database,
                                         .statements = archive_filing_statements,
                                         .statement_count = FILING_STATEMENTS,
                                         .clocks = &system_clocks,
                                         .patience_ms = PATIENCE_MS,
                                         .is_stopped = &keeper->is_stopped,
                                         .lost = tell_lost,
                                         .context = keeper};
    keeper->caller = store_caller_create(memory, &caller_plan);
    if (keeper->caller && start_thread(keeper))
        return keeper;
    free_keeper(keeper);
    return NULL;
}

void archive_keeper_wake(ArchiveKeeper *keeper)
{
    pthread_mutex_lock(&keeper->lock);
    keeper->is_woken = true;
    pthread_cond_signal(&keeper->woken);
    pthread_mutex_unlock(&keeper->lock);
}

void archive_keeper_end(ArchiveKeeper *keeper)
{
    if (!keeper)
        return;
    atomic_store(&keeper->is_stopped, true);
    archive_keeper_wake(keeper);
    pthread_join(keeper->thread, NULL);
    free_keeper(keeper);
}

uint64_t archive_keeper_filed(const ArchiveKeeper *keeper)
{
    return atomic_load(&keeper->filed);
}
