// mcts-b, mcts-c and mcts-bc: one tree, three values of a try.
//
//   mcts-b    simulations of k moves
//   mcts-c    all messages at once, by their chance
//   mcts-bc   the first move as C, the others as B
//
// A node of the budget is a try that was valued.
#include "player/mcts.h"

#include "belief/watch.h"
#include "search/mcts.h"

enum {
    EXPLORATION,
    BACKUP,
    RETALIATION,
    CHECK_TAKEN,
    CAPTURE,
    WORTH,
    ADVANCE,
    HUNTS,
    MODEL,
    TURNS,
    MOVES
};

static const char *const backup_words[] = {"mean", "max", "max-all", NULL};
static const char *const worth_words[] = {"one", "kind", NULL};
static const char *const model_words[] = {"none", "default", NULL};

#define COMMON_OPTIONS(c, backup_)                                                              \
    [EXPLORATION] = {"c", OPTION_REAL, c, 0, 100, NULL, "how much UCT explores"},               \
    [BACKUP] = {"backup", OPTION_CHOICE, backup_, 0, 0, backup_words, "what goes up the tree"}, \
    [RETALIATION] = {"retaliation",                                                             \
                     OPTION_REAL,                                                               \
                     0.8,                                                                       \
                     0,                                                                         \
                     1,                                                                         \
                     NULL,                                                                      \
                     "chance that a man that has taken is taken"},                              \
    [CHECK_TAKEN] = {"check_taken",                                                             \
                     OPTION_REAL,                                                               \
                     0.3,                                                                       \
                     0,                                                                         \
                     1,                                                                         \
                     NULL,                                                                      \
                     "chance that a man that gives check is taken"},                            \
    [CAPTURE] = {"capture",                                                                     \
                 OPTION_REAL,                                                                   \
                 0.15,                                                                          \
                 0,                                                                             \
                 1,                                                                             \
                 NULL,                                                                          \
                 "chance that the enemy takes something in another turn"},                      \
    [WORTH] =                                                                                   \
        {"worth", OPTION_CHOICE, 1, 0, 0, worth_words, "what men count: one each, or by kind"}, \
    [ADVANCE] = {"advance",                                                                     \
                 OPTION_REAL,                                                                   \
                 0.02,                                                                          \
                 0,                                                                             \
                 1,                                                                             \
                 NULL,                                                                          \
                 "what a pawn gains by each square of its way, times that way"},                \
    [HUNTS] = {"hunts", OPTION_SWITCH, 1, 0, 1, NULL, "knows how a bare king is mated"},        \
    [MODEL] = {"model", OPTION_CHOICE, 1, 0, 0, model_words, "of the opponent"},                \
    [TURNS] = {                                                                                 \
        "turns",                                                                                \
        OPTION_NUMBER,                                                                          \
        8192,                                                                                   \
        MCTS_TURNS_MIN,                                                                         \
        1000000,                                                                                \
        NULL,                                                                                   \
        "turns the tree may hold, some 5,000 bytes each; once it is full it no longer grows"}

static const PlayerOption c_options[] = {COMMON_OPTIONS(0.05, MCTS_MAX), {0}};
#define MOVES_OPTION [MOVES] = {"k", OPTION_NUMBER, 1, 1, 100, NULL, "moves of a simulation"}
static const PlayerOption b_options[] = {COMMON_OPTIONS(0.1, MCTS_MEAN), MOVES_OPTION, {0}};
static const PlayerOption bc_options[] = {COMMON_OPTIONS(0.1, MCTS_MEAN), MOVES_OPTION, {0}};

typedef struct Searcher {
    Watch watch;
    Model model;
    Referee referee;
    Mcts *search;
    Try attempt; // the last of our own
    Hearing answer;
    bool has_answer, has_reply;
} Searcher;

enum { NODES_USUAL = 10000 }; // a budget without any limit would never end

static bool plays_kriegspiel(const Game *game)
{
    return game == &kriegspiel_game;
}

static Searcher *searcher_of(Player *player)
{
    return player->self;
}

static void done(Player *player)
{
    Searcher *self = searcher_of(player);
    mcts_destroy(self->search);
    self->search = NULL;
}

// --- The referee ---------------------------------------------------------------------------------------------

// In fifths of a knight; the enemy's pieces count as their mean does, since nobody knows which they are.
static const float kind_worth[KIND_COUNT] = {0.4F, 1, 1, 1.6F, 3, 0};
static const float mean_piece_worth = 1.46F; // of seven

static Referee referee_of(const Player *player, const Drift *drift)
{
    const double *values = player->options.values;
    Referee referee = {.rules = (const KriegspielRules *)player->seating.rules,
                       .drift = drift,
                       .retaliation = (float)values[RETALIATION],
                       .check_taken = (float)values[CHECK_TAKEN],
                       .capture = (float)values[CAPTURE],
                       .advance = (float)values[ADVANCE],
                       .hunts = values[HUNTS] != 0};
    const bool is_by_kind = values[WORTH] != 0;
    for (Kind kind = PAWN; kind < KING; kind++)
        referee.worth[kind] = is_by_kind ? kind_worth[kind] : 1;
    referee.pawn_worth = referee.worth[PAWN];
    referee.piece_worth = is_by_kind ? mean_piece_worth : 1;
    return referee;
}

