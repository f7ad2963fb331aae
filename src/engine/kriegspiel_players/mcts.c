// mcts-b, mcts-c and mcts-bc: one tree search, three ways to value a try.
//
//   mcts-b    simulations of k moves
//   mcts-c    the sum over all messages by their chances
//   mcts-bc   the first move as in C, the others as in B
//
// A node of the budget is a try that was valued.
#include "engine/kriegspiel_players/players.h"

#include "engine/kriegspiel_players/bare_king_state.h"
#include "engine/kriegspiel_players/mcts_internal.h"
#include "engine/kriegspiel_players/plays.h"
#include "engine/kriegspiel_search/evaluate.h"
#include "engine/kriegspiel_search/mcts.h"

#include <assert.h>

enum { THREADS_MAX = 16 };

// Defaults that differ between B and C, chosen by matches (docs/engines/mcts.md): c of UCT, for values from -1 to 1, and the
// chance that the enemy takes something in an unprovoked turn.
#define C_EXPLORATION 0.02
#define B_EXPLORATION 0.1
#define C_CAPTURE 0.8
#define B_CAPTURE 0.15

enum {
    PAPER,
    EXPLORATION,
    RETALIATION,
    CHECK_TAKEN,
    CAPTURE,
    WORTH,
    ADVANCE,
    ENDGAME,
    CONTROL,
    GUARDS,
    SPREAD,
    MODEL,
    TURNS,
    THREADS,
    OWN, // the first option that not all of them have
    BACKUP = OWN,
    MOVES = OWN,
    QUIESCENCE
};
_Static_assert(QUIESCENCE < (int)PLAYER_OPTIONS_MAX, "there is room for every option");

static const char *const backup_words[] = {"mean", "max", "max-all", NULL};
enum { WORTH_ONE, WORTH_KIND };
static const char *const worth_words[] = {"one", "kind", NULL};
enum { ENDGAME_BLIND, ENDGAME_TREE, ENDGAME_EXACT };
static const char *const endgame_words[] = {"blind", "tree", "exact", NULL};

// Other defaults with paper=1. The paper has one fixed chance of a capture for B and C, and does not print it.
static const double PAPER_CAPTURE = 0.3, PAPER_ADVANCE = 0, PAPER_WORTH = WORTH_ONE,
                    PAPER_ENDGAME = ENDGAME_BLIND;

#define COMMON_OPTIONS(c, capture_)                                                              \
    [PAPER] = SWITCH_OPTION(                                                                     \
        "paper", 0, "values and searches only as the paper says: see docs/engines/mcts.md"),     \
    [EXPLORATION] = REAL_OPTION("c", c, 0, 100, "how much UCT explores"),                        \
    [RETALIATION] =                                                                              \
        REAL_OPTION("retaliation", 0.8, 0, 1, "chance that a man that has taken is taken"),      \
    [CHECK_TAKEN] =                                                                              \
        REAL_OPTION("check_taken", 0.3, 0, 1, "chance that a man that gives check is taken"),    \
    [CAPTURE] = {"capture",                                                                      \
                 OPTION_REAL,                                                                    \
                 capture_,                                                                       \
                 0,                                                                              \
                 1,                                                                              \
                 NULL,                                                                           \
                 "chance that the enemy takes something in another turn",                        \
                 &PAPER_CAPTURE},                                                                \
    [WORTH] = {"worth",                                                                          \
               OPTION_CHOICE,                                                                    \
               WORTH_KIND,                                                                       \
               0,                                                                                \
               0,                                                                                \
               worth_words,                                                                      \
               "what men count: one each, or by kind",                                           \
               &PAPER_WORTH},                                                                    \
    [ADVANCE] = {"advance",                                                                      \
                 OPTION_REAL,                                                                    \
                 0.02,                                                                           \
                 0,                                                                              \
                 1,                                                                              \
                 NULL,                                                                           \
                 "what a pawn gains by each square of its way, times that way",                  \
                 &PAPER_ADVANCE},                                                                \
    [ENDGAME] = {"endgame",                                                                      \
                 OPTION_CHOICE,                                                                  \
                 ENDGAME_EXACT,                                                                  \
                 0,                                                                              \
                 0,                                                                              \
                 endgame_words,                                                                  \
                 "how a bare king is mated: by chance, by the tree, by a search of his squares", \
                 &PAPER_ENDGAME},                                                                \
    [CONTROL] = SWITCH_OPTION("control", 1, "knows which squares the enemy may attack"),         \
    [GUARDS] = SWITCH_OPTION("guards", 1, "knows that a guarded man is retaken"),                \
    [SPREAD] =                                                                                   \
        REAL_OPTION("spread", 1, 0, 1, "how much of the enemy's moves the density is told"),     \
    [MODEL] = CHOICE_OPTION("model", 1, player__model_words, "of the opponent"),                 \
    [TURNS] = NUMBER_OPTION(                                                                     \
        "turns", 8192, MCTS_TURNS_MIN, 1000000,                                                  \
        "turns a tree may hold, some 5,000 bytes each; once it is full it grows no more"),       \
    [THREADS] = NUMBER_OPTION("threads", 1, 1, THREADS_MAX,                                      \
                              "trees that grow at once; they share the budget, but for time")

