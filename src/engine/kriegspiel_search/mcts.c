// Methods B and C: the tree, in which turns, tries and messages have a block each, and the simulations at its leaves.
#include "engine/kriegspiel_search/mcts.h"

#include "base/portable_math.h"

#include <assert.h>
#include <math.h>
#include <string.h>

// A simulation of method B (Ciancarini and Favini 2010): some random moves, each answered by the call model, and no board.
// It is worth the men that are left.
// A turn, and the last try in it with its message. What is believed after that is computed only when another move follows.
// A plain value.
typedef struct Simulation {
    const CallModel *calls;
    BeliefState belief;
    Move move;
    CallMessage message;
    float end; // the worth of the message if it ends the game
} Simulation;

// Begins with a first try in a turn whose risks are known, and draws its message.
static void simulation_begin(Simulation *game, const BeliefState *belief, const ReplyRisks *risks,
                             Move move, const TryOutcomes *outcomes, Rng *rng)
{
    assert(bits_has(belief->own.all, move_from(move)));
    float chance;
    *game = (Simulation){.calls = risks->calls, .belief = *belief, .move = move};
    game->message = risks_draw(risks, move, outcomes, rng, &chance, &game->end);
}

// The index of a try that goes to `square`, a random one of several; `count` if there is none.
static uint32_t find_retake(const Try *tries, uint32_t count, unsigned square, Rng *rng)
{
    uint32_t found = count, equals = 0;
    for (uint32_t i = 0; i < count; i++)
        if (move_to(tries[i]) == square && rng_below(rng, ++equals) == 0)
            found = i;
    return found;
}

// A refusal teaches the density something. Outside of the paper's players it does not: it would cost as much as a move.
static void learn_refusal(Simulation *game, TurnContext *context)
{
    if (!game->calls->is_paper)
        return;
    belief_state_move_on(&game->belief, game->calls, game->move, game->message);
    turn_context_init(context, game->calls, &game->belief);
}

// Sends random tries of the turn until one is played, or, if `square` is one, tries onto that square. A refused try is not
// sent again. False if no try is played.
static bool mcts_play_turn(Simulation *game, unsigned square, Rng *rng)
{
    Try tries[TRIES_MAX];
    uint32_t count = call_model_fresh_tries(game->calls, &game->belief.own, tries);
    TurnContext context;
    turn_context_init(&context, game->calls, &game->belief);
    game->message = (CallMessage){.is_refused = true};
    while (count && game->message.is_refused) {
        const uint32_t index =
            square == SQUARE_NONE ? rng_below(rng, count) : find_retake(tries, count, square, rng);
        if (index == count)
            return false;
        TryOutcomes outcomes;
        float chance;
        game->move = tries[index];
        turn_context_try(&context, game->move, &outcomes);
        game->message = risks_draw(&context.risks, game->move, &outcomes, rng, &chance, &game->end);
        tries[index] = tries[--count];
        if (game->message.is_refused)
            learn_refusal(game, &context);
    }
    return !game->message.is_refused;
}

// Plays one more move after the last message. False if there is none.
static bool play_next(Simulation *game, unsigned square, Rng *rng)
{
    if (message_ends(&game->message))
        return false;
    belief_state_move_on(&game->belief, game->calls, game->move, game->message);
    return mcts_play_turn(game, square, rng);
}

// Plays on until `moves` moves are made, the first included; it is still to be made if its try was refused. Then takes back
// at most `retakes` times while the reply has taken a man.
static void simulation_play(Simulation *game, unsigned moves, unsigned retakes, Rng *rng)
{
    assert(moves > 0);
    bool goes_on = true;
    for (unsigned i = !game->message.is_refused; i < moves && goes_on; i++)
        goes_on = play_next(game, SQUARE_NONE, rng);
    for (unsigned i = 0; i < retakes && goes_on && game->message.lost_at; i++)
        goes_on = play_next(game, game->message.lost_at - 1u, rng);
}

