// Filing of finished games: from the journal to the record, the new ratings of the players, the end of old journals, and the thread that does it.
#include "server/archive/filing.h"

#include "base/crypto/token.h"
#include "base/os/clocks.h"
#include "base/os/threads.h"
#include "base/stats/glicko.h"
#include "formats/protocol/rating_pool.h"
#include "formats/records/hearing_text.h"
#include "server/archive/archive.h"
#include "server/store/caller.h"

#include <inttypes.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

// Statements of filing. The tables are those of deploy/schema/deploy/archive.sql.
typedef enum FilingStatement {
    FILING_NEXT,      // the journal of a game that is over and not filed
    FILING_STANDINGS, // if it is rated: the ratings of both players
    FILING_KEEP,      // its record
    FILING_ASIDE,     // why it cannot be filed
    FILING_DROP,      // the journals of games that were filed long ago
    FILING_STATEMENTS
} FilingStatement;

static const StoreStatement filing_statements[FILING_STATEMENTS] = {
    [FILING_NEXT] = {"next",
                     "SELECT next.game, journal.number, journal.line FROM"
                     "  (SELECT game FROM nebel.ended WHERE problem IS NULL"
                     "   ORDER BY ended, game LIMIT 1) AS next"
                     " JOIN nebel.journal ON journal.game = next.game ORDER BY journal.number",
                     0},
    // Of a game that began as rated, for both seats: the rating among all, then the one against such as the opponent. Nothing if one of them has no
    // account any more.
    [FILING_STANDINGS] =
        {"standings",
         "WITH seat AS MATERIALIZED ("
         "  SELECT person_seat.seat, person.number, person.is_bot, ended.ended"
         "  FROM nebel.rated_game JOIN nebel.ended USING (game) JOIN nebel.person_seat USING (game)"
         "   JOIN nebel.person ON person.number = person_seat.person"
         "  WHERE rated_game.game = $1"
         "   AND (EXISTS (SELECT FROM nebel.account WHERE account.person = person.number)"
         "    OR EXISTS (SELECT FROM house.bot WHERE bot.person = person.number)))"
         " SELECT own.number, kind.scope, rating.rating, rating.deviation, rating.volatility,"
         "  coalesce(rating.games, 0), nebel.rating_periods(rating.moved, own.ended)"
         " FROM seat AS own JOIN seat AS other ON other.seat <> own.seat"
         "  CROSS JOIN LATERAL (VALUES (0, 'all'), (1, CASE WHEN other.is_bot THEN 'bots'"
         "   ELSE 'people' END)) AS kind (place, scope)"
         "  LEFT JOIN nebel.rating ON rating.person = own.number AND rating.pool = $2"
         "   AND rating.scope = kind.scope"
         " ORDER BY own.seat, kind.place",
         2},
    // Whoever files the same game at the same time, or a second time because the answer was lost, finds it filed.
    [FILING_KEEP] = {"keep",
                     "SELECT nebel.file_game($1, $2, $3, $4, $5, $6, $7, $8, decode($9, 'hex'),"
                     " $10)",
                     10},
    [FILING_ASIDE] = {"aside", "UPDATE nebel.ended SET problem = $2 WHERE game = $1", 2},
    [FILING_DROP] = {"drop", "SELECT nebel.drop_journals(100)", 0},
};

enum { SEATS = 2, SCOPES = 2, MOVES_MIN = 2 };

static const double constraint = 0.5; // Glickman's tau, in the middle of what he advises

// A row of FILING_STANDINGS.
enum { ROW_PERSON, ROW_SCOPE, ROW_RATING, ROW_DEVIATION, ROW_VOLATILITY, ROW_GAMES, ROW_PERIODS };

typedef struct Standing {
    const char *person, *scope;
    uint64_t games; // that it has counted
    Glicko glicko;  // after the last of them
    double periods; // since then
} Standing;

bool archive_counts(const GameRecord *record)
{
    Replay replay;
    game_record_replay(record, &replay);
    while (replay_step(&replay))
        continue;
    return strcmp(game_record_result(record), "*") != 0 && replay.count.moves[0] >= MOVES_MIN &&
           replay.count.moves[1] >= MOVES_MIN;
}

static double real_at(const StoreCaller *caller, uint32_t row, unsigned column)
{
    const char *field = store_call_field(caller, row, column);
    return field ? strtod(field, NULL) : 0;
}

