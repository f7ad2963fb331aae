// The ear behind nebel/state.h, batch.h, belief.h: every array, text and plane that a program gets of its seat.
#include "surfaces.h"

#include "base/hash.h"

#include <stdlib.h>

enum {
    GAMES = 2,
    PLANES_MAX = 32 * 361,
    ACTIONS_MAX = 2048,
    BELIEF_BOARDS = 32,
    BELIEF_HEARD_MAX = 24
};

static void check(nebel_error error)
{
    if (error)
        abort();
}

// Long arrays go into the text as their hash.
static void add_hash(const char *what, const void *bytes, size_t count, Text *text)
{
    text_format(text, "%s %016llx\n", what,
                (unsigned long long)hash_bytes(HASH_START, bytes, count));
}

static void add_written(nebel_error error, char *written, Text *text)
{
    check(error);
    text_add(text, written);
    nebel_free(written);
}

static size_t plane_bytes(const nebel_shape *shape)
{
    const size_t bytes = (size_t)shape->planes * shape->ranks * shape->files;
    if (bytes > PLANES_MAX || shape->actions > ACTIONS_MAX)
        abort();
    return bytes;
}

// All that a state gives of a seat, but its information.
static void add_state(const nebel_game *game, const nebel_state *state, uint8_t seat, Text *text)
{
    static uint8_t planes[PLANES_MAX], mask[ACTIONS_MAX];
    static int32_t actions[ACTIONS_MAX];
    const nebel_shape shape = nebel_game_shape(game);
    const nebel_outcome outcome = nebel_state_outcome(state);
    char *written = NULL;
    check(nebel_state_observe(state, seat, planes));
    add_hash("planes", planes, plane_bytes(&shape), text);
    nebel_error error = nebel_state_observation(state, seat, &written);
    add_written(error, written, text);
    text_format(text, "to move %d, over %d, winner %d, ending %s, heard %u\n",
                nebel_state_to_move(state), outcome.is_over, outcome.winner,
                nebel_ending_text(outcome.ending), nebel_state_heard(state, seat));
    if (nebel_state_to_move(state) != seat)
        return;
    const uint32_t count = nebel_state_actions(state, actions, ACTIONS_MAX);
    nebel_state_mask(state, mask);
    surface_add_bytes(actions, count * sizeof actions[0], text);
    add_hash("mask", mask, shape.actions, text);
}

static void add_information(const nebel_state *state, uint8_t seat, Text *text)
{
    char *written = NULL;
    nebel_error error = nebel_state_information(state, seat, &written);
    add_written(error, written, text);
    for (uint32_t i = 0; i < nebel_state_heard(state, seat); i++) {
        nebel_hearing hearing;
        int32_t own;
        if (!nebel_state_hearing(state, seat, i, &own, &hearing))
            abort();
        text_format(text, "%d ", own);
        surface_add_bytes(&hearing, sizeof hearing, text);
    }
}

// --- Batches -----------------------------------------------------------------------------------

// Rows of a batch whose games are all the run's own.
typedef struct Rows {
    uint8_t planes[GAMES * PLANES_MAX], masks[GAMES * ACTIONS_MAX];
    int32_t actions[GAMES * ACTIONS_MAX];
    uint32_t counts[GAMES];
    int8_t to_move[GAMES], rewards[GAMES * 2];
    uint8_t is_over[GAMES], is_refused[GAMES];
} Rows;

static Rows rows;
static const nebel_arrays arrays = {rows.planes,  rows.masks,   rows.actions, rows.counts,
                                    rows.to_move, rows.is_over, rows.rewards, rows.is_refused};

// A row belongs to the seat to move; who ended the game and how is for both.
static void add_rows(const nebel_game *game, uint8_t seat, Text *text)
{
    const nebel_shape shape = nebel_game_shape(game);
    const size_t bytes = plane_bytes(&shape);
    for (unsigned i = 0; i < GAMES; i++) {
        text_format(text, "over %d, rewards %d %d\n", rows.is_over[i], rows.rewards[2 * i],
                    rows.rewards[2 * i + 1]);
        if (rows.to_move[i] != seat)
            continue;
        add_hash("row", rows.planes + i * bytes, bytes, text);
        add_hash("mask", rows.masks + (size_t)i * shape.actions, shape.actions, text);
        surface_add_bytes(rows.actions + (size_t)i * shape.actions_max,
                          shape.actions_max * sizeof rows.actions[0], text);
        text_format(text, "%u actions\n", rows.counts[i]);
    }
}

