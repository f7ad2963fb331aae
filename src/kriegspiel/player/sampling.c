// los, aosp, hs and pimc: one body, four sources of boards.
//
//   los   last-observation boards, made and asked one by one until the time is up
//   aosp  a pool that agrees with everything heard; above its limit cut down at random, below what can be asked
//         filled up with whole histories; when it is empty, a random try
//   hs    as aosp, and what the pool lacks is made up by last-observation boards
//   pimc  a pool drawn by the look-ahead filter, which comes back from death; until it does, last-observation boards
//
// What was heard is taken in when the player is asked, so that the time it costs is counted. Nodes are positions the
// evaluator looks at.
#include "kriegspiel/player/sampling.h"

#include "kriegspiel/belief/fallback_sampler.h"
#include "kriegspiel/belief/last_turn_sampler.h"
#include "kriegspiel/player/arrangements.h"
#include "kriegspiel/player/plays.h"
#include "kriegspiel/search/board_vote.h"
#include "kriegspiel/search/evaluate.h"
#include "player/listening.h"

// The options, the same for all; each kind shows those it has.
enum { DEPTH, BOARDS, COMBINE, ENGINE, ENGINE_DEPTH, ENGINE_NODES, CHILDREN, REPEAT, POOL };

static const char *const combine_words[] = {"mean", "vote", NULL};
static const char *const engine_words[] = {"native", "stockfish", "gnuchess", NULL};
enum { NATIVE };

#define COMMON_OPTIONS(combine)                                                                    \
    [DEPTH] =                                                                                      \
        {"depth", OPTION_NUMBER, 1, 1, 10, NULL, "plies the evaluator looks at, captures beyond"}, \
    [BOARDS] = {"boards",                                                                          \
                OPTION_NUMBER,                                                                     \
                0,                                                                                 \
                0,                                                                                 \
                1000000,                                                                           \
                NULL,                                                                              \
                "boards asked for a try at most; 0 for as many as the budget allows"},             \
    [COMBINE] = {"combine",                                                                        \
                 OPTION_CHOICE,                                                                    \
                 combine,                                                                          \
                 0,                                                                                \
                 1,                                                                                \
                 combine_words,                                                                    \
                 "the best mean value, or the most boards on which it is best"},                   \
    [ENGINE] = {"engine", OPTION_CHOICE, NATIVE, 0, 2, engine_words, "who values the boards"},     \
    [ENGINE_DEPTH] = {"engine_depth",                                                              \
                      OPTION_NUMBER,                                                               \
                      0,                                                                           \
                      0,                                                                           \
                      30,                                                                          \
                      NULL,                                                                        \
                      "plies such an engine looks at; 0 for 1, or for no limit but its nodes"},    \
    [ENGINE_NODES] = {"engine_nodes",                                                              \
                      OPTION_NUMBER,                                                               \
                      0,                                                                           \
                      0,                                                                           \
                      10000000,                                                                    \
                      NULL,                                                                        \
                      "nodes it spends on a board; 0 for no such limit"},                          \
    [CHILDREN] = {"children",                                                                      \
                  OPTION_NUMBER,                                                                   \
                  1,                                                                               \
                  1,                                                                               \
                  8,                                                                               \
                  NULL,                                                                            \
                  "processes of it that share the moves of a board"},                              \
    [REPEAT] = {"repeat",                                                                          \
                OPTION_NUMBER,                                                                     \
                0,                                                                                 \
                0,                                                                                 \
                30000,                                                                             \
                NULL,                                                                              \
                "hundredths of a pawn it gives up not to bring its men back a third time"}
#define POOL_OPTION(limit) \
    [POOL] = {"pool", OPTION_NUMBER, limit, 10, 1000000, NULL, "boards the pool may hold"}

static const PlayerOption los_options[] = {COMMON_OPTIONS(0), {0}};
static const PlayerOption pool_options[] = {COMMON_OPTIONS(0), POOL_OPTION(20000), {0}};

// Where a kind's boards come from.
typedef struct Source {
    bool has_pool, is_cut, generates;
    enum { OBSERVES_NEVER, OBSERVES_ALWAYS, OBSERVES_TO_FILL_UP, OBSERVES_IN_NEED } observes;
} Source;

enum { MARKS = 512 }; // of a draw by weight

