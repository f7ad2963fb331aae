// mcts-b, mcts-c and mcts-bc: one tree, three values of a try.
//
//   mcts-b    simulations of k moves
//   mcts-c    all messages at once, by their chance
//   mcts-bc   the first move as C, the others as B
//
// A node of the budget is a try that was valued.
#include "kriegspiel/player/mcts.h"

#include "kriegspiel/belief/density_tracker.h"
#include "kriegspiel/player/bare_king_state.h"
#include "kriegspiel/player/plays.h"
#include "kriegspiel/search/evaluate.h"
#include "kriegspiel/search/maximax.h"
#include "kriegspiel/search/mcts.h"

enum { NODES_DEFAULT = 10000, THREADS_MAX = 16 }; // a budget without any limit would never end

enum {
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
    OWN, // the first that not all have
    BACKUP = OWN,
    MOVES = OWN,
    QUIESCENCE
};
_Static_assert(QUIESCENCE < (int)PLAYER_OPTIONS_MAX, "there is room for every option");

static const char *const backup_words[] = {"mean", "max", "max-all", NULL};
static const char *const worth_words[] = {"one", "kind", NULL};
enum { ENDGAME_BLIND, ENDGAME_TREE, ENDGAME_EXACT };
static const char *const endgame_words[] = {"blind", "tree", "exact", NULL};
static const char *const model_words[] = {"none", "default", NULL};

#define COMMON_OPTIONS(c, capture_)                                                               \
    [EXPLORATION] = {"c", OPTION_REAL, c, 0, 100, NULL, "how much UCT explores"},                 \
    [RETALIATION] = {"retaliation",                                                               \
                     OPTION_REAL,                                                                 \
                     0.8,                                                                         \
                     0,                                                                           \
                     1,                                                                           \
                     NULL,                                                                        \
                     "chance that a man that has taken is taken"},                                \
    [CHECK_TAKEN] = {"check_taken",                                                               \
                     OPTION_REAL,                                                                 \
                     0.3,                                                                         \
                     0,                                                                           \
                     1,                                                                           \
                     NULL,                                                                        \
                     "chance that a man that gives check is taken"},                              \
    [CAPTURE] = {"capture",                                                                       \
                 OPTION_REAL,                                                                     \
                 capture_,                                                                        \
                 0,                                                                               \
                 1,                                                                               \
                 NULL,                                                                            \
                 "chance that the enemy takes something in another turn"},                        \
    [WORTH] =                                                                                     \
        {"worth", OPTION_CHOICE, 1, 0, 0, worth_words, "what men count: one each, or by kind"},   \
    [ADVANCE] = {"advance",                                                                       \
                 OPTION_REAL,                                                                     \
                 0.02,                                                                            \
                 0,                                                                               \
                 1,                                                                               \
                 NULL,                                                                            \
                 "what a pawn gains by each square of its way, times that way"},                  \
    [ENDGAME] = {"endgame",                                                                       \
                 OPTION_CHOICE,                                                                   \
                 ENDGAME_EXACT,                                                                   \
                 0,                                                                               \
                 0,                                                                               \
                 endgame_words,                                                                   \
                 "how a bare king is mated: by chance, by the tree, by a search of his squares"}, \
    [CONTROL] =                                                                                   \
        {"control", OPTION_SWITCH, 1, 0, 1, NULL, "knows which squares the enemy may attack"},    \
    [GUARDS] = {"guards", OPTION_SWITCH, 1, 0, 1, NULL, "knows that a guarded man is retaken"},   \
    [SPREAD] = {"spread",                                                                         \
                OPTION_REAL,                                                                      \
                1,                                                                                \
                0,                                                                                \
                1,                                                                                \
                NULL,                                                                             \
                "how much of the enemy's moves the density is told"},                             \
    [MODEL] = {"model", OPTION_CHOICE, 1, 0, 0, model_words, "of the opponent"},                  \
    [TURNS] = {"turns",                                                                           \
               OPTION_NUMBER,                                                                     \
               8192,                                                                              \
               MCTS_TURNS_MIN,                                                                    \
               1000000,                                                                           \
               NULL,                                                                              \
               "turns a tree may hold, some 5,000 bytes each; once it is full it grows no more"}, \
    [THREADS] = {"threads",                                                                       \
                 OPTION_NUMBER,                                                                   \
                 1,                                                                               \
                 1,                                                                               \
                 THREADS_MAX,                                                                     \
                 NULL,                                                                            \
                 "trees that grow at once; they share the budget, but for time"}

static const PlayerOption c_options[] = {
    COMMON_OPTIONS(0.02, 0.8),
    [BACKUP] = {"backup", OPTION_CHOICE, MCTS_MAX, 0, 0, backup_words, "what goes up the tree"},
    {0}};
