// ismcts1 and ismcts2: one tree search, two values of a leaf.
//
//   ismcts1   counts men: ahead is won, behind is lost, equal is drawn
//   ismcts2   plays random moves to the end
//
// Boards come from a pool, by weight; where the pool has run dry, from the last observation. What
// was heard is taken in when the player is asked, so that the time it costs is counted. A node of
// the budget is an iteration, however many plies it takes; time is looked at by plies, since a
// random game has hundreds of them.
#include "ismcts/players.h"

#include "kriegspiel/belief/fallback_sampler.h"
#include "kriegspiel/belief/last_turn_sampler.h"
#include "kriegspiel/law/open_chess.h"
#include "kriegspiel/search/playout.h"
#include "phantom_go/search/ismcts_game.h"
#include "phantom_go/search/sampler.h"
#include "player/listening.h"
#include "search/ismcts.h"

#include <assert.h>

enum { EXPLORATION, POOL, NODES, PLIES };

#define COMMON_OPTIONS(c)                                                                  \
    [EXPLORATION] = {"c", OPTION_REAL, c, 0, 100, NULL, "how much UCT explores"},          \
    [POOL] = {"pool", OPTION_NUMBER, 1000, 10, 1000000, NULL, "boards the pool may hold"}, \
    [NODES] = {"nodes",                                                                    \
               OPTION_NUMBER,                                                              \
               1000000,                                                                    \
               ISMCTS_NODES_MIN,                                                           \
               100000000,                                                                  \
               NULL,                                                                       \
               "nodes the tree may have; once it is full it no longer grows"}

static const PlayerOption men_options[] = {COMMON_OPTIONS(1.5), {0}};
static const PlayerOption end_options[] = {
    COMMON_OPTIONS(0.75),
    [PLIES] = {"plies", OPTION_NUMBER, PLIES_MAX, 1, 100000, NULL,
               "length at which a random game is drawn"},
    {0},
};

typedef struct Ground Ground;

typedef struct Searcher {
    const Ground *ground;
    Listening listening;
    LastTurnSampler last_turn; // the last, of Kriegspiel
    Boards observed;           // has room once the pool has run dry
    Playout playout;
    Ismcts *search;
} Searcher;

// What the search needs of one game beside the seam.
struct Ground {
    const Game *game;
    IsmctsGame men, end; // leaves valued by men, and by a random game; list is NULL for none
    const FallbackKind *fallback;
    void (*begin)(Player *player); // both NULL for a game of which nothing else is kept
    void (*hear)(Player *player, Try own, const Hearing *heard);
    // Boards of the present turn for a pool that has run dry, as many as were found; NULL for none.
    const Boards *(*imagine)(Player *player);
};

enum {
    ITERATIONS_DEFAULT = 10000, // a budget without any limit would never end
    OBSERVED_MAX = 100,
};

static Searcher *searcher_of(Player *player)
{
    return player->self;
}

static void done(Player *player)
{
    Searcher *self = searcher_of(player);
    listening_done(&self->listening, player);
    boards_done(&self->observed);
    ismcts_destroy(self->search);
    *self = (Searcher){0};
}

// --- Games ---------------------------------------------------------------------------------------

static void begin_observation(Player *player)
{
    const Seating *seating = &player->seating;
    last_turn_begin(&searcher_of(player)->last_turn, kriegspiel_rules(seating->rules),
                    seating->seat);
}

static void hear_observation(Player *player, Try own, const Hearing *heard)
{
    last_turn_hear(&searcher_of(player)->last_turn, own, heard);
}

// Boards of the last observation, as many as were found.
static const Boards *observe(Player *player)
{
    Searcher *self = searcher_of(player);
    KriegspielBoard board;
    boards_clear(&self->observed);
    for (unsigned i = 0; i < OBSERVED_MAX; i++)
        if (last_turn_draw(&self->last_turn, player->view, &player->rng, &board))
            (void)boards_add(&self->observed, &board, 1);
    return &self->observed;
}

// Boards that agree with what the seat knows now.
static const Boards *sample(Player *player)
{
    Searcher *self = searcher_of(player);
    GoSampler sampler;
    go_sampler_begin(&sampler, player->view, GO_REFUSED_UNKNOWN);
    boards_clear(&self->observed);
    for (unsigned i = 0; i < OBSERVED_MAX; i++) {
        GoBoard board;
        PhantomBoard packed;
        go_sampler_draw(&sampler, &player->rng, &board);
        go_sampler_pack(player->view, &board, &packed);
        (void)boards_add(&self->observed, &packed, 1);
    }
    return &self->observed;
}

#define CHESS_LEAVES \
    .men = {playout_list_legal, playout_value_men}, .end = {playout_list_legal, playout_value_end}

static const Ground grounds[] = {
    {&kriegspiel_game, CHESS_LEAVES, &kriegspiel_fallback, begin_observation, hear_observation,
     observe},
    {&open_chess_game, CHESS_LEAVES},
    {&phantom_go_game, .end = {go_truth_list_open, go_truth_value_end}, .imagine = sample},
};

static const Ground *ground_of(const Game *game)
{
    for (unsigned i = 0; i < COUNT_OF(grounds); i++)
        if (grounds[i].game == game)
            return &grounds[i];
    return NULL;
}

static bool can_count_men(const Game *game)
{
    const Ground *ground = ground_of(game);
    return ground && ground->men.list_legal;
}

