// los, aos, aosp, hs and pimc: one player with five sources of boards.
//
//   los   last-observation boards, drawn and asked one by one until the time is up
//   aos   boards to which random histories of the whole game lead, drawn anew at every try and asked one by one, each
//         once; if no history agrees with everything heard, the try is random
//   aosp  a pool that agrees with everything heard. Above its limit it is cut at random; below BOARDS_ENOUGH it is filled
//         with generated histories; if it is empty, the try is random
//   hs    as aosp, and a small pool is filled up with last-observation boards; with fill=inexact only once boards were left
//         out of the pool
//   pimc  a pool drawn by the look-ahead filter. An empty pool is revived; until then last-observation boards are asked.
//         Its boards are asked by weight, or with draw=uniform all of them equally likely
//
// Hearings are taken in when the player is asked, so that the time it costs is counted. Nodes are positions that the
// evaluator searches; for aos also steps of histories, of which it makes many more.
#include "engine/kriegspiel_players/sampling.h"

#include "engine/core/history.h"
#include "engine/core/listening.h"
#include "engine/kriegspiel_belief/belief_model.h"
#include "engine/kriegspiel_belief/last_turn_sampler.h"
#include "engine/kriegspiel_players/bare_king_state.h"
#include "engine/kriegspiel_players/players.h"
#include "engine/kriegspiel_players/plays.h"
#include "engine/kriegspiel_search/board_vote.h"
#include "engine/kriegspiel_search/evaluate.h"

#include <assert.h>

// The options, the same for all; each kind shows those it has.
enum {
    DEPTH,
    BOARDS,
    COMBINE,
    ENGINE,
    ENGINE_DEPTH,
    ENGINE_NODES,
    CHILDREN,
    REPEAT,
    MATES,
    FIFTY,
    POOL
};
// The last row is of one kind alone.
enum { FILL = POOL + 1 /* hs */, DRAW = POOL + 1 /* pimc */ };

static const char *const combine_words[] = {"mean", "vote", NULL};
static const char *const engine_words[] = {"native", "stockfish", "gnuchess", NULL};
enum { NATIVE };
static const char *const draw_words[] = {"weight", "uniform", NULL};
enum { DRAW_BY_WEIGHT };
static const char *const fill_words[] = {"small", "inexact", NULL};
enum { FILL_SMALL, FILL_INEXACT };

#define COMMON_OPTIONS                                                                            \
    [DEPTH] = NUMBER_OPTION("depth", 1, 1, 10, "plies the evaluator looks at, captures beyond"),  \
    [BOARDS] =                                                                                    \
        NUMBER_OPTION("boards", 0, 0, 1000000,                                                    \
                      "boards asked for a try at most; 0 for as many as the budget allows"),      \
    [COMBINE] = CHOICE_OPTION("combine", VOTE_MEAN, combine_words,                                \
                              "the best mean value, or the most boards on which it is best"),     \
    [ENGINE] = CHOICE_OPTION("engine", NATIVE, engine_words, "who values the boards"),            \
    [ENGINE_DEPTH] =                                                                              \
        NUMBER_OPTION("engine_depth", 0, 0, 30,                                                   \
                      "plies such an engine looks at; 0 for 1, or for no limit but its nodes"),   \
    [ENGINE_NODES] = NUMBER_OPTION("engine_nodes", 0, 0, 10000000,                                \
                                   "nodes it spends on a board; 0 for no such limit"),            \
    [CHILDREN] =                                                                                  \
        NUMBER_OPTION("children", 1, 1, 8, "processes of it that share the moves of a board"),    \
    [REPEAT] =                                                                                    \
        NUMBER_OPTION("repeat", 0, 0, 30000,                                                      \
                      "hundredths of a pawn it gives up not to bring its men back a third time"), \
    [MATES] = NUMBER_OPTION("mates", 0, 0, 1, "1 to mate a bare king by an exact search"),        \
    [FIFTY] = NUMBER_OPTION("fifty", 0, 0, 1, "1 to move pawns before fifty quiet moves draw")