static const PlayerOption c_options[] = {
    COMMON_OPTIONS(C_EXPLORATION, C_CAPTURE),
    [BACKUP] = CHOICE_OPTION("backup", MCTS_MAX, backup_words, "what goes up the tree"),
    {0}};
static const PlayerOption b_options[] = {
    COMMON_OPTIONS(B_EXPLORATION, B_CAPTURE),
    [MOVES] = NUMBER_OPTION("k", 1, 1, 100, "moves of a simulation"),
    [QUIESCENCE] = SWITCH_OPTION("quiescence", 1, "follows strings of captures to their end"),
    {0}};

typedef struct MctsPlayer {
    DensityTracker tracker;
    Model model;
    CallModel calls;
    BareKingState king_state;
    Mcts *searches[THREADS_MAX];
    Rng rngs[THREADS_MAX];
    Try attempt;    // the last own one
    Hearing answer; // to it
    bool has_answer, has_reply;
} MctsPlayer;

static MctsPlayer *searcher_of(Player *player)
{
    return player->self;
}

static void mcts_done(Player *player)
{
    MctsPlayer *self = searcher_of(player);
    for (unsigned i = 0; i < THREADS_MAX; i++) {
        mcts_destroy(self->searches[i]);
        self->searches[i] = NULL;
    }
}

static CallModel call_model_of(const Player *player, const MotionModel *motion)
{
    const double *values = player->options.values;
    CallModel calls;
    call_model_init(&calls, kriegspiel_rules(player->seating.rules), motion);
    calls.retaliation = (float)values[RETALIATION];
    calls.check_taken = (float)values[CHECK_TAKEN];
    calls.capture = (float)values[CAPTURE];
    calls.advance = (float)values[ADVANCE];
    calls.mates_bare_king = values[ENDGAME] != ENDGAME_BLIND;
    calls.weighs_control = values[CONTROL] != 0;
    calls.guards = values[GUARDS] != 0;
    if (values[WORTH] == WORTH_ONE)
        call_model_count_men(&calls);
    if (values[PAPER])
        call_model_follow_paper(&calls);
    return calls;
}

static PlayerError open_search(Player *player)
{
    const MctsMethod method = player->kind == &mcts_b_player   ? MCTS_B
                              : player->kind == &mcts_c_player ? MCTS_C
                                                               : MCTS_BC;
    MctsPlayer *self = searcher_of(player);
    const double *values = player->options.values;
    const MctsPlan plan = {.calls = &self->calls,
                           .method = method,
                           .backup = method == MCTS_C ? (MctsBackup)values[BACKUP] : MCTS_MEAN,
                           .moves = method == MCTS_C ? 1 : (unsigned)values[MOVES],
                           .retakes = method != MCTS_C && values[QUIESCENCE] ? MCTS_RETAKES : 0,
                           .exploration = (float)values[EXPLORATION],
                           .turns_max = (uint32_t)values[TURNS]};
    for (unsigned i = 0; i < (unsigned)values[THREADS]; i++) {
        self->searches[i] = mcts_create(&player->memory, &plan);
        self->rngs[i] = rng_from_seed(rng_next(&player->rng));
        if (!self->searches[i]) {
            mcts_done(player); // so that nothing half open is used
            return PLAYER_ERR_MEMORY;
        }
    }
    return PLAYER_OK;
}

static PlayerError mcts_sit(Player *player, const Seating *seating)
{
    MctsPlayer *self = searcher_of(player);
    mcts_done(player);
    player__begin_tracker(&self->tracker, &self->model, seating,
                          player->options.values[MODEL] != 0);
    self->tracker.motion.speed = (float)player->options.values[SPREAD];
    self->calls = call_model_of(player, &self->tracker.motion);
    bare_king_state_begin(&self->king_state, kriegspiel_rules(seating->rules), seating->seat,
                          BARE_KING_SEARCH);
    self->attempt = TRY_NONE;
    self->has_answer = self->has_reply = false;
    return PLAYER_OK;
}

