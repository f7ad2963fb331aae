// fog: the expectation of each try over boards of a pool, against replies that see no more than the opponent does.
//
// The pool is drawn by a model of the opponent that is fitted to games and follows what is heard of him; the same model replies to
// our tries (one_step.h). The best tries are then compared two steps ahead (two_step.h). Against a bare king tables of endings or an
// exact search take over. docs/engines/fog.md has the idea and the figures.
//
// Hearings are taken in when the player is asked, so that the time it costs is counted. A node is a try valued on a board.
#include "engine/kriegspiel_players/fog.h"

#include "engine/core/courtesy.h"
#include "engine/core/listening.h"
#include "engine/kriegspiel_belief/belief_model.h"
#include "engine/kriegspiel_belief/last_turn_sampler.h"
#include "engine/kriegspiel_belief/policy.h"
#include "engine/kriegspiel_players/bare_king_state.h"
#include "engine/kriegspiel_players/players.h"
#include "engine/kriegspiel_players/plays.h"
#include "engine/kriegspiel_search/evaluate.h"
#include "engine/kriegspiel_search/one_step.h"
#include "engine/kriegspiel_search/two_step.h"

#include <assert.h>

enum { POOL, BOARDS, FURTHER, MODEL, THREAT, CAUTION, VARIETY, RESIGN, THREADS };

static const char *const model_words[] = {"fitted", "uniform", NULL};
enum { MODEL_FITTED };

static const PlayerOption options[] = {
    [POOL] = NUMBER_OPTION("pool", 1000, 10, 1000000, "boards the pool may hold in 50 ms"),
    [BOARDS] = NUMBER_OPTION("boards", 200, 1, ONE_STEP_BOARDS_MAX,
                             "boards on which tries are valued in 50 ms"),
    [FURTHER] = NUMBER_OPTION("further", 256, 0, TWO_STEP_BOARDS_MAX,
                              "boards for two steps ahead in 50 ms"),
    [MODEL] = CHOICE_OPTION("model", MODEL_FITTED, model_words,
                            "how the opponent replies: as in games, or anyhow"),
    [THREAT] = REAL_OPTION("threat", 0.4, 0, 4, "how much the best next capture counts"),
    [CAUTION] = REAL_OPTION("caution", 1.6, 0, 4, "how much what his captures win counts"),
    [VARIETY] = REAL_OPTION("variety", 12, 0, 100,
                            "hundredths of a pawn that opening moves may be worse than the best"),
    [RESIGN] =
        NUMBER_OPTION("resign", 0, 0, 50, "chance in percent below which it gives up; 0 for never"),
    [THREADS] = NUMBER_OPTION("threads", 1, 1, TEAM_MAX, "threads that value tries"),
    {0}};

// The options say how much is done in USUAL_MS, or when only nodes are limited. More time allows as many times more, up to FACTOR_MAX;
// less time a smaller pool.
enum {
    USUAL_MS = 50,
    FACTOR_MAX = 16,
    POOL_BOARDS_PER_MS = 50, // that can be updated and leave time to value tries
};

// Hundredths of a pawn, times the square of how often an own arrangement would come back; set by hand.
static const double REPETITION_COST = 30;

enum { OPENING_MOVES = 8 }; // own ones, that may vary

typedef struct Fog {
    Listening listening;
    LastTurnSampler last_turn;
    Arrangements arrangements;
    BareKingState king_state;
    Courtesy courtesy;
    uint32_t moves; // own ones
    OpponentModel opponent;
    double effort; // how many times as much as usual this try may do
    BoardDraw drawn[ONE_STEP_BOARDS_MAX];
    OneStep step;
    const KriegspielBoard *asked[ONE_STEP_BOARDS_MAX]; // boards of the pool that `step` has valued
    uint32_t asked_count;
    TwoStep two;
} Fog;

static Fog *fog_of(Player *player)
{
    return player->self;
}

static void fog_done(Player *player)
{
    listening_done(&fog_of(player)->listening, player);
}