typedef struct Sampler {
    Listening listening;
    LastTurnSampler last_turn; // the last
    Arrangements arrangements;
    NativeEvaluator native;
    OpenAdviser *open; // NULL if there is nobody but the native evaluator
    Adviser adviser;   // empty while the native evaluator is asked
    AdviserPlan advised;
    BoardVote vote;
    BoardDraw drawn[MARKS];
} Sampler;

enum { GENERATE_EXPANSIONS = 2000, GENERATE_BOARDS = 350, BOARDS_PER_MS = 200, POOL_MIN = 200 };

static Sampler *sampler_of(Player *player)
{
    return player->self;
}

static void dismiss_adviser(Sampler *self)
{
    if (self->adviser.destroy)
        self->adviser.destroy(self->adviser.evaluator.context);
    self->adviser = (Adviser){0};
}

static void done(Player *player)
{
    listening_done(&sampler_of(player)->listening, player);
    dismiss_adviser(sampler_of(player));
}

// --- The evaluator -------------------------------------------------------------------------------

void sampling_set_opener(Player *player, OpenAdviser *open)
{
    if (player->kind->done == done)
        sampler_of(player)->open = open;
}

static AdviserPlan wanted_adviser(const Player *player)
{
    const double *values = player->options.values;
    return (AdviserPlan){.engine = engine_words[(unsigned)values[ENGINE]],
                         .depth = (unsigned)values[ENGINE_DEPTH],
                         .nodes = (unsigned)values[ENGINE_NODES],
                         .children = (unsigned)values[CHILDREN],
                         .native_depth = (unsigned)values[DEPTH]};
}

static bool is_same_plan(const AdviserPlan *a, const AdviserPlan *b)
{
    return a->engine == b->engine && a->depth == b->depth && a->nodes == b->nodes &&
           a->children == b->children && a->native_depth == b->native_depth;
}

// Chess programs play on 8x8 alone. Elsewhere the native evaluator would have to stand in for every board, and a
// result would bear a wrong name; so the player does not play there.
static PlayerError check_board(Player *player, const AdviserPlan *plan, Text *message)
{
    const KriegspielRules *rules = (const KriegspielRules *)player->seating.rules;
    if (rules->setup.board == board_by_size(8, 8))
        return PLAYER_OK;
    text_format(message, "engine=%s plays on 8x8 alone, not on %s", plan->engine,
                rules->setup.board->name);
    return PLAYER_ERR_GAME;
}

// Has the adviser that the options name, and only that one.
static PlayerError call_adviser(Player *player)
{
    Sampler *self = sampler_of(player);
    Text message = TEXT_IN(player->message);
    const AdviserPlan plan = wanted_adviser(player);
    const bool is_native = player->options.values[ENGINE] == NATIVE;
    if (is_native || !is_same_plan(&plan, &self->advised))
        dismiss_adviser(self);
    if (is_native)
        return PLAYER_OK;
    const PlayerError error = check_board(player, &plan, &message);
    if (error)
        return error;
    if (!self->open) {
        text_format(&message, "%s cannot be had here", plan.engine);
        return PLAYER_ERR_GUEST;
    }
    if (!self->adviser.destroy && !self->open(&player->memory, &plan, &self->adviser, &message))
        return PLAYER_ERR_GUEST;
    self->advised = plan;
    const bool is_ready = self->adviser.begin(self->adviser.evaluator.context, &message);
    return is_ready ? PLAYER_OK : PLAYER_ERR_GUEST;
}

static Evaluator evaluator_of(Sampler *self)
{
    return self->adviser.destroy ? self->adviser.evaluator : evaluator_native(&self->native);
}

// After a failure the values that are there are too few to choose by.
static PlayerError check_adviser(Player *player)
{
    const Adviser *adviser = &sampler_of(player)->adviser;
    Text message = TEXT_IN(player->message);
    const bool has_failed =
        adviser->destroy && adviser->has_failed(adviser->evaluator.context, &message);
    return has_failed ? PLAYER_ERR_GUEST : PLAYER_OK;
}

// --- A game --------------------------------------------------------------------------------------

static PlayerError sit(Player *player, const Seating *seating)
{
    Sampler *self = sampler_of(player);
    self->native.depth = (unsigned)player->options.values[DEPTH];
    listening_done(&self->listening, player);
    last_turn_begin(&self->last_turn, kriegspiel_rules(seating->rules), seating->seat);
    return call_adviser(player);
}

static PlayerError hear(Player *player, Try own, const Hearing *heard)
{
    Sampler *self = sampler_of(player);
    arrangements_hear(&self->arrangements, player->view, player->seating.seat, heard);
    last_turn_hear(&self->last_turn, own, heard);
    return listening_hear(&self->listening, player, own, heard);
}

