// Every move judged on the true board by playouts.
#include "study/mistakes.h"

#include "cli/complain.h"
#include "phantom_go/law/phantom_go.h"
#include "phantom_go/search/move_cost.h"
#include "stats/estimate.h"
#include "study/bands.h"

#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

enum { NAMES_MAX = 16, LARGE = 5 }; // points that make a mistake large

// Turns, of both sides together, that are averaged together, up to `last`.
static const Band phases[] = {{"1-10", 10},  {"11-20", 20}, {"21-30", 30},        {"31-40", 40},
                              {"41-60", 60}, {"61-80", 80}, {"81 on", UINT32_MAX}};
enum { PHASE_COUNT = COUNT_OF(phases) };

typedef struct Costs {
    uint64_t moves, large;
    double sum, squares;
} Costs;

typedef struct Named {
    char name[TAG_VALUE_MAX];
    Costs costs[PHASE_COUNT], all;
} Named;

typedef struct Judging {
    uint32_t playouts;
    uint64_t seed, games;
    unsigned name_count;
    Named players[NAMES_MAX];
} Judging;

// --- One game ------------------------------------------------------------------------------------

// NULL if there are too many.
static Named *player_named(Judging *judging, const char *name)
{
    assert(judging->name_count <= NAMES_MAX);
    unsigned i = 0;
    while (i < judging->name_count && strcmp(judging->players[i].name, name) != 0)
        i++;
    if (i == NAMES_MAX)
        return NULL;
    if (i == judging->name_count) {
        judging->players[i] = (Named){{0}};
        snprintf(judging->players[i].name, sizeof judging->players[i].name, "%s", name);
        judging->name_count++;
    }
    return &judging->players[i];
}

static void add_cost(Costs *costs, double cost)
{
    assert(isfinite(cost));
    costs->moves++;
    costs->large += cost >= LARGE;
    costs->sum += cost;
    costs->squares += cost * cost;
}

static void judge_move(Judging *judging, const GoGame *game, Named *player, Try attempt, Rng *rng)
{
    const GoPoint made = attempt == PHANTOM_PASS ? GO_NONE : go_point_at(attempt - 1u);
    if (made && go_game_judge(game, made) != GO_LEGAL)
        return;
    const double cost = go_cost(&game->board, made, judging->playouts, rng);
    add_cost(&player->costs[band_of(phases, game->turns + 1u)], cost);
    add_cost(&player->all, cost);
}

static int play_again(Judging *judging, const GameRecord *record, Named *const players[2])
{
    Rng rng = rng_from_seed(judging->seed + judging->games);
    Replay replay;
    game_record_replay(record, &replay);
    const PhantomTruth *truth = (const PhantomTruth *)&replay.truth;
    for (const Entry *next; !replay.outcome.is_over && (next = replay_next(&replay));
         replay_step(&replay)) {
        if (next->kind != EVENT_TRY)
            continue;
        if (next->seat != replay_seat_to_move(&replay))
            return complain_failed("game %" PRIu64 " has a try out of turn", judging->games + 1);
        judge_move(judging, &truth->game, players[next->seat], next->attempt, &rng);
    }
    return EXIT_FINE;
}

static int judge_game(void *context, GameRecord *record)
{
    Judging *judging = context;
    if (record->game != &phantom_go_game)
        return complain("mistakes is for Phantom Go alone, and this is a game of %s",
                        record->game->name);
    if (record->view != VIEW_UMPIRE)
        return complain("this is a seat's own record; give the umpire's record of the game");
    Named *const players[2] = {[GO_WHITE] = player_named(judging, record->tags.white),
                               [GO_BLACK] = player_named(judging, record->tags.black)};
    if (!players[GO_WHITE] || !players[GO_BLACK])
        return complain("there are more than %d players in these games; give fewer files",
                        NAMES_MAX);
    const int status = play_again(judging, record, players);
    judging->games++;
    return status;
}

// --- Printing ------------------------------------------------------------------------------------

static void print_costs(const char *phase, const Costs *costs)
{
    if (!costs->moves)
        return;
    const Estimate mean = estimate_of_mean((double)costs->moves, costs->sum, costs->squares);
    printf("| %s | %" PRIu64 " | %.2f (%.2f to %.2f) | %.1f %% |\n", phase, costs->moves,
           mean.value, mean.low, mean.high, 100.0 * (double)costs->large / (double)costs->moves);
}

static void print_player(const Named *player)
{
    printf("\n%s:\n\n| turns | moves | mean cost, points | cost %d or more |\n|---|--:|---|--:|\n",
           player->name, LARGE);
    for (unsigned phase = 0; phase < PHASE_COUNT; phase++)
        print_costs(phases[phase].name, &player->costs[phase]);
    print_costs("all", &player->all);
}

static void print(const Judging *judging)
{
    printf("What moves cost in %" PRIu64 " games, by %" PRIu32
           " playouts a point on the true board.\n",
           judging->games, judging->playouts);
    for (unsigned i = 0; i < judging->name_count; i++)
        print_player(&judging->players[i]);
}

int mistakes_print(const MistakesPlan *plan)
{
    assert(plan->playouts > 0 && plan->files.count > 0);
    static Judging judging;
    judging = (Judging){.playouts = plan->playouts, .seed = plan->seed};
    const int status = records_each_of(&plan->files, judge_game, &judging);
    if (!status)
        print(&judging);
    return status;
}