static PlayerError open_search(Player *player, MctsMethod method)
{
    Searcher *self = searcher_of(player);
    const double *values = player->options.values;
    const MctsPlan plan = {.referee = &self->referee,
                           .method = method,
                           .backup = (MctsBackup)values[BACKUP],
                           .moves = method == MCTS_C ? 1 : (unsigned)values[MOVES],
                           .exploration = (float)values[EXPLORATION],
                           .turns_max = (uint32_t)values[TURNS]};
    self->search = mcts_create(&player->memory, &plan);
    return self->search ? PLAYER_OK : PLAYER_ERR_MEMORY;
}

static PlayerError sit(Player *player, const Seating *seating)
{
    Searcher *self = searcher_of(player);
    done(player);
    const bool has_model =
        player->options.values[MODEL] != 0 && model_read(model_default(), &self->model) == MODEL_OK;
    watch_begin(&self->watch, (const KriegspielRules *)seating->rules, seating->seat,
                has_model ? &self->model : NULL);
    self->referee = referee_of(player, &self->watch.drift);
    self->attempt = TRY_NONE;
    self->has_answer = self->has_reply = false;
    return PLAYER_OK;
}

static PlayerError hear(Player *player, Try own, const Hearing *heard)
{
    Searcher *self = searcher_of(player);
    watch_hear(&self->watch, own, heard);
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

static Stand stand_of(const Searcher *self)
{
    const Watch *watch = &self->watch;
    return (Stand){.own = watch->view.own,
                   .density = watch->density,
                   .last = watch->last,
                   .time = watch->time};
}

// Begins where the last search left off, if it thought of what has happened since.
static void begin(Player *player, const Try *tries, uint32_t count, Meter *meter)
{
    Searcher *self = searcher_of(player);
    const Stand stand = stand_of(self);
    Message message;
    const bool is_known =
        self->has_answer &&
        message_of(&self->answer, self->has_reply ? &self->watch.last : NULL, &message);
    mcts_begin(self->search, &stand, tries, count, self->attempt, is_known ? &message : NULL,
               meter);
}

static MctsEdge best_edge(const Player *player, const Mcts *search)
{
    MctsEdge edges[TRIES_MAX];
    const uint32_t count = mcts_edges(search, edges);
    MctsEdge best = edges[0];
    (void)player;
    for (uint32_t i = 1; i < count; i++)
        if (edges[i].visits > best.visits ||
            (edges[i].visits == best.visits && edges[i].value > best.value))
            best = edges[i];
    return best;
}

static PlayerError choose(Player *player, const Budget *budget, MctsMethod method, Choice *choice)
{
    Searcher *self = searcher_of(player);
    Budget limited = *budget;
    if (!limited.nodes && !limited.cpu_ms && !limited.move_ms &&
        !limited.clock_ms[player->seating.seat])
        limited.nodes = NODES_USUAL;
    Meter meter = meter_begin(&limited, player->seating.seat);
    if (!self->search && open_search(player, method))
        return PLAYER_ERR_MEMORY;
    uint32_t count = player_list_tries(player);
    const Try any = player->tries[0];
    count = referee_keep_tries(((const KriegspielRules *)player->seating.rules)->setup.board,
                               player->tries, count);
    if (count < 2) {
        *choice =
            (Choice){.kind = EVENT_TRY, .attempt = count ? player->tries[0] : any, .value = 0.5};
        return PLAYER_OK;
    }
    begin(player, player->tries, count, &meter);
    while (!meter.is_spent)
        mcts_iterate(self->search, &player->rng, &meter);
    const MctsEdge best = best_edge(player, self->search);
    const double value = 0.5 + best.value / (2 * REFEREE_WIN);
    *choice = (Choice){.kind = EVENT_TRY,
                       .attempt = best.attempt,
                       .nodes = meter.nodes,
                       .value = value < 0   ? 0
                                : value > 1 ? 1
                                            : value};
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
        .plays = plays_kriegspiel, .sit = sit, .hear = hear, .choose = choose_, .done = done,    \
    }

const PlayerKind mcts_b_player =
    MCTS_PLAYER("mcts-b", "a tree of densities, its tries valued by simulated calls of the umpire",
                b_options, choose_b);
const PlayerKind mcts_c_player =
    MCTS_PLAYER("mcts-c", "a tree of densities, its tries valued by all the umpire may say",
                c_options, choose_c);
const PlayerKind mcts_bc_player =
    MCTS_PLAYER("mcts-bc", "as mcts-c for the first move, then as mcts-b", bc_options, choose_bc);
