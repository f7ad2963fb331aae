// go-flat: flat Monte Carlo over boards that agree with what the seat knows now (Cazenave 2006; Buron 2013).
//
// A node of the budget is a playout. The player passes if every drawn board leaves it nothing but own eyes.
#include "engine/phantom_go/players.h"
#include "engine/phantom_go/sampler.h"

#include <assert.h>

enum { UCB, AMAF, RAVE, PLAYOUT, REFUSED, SCORE, THREADS };

static const char *const score_words[] = {"wins", "points", NULL};

static const PlayerOption options[] = {
    [UCB] = GO_UCB_OPTION(0),
    [AMAF] = {"amaf", OPTION_REAL, 1, 0, 1, NULL,
              "share of a point's own playouts in its value; the rest is all moves as first"},
    [RAVE] = {"rave", OPTION_REAL, 0, 0, 1e9, NULL,
              "playouts of a point after which all moves as first no longer count; 0 for amaf"},
    [PLAYOUT] = GO_PLAYOUT_OPTION,
    [REFUSED] = GO_REFUSED_OPTION,
    [SCORE] = GO_CHOICE("score", score_words, "what a random game is worth"),
    [THREADS] = GO_THREADS_OPTION,
    {0},
};

typedef struct FlatPlayer {
    GoCrew crew;
    GoSampler sampler;
} FlatPlayer;

static void done(Player *player)
{
    go_crew_done(&((FlatPlayer *)player->self)->crew);
}

static PlayerError sit(Player *player, const Seating *seating)
{
    (void)seating;
    FlatPlayer *self = player->self;
    done(player);
    const bool is_fine = go_crew_init(&self->crew, &player->memory, player->crew,
                                      (uint32_t)player->options.values[THREADS]);
    return is_fine ? PLAYER_OK : PLAYER_ERR_MEMORY;
}

static GoFlatPlan plan_of(Player *player)
{
    const double *values = player->options.values;
    const FlatPlayer *self = player->self;
    return (GoFlatPlan){.rules = phantom_rules(player->seating.rules),
                        .source = {go_sampler_draw_from, &self->sampler},
                        .candidates = player__candidates(player),
                        .ucb = values[UCB],
                        .amaf = values[AMAF],
                        .rave = values[RAVE],
                        .is_mogo = values[PLAYOUT] != 0,
                        .counts_points = values[SCORE] != 0};
}

static PlayerError choose(Player *player, const Budget *budget, Choice *choice)
{
    FlatPlayer *self = player->self;
    assert(self->crew.flats);
    const Budget share = go_crew_share(&self->crew, budget);
    const Meter meter = meter_begin(&share, player->seating.seat);
    const GoFlatPlan plan = plan_of(player);
    go_sampler_begin(&self->sampler, player->view, (GoRefused)player->options.values[REFUSED]);
    (void)player__search_flat(player, &self->crew, &plan, budget, &meter, choice);
    return PLAYER_OK;
}

const PlayerKind go_flat_player = {
    .name = "go-flat",
    .summary = "Phantom Go: flat Monte Carlo over boards it can imagine",
    .options = options,
    .self_bytes = sizeof(FlatPlayer),
    .plays = player__plays_phantom_go,
    .sit = sit,
    .choose = choose,
    .done = done,
};
