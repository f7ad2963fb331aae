// nebel/belief.h: what a seat holds possible.
#include "engine/core/pool.h"
#include "engine/players/belief_models.h"
#include "engine/players/support.h"
#include "lib/handles.h"

#include <assert.h>
#include <string.h>

// A sample that has died is drawn again, with at most so many expansions for each of its boards after a hearing; the rest of that
// work waits for the next hearing. Without a limit a hearing of a long game of Go takes seconds.
enum { REVIVAL_WORK = 16 };

struct nebel_belief {
    const nebel_game *game;
    uint8_t seat;
    uint32_t limit;
    const BeliefModel *model;
    const IsmctsSupport *support;
    SeatLog log; // all that was heard
    Ear ear;
    AnyView view;
    Rng rng;
    Pool *pool;
    IsmctsSampler sampler; // draws boards if the pool has none
    bool is_sampled;       // the boards are the sampler's
};

nebel_belief *nebel_belief_create(const nebel_game *game, int seat, uint32_t boards, uint64_t seed)
{
    if (!api__is_seat(seat) || boards < NEBEL_BELIEF_BOARDS_MIN)
        return NULL;
    nebel_belief *belief = memory_resize(&memory_heap, NULL, sizeof *belief);
    if (!belief)
        return NULL;
    memset(belief, 0, sizeof *belief);
    belief->game = game;
    belief->seat = (uint8_t)seat;
    belief->limit = boards;
    belief->rng = rng_from_seed(seed);
    belief->support = ismcts_support_of(game->game);
    belief->model = belief_model_of(game->game);
    assert(belief->support && belief->model);
    const PoolPlan plan = {.limit = boards, .seed = seed};
    const Seating seating = {.game = game->game, .rules = api__rules(game), .seat = belief->seat};
    game->game->sit(api__rules(game), belief->seat, &belief->view);
    if (belief->support->begin)
        belief->support->begin(&belief->sampler, &seating);
    belief->pool = pool_create(&memory_heap, belief->model, api__rules(game), belief->seat, &plan);
    if (belief->pool &&
        boards_init(&belief->sampler.boards, &memory_heap, belief->model, ISMCTS_SAMPLED_MAX))
        return belief;
    nebel_belief_destroy(belief);
    return NULL;
}

void nebel_belief_destroy(nebel_belief *belief)
{
    if (!belief)
        return;
    boards_done(&belief->sampler.boards);
    pool_destroy(belief->pool);
    seat_log_done(&belief->log, &memory_heap);
    memory_resize(&memory_heap, belief, 0);
}

static bool is_own_turn(const nebel_belief *belief)
{
    Try tries[API_TRIES_MAX];
    return belief->game->game->tries(api__rules(belief->game), &belief->view, tries) > 0;
}

// A game can draw boards of an own turn without a pool.
static void fill_up(nebel_belief *belief)
{
    Boards *boards = &belief->sampler.boards;
    belief->is_sampled = false;
    if (pool_boards(belief->pool)->count || !belief->support->sample || !is_own_turn(belief))
        return;
    boards_clear(boards);
    belief->support->sample(&belief->sampler, &belief->view, &belief->rng);
    boards_normalize(boards);
    belief->is_sampled = boards->count > 0;
}

static nebel_error library_belief_hear(nebel_belief *belief, Try own, const Hearing *heard)
{
    const nebel_game *game = belief->game;
    if (!seat_log_add(&belief->log, &memory_heap, (Heard){.own = own, .hearing = *heard}))
        return NEBEL_ERR_MEMORY;
    game->game->hear(api__rules(game), &belief->view, own, heard);
    ear_hear(&belief->ear, heard);
    if (belief->support->hear)
        belief->support->hear(&belief->sampler, own, heard);
    if (!pool_hear(belief->pool, own, heard))
        return NEBEL_ERR_MEMORY;
    const bool is_fine = !pool_is_reviving(belief->pool) ||
                         pool_work(belief->pool, (uint64_t)REVIVAL_WORK * belief->limit);
    return is_fine ? NEBEL_OK : NEBEL_ERR_MEMORY;
}

nebel_error nebel_belief_hear(nebel_belief *belief, int32_t own, const nebel_hearing *hearing)
{
    Hearing heard;
    Try attempt;
    memcpy(&heard, hearing, sizeof heard);
    if (!api__own_try(belief->game, own, &attempt))
        return NEBEL_ERR_TRY;
    if ((heard.event == HEARD_OPENING) != (belief->log.count == 0) ||
        !belief->game->game->can_hear(api__rules(belief->game), &belief->view, attempt, &heard))
        return NEBEL_ERR_HEARING;
    const nebel_error error = library_belief_hear(belief, attempt, &heard);
    if (!error)
        fill_up(belief);
    return error;
}