// The balance of the men after the message, each by the worth of its kind.
static float worth_of_men(const Simulation *game)
{
    const CallModel *calls = game->calls;
    const Density *enemy = &game->belief.density;
    OwnMen own = game->belief.own;
    float balance = message_gain(&game->message, calls) - enemy->pawn_count * calls->pawn_worth -
                    enemy->piece_count * calls->piece_worth;
    if (!game->message.is_refused)
        own_men_play(&own, game->move);
    if (game->message.lost_at)
        own_men_lose(&own, game->message.lost_at - 1u);
    for (Kind kind = PAWN; kind < KING; kind++)
        balance += (float)bits_count(own.kind[kind]) * calls->worth[kind];
    return balance_worth(calls, balance);
}

// Returns the worth of its end, in men.
static float simulation_worth(const Simulation *game)
{
    return message_ends(&game->message) ? game->end : worth_of_men(game);
}

enum {
    NOWHERE = 0,       // index of no child and no turn: index 0 is never below anything
    EDGES_A_TURN = 48, // tries for which there is room, in the mean: middle games have about 48
    DEPTH_MAX = 64,    // turns of a descent: its steps are kept on the stack
    CLOCK_EVERY = 32,  // simulations between looks at the clock: one takes as long as many nodes
    CACHE_LINE = 64,   // bytes
};

// Chance: a try that is less likely to be legal is tried last. Without this a fifth of the tries that C sent could not be
// legal (docs/engines/mcts.md).
static const float POSSIBLE = 0.02F;

// A message that was drawn, and the turn to which it leads; NOWHERE if the game ends.
typedef struct MctsChild {
    CallMessage message;
    float chance, worth; // what it counts for in its try now
    uint32_t turn, next;
} MctsChild;

typedef struct Edge {
    Move move;
    bool has_outcomes;
    uint32_t visits;
    float value; // C: its worth now; B: the mean of its visits
    float
        played; // C: the part of its worth that comes from being played, or all of it in the paper's C
    uint32_t child; // the first of a list
    TryOutcomes outcomes;
} Edge;

typedef struct TurnNode {
    BeliefState belief;
    ReplyRisks risks; // set with the outcomes of the first try
    uint32_t edge, edge_count, visits;
    float value;
} TurnNode;

struct Mcts {
    Memory memory;
    MctsPlan plan;
    TurnNode *turns;
    Edge *edges;
    MctsChild *children;
    uint32_t turn_count, edge_count, child_count;
    uint32_t edges_max, children_max;
    uint32_t root;
    uint32_t simulations;
    // The counters change with every turn. Trees are allocated one after the other and grown by different threads, so no
    // two may share a cache line.
    char apart[CACHE_LINE];
};

Mcts *mcts_create(const Memory *memory, const MctsPlan *plan)
{
    assert(plan->calls && plan->moves >= 1);
    assert(plan->turns_max >= MCTS_TURNS_MIN);
    Mcts *search = memory_resize(memory, NULL, sizeof *search);
    if (!search)
        return NULL;
    *search = (Mcts){.memory = *memory,
                     .plan = *plan,
                     .edges_max = plan->turns_max * EDGES_A_TURN + TRIES_MAX,
                     .children_max = plan->turns_max * 2};
    search->turns = memory_resize(memory, NULL, plan->turns_max * sizeof *search->turns);
    search->edges = memory_resize(memory, NULL, search->edges_max * sizeof *search->edges);
    search->children = memory_resize(memory, NULL, search->children_max * sizeof *search->children);
    if (!search->turns || !search->edges || !search->children) {
        mcts_destroy(search);
        return NULL;
    }
    return search;
}

void mcts_destroy(Mcts *search)
{
    if (!search)
        return;
    const Memory memory = search->memory;
    memory_resize(&memory, search->turns, 0);
    memory_resize(&memory, search->edges, 0);
    memory_resize(&memory, search->children, 0);
    memory_resize(&memory, search, 0);
}

static bool has_room(const Mcts *search)
{
    return search->turn_count < search->plan.turns_max &&
           search->edge_count + TRIES_MAX <= search->edges_max &&
           search->child_count < search->children_max;
}

static bool is_possible(const Edge *edge)
{
    return edge->outcomes.legal >= POSSIBLE;
}