static bool can_play_to_the_end(const Game *game)
{
    return ground_of(game) != NULL;
}

// --- A game --------------------------------------------------------------------------------------

static PlayerError sit(Player *player, const Seating *seating)
{
    Searcher *self = searcher_of(player);
    done(player);
    self->ground = ground_of(seating->game);
    assert(self->ground);
    if (self->ground->begin)
        self->ground->begin(player);
    return PLAYER_OK;
}

static PlayerError hear(Player *player, Try own, const Hearing *heard)
{
    Searcher *self = searcher_of(player);
    if (self->ground->hear)
        self->ground->hear(player, own, heard);
    return listening_hear(&self->listening, player, own, heard);
}

static bool open_search(Player *player, IsmctsGame leaf)
{
    const Seating *seating = &player->seating;
    const double *values = player->options.values;
    const uint32_t pooled = (uint32_t)values[POOL];
    const IsmctsPlan plan = {.game = seating->game,
                             .rules = seating->rules,
                             .seat = seating->seat,
                             .leaf = leaf,
                             .exploration = values[EXPLORATION],
                             .nodes_max = (uint32_t)values[NODES],
                             .boards_max = pooled > OBSERVED_MAX ? pooled : OBSERVED_MAX};
    Searcher *self = searcher_of(player);
    assert(!self->search && leaf.list_legal);
    self->search = ismcts_create(&player->memory, &plan);
    return self->search != NULL;
}

// What the seat holds possible. NULL if there is no memory.
static const Boards *imagine(Player *player, const Meter *meter)
{
    Searcher *self = searcher_of(player);
    const Ground *ground = self->ground;
    const ListeningPlan plan = {.limit = (uint32_t)player->options.values[POOL],
                                .fallback = ground->fallback};
    if (listening_take_in(&self->listening, player, &plan, meter))
        return NULL;
    const Boards *boards = pool_boards(self->listening.pool);
    if (boards->count || !ground->imagine)
        return boards;
    if (!self->observed.boards &&
        !boards_init(&self->observed, &player->memory, ground->game, OBSERVED_MAX))
        return NULL;
    return ground->imagine(player);
}

static uint64_t iterations_max(const Budget *budget, uint8_t seat)
{
    if (budget->nodes)
        return budget->nodes;
    return budget->cpu_ms || budget->move_ms || budget->clock_ms[seat] ? UINT64_MAX
                                                                       : ITERATIONS_DEFAULT;
}

// There is always one iteration, however little is left.
static uint64_t search_tree(Player *player, const Boards *boards, const Budget *budget,
                            Meter *meter)
{
    const uint64_t max = iterations_max(budget, player->seating.seat);
    Ismcts *search = searcher_of(player)->search;
    uint64_t iterations = 0;
    assert(max > 0);
    ismcts_begin(search, boards);
    do
        ismcts_iterate(search, &player->rng, meter);
    while (++iterations < max && !meter->is_spent);
    return iterations;
}

static Try any_try(Player *player)
{
    const uint32_t count = player_list_tries(player);
    assert(count > 0);
    return player->tries[rng_below(&player->rng, count)];
}

static PlayerError choose(Player *player, const Budget *budget, IsmctsGame leaf, Choice *choice)
{
    Searcher *self = searcher_of(player);
    Budget timed = *budget;
    timed.nodes = 0; // the meter counts plies
    Meter meter = meter_begin(&timed, player->seating.seat);
    if (!self->search && !open_search(player, leaf))
        return PLAYER_ERR_MEMORY;
    const Boards *boards = imagine(player, &meter);
    if (!boards)
        return PLAYER_ERR_MEMORY;
    IsmctsEdge best = {.attempt = TRY_NONE, .mean = 0.5};
    uint64_t iterations = 0;
    if (boards->count) {
        iterations = search_tree(player, boards, budget, &meter);
        best = ismcts_best(self->search, &player->rng);
    }
    if (best.attempt == TRY_NONE) // nothing is known to be legal
        best.attempt = any_try(player);
    *choice = (Choice){
        .kind = EVENT_TRY, .attempt = best.attempt, .nodes = iterations, .value = best.mean};
    return PLAYER_OK;
}

static PlayerError choose_by_men(Player *player, const Budget *budget, Choice *choice)
{
    return choose(player, budget, searcher_of(player)->ground->men, choice);
}

static PlayerError choose_by_end(Player *player, const Budget *budget, Choice *choice)
{
    Playout *playout = &searcher_of(player)->playout;
    playout->plies_max = (uint32_t)player->options.values[PLIES];
    IsmctsGame leaf = searcher_of(player)->ground->end;
    leaf.context = playout; // of which Go makes nothing
    return choose(player, budget, leaf, choice);
}

#define ISMCTS_PLAYER(name_, summary_, options_, plays_, choose_)                                \
    {                                                                                            \
        .name = name_, .summary = summary_, .options = options_, .self_bytes = sizeof(Searcher), \
        .plays = plays_, .sit = sit, .hear = hear, .choose = choose_, .done = done,              \
    }

const PlayerKind ismcts1_player =
    ISMCTS_PLAYER("ismcts1", "a tree of what it may hear, its leaves valued by men", men_options,
                  can_count_men, choose_by_men);
const PlayerKind ismcts2_player =
    ISMCTS_PLAYER("ismcts2", "a tree of what it may hear, its leaves valued by random games",
                  end_options, can_play_to_the_end, choose_by_end);