#define SIMULATION_OPTIONS                                                    \
    [MOVES] = {"k", OPTION_NUMBER, 1, 1, 100, NULL, "moves of a simulation"}, \
    [QUIESCENCE] = {                                                          \
        "quiescence", OPTION_SWITCH, 1, 0, 1, NULL, "follows strings of captures to their end"}
static const PlayerOption b_options[] = {COMMON_OPTIONS(0.1, 0.15), SIMULATION_OPTIONS, {0}};
static const PlayerOption bc_options[] = {COMMON_OPTIONS(0.1, 0.15), SIMULATION_OPTIONS, {0}};

typedef struct Searcher {
    DensityTracker tracker;
    Model model;
    CallModel calls;
    BareKingState king_state;
    Mcts *searches[THREADS_MAX];
    Rng rngs[THREADS_MAX];
    Try attempt; // the last of our own
    Hearing answer;
    bool has_answer, has_reply;
} Searcher;

static Searcher *searcher_of(Player *player)
{
    return player->self;
}

static void done(Player *player)
{
    Searcher *self = searcher_of(player);
    for (unsigned i = 0; i < THREADS_MAX; i++) {
        mcts_destroy(self->searches[i]);
        self->searches[i] = NULL;
    }
}

// --- The referee ---------------------------------------------------------------------------------------------

static CallModel call_model_of(const Player *player, const MotionModel *motion)
{
    const double *values = player->options.values;
    CallModel calls;
    call_model_init(&calls, (const KriegspielRules *)player->seating.rules, motion);
    calls.retaliation = (float)values[RETALIATION];
    calls.check_taken = (float)values[CHECK_TAKEN];
    calls.capture = (float)values[CAPTURE];
    calls.advance = (float)values[ADVANCE];
    calls.mates_bare_king = values[ENDGAME] != ENDGAME_BLIND;
    calls.weighs_control = values[CONTROL] != 0;
    calls.guards = values[GUARDS] != 0;
    if (values[WORTH] == 0)
        call_model_count_men(&calls);
    return calls;
}

static PlayerError open_search(Player *player, MctsMethod method)
{
    Searcher *self = searcher_of(player);
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
        if (!self->searches[i])
            return PLAYER_ERR_MEMORY;
    }
    return PLAYER_OK;
}

static PlayerError sit(Player *player, const Seating *seating)
{
    Searcher *self = searcher_of(player);
    done(player);
    const bool has_model =
        player->options.values[MODEL] != 0 && model_read(model_default(), &self->model) == MODEL_OK;
    tracker_begin(&self->tracker, (const KriegspielRules *)seating->rules, seating->seat,
                  has_model ? &self->model : NULL);
    self->tracker.motion.speed = (float)player->options.values[SPREAD];
    self->calls = call_model_of(player, &self->tracker.motion);
    bare_king_state_begin(&self->king_state, (const KriegspielRules *)seating->rules, seating->seat,
                          true);
    self->attempt = TRY_NONE;
    self->has_answer = self->has_reply = false;
    return PLAYER_OK;
}