// The worth of a try if a refusal is worth `refused`.
static float worth_with(const Edge *edge, float refused)
{
    return edge->played + (1 - edge->outcomes.legal) * refused;
}

// The worth of a turn in which one refusal is the last: what is left of a turn after a refusal.
static float refused_worth(const Edge *edges, uint32_t count)
{
    float best = edges[0].outcomes.illegal_worth;
    for (uint32_t i = 0; i < count; i++)
        if (is_possible(&edges[i]))
            best = float_max(best, worth_with(&edges[i], edges[i].outcomes.illegal_worth));
    return best;
}

// In our C a refusal costs nothing and is no message; in the paper's it is one like any other.
static bool has_free_refusals(const Mcts *search)
{
    return search->plan.method == MCTS_C && !search->plan.calls->is_paper;
}

// What a try is worth before anything is known of what follows its messages.
static float first_worth(const Mcts *search, const TryOutcomes *outcomes)
{
    return has_free_refusals(search) ? outcomes_played_worth(outcomes) : outcomes_worth(outcomes);
}

// The paper's C: a turn is worth its best try.
static void value_literally(const Mcts *search, TurnNode *turn)
{
    Edge *edges = &search->edges[turn->edge];
    float best = -INFINITY, sum = 0;
    uint32_t visits = 0;
    for (uint32_t i = 0; i < turn->edge_count; i++) {
        edges[i].value = edges[i].played;
        best = float_max(best, edges[i].value);
        sum += edges[i].value * (float)edges[i].visits;
        visits += edges[i].visits;
    }
    turn->value = search->plan.backup == MCTS_MEAN ? sum / (float)visits : best;
}

// Our C: a refusal costs nothing, because the turn goes on with the best of the other tries. So a try is valued by what it
// brings when it is played; a try that cannot be legal comes last.
static void value_turn(const Mcts *search, TurnNode *turn)
{
    assert(turn->edge_count > 0);
    Edge *edges = &search->edges[turn->edge];
    if (!has_free_refusals(search)) {
        value_literally(search, turn);
        return;
    }
    const float refused = refused_worth(edges, turn->edge_count);
    float best = refused, sum = refused;
    uint32_t visits = 1;
    for (uint32_t i = 0; i < turn->edge_count; i++) {
        Edge *edge = &edges[i];
        edge->value = -CALL_MODEL_WIN;
        if (!is_possible(edge))
            continue;
        edge->value = worth_with(edge, refused);
        best = float_max(best, edge->value);
        sum += edge->value * (float)edge->visits;
        visits += edge->visits;
    }
    turn->value = search->plan.backup == MCTS_MEAN ? sum / (float)visits : best;
}

// C values all tries of a turn when it reaches the turn: UCT would visit each of them before any is visited again, and
// what they share is computed once.
static void value_edges(Mcts *search, TurnNode *turn, const TurnContext *context, Meter *meter)
{
    Edge *edges = &search->edges[turn->edge];
    for (uint32_t i = 0; i < turn->edge_count; i++) {
        turn_context_try(context, edges[i].move, &edges[i].outcomes);
        edges[i].has_outcomes = true;
        edges[i].played = first_worth(search, &edges[i].outcomes);
        edges[i].visits = 1;
        (void)meter_step(meter);
    }
    turn->risks = context->risks;
    turn->visits = turn->edge_count;
    value_turn(search, turn);
}

static uint32_t mcts_add_turn(Mcts *search, const BeliefState *belief, const Try *tries,
                              uint32_t count, Meter *meter)
{
    assert(count > 0 && search->turn_count < search->plan.turns_max);
    assert(search->edge_count + count <= search->edges_max);
    const uint32_t index = search->turn_count++;
    TurnNode *turn = &search->turns[index];
    *turn = (TurnNode){.belief = *belief, .edge = search->edge_count, .edge_count = count};
    for (uint32_t i = 0; i < count; i++)
        search->edges[search->edge_count++] = (Edge){.move = tries[i]};
    if (search->plan.method == MCTS_C) {
        TurnContext context;
        turn_context_init(&context, search->plan.calls, &turn->belief);
        value_edges(search, turn, &context, meter);
    }
    return index;
}