static PlayerError mcts_hear(Player *player, Try own, const Hearing *heard)
{
    MctsPlayer *self = searcher_of(player);
    tracker_hear(&self->tracker, own, heard);
    bare_king_state_hear(&self->king_state, own, heard);
    if (own != TRY_NONE) {
        self->attempt = own;
        self->answer = *heard;
        self->has_answer = true;
        self->has_reply = false;
    } else if (heard->event == HEARD_MOVE) {
        self->has_reply = true;
    }
    return PLAYER_OK;
}

static BeliefState belief_of(const MctsPlayer *self)
{
    const DensityTracker *tracker = &self->tracker;
    return (BeliefState){.own = tracker->view.own,
                         .density = tracker->density,
                         .last = tracker->last,
                         .move_number = tracker->move_number};
}

// The work of one turn, the same for each tree.
typedef struct MctsTask {
    MctsPlayer *self;
    Budget budget; // of each tree
    uint8_t seat;
    BeliefState belief;
    const Try *tries;
    uint32_t count;
    CallMessage message;
    bool has_message; // the last answer and reply are a message that a tree may hold
    uint64_t nodes[THREADS_MAX];
} MctsTask;

// Grows one tree, from the old one if it holds this turn. Clocks tell the CPU time of the thread that reads them, so the
// meter begins here.
static void grow_tree(void *context, unsigned index)
{
    MctsTask *task = context;
    MctsPlayer *self = task->self;
    assert(index < THREADS_MAX && self->searches[index]);
    Mcts *search = self->searches[index];
    Meter meter = meter_begin(&task->budget, task->seat);
    Rng rng = self->rngs[index]; // a copy: the others write to the same cache line
    mcts_begin(search, &task->belief, task->tries, task->count, self->attempt,
               task->has_message ? &task->message : NULL, &meter);
    while (!meter.is_spent)
        mcts_iterate(search, &rng, &meter);
    self->rngs[index] = rng;
    task->nodes[index] = meter.nodes;
}

// The share of each thread in nodes and CPU time; wall time passes for all alike.
static Budget share_of(const Budget *budget, uint8_t seat, unsigned threads)
{
    assert(threads > 0);
    Budget share = *budget;
    if (player__is_unlimited(budget, seat))
        share.nodes = NODES_DEFAULT;
    if (share.nodes)
        share.nodes = (share.nodes + threads - 1) / threads;
    if (share.cpu_ms)
        share.cpu_ms = (share.cpu_ms + threads - 1) / threads;
    return share;
}

static const MctsEdge *edge_of(const MctsEdge *edges, uint32_t count, Try attempt)
{
    uint32_t i = 0;
    while (i < count && edges[i].attempt != attempt)
        i++;
    return i < count ? &edges[i] : NULL;
}

// Adds up the visits of all trees, and takes the mean of their values by visits.
static uint32_t gather(const MctsPlayer *self, unsigned threads, MctsEdge all[TRIES_MAX])
{
    const uint32_t count = mcts_edges(self->searches[0], all);
    for (unsigned i = 1; i < threads; i++) {
        MctsEdge edges[TRIES_MAX];
        const uint32_t other_count = mcts_edges(self->searches[i], edges);
        for (uint32_t j = 0; j < count; j++) {
            const MctsEdge *other = edge_of(edges, other_count, all[j].attempt);
            if (!other || !other->visits)
                continue;
            const double visits = (double)all[j].visits + other->visits;
            all[j].value += (other->value - all[j].value) * other->visits / visits;
            all[j].visits += other->visits;
        }
    }
    return count;
}

// Whether a try may draw by repetition: it brings the own men back for the third time. The paper's players do not know it.
static bool is_third(const MctsPlayer *self, Try attempt)
{
    return !self->calls.is_paper && bare_king_state_times(&self->king_state, attempt) >= 2;
}

static bool is_better(const MctsPlayer *self, const MctsEdge *edge, const MctsEdge *best)
{
    const bool repeats = is_third(self, edge->attempt);
    if (repeats != is_third(self, best->attempt))
        return !repeats;
    return edge->visits > best->visits ||
           (edge->visits == best->visits && edge->value > best->value);
}

static MctsEdge best_edge(const MctsPlayer *self, unsigned threads)
{
    MctsEdge edges[TRIES_MAX];
    const uint32_t count = gather(self, threads, edges);
    assert(count > 0);
    MctsEdge best = edges[0];
    for (uint32_t i = 1; i < count; i++)
        if (is_better(self, &edges[i], &best))
            best = edges[i];
    return best;
}

