// Flat Monte Carlo: choosing a candidate, one playout, the results, and running one search on each thread. At the end is the
// player go-flat, which searches boards that agree with what the seat knows now (Cazenave 2006; Buron 2013). A node of its
// budget is a playout. It passes if every drawn board leaves it nothing but own eyes.
#include "engine/phantom_go/flat.h"

#include "base/portable_math.h"
#include "engine/phantom_go/players.h"
#include "engine/phantom_go/sampler.h"

#include <assert.h>
#include <math.h>
#include <string.h>

void go_flat_begin(GoFlat *flat, const GoFlatPlan *plan)
{
    assert(plan->rules && plan->source.draw);
    assert(plan->amaf >= 0 && plan->amaf <= 1 && plan->rave >= 0 && plan->ucb >= 0);
    flat->plan = *plan;
    flat->playouts = 0;
    flat->count = 0;
    for (unsigned spot = 0; (spot = go_set_next(&plan->candidates, spot)) < GO_SPOTS; spot++)
        flat->points[flat->count++] = go_point_at(spot);
    memset(flat->arms, 0, sizeof flat->arms);
    memset(flat->replies, 0, sizeof flat->replies);
    memset(flat->seen, 0, sizeof flat->seen);
}

GoSet go_flat_open_points(const GoBoard *board)
{
    GoSet open = {0};
    for (unsigned i = 0; i < board->empty_count; i++)
        if (go_flat_is_open(board, board->empties[i]))
            go_set_add(&open, go_spot(board->empties[i]));
    return open;
}

double go_arm_value(const GoFlatPlan *plan, const GoArm *arm)
{
    const double direct = arm->visits ? arm->sum / arm->visits : 0;
    const double amaf = arm->amaf_visits ? arm->amaf_sum / arm->amaf_visits : 0;
    double share = plan->rave ? fmin(1, arm->visits / plan->rave) : plan->amaf;
    if (!arm->visits)
        share = 0;
    else if (!arm->amaf_visits)
        share = 1;
    return share * direct + (1 - share) * amaf;
}

static bool learns_amaf(const GoFlatPlan *plan)
{
    return plan->rave > 0 || plan->amaf < 1;
}

// The candidate with the highest priority is played next. One that was never played comes first; without UCB, then the
// one played least.
static double priority_of(const GoFlat *flat, const GoArm *arm, double log_playouts)
{
    if (!flat->plan.ucb || !arm->visits)
        return arm->visits ? -(double)arm->visits : INFINITY;
    return go_arm_value(&flat->plan, arm) + flat->plan.ucb * sqrt(2 * log_playouts / arm->visits);
}

// The open candidate of highest priority; among equals, the first from a random start. GO_NONE if none is open.
static GoPoint go_flat_choose(const GoFlat *flat, const GoBoard *board, Rng *rng)
{
    const double log_playouts = flat->plan.ucb ? portable_log((double)flat->playouts + 1) : 0;
    GoPoint chosen = GO_NONE;
    double max = 0;
    if (!flat->count)
        return GO_NONE;
    for (uint32_t i = 0, at = rng_below(rng, flat->count); i < flat->count; i++, at++) {
        const GoPoint point = flat->points[at % flat->count];
        const double value = priority_of(flat, &flat->arms[point], log_playouts);
        if ((chosen && value <= max) || !go_flat_is_open(board, point))
            continue;
        chosen = point;
        max = value;
    }
    return chosen;
}

static int margin_of(const PhantomRules *rules, const GoBoard *board, uint8_t seat)
{
    return phantom_margin(rules, board) * (seat == GO_BLACK ? 1 : -1);
}

double go_result(const PhantomRules *rules, const GoBoard *board, uint8_t seat)
{
    const int margin = margin_of(rules, board, seat);
    return margin > 0 ? 1 : margin < 0 ? 0 : 0.5;
}

