// A fog follows each game and thinks before each try of its seat. The tries are those of the record, not its own.
#include "lab/study/fog_table.h"

#include "engine/kriegspiel_players/fog.h"
#include "engine/players/roster.h"
#include "lab/study/follow.h"
#include "lab/study/record_study.h"
#include "lab/study/reliability.h"

#include <assert.h>
#include <inttypes.h>
#include <stdio.h>

enum { NODES = 10000, SEED = 1 };

// Captures and checks are those of the reply to a try that was played.
enum { LEGAL, CAPTURED, CHECKED };

typedef struct FogForecast {
    bool is_made; // not where fog values no boards, as against a bare king
    double legal, captured, checked;
} FogForecast;

// A run over all games.
typedef struct FogRun {
    const FogTable *table;
    Player *player;
    Reliability reliability;
    uint64_t games;
} FogRun;

// --- A forecast ----------------------------------------------------------------------------------

// The chance that a reply to what a try has led to gives check.
static double check_chance(const Policy *policy, const KriegspielBoard *board)
{
    MoveList replies;
    float chances[MOVES_MAX];
    double sum = 0;
    chess_list_legal(&board->position, &replies);
    policy_chances(policy, board, &replies, chances);
    for (uint32_t i = 0; i < replies.count; i++) {
        Position after;
        position_after(&board->position, replies.moves[i], &after);
        if (position_checkers(&after, (Color)after.to_move))
            sum += (double)chances[i];
    }
    return sum;
}

// Some boards were valued.
static FogForecast forecast_of(const FogThought *thought, Try attempt)
{
    static PolicyMemo memo;
    const OneStepPlan *plan = &thought->step->plan;
    double legal = 0, captured = 0, checked = 0;
    for (uint32_t i = 0; i < thought->board_count; i++) {
        const KriegspielBoard *board = thought->boards[i];
        OneStepOutcome outcome;
        if (!chess_allows(&board->position, attempt))
            continue;
        one_step_begin_board(&memo, board);
        one_step_play(plan, &memo, board, attempt, &outcome);
        for (unsigned square = 0; square < SQUARE_COUNT; square++)
            captured += (double)outcome.taken[square];
        checked += check_chance(plan->policy, &outcome.after);
        legal++;
    }
    return (FogForecast){.is_made = true,
                         .legal = legal / thought->board_count,
                         .captured = legal > 0 ? captured / legal : 0,
                         .checked = legal > 0 ? checked / legal : 0};
}

// --- A game --------------------------------------------------------------------------------------

// Whether the next entry is a move that the seat tries.
static bool is_own_try(const Replay *replay, uint8_t seat)
{
    const Entry *next = replay_next(replay);
    return !replay->outcome.is_over && next && next->kind == EVENT_TRY && next->seat == seat &&
           replay_seat_to_move(replay) == seat && next->attempt != TRY_ANY;
}

// A record may hold tries that no player would list: of another's men, or refused before.
static bool is_listed(const OneStep *step, Try attempt)
{
    uint32_t i = 0;
    while (i < step->count && step->tries[i].attempt != attempt)
        i++;
    return i < step->count;
}

static PlayerError think(Player *player, Try attempt, FogForecast *forecast)
{
    const Budget budget = {.nodes = NODES};
    Choice choice;
    const PlayerError error = player_choose(player, &budget, &choice);
    if (error)
        return error;
    const FogThought thought = fog_thought(player);
    const bool is_made = thought.board_count && is_listed(thought.step, attempt);
    *forecast = is_made ? forecast_of(&thought, attempt) : (FogForecast){0};
    return PLAYER_OK;
}

// After an own try: whether it was legal. After a reply: what it did. `feared` is the forecast of the last try.
static void add_outcome(FogRun *run, const Replay *replay, uint8_t seat, FogForecast *feared)
{
    const Entry *entry = replay_entry(replay);
    const Facts *facts = &((const Umpire *)&replay->truth)->facts;
    if (entry->kind != EVENT_TRY || entry->attempt == TRY_ANY || !replay->is_judged ||
        !feared->is_made)
        return;
    const bool is_played = replay->to[entry->seat].verdict == VERDICT_PLAYED;
    if (entry->seat == seat)
        reliability_add(&run->reliability, LEGAL, feared->legal, is_played);
    else if (is_played) {
        reliability_add(&run->reliability, CAPTURED, feared->captured, facts->captured);
        reliability_add(&run->reliability, CHECKED, feared->checked, facts->checks);
        feared->is_made = false;
    }
}

static PlayerError follow_game(FogRun *run, const StudyPlan *plan)
{
    Replay replay;
    FogForecast forecast = {0};
    PlayerError error = follow_begin(run->player, plan, SEED, &replay);
    while (!error) {
        if (is_own_try(&replay, plan->seat))
            error = think(run->player, replay_next(&replay)->attempt, &forecast);
        if (error || !replay_step(&replay))
            break;
        add_outcome(run, &replay, plan->seat, &forecast);
        error = follow_hear(run->player, plan, &replay);
    }
    return error;
}

static int add_record(void *context, GameRecord *record)
{
    FogRun *run = context;
    const PoolPlan unused = {.limit = LIMIT_MIN};
    RecordStudy study = {.record = *record};
    const int status = record_study_plan(&study, run->table->who, &unused);
    if (status)
        return status;
    if (!fog_player.plays(study.plan.game))
        return record_study_status(STUDY_ERR_GAME);
    run->games++;
    const PlayerError error = follow_game(run, &study.plan);
    return error ? complain_failed("fog cannot follow this record: %s",
                                   player_reason(run->player, error))
                 : EXIT_FINE;
}

// --- All games -----------------------------------------------------------------------------------

static int measure(FogRun *run)
{
    const FogTable *table = run->table;
    const int status = records_each_of(&table->files, add_record, run);
    if (status)
        return status;
    printf("Seat %s, %" PRIu64 " games, forecasts of %s.\n\n", table->who, run->games,
           table->player);
    reliability_print(&run->reliability);
    return EXIT_FINE;
}

int fog_table(const FogTable *table)
{
    assert(table->files.count > 0 && table->who && table->player);
    char memory[160];
    Text message = TEXT_IN(memory);
    FogRun run = {.table = table, .reliability = {.names = {"legal", "captured", "checked"}}};
    run.player = roster_open(&memory_heap, table->player, &message);
    if (!run.player)
        return complain("%s", memory);
    const int status = run.player->kind == &fog_player
                           ? measure(&run)
                           : complain("--forecast is for fog, not '%s'", table->player);
    player_destroy(run.player);
    return status;
}