static void mcts_think(Player *player, const Budget *budget, uint32_t count, Choice *choice)
{
    MctsPlayer *self = searcher_of(player);
    const unsigned threads = (unsigned)player->options.values[THREADS];
    const uint8_t seat = player->seating.seat;
    MctsTask task = {.self = self,
                     .budget = share_of(budget, seat, threads),
                     .seat = seat,
                     .belief = belief_of(self),
                     .tries = player->tries,
                     .count = count};
    task.has_message =
        self->has_answer &&
        message_of(&self->answer, self->has_reply ? &self->tracker.last : NULL, &task.message);
    player->crew->run(threads, grow_tree, &task);
    const MctsEdge best = best_edge(self, threads);
    *choice = (Choice){.kind = EVENT_TRY,
                       .attempt = best.attempt,
                       .value = winning_chance(best.value * MAN_CENTIPAWNS)};
    for (unsigned i = 0; i < threads; i++)
        choice->nodes += task.nodes[i];
}

// Against a bare king only his square is hidden. False if no try can be legal.
static bool choose_against_bare_king(Player *player, const Budget *budget, uint32_t count,
                                     Choice *choice)
{
    const MctsPlayer *self = searcher_of(player);
    const uint8_t seat = player->seating.seat;
    const Budget bounded = share_of(budget, seat, 1);
    Meter meter = meter_begin(&bounded, seat);
    return bare_king_state_decide(&self->king_state, player, count, &meter, choice);
}

static bool is_bare_king(const Player *player)
{
    const MctsPlayer *self = player->self;
    return player->options.values[ENDGAME] == ENDGAME_EXACT && self->king_state.meta.count == 1;
}

static PlayerError mcts_choose(Player *player, const Budget *budget, Choice *choice)
{
    const MctsPlayer *self = searcher_of(player);
    const KriegspielRules *rules = kriegspiel_rules(player->seating.rules);
    if (!self->searches[0] && open_search(player))
        return PLAYER_ERR_MEMORY;
    uint32_t count = player_list_tries(player);
    assert(count > 0); // a player that is asked has a try
    const Try any = player->tries[0];
    count = call_model_keep_tries(rules->setup.board, player->tries, count);
    if (is_bare_king(player) && count && choose_against_bare_king(player, budget, count, choice))
        return PLAYER_OK;
    if (count > 1)
        mcts_think(player, budget, count, choice);
    else
        *choice =
            (Choice){.kind = EVENT_TRY, .attempt = count ? player->tries[0] : any, .value = 0.5};
    return PLAYER_OK;
}

#define MCTS_PLAYER(name_, summary_, options_)                                                     \
    {                                                                                              \
        .name = name_, .summary = summary_, .options = options_, .self_bytes = sizeof(MctsPlayer), \
        .plays = player__plays_kriegspiel, .sit = mcts_sit, .hear = mcts_hear,                     \
        .choose = mcts_choose, .done = mcts_done,                                                  \
    }

const PlayerKind mcts_b_player = MCTS_PLAYER(
    "mcts-b", "a tree of densities, its tries valued by simulated calls of the umpire", b_options);
const PlayerKind mcts_c_player = MCTS_PLAYER(
    "mcts-c", "a tree of densities, its tries valued by all the umpire may say", c_options);
const PlayerKind mcts_bc_player =
    MCTS_PLAYER("mcts-bc", "as mcts-c for the first move, then as mcts-b", b_options);

const Density *mcts_player_density(const Player *player)
{
    assert(player->kind->choose == mcts_choose);
    const MctsPlayer *self = player->self;
    return &self->tracker.density;
}

void mcts_player_believe(Player *player, const Density *density)
{
    assert(player->kind->choose == mcts_choose);
    searcher_of(player)->tracker.density = *density;
}

void mcts_player_drop_tree(Player *player)
{
    assert(player->kind->choose == mcts_choose);
    searcher_of(player)->has_answer = false;
}

uint32_t mcts_player_ranking(const Player *player, Try *out)
{
    assert(player->kind->choose == mcts_choose);
    const MctsPlayer *self = player->self;
    MctsEdge edges[TRIES_MAX];
    if (!self->searches[0] || !mcts_turn_count(self->searches[0]))
        return 0;
    const uint32_t count = gather(self, (unsigned)player->options.values[THREADS], edges);
    for (uint32_t i = 0; i < count;
         i++) { // a stable insertion sort: equals stay as best_edge has them
        const MctsEdge edge = edges[i];
        uint32_t at = i;
        for (; at > 0 && is_better(self, &edge, &edges[at - 1]); at--)
            edges[at] = edges[at - 1];
        edges[at] = edge;
    }
    for (uint32_t i = 0; i < count; i++)
        out[i] = edges[i].attempt;
    return count;
}