// --- The pool ------------------------------------------------------------------------------------

// A pool whose update would eat the whole budget is of no use: by time it holds so many boards a millisecond.
static uint32_t pool_limit(const Player *player, const Budget *budget)
{
    const uint32_t wanted = (uint32_t)player->options.values[POOL];
    const uint32_t by_time = budget->cpu_ms ? budget->cpu_ms : budget->move_ms;
    if (!by_time || (uint64_t)by_time * BOARDS_PER_MS >= wanted)
        return wanted;
    const uint32_t bounded = by_time * BOARDS_PER_MS;
    return bounded > POOL_MIN ? bounded : POOL_MIN;
}

// Takes in what was heard since the last try, and looks for histories where there is too little.
static PlayerError take_in(Player *player, const Source *source, const Meter *meter)
{
    Listening *listening = &sampler_of(player)->listening;
    const uint32_t limit = pool_limit(player, meter->budget);
    const ListeningPlan plan = {
        .limit = limit, .cut = source->is_cut ? limit / 2 : 0, .fallback = &kriegspiel_fallback};
    const PlayerError error = listening_take_in(listening, player, &plan, meter);
    if (error)
        return error;
    if (source->generates && !pool_generate(listening->pool, GENERATE_BOARDS, GENERATE_EXPANSIONS))
        return PLAYER_ERR_MEMORY;
    return PLAYER_OK;
}

// --- Asking boards -------------------------------------------------------------------------------

static bool wants_more(const Player *player, const Meter *meter)
{
    const Sampler *self = player->self;
    const uint32_t max = (uint32_t)player->options.values[BOARDS];
    return !meter->is_spent && (!max || self->vote.boards < max);
}

// One of the pool's boards, as often as it counts; false if there is no going on.
static bool ask_one(Player *player, BoardDraw draw, Meter *meter)
{
    Sampler *self = sampler_of(player);
    const KriegspielBoard *board = boards_at(pool_boards(self->listening.pool), draw.place);
    return vote_ask(&self->vote, &board->position, draw.times, meter) && wants_more(player, meter);
}

// Each board of the pool, scattered, from a random place on.
static void ask_alike(Player *player, Meter *meter)
{
    const uint32_t count = pool_boards(sampler_of(player)->listening.pool)->count;
    const uint32_t step = scatter_step(count);
    BoardDraw draw = {.place = count ? rng_below(&player->rng, count) : 0, .times = 1};
    for (uint32_t i = 0; i < count && ask_one(player, draw, meter); i++)
        draw.place = (draw.place + step) % count;
}

// The boards that were drawn, scattered; false if there is no going on.
static bool ask_drawn(Player *player, uint32_t drawn, Meter *meter)
{
    const BoardDraw *draws = sampler_of(player)->drawn;
    const uint32_t step = scatter_step(drawn);
    uint32_t place = rng_below(&player->rng, drawn);
    for (uint32_t i = 0; i < drawn; i++, place = (place + step) % drawn)
        if (!ask_one(player, draws[place], meter))
            return false;
    return true;
}

// Boards of the pool by weight. Some hundred are drawn, about as many as can be asked, so that it is no matter much where
// the time ends; from a larger pool there is another draw while there is time.
static void ask_by_weight(Player *player, Meter *meter)
{
    Sampler *self = sampler_of(player);
    const Boards *boards = pool_boards(self->listening.pool);
    bool goes_on = boards->count > 0;
    for (uint32_t drawn = 0; goes_on && drawn < boards->count; drawn += MARKS)
        goes_on = ask_drawn(
            player, boards_draw(boards, rng_share(&player->rng), MARKS, self->drawn), meter);
}

static void ask_observations(Player *player, Meter *meter, uint32_t max)
{
    Sampler *self = sampler_of(player);
    KriegspielBoard board;
    for (uint32_t i = 0; i < max && wants_more(player, meter); i++)
        if (!last_turn_draw(&self->last_turn, player->view, &player->rng, &board) ||
            !vote_ask(&self->vote, &board.position, 1, meter))
            return;
}

enum { OBSERVATIONS_MAX = 100000, BOARDS_ENOUGH = 350 };

