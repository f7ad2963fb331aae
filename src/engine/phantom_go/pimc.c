// go-pimc: perfect information Monte Carlo, as Ginsberg (2001) played bridge. It draws boards as go-best does. Our
// playouts or a Go program value the moves on each as if both sides saw it, and the point with the highest mean is
// tried.
//
// A node of the budget is a playout, or a board that a program has valued. A program cannot be stopped in the middle of
// a board, so it is asked only if the budget covers the mean cost of a board. If no board names a point, a flat search
// decides with the rest of the budget.
#include "engine/phantom_go/known.h"
#include "engine/phantom_go/players.h"
#include "engine/phantom_go/sampler.h"

#include <assert.h>
#include <string.h>

enum { ENGINE, LEVEL, BOARDS, PLAYOUTS };

static const char *const engine_words[] = {"native", "gnugo", NULL};
enum { NATIVE };

enum {
    COST_MEMORY = 4,       // boards over which the cost is averaged; late positions cost more
    FLAT_STEPS_MAX = 2000, // playouts of the flat search, at most
};

static const PlayerOption options[] = {
    [ENGINE] = {"engine", OPTION_CHOICE, NATIVE, 0, 1, engine_words, "who values the boards"},
    [LEVEL] = {"level", OPTION_NUMBER, 0, 0, 10, NULL, "of play, for gnugo"},
    [BOARDS] = {"boards", OPTION_NUMBER, 16, 1, 100000, NULL, "boards asked for a try at most"},
    [PLAYOUTS] = {"playouts", OPTION_NUMBER, 10, 1, 10000, NULL,
                  "for each point of a board that is valued natively"},
    {0},
};

typedef struct PimcPlayer {
    OpenGoAdviser *open;
    GoAdviser adviser; // zeroed while there is none
    GoAdviserPlan advised;
    GoNative native;
    GoSampler sampler;
    GoKnown known;
    GoPoll poll;
    double board_us; // mean cost of a board; 0 before the first
} PimcPlayer;

static PimcPlayer *pimc_of(Player *player)
{
    return player->self;
}

static void go_pimc_done(Player *player)
{
    PimcPlayer *self = pimc_of(player);
    if (self->adviser.destroy)
        self->adviser.destroy(self->adviser.evaluator.context);
    self->adviser = (GoAdviser){0};
}

void go_pimc_set_opener(Player *player, OpenGoAdviser *open)
{
    if (player->kind == &go_pimc_player)
        pimc_of(player)->open = open;
}

static GoAdviserPlan wanted_adviser(const Player *player)
{
    const double *values = player->options.values;
    return (GoAdviserPlan){.engine = engine_words[(unsigned)values[ENGINE]],
                           .level = (unsigned)values[LEVEL]};
}

static bool is_same_plan(const GoAdviserPlan *a, const GoAdviserPlan *b)
{
    return a->engine == b->engine && a->level == b->level;
}

// Opens the adviser that the options name, and closes any other.
static PlayerError call_adviser(Player *player)
{
    PimcPlayer *self = pimc_of(player);
    Text message = TEXT_IN(player->message);
    const GoAdviserPlan plan = wanted_adviser(player);
    const bool is_native = player->options.values[ENGINE] == NATIVE;
    if (is_native || !is_same_plan(&plan, &self->advised))
        go_pimc_done(player);
    if (is_native)
        return PLAYER_OK;
    if (!self->open) {
        text_format(&message, "%s cannot be had here", plan.engine);
        return PLAYER_ERR_GUEST;
    }
    if (!self->adviser.destroy && !self->open(&player->memory, &plan, &self->adviser, &message))
        return PLAYER_ERR_GUEST;
    self->advised = plan;
    assert(self->adviser.begin && self->adviser.has_failed && self->adviser.evaluator.advise);
    const bool is_ready =
        self->adviser.begin(self->adviser.evaluator.context, &self->native, &message);
    return is_ready ? PLAYER_OK : PLAYER_ERR_GUEST;
}