// Without an action the rows are as they were.
static void step_batch(nebel_batch *batch, int32_t action)
{
    const int32_t actions[GAMES] = {action, action};
    if (action == NEBEL_NO_ACTION)
        nebel_batch_look(batch, &arrays);
    else
        check(nebel_batch_step(batch, actions, &arrays));
}

// --- Surfaces ----------------------------------------------------------------------------------

// An action that the umpire will call impossible; NEBEL_NO_ACTION if there is none, as on the empty board of Go.
static int32_t impossible_action(const nebel_game *game, const nebel_state *state)
{
    static uint8_t mask[ACTIONS_MAX];
    nebel_state_mask(state, mask);
    for (uint32_t action = 0; action < nebel_game_shape(game).actions; action++)
        if (!mask[action])
            return (int32_t)action;
    return NEBEL_NO_ACTION;
}

// Applies a try and returns its action; for nonsense that has no number another one, since refusals are counted. NEBEL_NO_ACTION if there is none: then
// nothing happens, and the surfaces are shown all the same, as after a refusal that the ear does not hear.
static int32_t apply_doing(const Pair *pair, const nebel_game *game, nebel_state *state,
                           const Doing *doing)
{
    char attempt[16];
    Text word = TEXT_IN(attempt);
    pair->kind->game->try_to_text(doing->event.attempt, &word);
    int32_t action = nebel_action_read(game, attempt);
    if (action == NEBEL_NO_ACTION)
        action = impossible_action(game, state);
    if (action != NEBEL_NO_ACTION)
        check(nebel_state_apply(state, action, NULL));
    return action;
}

void show_numbers(const Pair *pair, const Run *run, Text *text)
{
    nebel_game *game = surface_open_game(pair);
    nebel_state *state = nebel_state_create(game);
    nebel_batch *batch = nebel_batch_create(game, GAMES);
    for (uint32_t i = 0; i < run->doings.count && nebel_state_to_move(state) >= 0; i++) {
        const Doing *doing = &run->doings.list[i];
        if (!doing->is_judged)
            continue;
        step_batch(batch, apply_doing(pair, game, state, doing));
        if (!surface_watches(run, doing))
            continue;
        add_state(game, state, !pair->ear, surface_waste());
        add_state(game, state, pair->ear, text);
        add_rows(game, pair->ear, text);
    }
    add_information(state, !pair->ear, surface_waste());
    add_information(state, pair->ear, text);
    nebel_batch_destroy(batch);
    nebel_state_destroy(state);
    nebel_game_close(game);
}

static void add_belief(const nebel_game *game, const nebel_belief *belief, uint64_t *seed,
                       Text *text)
{
    static uint8_t men[BELIEF_BOARDS * 4 * 361];
    static double weights[BELIEF_BOARDS * 4], chances[6 * 361];
    const nebel_shape shape = nebel_game_shape(game);
    const size_t cells = (size_t)shape.ranks * shape.files;
    const uint32_t count = nebel_belief_boards(belief, men, weights, BELIEF_BOARDS * 4);
    nebel_belief_density(belief, chances);
    text_format(text, "%u boards, exact %d, guessed %d\n", count, nebel_belief_is_exact(belief),
                nebel_belief_is_guessed(belief));
    if (count != nebel_belief_count(belief) || count > BELIEF_BOARDS * 4)
        abort();
    add_hash("men", men, count * cells, text);
    add_hash("weights", weights, count * sizeof weights[0], text);
    add_hash("chances", chances, shape.kinds * cells * sizeof chances[0], text);
    nebel_state *drawn = nebel_belief_draw(belief, seed);
    if (drawn) {
        for (uint8_t seat = 0; seat < 2; seat++)
            add_state(game, drawn, seat, text);
        nebel_state_destroy(drawn);
    }
}

// A belief is fed the hearings of a state, as far as they cost little.
void show_belief(const Pair *pair, const Run *run, Text *text)
{
    nebel_game *game = surface_open_game(pair);
    nebel_state *state = nebel_state_create(game);
    nebel_belief *belief = nebel_belief_create(game, pair->ear, BELIEF_BOARDS, pair->number);
    uint64_t seed = pair->number;
    for (uint32_t i = 0; i < run->doings.count && nebel_state_to_move(state) >= 0 &&
                         nebel_state_heard(state, pair->ear) < BELIEF_HEARD_MAX;
         i++) {
        const Doing *doing = &run->doings.list[i];
        if (!doing->is_judged)
            continue;
        (void)apply_doing(pair, game, state, doing);
        check(nebel_belief_follow(belief, state));
        if (surface_watches(run, doing))
            add_belief(game, belief, &seed, text);
    }
    nebel_belief_destroy(belief);
    nebel_state_destroy(state);
    nebel_game_close(game);
}