// How many last-observation boards are to be made after so many of the pool.
static uint32_t observations_wanted(const Source *source, uint32_t asked)
{
    const uint32_t missing = asked < BOARDS_ENOUGH ? BOARDS_ENOUGH - asked : 0;
    const uint32_t wanted[] = {[OBSERVES_NEVER] = 0,
                               [OBSERVES_ALWAYS] = OBSERVATIONS_MAX,
                               [OBSERVES_TO_FILL_UP] = missing,
                               [OBSERVES_IN_NEED] = asked ? 0 : OBSERVATIONS_MAX};
    return wanted[source->observes];
}

// Returns how many of the boards agree with the last turn alone.
static uint32_t ask_boards(Player *player, const Source *source, Meter *meter)
{
    const BoardVote *vote = &sampler_of(player)->vote;
    if (source->has_pool && source->is_cut)
        ask_alike(player, meter);
    else if (source->has_pool)
        ask_by_weight(player, meter);
    const uint32_t pooled = vote->boards;
    ask_observations(player, meter, observations_wanted(source, pooled));
    return vote->boards - pooled;
}

// A try that would bring the own men back for the third time must be so much better than the others.
static void punish_repeats(Player *player)
{
    Sampler *self = sampler_of(player);
    const double penalty = player->options.values[REPEAT];
    for (uint32_t i = 0; i < self->vote.count && penalty > 0; i++)
        if (arrangements_before(&self->arrangements, player->view, self->vote.tries[i]) >= 2)
            self->vote.penalties[i] = penalty;
}

static PlayerError choose_from(Player *player, const Budget *budget, const Source *source,
                               Choice *choice)
{
    Sampler *self = sampler_of(player);
    Meter meter = meter_begin(budget, player->seating.seat);
    const uint32_t count = player_list_tries(player);
    vote_begin(&self->vote, evaluator_of(self), (VoteCombine)player->options.values[COMBINE],
               player->tries, count);
    punish_repeats(player);
    PlayerError error = source->has_pool ? take_in(player, source, &meter) : PLAYER_OK;
    if (error)
        return error;
    const uint32_t guessed = ask_boards(player, source, &meter);
    error = check_adviser(player);
    if (error)
        return error;
    double value = 0;
    Try attempt = vote_best(&self->vote, &player->rng, &value);
    if (attempt == TRY_NONE)
        attempt = player->tries[rng_below(&player->rng, count)];
    *choice = (Choice){.kind = EVENT_TRY,
                       .attempt = attempt,
                       .nodes = meter.nodes,
                       .value = winning_chance(value),
                       .boards = self->vote.boards,
                       .guessed = guessed};
    return PLAYER_OK;
}

static PlayerError choose_los(Player *player, const Budget *budget, Choice *choice)
{
    static const Source source = {.observes = OBSERVES_ALWAYS};
    sampler_of(player)->listening.unheard.count = 0; // it lives in the last turn
    return choose_from(player, budget, &source, choice);
}

static PlayerError choose_aosp(Player *player, const Budget *budget, Choice *choice)
{
    static const Source source = {.has_pool = true, .is_cut = true, .generates = true};
    return choose_from(player, budget, &source, choice);
}

static PlayerError choose_hs(Player *player, const Budget *budget, Choice *choice)
{
    static const Source source = {
        .has_pool = true, .is_cut = true, .generates = true, .observes = OBSERVES_TO_FILL_UP};
    return choose_from(player, budget, &source, choice);
}

static PlayerError choose_pimc(Player *player, const Budget *budget, Choice *choice)
{
    static const Source source = {.has_pool = true, .observes = OBSERVES_IN_NEED};
    return choose_from(player, budget, &source, choice);
}

#define SAMPLING_PLAYER(name_, summary_, options_, choose_)                                     \
    {                                                                                           \
        .name = name_, .summary = summary_, .options = options_, .self_bytes = sizeof(Sampler), \
        .plays = player__plays_kriegspiel, .sit = sit, .hear = hear, .choose = choose_,         \
        .done = done,                                                                           \
    }

const PlayerKind los_player =
    SAMPLING_PLAYER("los", "asks boards that agree with the last turn", los_options, choose_los);
const PlayerKind aosp_player = SAMPLING_PLAYER(
    "aosp", "asks a pool of boards that agree with the whole game", pool_options, choose_aosp);
const PlayerKind hs_player = SAMPLING_PLAYER(
    "hs", "aosp, helped out by los where its pool is small", pool_options, choose_hs);
const PlayerKind pimc_player =
    SAMPLING_PLAYER("pimc", "asks boards drawn from all that is possible, each by its chance",
                    pool_options, choose_pimc);