static const PlayerOption plain_options[] = {COMMON_OPTIONS, {0}};

// The limit is that of Parker, Nau and Subrahmanian (2005).
#define POOL_OPTIONS \
    COMMON_OPTIONS, [POOL] = NUMBER_OPTION("pool", 20000, 10, 1000000, "boards the pool may hold")

static const PlayerOption pool_options[] = {POOL_OPTIONS, {0}};
static const PlayerOption hs_options[] = {
    POOL_OPTIONS,
    [FILL] = CHOICE_OPTION("fill", FILL_SMALL, fill_words,
                           "fills up every small pool, or only one that is no longer exact"),
    {0}};
static const PlayerOption pimc_options[] = {
    POOL_OPTIONS,
    [DRAW] = CHOICE_OPTION("draw", DRAW_BY_WEIGHT, draw_words,
                           "boards of the pool by their chance, or all of them equally likely"),
    {0}};

// Where the boards of a kind of player come from.
typedef struct BoardSource {
    const PlayerKind *kind;
    bool has_histories; // random ones; all that was heard is kept for them
    bool has_pool, is_cut, generates;
    // When last-observation boards are drawn.
    enum { OBSERVES_NEVER, OBSERVES_ALWAYS, OBSERVES_TO_FILL_UP, OBSERVES_IN_NEED } observes;
} BoardSource;

// docs/engines/sampling.md has the reasons.
enum {
    BOARDS_ENOUGH = 350,        // boards that thirty seconds a try bought in 2005
    GENERATE_EXPANSIONS = 2000, // steps of the search for histories in one try: fits into 20 ms
    BOARDS_PER_MS = 200,        // boards of a pool that a millisecond of budget can update
    DRAW_MAX = 512,             // boards drawn by weight at a time: about as many as can be asked
    OBSERVATIONS_MAX = 100000,  // last-observation boards of a try without a limit of time
    HISTORIES_MAX = 100000,     // random histories of a try, whatever its limit
    HISTORY_BOARDS_MAX =
        20000,       // boards of random histories that are told apart: as many as a pool has
    QUIET_FREE = 60, // plies without a capture or a pawn's move that cost nothing
    QUIET_COST = 5,  // hundredths of a pawn for each further one
    THIRD_TIME = 2,  // earlier times of an arrangement that make the next one a third
};

typedef struct Sampler {
    Listening listening;
    LastTurnSampler last_turn;
    Arrangements arrangements;
    BareKingState king_state; // followed only for `mates` and `fifty`
    NativeEvaluator native;
    OpenAdviser *open; // NULL if only the native evaluator can be had
    Adviser adviser;   // zeroed while the native evaluator is asked
    AdviserPlan advised;
    BoardVote vote;
    BoardDraw drawn[DRAW_MAX];
    Boards found; // by histories of this try; zeroed if the player has none
} Sampler;

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

static void sampling_done(Player *player)
{
    listening_done(&sampler_of(player)->listening, player);
    boards_done(&sampler_of(player)->found);
    dismiss_adviser(sampler_of(player));
}