// The result of a playout from 0 to 1: who wins, or the margin.
static double result_of(const GoFlatPlan *plan, const GoBoard *board, uint8_t seat)
{
    if (!plan->counts_points)
        return go_result(plan->rules, board, seat);
    const int margin = margin_of(plan->rules, board, seat);
    // Margins are in half points: a seat that owns the whole board has 2 * size * size.
    const double range = 4.0 * board->size * board->size;
    return fmax(0, fmin(1, 0.5 + margin / range));
}

static unsigned play_out(GoFlat *flat, GoBoard *board, Rng *rng)
{
    const GoFinish *finish = &flat->plan.finish;
    if (finish->play)
        return finish->play(finish->context, board, rng, flat->trace);
    if (flat->plan.is_mogo)
        return go_playout_mogo_traced(board, rng, flat->trace);
    return go_playout_light_traced(board, rng, flat->trace);
}

// Every point counts for the side that played there first. The trace begins with the enemy's reply.
static void learn_amaf(GoFlat *flat, GoPoint first, unsigned moves, double result)
{
    const uint32_t now = (uint32_t)flat->playouts;
    assert(moves <= GO_PLAYOUT_MOVES_MAX);
    flat->seen[first] = now;
    for (unsigned i = 0; i < moves; i++) {
        const GoPoint point = flat->trace[i];
        if (!point || flat->seen[point] == now)
            continue;
        GoArm *arm = i % 2 ? &flat->arms[point] : &flat->replies[point];
        flat->seen[point] = now;
        arm->amaf_visits++;
        arm->amaf_sum += i % 2 ? result : 1 - result;
    }
}

void go_flat_step(GoFlat *flat, Rng *rng)
{
    GoBoard board;
    flat->plan.source.draw(flat->plan.source.context, rng, &board);
    const uint8_t seat = board.to_move;
    assert(board.passes < 2);
    const GoPoint first = go_flat_choose(flat, &board, rng);
    flat->playouts++;
    if (!first)
        return;
    go_board_play(&board, first);
    const unsigned moves = play_out(flat, &board, rng);
    const double result = result_of(&flat->plan, &board, seat);
    assert(result >= 0 && result <= 1);
    flat->arms[first].visits++;
    flat->arms[first].sum += result;
    if (learns_amaf(&flat->plan))
        learn_amaf(flat, first, moves, result);
}

static void add_arms(GoArm *arms, const GoArm *others)
{
    for (unsigned i = 0; i < GO_POINTS; i++) {
        arms[i].sum += others[i].sum;
        arms[i].amaf_sum += others[i].amaf_sum;
        arms[i].visits += others[i].visits;
        arms[i].amaf_visits += others[i].amaf_visits;
    }
}

void go_flat_add(GoFlat *flat, const GoFlat *other)
{
    assert(flat->count == other->count);
    flat->playouts += other->playouts;
    add_arms(flat->arms, other->arms);
    add_arms(flat->replies, other->replies);
}

bool go_flat_value_of(const GoFlat *flat, GoPoint point, double *value)
{
    assert(point < GO_POINTS);
    const GoArm *arm = &flat->arms[point];
    if (!arm->visits)
        return false;
    *value = go_arm_value(&flat->plan, arm);
    return true;
}

GoPoint go_flat_best(const GoFlat *flat, Rng *rng, double *value)
{
    GoPoint best = GO_NONE;
    uint32_t equals = 0;
    *value = 0;
    for (uint32_t i = 0; i < flat->count; i++) {
        double next;
        if (!go_flat_value_of(flat, flat->points[i], &next))
            continue;
        equals = !best || next > *value ? 1 : equals + (next == *value);
        if (!best || next > *value || (next == *value && rng_below(rng, equals) == 0)) {
            best = flat->points[i];
            *value = next;
        }
    }
    return best;
}

bool go_threads_init(GoThreads *crew, const Memory *memory, const Crew *workers, uint32_t threads)
{
    assert(threads > 0 && threads <= GO_THREADS_MAX);
    GoFlat *flats = memory_resize(memory, NULL, threads * sizeof *flats);
    if (!flats)
        return false;
    *crew = (GoThreads){.memory = *memory, .workers = workers, .threads = threads, .flats = flats};
    return true;
}