static PlayerError go_pimc_sit(Player *player, const Seating *seating)
{
    PimcPlayer *self = pimc_of(player);
    self->native.rules = phantom_rules(seating->rules);
    self->native.playouts = (uint32_t)player->options.values[PLAYOUTS];
    assert(self->native.playouts > 0);
    self->board_us = 0;
    go_known_begin(&self->known, player->view);
    return call_adviser(player);
}

static PlayerError go_pimc_hear(Player *player, Try own, const Hearing *heard)
{
    go_known_hear(&pimc_of(player)->known, player->view, own, heard);
    return PLAYER_OK;
}

// If the adviser has failed for good, there are too few values to choose by.
static PlayerError check_adviser(Player *player)
{
    const GoAdviser *adviser = &pimc_of(player)->adviser;
    Text message = TEXT_IN(player->message);
    const bool has_failed =
        adviser->destroy && adviser->has_failed(adviser->evaluator.context, &message);
    return has_failed ? PLAYER_ERR_GUEST : PLAYER_OK;
}

// Whether there is time for one more board. Our own playouts can be stopped at any time.
static bool has_time(const PimcPlayer *self, const Meter *meter)
{
    if (meter->is_spent)
        return false;
    return !self->adviser.destroy || (double)meter_left_us(meter) >= self->board_us;
}

static void note_cost(PimcPlayer *self, uint64_t cost_us)
{
    self->board_us += ((double)cost_us - self->board_us) / (self->board_us > 0 ? COST_MEMORY : 1);
}

// Values one more board; false if no more can be valued.
static bool ask_one(Player *player, Meter *meter)
{
    PimcPlayer *self = pimc_of(player);
    const GoEvaluator evaluator =
        self->adviser.destroy ? self->adviser.evaluator : go_native_evaluator(&self->native);
    GoAdvice advice;
    GoBoard board;
    assert(evaluator.advise);
    go_sampler_draw(&self->sampler, &player->rng, &board);
    if (!evaluator.advise(evaluator.context, &board, &player->rng, meter, &advice))
        return false;
    note_cost(self, advice.cpu_us);
    go_poll_add(&self->poll, &board, &advice);
    return true;
}

// Flat search over boards of the same sampler, for when no board named a point.
static GoPoint search_flat(Player *player, const GoSet *candidates, Meter *meter, double *value)
{
    PimcPlayer *self = pimc_of(player);
    const GoFlatPlan plan = {.rules = self->native.rules,
                             .source = {go_sampler_draw_from, &self->sampler},
                             .candidates = *candidates,
                             .amaf = 1};
    go_flat_begin(&self->native.flat, &plan);
    for (unsigned i = 0; i < FLAT_STEPS_MAX; i++) {
        go_flat_step(&self->native.flat, &player->rng);
        if (meter_step(meter))
            break;
    }
    return go_flat_best(&self->native.flat, &player->rng, value);
}

static PlayerError go_pimc_choose(Player *player, const Budget *budget, Choice *choice)
{
    PimcPlayer *self = pimc_of(player);
    Meter meter = meter_begin(budget, player->seating.seat);
    const uint32_t max = (uint32_t)player->options.values[BOARDS];
    const GoSet candidates = player__candidates(player);
    memset(&self->poll, 0, sizeof self->poll);
    go_sampler_begin_knowing(&self->sampler, player->view, &self->known.sure, &self->known.clear,
                             NULL);
    while (self->poll.boards < max && has_time(self, &meter) && ask_one(player, &meter))
        continue;
    assert(self->poll.boards <= max);
    const PlayerError error = check_adviser(player);
    if (error)
        return error;
    double value;
    GoPoint best = go_poll_best(&self->poll, &candidates, &player->rng, &value);
    if (!best)
        best = search_flat(player, &candidates, &meter, &value);
    *choice = player__choice_at(best, meter.nodes, value);
    choice->boards = self->poll.boards;
    return PLAYER_OK;
}

const PlayerKind go_pimc_player = {
    .name = "go-pimc",
    .summary = "Phantom Go: asks our playouts or GNU Go about boards it can imagine",
    .options = options,
    .self_bytes = sizeof(PimcPlayer),
    .plays = player__plays_phantom_go,
    .sit = go_pimc_sit,
    .hear = go_pimc_hear,
    .choose = go_pimc_choose,
    .done = go_pimc_done,
};