void sampling_set_opener(Player *player, OpenAdviser *open)
{
    if (player->kind->done == sampling_done)
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

// Chess programs play only on 8x8. Elsewhere the native evaluator would have to value every board, and results would bear a
// wrong name; so the player refuses to play there.
static PlayerError check_board(Player *player, const AdviserPlan *plan, Text *message)
{
    const KriegspielRules *rules = kriegspiel_rules(player->seating.rules);
    if (rules->setup.board == board_by_size(8, 8))
        return PLAYER_OK;
    text_format(message, "engine=%s plays on 8x8 alone, not on %s", plan->engine,
                rules->setup.board->name);
    return PLAYER_ERR_GAME;
}

// Opens the adviser that the options name, and closes any other.
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

// After a failure there are too few values to choose by.
static PlayerError check_adviser(Player *player)
{
    const Adviser *adviser = &sampler_of(player)->adviser;
    Text message = TEXT_IN(player->message);
    const bool has_failed =
        adviser->destroy && adviser->has_failed(adviser->evaluator.context, &message);
    return has_failed ? PLAYER_ERR_GUEST : PLAYER_OK;
}

static bool follows_the_king(const Player *player)
{
    return player->options.values[MATES] > 0 || player->options.values[FIFTY] > 0;
}

static PlayerError sampling_sit(Player *player, const Seating *seating)
{
    Sampler *self = sampler_of(player);
    if (follows_the_king(player))
        bare_king_state_begin(&self->king_state, kriegspiel_rules(seating->rules), seating->seat,
                              BARE_KING_SEARCH);
    self->native.depth = (unsigned)player->options.values[DEPTH];
    listening_done(&self->listening, player);
    last_turn_begin(&self->last_turn, kriegspiel_rules(seating->rules), seating->seat);
    return call_adviser(player);
}

static PlayerError sampling_hear(Player *player, Try own, const Hearing *heard)
{
    Sampler *self = sampler_of(player);
    arrangements_hear(&self->arrangements, player->view, player->seating.seat, heard);
    last_turn_hear(&self->last_turn, own, heard);
    if (follows_the_king(player))
        bare_king_state_hear(&self->king_state, own, heard);
    return listening_hear(&self->listening, player, own, heard);
}

// Takes in what was heard since the last try, and generates histories if the pool is small.
static PlayerError take_in(Player *player, const BoardSource *source, const Meter *meter)
{
    Listening *listening = &sampler_of(player)->listening;
    const uint32_t limit =
        player__pool_limit(meter, (uint32_t)player->options.values[POOL], BOARDS_PER_MS);
    const ListeningPlan plan = {
        .model = &kriegspiel_belief_model, .limit = limit, .cut = source->is_cut ? limit / 2 : 0};
    const PlayerError error = listening_take_in(listening, player, &plan, meter);
    if (error)
        return error;
    if (source->generates && !pool_generate(listening->pool, BOARDS_ENOUGH, GENERATE_EXPANSIONS))
        return PLAYER_ERR_MEMORY;
    return PLAYER_OK;
}

// Room for the boards that histories of a try lead to; it is kept for the next tries.
static PlayerError sampling_make_room(Player *player)
{
    Boards *found = &sampler_of(player)->found;
    const bool has_room = found->limit || boards_init(found, &player->memory,
                                                      &kriegspiel_belief_model, HISTORY_BOARDS_MAX);
    return has_room ? PLAYER_OK : PLAYER_ERR_MEMORY;
}

static bool wants_more(const Player *player, const Meter *meter)
{
    const Sampler *self = player->self;
    const uint32_t max = (uint32_t)player->options.values[BOARDS];
    return !meter->is_spent && (!max || self->vote.boards < max);
}

// Asks one board of the pool, as often as it counts; false if that was the last that can be asked.
static bool ask_one(Player *player, BoardDraw draw, Meter *meter)
{
    Sampler *self = sampler_of(player);
    assert(draw.times > 0);
    const KriegspielBoard *board = boards_at(pool_boards(self->listening.pool), draw.index);
    return vote_ask(&self->vote, &board->position, draw.times, meter) && wants_more(player, meter);
}

// Asks every board of the pool once, in scattered order from a random one on.
static void ask_each(Player *player, Meter *meter)
{
    const uint32_t count = pool_boards(sampler_of(player)->listening.pool)->count;
    const uint32_t step = scatter_step(count);
    BoardDraw draw = {.index = count ? rng_below(&player->rng, count) : 0, .times = 1};
    for (uint32_t i = 0; i < count && ask_one(player, draw, meter); i++)
        draw.index = (draw.index + step) % count;
}

// Asks the boards that were drawn, in scattered order; false if no more can be asked.
static bool ask_drawn(Player *player, uint32_t drawn, Meter *meter)
{
    assert(drawn <= DRAW_MAX);
    const BoardDraw *draws = sampler_of(player)->drawn;
    const uint32_t step = scatter_step(drawn);
    uint32_t index = rng_below(&player->rng, drawn);
    for (uint32_t i = 0; i < drawn; i++, index = (index + step) % drawn)
        if (!ask_one(player, draws[index], meter))
            return false;
    return true;
}

// Asks boards of the pool by weight. DRAW_MAX are drawn at a time, so that stopping early loses little; from a larger pool
// more are drawn while there is time.
static void ask_by_weight(Player *player, Meter *meter)
{
    Sampler *self = sampler_of(player);
    const Boards *boards = pool_boards(self->listening.pool);
    bool goes_on = boards->count > 0;
    for (uint32_t drawn = 0; goes_on && drawn < boards->count; drawn += DRAW_MAX)
        goes_on = ask_drawn(
            player, boards_draw(boards, rng_share(&player->rng), DRAW_MAX, self->drawn), meter);
}

static void ask_observations(Player *player, Meter *meter, uint32_t max)
{
    Sampler *self = sampler_of(player);
    KriegspielBoard board;
    for (uint32_t i = 0; i < max && wants_more(player, meter); i++)
        if (!last_turn_draw(&self->last_turn, player->view, NULL, &player->rng, &board) ||
            !vote_ask(&self->vote, &board.position, 1, meter))
            return;
}

// Draws random histories, and asks each board the first time that a history leads to it. A history of few steps, as at the
// first try of a game, counts as one node, so that a limit in nodes ends the search.
static void ask_histories(Player *player, Meter *meter)
{
    Sampler *self = sampler_of(player);
    const Seating *seating = &player->seating;
    const HistoryPlan plan = {.model = &kriegspiel_belief_model,
                              .rules = seating->rules,
                              .seat = seating->seat,
                              .log = &self->listening.unheard};
    KriegspielBoard start, board[2];
    history_start(&kriegspiel_belief_model, seating->rules, &start);
    boards_clear(&self->found);
    for (uint32_t i = 0; i < HISTORIES_MAX && wants_more(player, meter); i++) {
        uint32_t steps = 0;
        const uint32_t before = self->found.count;
        const bool agrees = history_draw(&plan, &start, &player->rng, board, &steps);
        if (meter_charge(meter, steps ? steps : 1, 0))
            return;
        const bool is_new =
            agrees && boards_add(&self->found, board, 1) && self->found.count > before;
        if (is_new && !vote_ask(&self->vote, &board->position, 1, meter))
            return;
    }
}

// Whether the pool is left as it is although it is small: an exact one has every possible board.
static bool is_left_small(const Player *player)
{
    const Sampler *self = player->self;
    return player->kind == &hs_player && player->options.values[FILL] == FILL_INEXACT &&
           pool_is_exact(self->listening.pool);
}

// How many last-observation boards are wanted after `asked` boards of the pool.
static uint32_t observations_wanted(const Player *player, const BoardSource *source, uint32_t asked)
{
    assert(source->observes <= OBSERVES_IN_NEED);
    const bool is_short = asked < BOARDS_ENOUGH && !is_left_small(player);
    const uint32_t missing = is_short ? BOARDS_ENOUGH - asked : 0;
    const uint32_t wanted[] = {[OBSERVES_NEVER] = 0,
                               [OBSERVES_ALWAYS] = OBSERVATIONS_MAX,
                               [OBSERVES_TO_FILL_UP] = missing,
                               [OBSERVES_IN_NEED] = asked ? 0 : OBSERVATIONS_MAX};
    return wanted[source->observes];
}

static bool draws_by_weight(const Player *player)
{
    return player->kind == &pimc_player && player->options.values[DRAW] == DRAW_BY_WEIGHT;
}

// Asks boards of all sources. Returns how many of them were last-observation boards.
static uint32_t ask_boards(Player *player, const BoardSource *source, Meter *meter)
{
    const BoardVote *vote = &sampler_of(player)->vote;
    if (source->has_histories)
        ask_histories(player, meter);
    else if (source->has_pool && draws_by_weight(player))
        ask_by_weight(player, meter);
    else if (source->has_pool)
        ask_each(player, meter);
    const uint32_t pooled = vote->boards;
    ask_observations(player, meter, observations_wanted(player, source, pooled));
    return vote->boards - pooled;
}

// Sets the penalty of tries that would bring the own men back for the third time.
static void punish_repeats(Player *player)
{
    Sampler *self = sampler_of(player);
    const double penalty = player->options.values[REPEAT];
    for (uint32_t i = 0; i < self->vote.count && penalty > 0; i++)
        if (arrangements_before(&self->arrangements, player->view, self->vote.tries[i]) >=
            THIRD_TIME)
            self->vote.penalties[i] = penalty;
}

// Sets the penalty of tries that are no pawn's when many moves may have been quiet. What captures, the player cannot know.
static void punish_quiet(Player *player)
{
    Sampler *self = sampler_of(player);
    const uint32_t quiet = self->king_state.meta.quiet_max;
    const double penalty = quiet > QUIET_FREE ? QUIET_COST * (double)(quiet - QUIET_FREE) : 0;
    const OwnMen *own = &((const KriegspielView *)player->view)->own;
    for (uint32_t i = 0; i < self->vote.count && player->options.values[FIFTY] > 0; i++)
        if (!bits_has(own->kind[PAWN], move_from(self->vote.tries[i])))
            self->vote.penalties[i] += penalty;
}

static bool is_against_bare_king(const Player *player)
{
    const Sampler *self = player->self;
    return player->options.values[MATES] > 0 && self->king_state.meta.count == 1;
}

static const BoardSource *source_of(const Player *player)
{
    static const BoardSource sources[] = {
        {&los_player, .observes = OBSERVES_ALWAYS},
        {&aos_player, .has_histories = true},
        {&aosp_player, .has_pool = true, .is_cut = true, .generates = true},
        {&hs_player, .has_pool = true, .is_cut = true, .generates = true,
         .observes = OBSERVES_TO_FILL_UP},
        {&pimc_player, .has_pool = true, .observes = OBSERVES_IN_NEED},
    };
    unsigned i = 0;
    while (i < COUNT_OF(sources) && sources[i].kind != player->kind)
        i++;
    assert(i < COUNT_OF(sources));
    return &sources[i];
}

static PlayerError sampling_choose(Player *player, const Budget *budget, Choice *choice)
{
    Sampler *self = sampler_of(player);
    const BoardSource *source = source_of(player);
    Meter meter = meter_begin(budget, player->seating.seat);
    const uint32_t count = player_list_tries(player);
    assert(count > 0); // a player that is asked has a try
    vote_begin(&self->vote, evaluator_of(self), (VoteCombine)player->options.values[COMBINE],
               player->tries, count);
    punish_repeats(player);
    punish_quiet(player);
    PlayerError error = PLAYER_OK;
    if (source->has_pool)
        error = take_in(player, source, &meter);
    else if (source->has_histories)
        error = sampling_make_room(player);
    else
        self->listening.unheard.count = 0; // it needs no more than the last turn
    if (error)
        return error;
    if (is_against_bare_king(player) &&
        bare_king_state_decide(&self->king_state, player, count, &meter, choice))
        return PLAYER_OK;
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

#define SAMPLING_PLAYER(name_, summary_, options_)                                              \
    {                                                                                           \
        .name = name_, .summary = summary_, .options = options_, .self_bytes = sizeof(Sampler), \
        .plays = player__plays_kriegspiel, .sit = sampling_sit, .hear = sampling_hear,          \
        .choose = sampling_choose, .done = sampling_done,                                       \
    }

const PlayerKind los_player =
    SAMPLING_PLAYER("los", "asks boards that agree with the last turn", plain_options);
const PlayerKind aos_player = SAMPLING_PLAYER(
    "aos", "asks boards of random histories that agree with the whole game", plain_options);
const PlayerKind aosp_player =
    SAMPLING_PLAYER("aosp", "asks a pool of boards that agree with the whole game", pool_options);
const PlayerKind hs_player =
    SAMPLING_PLAYER("hs", "aosp, helped out by los where its pool is small", hs_options);
const PlayerKind pimc_player = SAMPLING_PLAYER(
    "pimc", "asks boards drawn from all that is possible, each by its chance", pimc_options);
