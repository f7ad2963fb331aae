// How reliable predictions are over recorded games. A density hears what one seat hears; a fog follows each game and thinks before each
// try of its seat. The tries are those of the record, not its own.
#include "lab/study/forecasts.h"

#include "engine/kriegspiel_players/fog.h"
#include "engine/players/roster.h"
#include "games/kriegspiel/open_chess.h"
#include "lab/study/records.h"
#include "lab/study/studies.h"

#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

enum { RELIABILITY_BINS = 10, RELIABILITY_KINDS = 3 };

// Chances between two tenths.
typedef struct ReliabilityBin {
    uint64_t count, true_count;
    double sum;
} ReliabilityBin;

// Three kinds of events, each with its chances. One that has names alone has no chances yet.
typedef struct Reliability {
    const char *names[RELIABILITY_KINDS];
    ReliabilityBin bins[RELIABILITY_KINDS][RELIABILITY_BINS];
    double square_errors[RELIABILITY_KINDS];
    uint64_t counts[RELIABILITY_KINDS];
} Reliability;

static void reliability_add(Reliability *reliability, unsigned kind, double chance, bool is_true)
{
    assert(kind < RELIABILITY_KINDS && chance >= 0);
    const unsigned index = (unsigned)(chance * RELIABILITY_BINS);
    ReliabilityBin *bin =
        &reliability->bins[kind][index < RELIABILITY_BINS ? index : RELIABILITY_BINS - 1];
    const double error = chance - is_true;
    bin->count++;
    bin->true_count += is_true;
    bin->sum += chance;
    reliability->counts[kind]++;
    reliability->square_errors[kind] += error * error;
}

static void print_bin(const Reliability *reliability, unsigned index)
{
    assert(index < RELIABILITY_BINS);
    printf("| %.1f-%.1f |", index / (double)RELIABILITY_BINS,
           (index + 1) / (double)RELIABILITY_BINS);
    for (unsigned kind = 0; kind < RELIABILITY_KINDS; kind++) {
        const ReliabilityBin *bin = &reliability->bins[kind][index];
        if (bin->count)
            printf(" %" PRIu64 " | %.3f | %.3f |", bin->count, bin->sum / (double)bin->count,
                   (double)bin->true_count / (double)bin->count);
        else
            printf(" 0 | | |");
    }
    putchar('\n');
}

// Prints a table in Markdown, with the Brier score of each kind below it.
static void reliability_print(const Reliability *reliability)
{
    printf("| predicted |");
    for (unsigned kind = 0; kind < RELIABILITY_KINDS; kind++)
        printf(" %s: tries | mean | true |", reliability->names[kind]);
    printf("\n|---|---|---|---|---|---|---|---|---|---|\n");
    for (unsigned index = 0; index < RELIABILITY_BINS; index++)
        print_bin(reliability, index);
    printf("| Brier |");
    for (unsigned kind = 0; kind < RELIABILITY_KINDS; kind++) {
        const uint64_t count = reliability->counts[kind];
        printf(" | | %.4f |", count ? reliability->square_errors[kind] / (double)count : 0);
    }
    putchar('\n');
}

typedef struct DensityReplay {
    const DensityStudyPlan *plan;
    const DensityStudySink *sink;
    Replay replay;
    DensityTracker tracker;
} DensityReplay;

static const Umpire *umpire_of(const DensityReplay *study)
{
    return (const Umpire *)&study->replay.truth;
}

static void tell_try(DensityReplay *study, Try attempt, Verdict verdict)
{
    const DensityTracker *tracker = &study->tracker;
    const OwnMen *own = &tracker->view.own;
    if (!study->sink->attempt || attempt == TRY_ANY ||
        !attempt_is_possible(&tracker->view.turn, tracker->rules->ruleset, own, attempt))
        return;
    DensityForecast forecast;
    forecast_init(&forecast, &tracker->density, own, &tracker->last);
    const Facts *facts = &umpire_of(study)->facts;
    const bool is_legal = verdict == VERDICT_PLAYED;
    const DensityStudyTry told = {.predicted =
                                      forecast_try(&forecast, &tracker->density, own, attempt),
                                  .is_legal = is_legal,
                                  .takes = is_legal && facts->captured,
                                  .gives_check = is_legal && facts->checks};
    study->sink->attempt(study->sink->context, &told);
}

