// Values every move on the true board by playouts.
#include "lab/study/studies.h"

#include "base/cli/output.h"
#include "base/stats/bands.h"
#include "base/stats/estimate.h"
#include "engine/phantom_go/evaluator.h"
#include "games/phantom_go/phantom_go.h"

#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

enum { NAMES_MAX = 16, LARGE = 5 }; // points from which a mistake is large

// Numbers count the turns of both sides.
static const Band phases[] = {{"1-10", 10},  {"11-20", 20}, {"21-30", 30},        {"31-40", 40},
                              {"41-60", 60}, {"61-80", 80}, {"81 on", UINT32_MAX}};
enum { PHASE_COUNT = COUNT_OF(phases) };

typedef struct Costs {
    uint64_t moves, large;
    double sum, squares;
} Costs;

typedef struct PlayerCosts {
    char name[TAG_VALUE_MAX];
    Costs costs[PHASE_COUNT], all;
} PlayerCosts;

typedef struct CostStudy {
    uint32_t playouts;
    uint64_t seed, games;
    unsigned name_count;
    PlayerCosts players[NAMES_MAX];
} CostStudy;

// Finds or adds a player. NULL if there are too many.
static PlayerCosts *player_named(CostStudy *study, const char *name)
{
    assert(study->name_count <= NAMES_MAX);
    unsigned i = 0;
    while (i < study->name_count && strcmp(study->players[i].name, name) != 0)
        i++;
    if (i == NAMES_MAX)
        return NULL;
    if (i == study->name_count) {
        study->players[i] = (PlayerCosts){{0}};
        snprintf(study->players[i].name, sizeof study->players[i].name, "%s", name);
        study->name_count++;
    }
    return &study->players[i];
}

static void add_cost(Costs *costs, double cost)
{
    assert(isfinite(cost));
    costs->moves++;
    costs->large += cost >= LARGE;
    costs->sum += cost;
    costs->squares += cost * cost;
}

static void judge_move(CostStudy *study, const GoGame *game, PlayerCosts *player, Try attempt,
                       Rng *rng)
{
    const GoPoint made = attempt == PHANTOM_PASS ? GO_NONE : go_point_at(attempt - 1u);
    if (made && go_game_judge(game, made) != GO_LEGAL)
        return;
    const double cost = go_cost(&game->board, made, study->playouts, rng);
    add_cost(&player->costs[band_of(phases, game->turns + 1u)], cost);
    add_cost(&player->all, cost);
}

static int play_again(CostStudy *study, const GameRecord *record, PlayerCosts *const players[2])
{
    Rng rng = rng_from_seed(study->seed + study->games);
    Replay replay;
    game_record_replay(record, &replay);
    const PhantomTruth *truth = (const PhantomTruth *)&replay.truth;
    for (const Entry *next; !replay.outcome.is_over && (next = replay_next(&replay));
         replay_step(&replay)) {
        if (next->kind != EVENT_TRY)
            continue;
        if (next->seat != replay_seat_to_move(&replay))
            return complain_failed("game %" PRIu64 " has a try out of turn", study->games + 1);
        judge_move(study, &truth->game, players[next->seat], next->attempt, &rng);
    }
    return EXIT_FINE;
}

static int judge_game(void *context, GameRecord *record)
{
    CostStudy *study = context;
    if (record->game != &phantom_go_game)
        return complain("mistakes is for Phantom Go alone, and this is a game of %s",
                        record->game->name);
    if (record->view != VIEW_UMPIRE)
        return complain("this is a seat's own record; give the umpire's record of the game");
    PlayerCosts *const players[2] = {[GO_WHITE] = player_named(study, record->tags.white),
                                     [GO_BLACK] = player_named(study, record->tags.black)};
    if (!players[GO_WHITE] || !players[GO_BLACK])
        return complain("there are more than %d players in these games; give fewer files",
                        NAMES_MAX);
    const int status = play_again(study, record, players);
    study->games++;
    return status;
}

static void print_costs(const char *phase, const Costs *costs)
{
    if (!costs->moves)
        return;
    const Estimate mean = estimate_of_mean((double)costs->moves, costs->sum, costs->squares);
    printf("| %s | %" PRIu64 " | %.2f (%.2f to %.2f) | %.1f %% |\n", phase, costs->moves,
           mean.value, mean.low, mean.high, 100.0 * (double)costs->large / (double)costs->moves);
}

static void print_player(const PlayerCosts *player)
{
    printf("\n%s:\n\n| turns | moves | mean cost, points | cost %d or more |\n|---|--:|---|--:|\n",
           player->name, LARGE);
    for (unsigned phase = 0; phase < PHASE_COUNT; phase++)
        print_costs(phases[phase].name, &player->costs[phase]);
    print_costs("all", &player->all);
}

static void print_study(const CostStudy *study)
{
    printf("What moves cost in %" PRIu64 " games, by %" PRIu32
           " playouts a point on the true board.\n",
           study->games, study->playouts);
    for (unsigned i = 0; i < study->name_count; i++)
        print_player(&study->players[i]);
}

int mistakes_print(const MistakesPlan *plan)
{
    assert(plan->playouts > 0 && plan->files.count > 0);
    static CostStudy study;
    study = (CostStudy){.playouts = plan->playouts, .seed = plan->seed};
    const int status = records_each_of(&plan->files, judge_game, &study);
    if (!status)
        print_study(&study);
    return status;
}