static MctsChild *find_child(const Mcts *search, const Edge *edge, CallMessage message)
{
    for (uint32_t at = edge->child; at != NOWHERE; at = search->children[at].next)
        if (memcmp(&search->children[at].message, &message, sizeof message) == 0)
            return &search->children[at];
    return NULL;
}

static Edge *find_edge(const Mcts *search, const TurnNode *turn, Try attempt)
{
    for (uint32_t i = 0; i < turn->edge_count; i++)
        if (search->edges[turn->edge + i].move == attempt)
            return &search->edges[turn->edge + i];
    return NULL;
}

static bool has_tries(const Mcts *search, const TurnNode *turn, const Try *tries, uint32_t count)
{
    if (turn->edge_count != count)
        return false;
    for (uint32_t i = 0; i < count; i++)
        if (!find_edge(search, turn, tries[i]))
            return false;
    return true;
}

// C: removes the try that was refused from the root.
static void drop_edge(const Mcts *search, Edge *edge)
{
    TurnNode *root = &search->turns[search->root];
    const Edge *end = &search->edges[root->edge + root->edge_count];
    assert(edge >= &search->edges[root->edge] && edge < end);
    root->visits -= edge->visits;
    memmove(edge, edge + 1, (size_t)(end - (edge + 1)) * sizeof *edge);
    root->edge_count--;
}

// Moves the root to where the message to an own try leads. False if the tree does not hold that turn.
static bool follow(Mcts *search, Try attempt, const CallMessage *message)
{
    Edge *edge = find_edge(search, &search->turns[search->root], attempt);
    if (!edge)
        return false;
    if (has_free_refusals(search) && message->is_refused) {
        drop_edge(search, edge);
        return true;
    }
    const MctsChild *child = find_child(search, edge, *message);
    if (!child || child->turn == NOWHERE)
        return false;
    assert(child->turn < search->turn_count);
    search->root = child->turn;
    return true;
}

// Whether the tree holds a turn with exactly these tries; that turn is then the root.
static bool keep_tree(Mcts *search, const Try *tries, uint32_t count, Try attempt,
                      const CallMessage *message)
{
    return search->turn_count && search->turn_count * 2 <= search->plan.turns_max && message &&
           attempt != TRY_NONE && follow(search, attempt, message) &&
           has_tries(search, &search->turns[search->root], tries, count);
}

// A turn of the tree has been reached in the game, and its density now knows a little more. Its tries are weighed anew and
// keep what was found below them.
static void weigh_again(const Mcts *search, TurnNode *turn)
{
    Edge *edges = &search->edges[turn->edge];
    TurnContext context;
    turn_context_init(&context, search->plan.calls, &turn->belief);
    turn->risks = context.risks;
    for (uint32_t i = 0; i < turn->edge_count; i++) {
        if (!edges[i].has_outcomes)
            continue;
        const float before = first_worth(search, &edges[i].outcomes);
        turn_context_try(&context, edges[i].move, &edges[i].outcomes);
        edges[i].played += first_worth(search, &edges[i].outcomes) - before;
    }
    if (search->plan.method == MCTS_C)
        value_turn(search, turn);
}

void mcts_begin(Mcts *search, const BeliefState *belief, const Try *tries, uint32_t count,
                Try attempt, const CallMessage *message, Meter *meter)
{
    assert(count > 0 && count <= TRIES_MAX);
    if (keep_tree(search, tries, count, attempt, message)) {
        TurnNode *root = &search->turns[search->root];
        root->belief = *belief;
        weigh_again(search, root);
        return;
    }
    search->turn_count = search->edge_count = 0;
    search->child_count = 1; // index 0 is NOWHERE
    search->root = mcts_add_turn(search, belief, tries, count, meter);
}

// One step of a descent: a try, and the message that was drawn to it.
typedef struct MctsStep {
    uint32_t turn;
    Edge *edge;
    MctsChild *child; // NULL if it is the last
} MctsStep;