static Standing read_standing(const StoreCaller *caller, uint32_t row)
{
    Standing standing = {.person = store_call_field(caller, row, ROW_PERSON),
                         .scope = store_call_field(caller, row, ROW_SCOPE),
                         .games = store_call_number(caller, row, ROW_GAMES),
                         .glicko = glicko_new()};
    if (standing.games) {
        standing.glicko =
            (Glicko){real_at(caller, row, ROW_RATING), real_at(caller, row, ROW_DEVIATION),
                     real_at(caller, row, ROW_VOLATILITY)};
        standing.periods = real_at(caller, row, ROW_PERIODS);
    }
    return standing;
}

// Adds a new rating with all digits: the next game goes on from here.
static void add_step(const Standing *own, const Standing *other, double score, Text *steps)
{
    const Glicko opponent = glicko_wait(other->glicko, other->periods);
    const GlickoGame game = {opponent.rating, opponent.deviation, score};
    const Glicko after = glicko_play(own->glicko, own->periods, &game, 1, constraint);
    text_format(steps,
                "%s{\"person\":%s,\"scope\":\"%s\",\"rating\":%.17g,\"deviation\":%.17g,"
                "\"volatility\":%.17g,\"games\":%" PRIu64 "}",
                steps->length > 1 ? "," : "", own->person, own->scope, after.rating,
                after.deviation, after.volatility, own->games);
}

// Writes the new ratings of both players, as nebel.file_game takes them; "[]" if none moves. The last call was FILING_STANDINGS.
// The opponent of a rating among all is the other's among all, and of one against people or bots the other's against such as oneself.
static void write_new_ratings(const StoreCaller *caller, const GameRecord *record, Text *steps)
{
    static const double scores[CLAIM_COUNT] = {
        [CLAIM_DRAW] = 0.5, [CLAIM_FIRST_WON] = 1, [CLAIM_SECOND_WON] = 0};
    text_add_char(steps, '[');
    if (store_call_rows(caller) == SEATS * SCOPES && archive_counts(record)) {
        const RecordClaim claim = record_claim_from_text(slice_of(game_record_result(record)));
        for (uint32_t scope = 0; scope < SCOPES; scope++) {
            const Standing white = read_standing(caller, scope),
                           black = read_standing(caller, SCOPES + scope);
            add_step(&white, &black, scores[claim], steps);
            add_step(&black, &white, 1 - scores[claim], steps);
        }
    }
    text_add_char(steps, ']');
}

enum { NUMBER_ROOM = 24, STEPS_ROOM = 1024 };

typedef struct Number {
    char text[NUMBER_ROOM];
} Number;

static Number number_of(uint64_t value)
{
    Number number;
    Text text = TEXT_IN(number.text);
    text_format(&text, "%" PRIu64, value);
    return number;
}

// Reads the record of the journal that the last call brought.
static ArchiveError read_journal(const StoreCaller *caller, const Memory *memory,
                                 GameRecord *record)
{
    GameJournal journal = {0};
    ArchiveError error = ARCHIVE_OK;
    for (uint32_t row = 0; row < store_call_rows(caller) && !error; row++) {
        const bool follows = store_call_number(caller, row, 1) == row;
        const GameJournalError wrong =
            follows ? game_journal_add(&journal, memory, slice_of(store_call_field(caller, row, 2)))
                    : GAME_JOURNAL_ERR_ORDER;
        if (wrong)
            error = wrong == GAME_JOURNAL_ERR_MEMORY ? ARCHIVE_ERR_MEMORY : ARCHIVE_ERR_JOURNAL;
    }
    if (!error)
        error = archive_record(&journal, memory, record);
    game_journal_done(&journal, memory);
    return error;
}

static StoreCallError rate_players(StoreCaller *caller, const Number *number,
                                   const GameRecord *record, const char *pool, Text *steps)
{
    const char *const values[] = {number->text, pool};
    const StoreCallError called = store_call(caller, FILING_STANDINGS, values);
    if (!called)
        write_new_ratings(caller, record, steps);
    return called;
}