static PlayerError fog_sit(Player *player, const Seating *seating)
{
    Fog *self = fog_of(player);
    const KriegspielRules *rules = kriegspiel_rules(seating->rules);
    listening_done(&self->listening, player);
    last_turn_begin(&self->last_turn, rules, seating->seat);
    bare_king_state_begin(&self->king_state, rules, seating->seat, BARE_KING_TABLES);
    opponent_model_begin(&self->opponent, rules->ruleset, !seating->seat, rng_next(&player->rng));
    self->arrangements = (Arrangements){0};
    self->courtesy = (Courtesy){0};
    self->moves = 0;
    return PLAYER_OK;
}

static PlayerError fog_hear(Player *player, Try own, const Hearing *heard)
{
    Fog *self = fog_of(player);
    arrangements_hear(&self->arrangements, player->view, player->seating.seat, heard);
    bare_king_state_hear(&self->king_state, own, heard);
    courtesy_hear(&self->courtesy, player->seating.seat, heard);
    self->moves += heard->event == HEARD_MOVE && heard->seat == player->seating.seat;
    last_turn_hear(&self->last_turn, own, heard);
    return listening_hear(&self->listening, player, own, heard);
}

static double effort_of(const Meter *meter)
{
    const uint32_t time_ms = player__try_ms(meter);
    const double times = (double)time_ms / USUAL_MS;
    if (time_ms == UINT32_MAX || times < 1)
        return 1;
    return times < FACTOR_MAX ? times : FACTOR_MAX;
}

static uint32_t effort_times(double effort, double usual, uint32_t most)
{
    return usual * effort < most ? (uint32_t)(usual * effort) : most;
}

// What the opponent is taken to do; NULL if anything.
static const Policy *policy_of(const Player *player)
{
    const Fog *self = player->self;
    return player->options.values[MODEL] == MODEL_FITTED ? &self->opponent.policy : NULL;
}

static void learn(void *context, const Boards *boards, const Hearing *heard)
{
    opponent_model_hear(context, boards, heard);
}

static PlayerError take_in(Player *player, const Meter *meter)
{
    Fog *self = fog_of(player);
    const Policy *policy = policy_of(player);
    const uint32_t wanted = effort_times(self->effort, player->options.values[POOL], UINT32_MAX);
    const ListeningPlan plan = {.model = &kriegspiel_belief_model,
                                .limit = player__pool_limit(meter, wanted, POOL_BOARDS_PER_MS),
                                .policy = policy,
                                .learn = policy ? learn : NULL,
                                .context = &self->opponent};
    return listening_take_in(&self->listening, player, &plan, meter);
}

static Team team_of(const Player *player)
{
    return (Team){player->crew, (unsigned)player->options.values[THREADS]};
}

// Asks boards of the pool by weight, in scattered order, so that stopping early loses little.
static void ask_pool(Player *player, Meter *meter)
{
    Fog *self = fog_of(player);
    const Boards *boards = pool_boards(self->listening.pool);
    const uint32_t wanted =
        effort_times(self->effort, player->options.values[BOARDS], ONE_STEP_BOARDS_MAX);
    const uint32_t drawn = boards_draw(boards, rng_share(&player->rng), wanted, self->drawn);
    const uint32_t stride = scatter_step(drawn);
    uint32_t index = rng_below(&player->rng, drawn);
    uint32_t count = 0;
    for (uint32_t i = 0; i < drawn; i++, index = (index + stride) % drawn)
        for (uint32_t k = 0; k < self->drawn[index].times; k++)
            self->asked[count++] = boards_at(boards, self->drawn[index].index);
    const Team team = team_of(player);
    self->asked_count = one_step_add(&self->step, self->asked, count, &team, meter);
}

// Asks boards that agree with the last turn, while the pool has none.
static void ask_last_turn(Player *player, Meter *meter)
{
    Fog *self = fog_of(player);
    const uint32_t wanted = (uint32_t)player->options.values[BOARDS];
    KriegspielBoard board;
    const KriegspielBoard *const boards[] = {&board};
    for (uint32_t i = 0; i < wanted; i++)
        if (!last_turn_draw(&self->last_turn, player->view, NULL, &player->rng, &board) ||
            !one_step_add(&self->step, boards, 1, &team_of_one, meter))
            return;
}