// A random unvisited try if there is one; else by UCT, value + c * sqrt(ln N / n).
static Edge *choose_edge(const Mcts *search, const TurnNode *turn, Rng *rng)
{
    assert(turn->edge_count > 0);
    Edge *edges = &search->edges[turn->edge];
    if (turn->visits < turn->edge_count) { // B: one new try a visit
        uint32_t skipped = rng_below(rng, turn->edge_count - turn->visits);
        for (uint32_t i = 0;; i++) {
            assert(i < turn->edge_count); // visits counts the visited tries here
            if (!edges[i].visits && skipped-- == 0)
                return &edges[i];
        }
    }
    const float scale =
        search->plan.exploration * CALL_MODEL_WIN * sqrtf((float)portable_log(turn->visits));
    Edge *best = &edges[0];
    float max = -INFINITY;
    for (uint32_t i = 0; i < turn->edge_count; i++) {
        const float bound = edges[i].value + scale / sqrtf((float)edges[i].visits);
        if (bound > max) {
            max = bound;
            best = &edges[i];
        }
    }
    return best;
}

// The tries of a turn without the one that was refused.
static uint32_t list_other_tries(const Mcts *search, const TurnNode *turn, Move refused,
                                 Try tries[TRIES_MAX])
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < turn->edge_count; i++)
        if (search->edges[turn->edge + i].move != refused)
            tries[count++] = search->edges[turn->edge + i].move;
    return count;
}

// Adds the turn that a new message leads to; NOWHERE if the game is over or nothing is left to try.
static uint32_t grow(Mcts *search, uint32_t at, Move move, CallMessage message, Meter *meter)
{
    const TurnNode *turn = &search->turns[at];
    Try tries[TRIES_MAX];
    if (message_ends(&message))
        return NOWHERE;
    BeliefState after = turn->belief;
    belief_state_move_on(&after, search->plan.calls, move, message);
    const uint32_t count = message.is_refused
                               ? list_other_tries(search, turn, move, tries)
                               : call_model_fresh_tries(search->plan.calls, &after.own, tries);
    return count ? mcts_add_turn(search, &after, tries, count, meter) : NOWHERE;
}

static MctsChild *add_child(Mcts *search, Edge *edge, CallMessage message, float chance,
                            float worth)
{
    assert(search->child_count < search->children_max);
    const uint32_t index = search->child_count++;
    search->children[index] =
        (MctsChild){.message = message, .chance = chance, .worth = worth, .next = edge->child};
    edge->child = index;
    return &search->children[index];
}

static void weigh_edge(const Mcts *search, TurnNode *turn, Edge *edge)
{
    TurnContext context;
    turn_context_init(&context, search->plan.calls, &turn->belief);
    turn_context_try(&context, edge->move, &edge->outcomes);
    edge->has_outcomes = true;
    turn->risks = context.risks;
}

static float simulate(const Mcts *search, TurnNode *turn, Edge *edge, Rng *rng)
{
    const MctsPlan *plan = &search->plan;
    Simulation game;
    if (!edge->has_outcomes)
        weigh_edge(search, turn, edge);
    simulation_begin(&game, &turn->belief, &turn->risks, edge->move, &edge->outcomes, rng);
    if (plan->method == MCTS_B || message_ends(&game.message)) {
        simulation_play(&game, plan->moves, plan->retakes, rng);
        return simulation_worth(&game);
    }
    const float before = simulation_worth(&game);
    simulation_play(&game, plan->moves, plan->retakes, rng);
    return outcomes_worth(&edge->outcomes) + simulation_worth(&game) - before;
}

static void learn_mean(MctsStep *steps, unsigned count, TurnNode *turns, float value)
{
    for (unsigned i = count; i--;) {
        Edge *edge = steps[i].edge;
        edge->visits++;
        edge->value += (value - edge->value) / (float)edge->visits;
        turns[steps[i].turn].visits++;
    }
}

static float best_child(const Mcts *search, const Edge *edge)
{
    float best = -INFINITY;
    for (uint32_t at = edge->child; at != NOWHERE; at = search->children[at].next)
        best = float_max(best, search->children[at].worth);
    return best;
}