// Keeps the record and the ratings. If these have moved meanwhile, the game stays to be filed again.
static StoreCallError keep_record(StoreCaller *caller, uint64_t game, const GameRecord *record,
                                  const Text *packed)
{
    char rules_memory[GAME_TEXT_MAX], pool_memory[RATING_POOL_NAME_ROOM], steps_memory[STEPS_ROOM];
    Text rules = TEXT_IN(rules_memory), pool = TEXT_IN(pool_memory), steps = TEXT_IN(steps_memory);
    const Number number = number_of(game), id = number_of(public_number(game)),
                 base = number_of(record->clock.base_ms),
                 increment = number_of(record->clock.increment_ms);
    record->game->write(game_record_rules(record), &rules);
    rating_pool_name(record->game, game_record_rules(record), &pool);
    const StoreCallError called = rate_players(caller, &number, record, pool_memory, &steps);
    if (called)
        return called;
    const char *const values[] = {number.text,
                                  id.text,
                                  rules_memory,
                                  pool_memory,
                                  base.text,
                                  increment.text,
                                  game_record_result(record),
                                  ending_name(game_record_outcome(record).ending),
                                  packed->start,
                                  steps_memory};
    return store_call(caller, FILING_KEEP, values);
}

static StoreCallError set_aside(StoreCaller *caller, uint64_t game, const Text *why)
{
    const Number number = number_of(game);
    const char *const values[] = {number.text, why->start};
    return store_call(caller, FILING_ASIDE, values);
}

// Files the game of the journal that the last call brought; `why` stays empty if that worked.
static StoreCallError file_game(StoreCaller *caller, const Memory *memory, uint64_t game, Text *why)
{
    GameRecord record;
    Text packed = text_growing(memory);
    ArchiveError error = read_journal(caller, memory, &record);
    if (error) {
        text_add(why, archive_error_text(error));
        return STORE_CALL_OK;
    }
    StoreCallError called = STORE_CALL_OK;
    error = archive_pack(&record, memory, &packed);
    if (error)
        text_add(why, archive_error_text(error));
    else
        called = keep_record(caller, game, &record, &packed);
    if (called == STORE_CALL_REFUSED)
        text_add(why, store_caller_problem(caller));
    text_done(&packed);
    game_record_done(&record, memory);
    return called;
}

typedef enum FilingNews {
    FILING_DONE,    // a game was filed
    FILING_PROBLEM, // a game cannot be filed and was set aside; `why`
    FILING_NOTHING, // no game waits
    FILING_ENDED,   // the caller is to end, or cannot reach the database
} FilingNews;

static FilingNews file_next(StoreCaller *caller, const Memory *memory, uint64_t *game, Text *why)
{
    if (store_call(caller, FILING_NEXT, NULL) != STORE_CALL_OK)
        return FILING_ENDED;
    if (!store_call_rows(caller))
        return FILING_NOTHING;
    *game = store_call_number(caller, 0, 0);
    StoreCallError called = file_game(caller, memory, *game, why);
    if (why->length)
        called = set_aside(caller, *game, why);
    return called != STORE_CALL_OK ? FILING_ENDED : why->length ? FILING_PROBLEM : FILING_DONE;
}

// Drops journals of games that were filed long ago (nebel.setting.journal_days), some at a time. Returns whether there were any.
static bool drop_journals(StoreCaller *caller)
{
    return store_call(caller, FILING_DROP, NULL) == STORE_CALL_OK &&
           store_call_number(caller, 0, 0);
}

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

static void keeper_report_lost(void *context, const char *problem)
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
        news = file_next(keeper->caller, &keeper->memory, &game, &why);
        if (news == FILING_DONE)
            atomic_fetch_add(&keeper->filed, 1);
        else if (news == FILING_PROBLEM)
            keeper->plan.problem(keeper->plan.context, game, memory);
    }
}

// Waits by the monotonic clock: a wall clock that is set back an hour must not stop the filing of games for an hour.
static void keeper_wait(ArchiveKeeper *keeper)
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

static void *keeper_work(void *context)
{
    ArchiveKeeper *keeper = context;
    while (!atomic_load(&keeper->is_stopped)) {
        file_all(keeper);
        if (!drop_journals(keeper->caller))
            keeper_wait(keeper);
    }
    return NULL;
}

// Starts the thread without signals, which are for the loop of the node.
static bool start_thread(ArchiveKeeper *keeper)
{
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    const int failed = pthread_create(&keeper->thread, NULL, keeper_work, keeper);
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
                                         .statements = filing_statements,
                                         .statement_count = FILING_STATEMENTS,
                                         .clocks = &system_clocks,
                                         .patience_ms = PATIENCE_MS,
                                         .is_stopped = &keeper->is_stopped,
                                         .lost = keeper_report_lost,
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