nebel_error nebel_belief_follow(nebel_belief *belief, const nebel_state *state)
{
    const SeatLog *log = &state->logs[belief->seat];
    if (!api__is_same_game(belief->game, state->game))
        return NEBEL_ERR_GAME;
    if (log->count < belief->log.count)
        return NEBEL_ERR_HEARING;
    nebel_error error = NEBEL_OK;
    const bool is_new = belief->log.count < log->count;
    while (belief->log.count < log->count && !error) {
        const Heard *heard = &log->list[belief->log.count];
        error = library_belief_hear(belief, heard->own, &heard->hearing);
    }
    if (is_new && !error)
        fill_up(belief);
    return error;
}

static const Boards *boards_of(const nebel_belief *belief)
{
    return belief->is_sampled ? &belief->sampler.boards : pool_boards(belief->pool);
}

uint32_t nebel_belief_count(const nebel_belief *belief)
{
    return boards_of(belief)->count;
}

bool nebel_belief_is_exact(const nebel_belief *belief)
{
    return !belief->is_sampled && pool_is_exact(belief->pool);
}

bool nebel_belief_is_guessed(const nebel_belief *belief)
{
    return belief->is_sampled || pool_is_guessed(belief->pool);
}

uint32_t nebel_belief_boards(const nebel_belief *belief, uint8_t *men, double *weights,
                             uint32_t room)
{
    const nebel_shape shape = nebel_game_shape(belief->game);
    const size_t cells = (size_t)shape.ranks * shape.files;
    const Boards *boards = boards_of(belief);
    for (uint32_t i = 0; i < boards->count && i < room; i++) {
        if (men)
            belief->game->kind->men(api__rules(belief->game), boards_at(boards, i),
                                    men + i * cells);
        if (weights)
            weights[i] = boards->weights[i];
    }
    return boards->count;
}

void nebel_belief_density(const nebel_belief *belief, double *chances)
{
    const nebel_shape shape = nebel_game_shape(belief->game);
    const size_t cells = (size_t)shape.ranks * shape.files;
    const unsigned first = belief->seat == NEBEL_WHITE ? 1 + shape.kinds : 1; // of the other's men
    const Boards *boards = boards_of(belief);
    uint8_t men[NUMERIC_CELLS_MAX];
    assert(cells <= sizeof men);
    for (size_t i = 0; i < shape.kinds * cells; i++)
        chances[i] = 0;
    for (uint32_t i = 0; i < boards->count; i++) {
        belief->game->kind->men(api__rules(belief->game), boards_at(boards, i), men);
        for (size_t cell = 0; cell < cells; cell++) {
            const unsigned kind = men[cell] - first;
            if (kind < shape.kinds)
                chances[kind * cells + cell] += boards->weights[i];
        }
    }
}

static bool copy_log(const SeatLog *log, SeatLog *copy)
{
    for (uint32_t i = 0; i < log->count; i++)
        if (!seat_log_add(copy, &memory_heap, log->list[i]))
            return false;
    return true;
}

static void revive(const nebel_belief *belief, const void *board, Live *live)
{
    const nebel_game *handle = belief->game;
    const Game *game = handle->game;
    const Rules *rules = api__rules(handle);
    const uint8_t other = !belief->seat;
    memset(live, 0, sizeof *live);
    belief->model->revive(rules, board, live_truth(game, live));
    live->to_move = game->seat_to_move(live_truth(game, live));
    live->ears[belief->seat] = belief->ear;
    memcpy(live_view(game, live, belief->seat), &belief->view, game->view_bytes);
    handle->kind->view_of(rules, board, other, live_view(game, live, other));
}

nebel_state *nebel_belief_state(const nebel_belief *belief, uint32_t index)
{
    const Boards *boards = boards_of(belief);
    if (index >= boards->count)
        return NULL;
    nebel_state *state = api__make_state(belief->game);
    if (!state)
        return NULL;
    state->is_drawn = true;
    revive(belief, boards_at(boards, index), state->live);
    if (belief->log.count) {
        const Hearing *last = &belief->log.list[belief->log.count - 1].hearing;
        state->live->ending = last->ending;
        state->live->winner = last->winner;
    }
    if (copy_log(&belief->log, &state->logs[belief->seat]))
        return state;
    nebel_state_destroy(state);
    return NULL;
}

nebel_state *nebel_belief_draw(const nebel_belief *belief, uint64_t *seed)
{
    const Boards *boards = boards_of(belief);
    const double share = (double)(splitmix64(seed) >> 11) * 0x1p-53;
    double sum = 0;
    for (uint32_t i = 0; i < boards->count; i++) {
        sum += boards->weights[i];
        if (sum > share || i + 1 == boards->count)
            return nebel_belief_state(belief, i);
    }
    return NULL;
}