static PlayerError hear(Player *player, Try own, const Hearing *heard)
{
    Searcher *self = searcher_of(player);
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

// --- Choosing ------------------------------------------------------------------------------------------------

static BeliefState belief_of(const Searcher *self)
{
    const DensityTracker *tracker = &self->tracker;
    return (BeliefState){.own = tracker->view.own,
                         .density = tracker->density,
                         .last = tracker->last,
                         .move_number = tracker->time};
}

// What one turn asks of each tree.
typedef struct Task {
    Searcher *self;
    Budget budget; // of each
    uint8_t seat;
    BeliefState belief;
    const Try *tries;
    uint32_t count;
    Message message;
    bool is_known;
    uint64_t nodes[THREADS_MAX];
} Task;

// Begins where the last search left off, if it thought of what has happened since. Clocks tell the time of the thread that
// reads them, so the meter begins here.
static void grow_tree(void *context, unsigned index)
{
    Task *task = context;
    Searcher *self = task->self;
    Mcts *search = self->searches[index];
    Meter meter = meter_begin(&task->budget, task->seat);
    Rng rng =
        self->rngs[index]; // those of others are beside it, and a line of cache has one writer
    mcts_begin(search, &task->belief, task->tries, task->count, self->attempt,
               task->is_known ? &task->message : NULL, &meter);
    while (!meter.is_spent)
        mcts_iterate(search, &rng, &meter);
    self->rngs[index] = rng;
    task->nodes[index] = meter.nodes;
}

// A share of what is counted; time passes for all alike.
static Budget share_of(const Budget *budget, uint8_t seat, unsigned threads)
{
    Budget share = *budget;
    if (!share.nodes && !share.cpu_ms && !share.move_ms && !share.clock_ms[seat])
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

// Visits of all trees added up, values by their visits.
static uint32_t gather(const Searcher *self, unsigned threads, MctsEdge all[TRIES_MAX])
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

// Whether a draw by repetition may come of it: no position comes back for the third time unless its own part does.
static bool is_third(const Searcher *self, Try attempt)
{
    return bare_king_state_times(&self->king_state, attempt) >= 2;
}

static bool is_better(const Searcher *self, const MctsEdge *edge, const MctsEdge *best)
{
    const bool repeats = is_third(self, edge->attempt);
    if (repeats != is_third(self, best->attempt))
        return !repeats;
    return edge->visits > best->visits ||
           (edge->visits == best->visits && edge->value > best->value);
}

static MctsEdge best_edge(const Searcher *self, unsigned threads)
{
    MctsEdge edges[TRIES_MAX];
    const uint32_t count = gather(self, threads, edges);
    MctsEdge best = edges[0];
    for (uint32_t i = 1; i < count; i++)
        if (is_better(self, &edges[i], &best))
            best = edges[i];
    return best;
}

static void think(Player *player, const Budget *budget, uint32_t count, Choice *choice)
{
    Searcher *self = searcher_of(player);
    const unsigned threads = (unsigned)player->options.values[THREADS];
    const uint8_t seat = player->seating.seat;
    Task task = {.self = self,
                 .budget = share_of(budget, seat, threads),
                 .seat = seat,
                 .belief = belief_of(self),
                 .tries = player->tries,
                 .count = count};
    task.is_known =
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

// Against a king that is alone all that is hidden is his square. False if no try can be legal.
static bool bare_king(Player *player, const Budget *budget, uint32_t count, Choice *choice)
{
    const Searcher *self = searcher_of(player);
    const uint8_t seat = player->seating.seat;
    const Budget bounded = share_of(budget, seat, 1);
    Meter meter = meter_begin(&bounded, seat);
    Try tries[TRIES_MAX];
    uint32_t kept = 0;
    for (uint32_t i = 0; i < count; i++)
        if (maximax_allows(&self->king_state.meta, player->tries[i]))
            tries[kept++] = player->tries[i];
    if (!kept)
        return false;
    const BareKingTry best = bare_king_state_choose(&self->king_state, &meter, tries, kept);
    *choice = (Choice){.kind = EVENT_TRY,
                       .attempt = best.move,
                       .nodes = meter.nodes,
                       .value = winning_chance(best.value)};
    return true;
}

static bool is_bare_king(const Player *player)
{
    const Searcher *self = player->self;
    return player->options.values[ENDGAME] == ENDGAME_EXACT && self->king_state.meta.count == 1;
}

static PlayerError choose(Player *player, const Budget *budget, MctsMethod method, Choice *choice)
{
    const Searcher *self = searcher_of(player);
    const KriegspielRules *rules = (const KriegspielRules *)player->seating.rules;
    if (!self->searches[0] && open_search(player, method))
        return PLAYER_ERR_MEMORY;
    uint32_t count = player_list_tries(player);
    const Try any = player->tries[0];
    count = call_model_keep_tries(rules->setup.board, player->tries, count);
    if (is_bare_king(player) && count && bare_king(player, budget, count, choice))
        return PLAYER_OK;
    if (count > 1)
        think(player, budget, count, choice);
    else
        *choice =
            (Choice){.kind = EVENT_TRY, .attempt = count ? player->tries[0] : any, .value = 0.5};
    return PLAYER_OK;
}

static PlayerError choose_b(Player *player, const Budget *budget, Choice *choice)
{
    return choose(player, budget, MCTS_B, choice);
}

static PlayerError choose_c(Player *player, const Budget *budget, Choice *choice)
{
    return choose(player, budget, MCTS_C, choice);
}

static PlayerError choose_bc(Player *player, const Budget *budget, Choice *choice)
{
    return choose(player, budget, MCTS_BC, choice);
}

#define MCTS_PLAYER(name_, summary_, options_, choose_)                                          \
    {                                                                                            \
        .name = name_, .summary = summary_, .options = options_, .self_bytes = sizeof(Searcher), \
        .plays = player__plays_kriegspiel, .sit = sit, .hear = hear, .choose = choose_,          \
        .done = done,                                                                            \
    }

const PlayerKind mcts_b_player =
    MCTS_PLAYER("mcts-b", "a tree of densities, its tries valued by simulated calls of the umpire",
                b_options, choose_b);
const PlayerKind mcts_c_player =
    MCTS_PLAYER("mcts-c", "a tree of densities, its tries valued by all the umpire may say",
                c_options, choose_c);
const PlayerKind mcts_bc_player =
    MCTS_PLAYER("mcts-bc", "as mcts-c for the first move, then as mcts-b", bc_options, choose_bc);