static void learn_best(Mcts *search, MctsStep *steps, unsigned count)
{
    for (unsigned i = count; i--;) {
        Edge *edge = steps[i].edge;
        MctsChild *child = steps[i].child;
        TurnNode *turn = &search->turns[steps[i].turn];
        if (child && child->turn != NOWHERE) {
            const float now = search->turns[child->turn].value;
            edge->played += child->chance * (now - child->worth);
            child->worth = now;
        }
        if (child && search->plan.backup == MCTS_MAX_ALL)
            edge->played =
                (has_free_refusals(search) ? edge->outcomes.legal : 1) * best_child(search, edge);
        edge->visits++;
        turn->visits++;
        value_turn(search, turn);
    }
}

// Draws a message. B and the paper's C draw refusals too; our C leaves them to the turn.
static CallMessage mcts_draw(const Mcts *search, const TurnNode *turn, const Edge *edge, Rng *rng,
                             float *chance, float *worth)
{
    if (!has_free_refusals(search))
        return risks_draw(&turn->risks, edge->move, &edge->outcomes, rng, chance, worth);
    const CallMessage message =
        risks_draw_played(&turn->risks, edge->move, &edge->outcomes, rng, chance, worth);
    *chance *= edge->outcomes.legal;
    return message;
}

// Goes down until a message is new, the game is over, or B reaches an unvisited try. Returns the number of steps.
static unsigned descend(Mcts *search, MctsStep steps[DEPTH_MAX], Rng *rng, Meter *meter)
{
    uint32_t at = search->root;
    unsigned count = 0;
    for (;;) {
        TurnNode *turn = &search->turns[at];
        Edge *edge = choose_edge(search, turn, rng);
        MctsStep *step = &steps[count++];
        *step = (MctsStep){.turn = at, .edge = edge};
        if (!edge->visits || count == DEPTH_MAX)
            return count;
        if (!edge->has_outcomes)
            weigh_edge(search, turn, edge);
        float chance, worth;
        const CallMessage message = mcts_draw(search, turn, edge, rng, &chance, &worth);
        step->child = find_child(search, edge, message);
        const bool is_new = !step->child;
        if (is_new) {
            if (!has_room(search))
                return count;
            step->child = add_child(search, edge, message, chance, worth);
            step->child->turn = grow(search, at, edge->move, message, meter);
        }
        at = step->child->turn;
        if (at == NOWHERE || (is_new && search->plan.method == MCTS_C))
            return count;
    }
}

static void look_at_clock(Mcts *search, Meter *meter)
{
    (void)meter_step(meter);
    if (++search->simulations % CLOCK_EVERY == 0)
        (void)meter_charge(meter, 0, 0);
}

void mcts_iterate(Mcts *search, Rng *rng, Meter *meter)
{
    MctsStep steps[DEPTH_MAX];
    const uint64_t nodes = meter->nodes;
    const unsigned count = descend(search, steps, rng, meter);
    if (search->plan.method == MCTS_C) {
        if (meter->nodes == nodes) // nothing was valued: the game has ended, or the tree is full
            look_at_clock(search, meter);
        learn_best(search, steps, count);
        return;
    }
    assert(count > 0 && count <= DEPTH_MAX);
    const MctsStep *last = &steps[count - 1];
    look_at_clock(search, meter);
    if (last->child && message_ends(&last->child->message))
        learn_mean(steps, count, search->turns, last->child->worth);
    else
        learn_mean(steps, count, search->turns,
                   simulate(search, &search->turns[last->turn], last->edge, rng));
}

uint32_t mcts_edges(const Mcts *search, MctsEdge *out)
{
    assert(search->root < search->turn_count);
    const TurnNode *root = &search->turns[search->root];
    for (uint32_t i = 0; i < root->edge_count; i++) {
        const Edge *edge = &search->edges[root->edge + i];
        out[i] = (MctsEdge){.attempt = edge->move, .visits = edge->visits, .value = edge->value};
    }
    return root->edge_count;
}

uint32_t mcts_turn_count(const Mcts *search)
{
    return search->turn_count;
}