void go_threads_done(GoThreads *crew)
{
    if (crew->flats)
        memory_resize(&crew->memory, crew->flats, 0);
    *crew = (GoThreads){0};
}

Budget go_threads_share(const GoThreads *crew, const Budget *budget)
{
    Budget share = *budget;
    share.nodes = 0;
    if (budget->cpu_ms)
        share.cpu_ms = budget->cpu_ms > crew->threads ? budget->cpu_ms / crew->threads : 1;
    return share;
}

// What one thread does.
typedef struct ThreadWork {
    GoFlat *flat;
    const GoFlatPlan *plan;
    const Budget *budget;
    Meter meter;
    bool has_meter; // if not, the thread begins one on its own clock
    uint8_t seat;
    uint64_t max; // playouts
    Rng rng;
} ThreadWork;

static void search_thread(void *context, unsigned index)
{
    ThreadWork *work = (ThreadWork *)context + index;
    if (!work->has_meter)
        work->meter = meter_begin(work->budget, work->seat);
    go_flat_begin(work->flat, work->plan);
    do {
        go_flat_step(work->flat, &work->rng);
        go_flat_charge(&work->meter, work->flat->playouts);
    } while (work->flat->playouts < work->max && !work->meter.is_spent);
}

// The share of thread `index` of `count`; the first also gets the remainder.
static uint64_t share_of(uint64_t nodes, uint32_t index, uint32_t count)
{
    if (nodes == UINT64_MAX)
        return nodes;
    return nodes / count + (index ? 0 : nodes % count);
}

const GoFlat *go_threads_run(GoThreads *crew, const GoFlatPlan *plan, uint64_t nodes,
                             const Meter *meter, uint8_t seat, Rng *rng)
{
    assert(crew->flats && nodes > 0);
    ThreadWork works[GO_THREADS_MAX];
    for (uint32_t i = 0; i < crew->threads; i++)
        works[i] = (ThreadWork){.flat = &crew->flats[i],
                                .plan = plan,
                                .budget = meter->budget,
                                .meter = *meter,
                                .has_meter = i == 0,
                                .seat = seat,
                                .max = share_of(nodes, i, crew->threads),
                                .rng = rng_from_seed(rng_next(rng))};
    crew->workers->run(crew->threads, search_thread, works);
    for (uint32_t i = 1; i < crew->threads; i++)
        go_flat_add(&crew->flats[0], &crew->flats[i]);
    return &crew->flats[0];
}

const GoFlat *player__search_flat(Player *player, GoThreads *crew, const GoFlatPlan *plan,
                                  const Budget *budget, const Meter *meter, Choice *choice)
{
    const uint8_t seat = player->seating.seat;
    assert(plan->source.draw && meter->budget);
    double value;
    const GoFlat *flat =
        go_threads_run(crew, plan, player_nodes_max(budget, seat), meter, seat, &player->rng);
    const GoPoint best = go_flat_best(flat, &player->rng, &value);
    *choice = player__choice_at(best, flat->playouts, value);
    return flat;
}

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
    GoThreads crew;
    GoSampler sampler;
} FlatPlayer;

static void flat_player_done(Player *player)
{
    go_threads_done(&((FlatPlayer *)player->self)->crew);
}

static PlayerError flat_player_sit(Player *player, const Seating *seating)
{
    (void)seating;
    FlatPlayer *self = player->self;
    flat_player_done(player);
    const bool is_fine = go_threads_init(&self->crew, &player->memory, player->crew,
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

static PlayerError flat_player_choose(Player *player, const Budget *budget, Choice *choice)
{
    FlatPlayer *self = player->self;
    assert(self->crew.flats);
    const Budget share = go_threads_share(&self->crew, budget);
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
    .sit = flat_player_sit,
    .choose = flat_player_choose,
    .done = flat_player_done,
};
