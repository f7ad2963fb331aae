// nebel/batch.h: many games at once.
#include "base/rng.h"
#include "lib/handles.h"

#include <assert.h>
#include <string.h>

struct nebel_batch {
    const nebel_game *game;
    uint32_t count;
    nebel_shape shape;
    size_t live_bytes;
    uint64_t tries;
    Live *lives; // `count` of them, live_bytes each
};

static Live *live_at(const nebel_batch *batch, uint32_t index)
{
    assert(index < batch->count);
    return (Live *)((unsigned char *)batch->lives + index * batch->live_bytes);
}

static void deal(nebel_batch *batch, uint32_t index)
{
    Hearing opening[2];
    live_deal(batch->game->game, api__rules(batch->game), live_at(batch, index), opening);
}

nebel_batch *nebel_batch_create(const nebel_game *game, uint32_t count)
{
    nebel_batch *batch = memory_resize(&memory_heap, NULL, sizeof *batch);
    if (!batch)
        return NULL;
    *batch = (nebel_batch){.game = game,
                           .count = count,
                           .shape = nebel_game_shape(game),
                           .live_bytes = live_bytes(game->game)};
    if (count && count <= SIZE_MAX / batch->live_bytes)
        batch->lives = memory_resize(&memory_heap, NULL, count * batch->live_bytes);
    if (!batch->lives) {
        nebel_batch_destroy(batch);
        return NULL;
    }
    for (uint32_t i = 0; i < count; i++)
        deal(batch, i);
    return batch;
}

void nebel_batch_destroy(nebel_batch *batch)
{
    if (batch)
        memory_resize(&memory_heap, batch->lives, 0);
    memory_resize(&memory_heap, batch, 0);
}

uint32_t nebel_batch_count(const nebel_batch *batch)
{
    return batch->count;
}

uint64_t nebel_batch_tries(const nebel_batch *batch)
{
    return batch->tries;
}

// What one try did.
typedef struct Event {
    bool is_over, is_refused;
    uint8_t winner;
} Event;

static const void *mover_view(const nebel_batch *batch, const Live *live)
{
    return live_view_const(batch->game->game, live, live->to_move);
}

static void write_planes(const nebel_batch *batch, const Live *live, uint8_t *planes)
{
    batch->game->kind->observe(api__rules(batch->game), mover_view(batch, live),
                               &live->ears[live->to_move], planes);
}

static void write_actions(const nebel_batch *batch, const Live *live, uint32_t index,
                          const nebel_arrays *arrays)
{
    Try tries[API_TRIES_MAX];
    int32_t listed[API_TRIES_MAX];
    const nebel_shape *shape = &batch->shape;
    int32_t *actions =
        arrays->actions ? arrays->actions + (size_t)index * shape->actions_max : listed;
    const uint32_t count =
        batch->game->game->tries(api__rules(batch->game), mover_view(batch, live), tries);
    actions_number(&batch->game->actions, tries, count, actions);
    // What a row held before may be the other seat's list.
    if (arrays->actions)
        memset(actions + count, 0xff, (shape->actions_max - count) * sizeof actions[0]);
    if (arrays->counts)
        arrays->counts[index] = count;
    if (!arrays->masks)
        return;
    uint8_t *mask = arrays->masks + (size_t)index * shape->actions;
    memset(mask, 0, shape->actions);
    for (uint32_t i = 0; i < count; i++)
        mask[actions[i]] = 1;
}

static void write_event(const Event *event, uint32_t index, const nebel_arrays *arrays)
{
    if (arrays->is_over)
        arrays->is_over[index] = event->is_over;
    if (arrays->is_refused)
        arrays->is_refused[index] = event->is_refused;
    if (!arrays->rewards)
        return;
    int8_t *rewards = arrays->rewards + (size_t)index * 2;
    rewards[0] = (int8_t)((event->winner == WINNER_FIRST) - (event->winner == WINNER_SECOND));
    rewards[1] = (int8_t)-rewards[0];
}

static void write_row(const nebel_batch *batch, uint32_t index, const Event *event,
                      const nebel_arrays *arrays)
{
    const nebel_shape *shape = &batch->shape;
    const Live *live = live_at(batch, index);
    const size_t bytes = (size_t)shape->planes * shape->ranks * shape->files;
    if (arrays->planes)
        write_planes(batch, live, arrays->planes + index * bytes);
    if (arrays->actions || arrays->counts || arrays->masks)
        write_actions(batch, live, index, arrays);
    if (arrays->to_move)
        arrays->to_move[index] = (int8_t)live->to_move;
    write_event(event, index, arrays);
}

void nebel_batch_look(const nebel_batch *batch, const nebel_arrays *arrays)
{
    for (uint32_t i = 0; i < batch->count; i++)
        write_row(batch, i, &(Event){0}, arrays);
}

void nebel_batch_reset(nebel_batch *batch, const nebel_arrays *arrays)
{
    for (uint32_t i = 0; i < batch->count; i++)
        deal(batch, i);
    nebel_batch_look(batch, arrays);
}

static bool are_actions(const nebel_batch *batch, const int32_t *actions)
{
    bool are = true;
    for (uint32_t i = 0; i < batch->count; i++)
        are &= (uint32_t)actions[i] < batch->shape.actions;
    return are;
}

static Event library_batch_step(nebel_batch *batch, uint32_t index, int32_t action)
{
    const nebel_game *game = batch->game;
    Live *live = live_at(batch, index);
    const uint8_t mover = live->to_move;
    Hearing heard[2];
    live_try(game->game, api__rules(game), live, action_try(&game->actions, action), heard);
    const Event event = {.is_over = live->ending != 0,
                         .is_refused = heard[mover].event == HEARD_REFUSAL,
                         .winner = live->winner};
    if (event.is_over)
        deal(batch, index);
    return event;
}

nebel_error nebel_batch_step(nebel_batch *batch, const int32_t *actions, const nebel_arrays *arrays)
{
    if (!are_actions(batch, actions))
        return NEBEL_ERR_TRY;
    for (uint32_t i = 0; i < batch->count; i++) {
        const Event event = library_batch_step(batch, i, actions[i]);
        write_row(batch, i, &event, arrays);
    }
    batch->tries += batch->count;
    return NEBEL_OK;
}

void nebel_batch_sample(const nebel_batch *batch, uint64_t *seed, int32_t *actions)
{
    Rng rng = rng_from_seed(splitmix64(seed));
    for (uint32_t i = 0; i < batch->count; i++) {
        Try tries[API_TRIES_MAX];
        const uint32_t count = batch->game->game->tries(
            api__rules(batch->game), mover_view(batch, live_at(batch, i)), tries);
        actions[i] = action_of(&batch->game->actions, tries[rng_below(&rng, count)]);
    }
}