static StudyError take_density_entry(DensityReplay *study, const Entry *entry)
{
    assert(entry->seat < 2);
    const Replay *replay = &study->replay;
    const uint8_t seat = study->plan->seat;
    const bool is_own = entry->seat == seat;
    if (entry->kind != EVENT_TRY)
        return STUDY_OK;
    if (!replay->is_judged)
        return replay->outcome.is_over ? STUDY_OK : STUDY_ERR_RECORD;
    const Verdict verdict = replay->to[entry->seat].verdict;
    if (is_own)
        tell_try(study, entry->attempt, verdict);
    if (replay->to[seat].event != HEARD_NOTHING)
        tracker_hear(&study->tracker, is_own ? entry->attempt : TRY_NONE, &replay->to[seat]);
    if (!is_own && verdict == VERDICT_PLAYED && !replay->outcome.is_over)
        study->sink->turn(study->sink->context, &study->tracker, &umpire_of(study)->truth);
    return STUDY_OK;
}

StudyError density_study_game(const DensityStudyPlan *plan, const DensityStudySink *sink)
{
    assert(plan->seat < 2 && plan->entries);
    assert(sink->turn);
    if (kriegspiel_rules_game(plan->rules) != &kriegspiel_game)
        return STUDY_ERR_GAME;
    DensityReplay study = {.plan = plan, .sink = sink};
    Replay *replay = &study.replay;
    replay_begin(replay, &kriegspiel_game, (const Rules *)plan->rules, plan->entries);
    tracker_begin(&study.tracker, plan->rules, plan->seat, plan->model);
    tracker_hear(&study.tracker, TRY_NONE, &replay->to[plan->seat]);
    StudyError error = STUDY_OK;
    while (!error && replay_step(replay))
        error = take_density_entry(&study, replay_entry(replay));
    return error;
}

Quality density_quality(const Density *density, uint8_t seat, const Position *truth)
{
    assert(seat < 2);
    const Color enemy = other_color(seat);
    const Bits squares = position_board(truth)->squares;
    const double count = bits_count(squares);
    const unsigned king = bits_first(position_men(truth, enemy, KING));
    assert(bits_has(squares, king) && density->king[king] >= 0);
    Quality quality = {.king_chance = density->king[king],
                       .king_log_loss = king_log_loss(density->king[king], bits_count(squares))};
    for (Bits rest = squares; rest;) {
        const unsigned i = bits_take(&rest);
        const double sum = (double)density->king[i] + density->pawns[i] + density->pieces[i];
        const double error = (sum < 1 ? sum : 1) - bits_has(truth->color[enemy], i);
        quality.brier += error * error / count;
    }
    return quality;
}

enum { DENSITY_LEGAL, DENSITY_CAPTURE, DENSITY_CHECK };

// A run over all games.
typedef struct DensityRun {
    const BeliefDensity *plan;
    const Model *model;
    uint8_t seat; // in the game that is studied
    uint64_t games, turns;
    Quality sum;
    Reliability reliability;
} DensityRun;

static void add_density_turn(void *context, const DensityTracker *tracker, const Position *truth)
{
    DensityRun *run = context;
    const Quality quality = density_quality(&tracker->density, run->seat, truth);
    run->turns++;
    run->sum.king_chance += quality.king_chance;
    run->sum.king_log_loss += quality.king_log_loss;
    run->sum.brier += quality.brier;
}

// Captures and checks are predicted for legal tries, so only tries that were played count.
static void add_density_try(void *context, const DensityStudyTry *attempt)
{
    const TryForecast *predicted = &attempt->predicted;
    Reliability *reliability = &((DensityRun *)context)->reliability;
    reliability_add(reliability, DENSITY_LEGAL, predicted->legal, attempt->is_legal);
    if (!attempt->is_legal)
        return;
    reliability_add(reliability, DENSITY_CAPTURE, (double)predicted->pawn + predicted->piece,
                    attempt->takes);
    reliability_add(reliability, DENSITY_CHECK, predicted->check, attempt->gives_check);
}