// Arrangements that come back are punished, and opening moves by chance, so that games differ.
static void set_penalties(Player *player)
{
    Fog *self = fog_of(player);
    const double variety = self->moves < OPENING_MOVES ? player->options.values[VARIETY] : 0;
    for (uint32_t i = 0; i < self->step.count; i++) {
        OneStepTry *one = &self->step.tries[i];
        const double times = arrangements_before(&self->arrangements, player->view, one->attempt);
        one->penalty = REPETITION_COST * times * times + variety * rng_share(&player->rng);
    }
}

// The best of the best two steps ahead. Boards come again, with other replies, if there are fewer than wanted.
static uint32_t look_further(Player *player, Meter *meter, uint32_t best)
{
    Fog *self = fog_of(player);
    const KriegspielView *view = player->view;
    const Ruleset *rules = kriegspiel_rules(player->seating.rules)->ruleset;
    TwoStepBoards from;
    from.count = effort_times(self->effort, player->options.values[FURTHER], TWO_STEP_BOARDS_MAX);
    if (!self->asked_count)
        from.count = 0;
    for (uint32_t i = 0; i < from.count; i++) {
        from.boards[i] = self->asked[i % self->asked_count];
        from.shares[i] = (float)rng_share(&player->rng);
    }
    const Team team = team_of(player);
    return two_step_choose(&self->two, &self->step, best, rules, &view->own, &from, &team, meter);
}

static void fog_think(Player *player, Meter *meter, uint32_t count, Choice *choice)
{
    Fog *self = fog_of(player);
    const OneStepPlan plan = {.policy = policy_of(player),
                              .threat = player->options.values[THREAT],
                              .caution = player->options.values[CAUTION]};
    one_step_begin(&self->step, &plan, player->tries, count);
    set_penalties(player);
    const bool is_guess = !pool_boards(self->listening.pool)->count;
    (is_guess ? ask_last_turn : ask_pool)(player, meter);
    uint32_t best = one_step_choose(&self->step);
    const bool is_found = best < self->step.count;
    if (is_found)
        best = look_further(player, meter, best);
    *choice = (Choice){.kind = EVENT_TRY,
                       .attempt = is_found ? self->step.tries[best].attempt
                                           : player->tries[rng_below(&player->rng, count)],
                       .nodes = meter->nodes,
                       .value = winning_chance(is_found ? self->step.tries[best].worth : 0),
                       .boards = self->step.boards,
                       .guessed = is_guess ? self->step.boards : 0};
}

static PlayerError fog_choose(Player *player, const Budget *budget, Choice *choice)
{
    Fog *self = fog_of(player);
    const uint8_t seat = player->seating.seat;
    Budget bounded = *budget;
    if (player__is_unlimited(budget, seat))
        bounded.nodes = NODES_DEFAULT;
    Meter meter = meter_begin(&bounded, seat);
    const uint32_t count = player_list_tries(player);
    assert(count > 0); // a player that is asked has a try
    self->effort = effort_of(&meter);
    const PlayerError error = take_in(player, &meter);
    if (error)
        return error;
    self->step.boards = self->asked_count = 0;
    const bool is_bare = self->king_state.meta.count == 1; // then only his square is hidden
    if (!is_bare || !bare_king_state_decide(&self->king_state, player, count, &meter, choice))
        fog_think(player, &meter, count, choice);
    courtesy_choose(&self->courtesy, player->options.values[RESIGN] / 100, choice);
    return PLAYER_OK;
}

FogThought fog_thought(const Player *player)
{
    const Fog *self = player->self;
    assert(player->kind == &fog_player);
    return (FogThought){&self->step, self->asked, self->asked_count};
}

const PlayerKind fog_player = {
    .name = "fog",
    .summary = "values tries on likely boards against replies that see no more than he does",
    .options = options,
    .self_bytes = sizeof(Fog),
    .plays = player__plays_kriegspiel,
    .sit = fog_sit,
    .hear = fog_hear,
    .choose = fog_choose,
    .done = fog_done,
};