static int add_density_record(void *context, GameRecord *record)
{
    DensityRun *run = context;
    RecordStudy study = {.record = *record};
    const int status = record_study_plan(&study, run->plan->who, NULL);
    if (status)
        return status;
    const DensityStudyPlan tracker = {kriegspiel_rules(study.plan.rules), study.plan.entries,
                                      study.plan.seat, run->model};
    const DensityStudySink sink = {add_density_turn, add_density_try, run};
    run->seat = tracker.seat;
    run->games++;
    return record_study_status(density_study_game(&tracker, &sink));
}

static void print_density_run(const DensityRun *run)
{
    const BeliefDensity *plan = run->plan;
    const double turns = run->turns ? (double)run->turns : 1;
    printf("Seat %s, %" PRIu64 " games, %" PRIu64 " turns, model: %s.\n"
           "King chance %.4f, king log-loss %.4f, Brier %.5f.\n\n",
           plan->who, run->games, run->turns, plan->model ? plan->model : "default",
           run->sum.king_chance / turns, run->sum.king_log_loss / turns, run->sum.brier / turns);
    reliability_print(&run->reliability);
}

int belief_density(const BeliefDensity *plan)
{
    assert(plan->files.count > 0 && plan->who);
    Model *model = NULL;
    DensityRun run = {.plan = plan, .reliability = {.names = {"legal", "capture", "check"}}};
    int status = EXIT_FINE;
    if (!plan->model || strcmp(plan->model, "none") != 0)
        status = model_file_load(plan->model, &model);
    run.model = model;
    if (!status)
        status = records_each_of(&plan->files, add_density_record, &run);
    if (!status)
        print_density_run(&run);
    memory_resize(&memory_heap, model, 0);
    return status;
}

PlayerError follow_begin(Player *player, const StudyPlan *plan, uint64_t seed, Replay *replay)
{
    const Seating seating = {
        .game = plan->game, .rules = plan->rules, .seat = plan->seat, .seed = seed};
    replay_begin(replay, plan->game, plan->rules, plan->entries);
    const PlayerError error = player_sit(player, &seating);
    return error ? error : player_hear(player, TRY_NONE, &replay->to[plan->seat]);
}

PlayerError follow_hear(Player *player, const StudyPlan *plan, const Replay *replay)
{
    const Entry *entry = replay_entry(replay);
    const Hearing *heard = &replay->to[plan->seat];
    if (entry->kind != EVENT_TRY || !replay->is_judged || heard->event == HEARD_NOTHING)
        return PLAYER_OK;
    return player_hear(player, entry->seat == plan->seat ? entry->attempt : TRY_NONE, heard);
}

enum { NODES = 10000, SEED = 1 };

// Captures and checks are those of the reply to a try that was played.
enum { FOG_LEGAL, FOG_CAPTURED, FOG_CHECKED };

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

// Returns the chance that a reply to what a try has led to gives check.
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

// Returns whether the next entry is a move that the seat tries.
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

static PlayerError think_of_try(Player *player, Try attempt, FogForecast *forecast)
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
        reliability_add(&run->reliability, FOG_LEGAL, feared->legal, is_played);
    else if (is_played) {
        reliability_add(&run->reliability, FOG_CAPTURED, feared->captured, facts->captured);
        reliability_add(&run->reliability, FOG_CHECKED, feared->checked, facts->checks);
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
            error = think_of_try(run->player, replay_next(&replay)->attempt, &forecast);
        if (error || !replay_step(&replay))
            break;
        add_outcome(run, &replay, plan->seat, &forecast);
        error = follow_hear(run->player, plan, &replay);
    }
    return error;
}

static int add_fog_record(void *context, GameRecord *record)
{
    FogRun *run = context;
    RecordStudy study = {.record = *record};
    const int status = record_study_plan(&study, run->table->who, NULL);
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

static int measure_fog(FogRun *run)
{
    const FogTable *table = run->table;
    const int status = records_each_of(&table->files, add_fog_record, run);
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
                           ? measure_fog(&run)
                           : complain("--forecast is for fog, not '%s'", table->player);
    player_destroy(run.player);
    return status;
}
