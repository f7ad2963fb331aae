// How many tries a CPU second bare C makes through libnebel, for tools/bench-python: random games, the same as the Python loops beside
// which they are printed.
#include <nebel/nebel.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { GAMES = 256, ACTIONS_MAX = 1024 };

static double cpu_seconds(void)
{
    return (double)clock() / CLOCKS_PER_SEC;
}

static uint32_t draw(uint64_t *state, uint32_t below)
{
    *state = *state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (uint32_t)((*state >> 33) % below);
}

static void *room(size_t bytes)
{
    void *memory = calloc(1, bytes);
    if (!memory)
        exit(1);
    return memory;
}

static double rate_of_states(const nebel_game *game, double seconds)
{
    int32_t actions[ACTIONS_MAX];
    uint64_t chance = 1, tries = 0;
    const double start = cpu_seconds();
    while (cpu_seconds() - start < seconds) {
        nebel_state *state = nebel_state_create(game);
        while (nebel_state_to_move(state) >= 0) {
            const uint32_t count = nebel_state_actions(state, actions, ACTIONS_MAX);
            if (nebel_state_apply(state, actions[draw(&chance, count)], NULL) != NEBEL_OK)
                exit(1);
            tries++;
        }
        nebel_state_destroy(state);
    }
    return (double)tries / (cpu_seconds() - start);
}

static double rate_of_batches(const nebel_game *game, bool has_tensors, double seconds)
{
    const nebel_shape shape = nebel_game_shape(game);
    nebel_batch *batch = nebel_batch_create(game, GAMES);
    nebel_arrays arrays = {.actions = room(GAMES * sizeof(int32_t) * shape.actions_max),
                           .counts = room(GAMES * sizeof(uint32_t)),
                           .to_move = room(GAMES),
                           .is_over = room(GAMES),
                           .rewards = room(GAMES * 2),
                           .is_refused = room(GAMES)};
    if (has_tensors) {
        arrays.planes = room((size_t)GAMES * shape.planes * shape.ranks * shape.files);
        arrays.masks = room((size_t)GAMES * shape.actions);
    }
    int32_t chosen[GAMES];
    uint64_t chance = 1;
    nebel_batch_reset(batch, &arrays);
    const double start = cpu_seconds();
    while (cpu_seconds() - start < seconds) {
        for (unsigned i = 0; i < GAMES; i++)
            chosen[i] = arrays.actions[i * shape.actions_max + draw(&chance, arrays.counts[i])];
        if (nebel_batch_step(batch, chosen, &arrays) != NEBEL_OK)
            exit(1);
    }
    const double rate = (double)nebel_batch_tries(batch) / (cpu_seconds() - start);
    nebel_batch_destroy(batch);
    void *const rooms[] = {arrays.actions, arrays.counts,     arrays.to_move, arrays.is_over,
                           arrays.rewards, arrays.is_refused, arrays.planes,  arrays.masks};
    for (unsigned i = 0; i < sizeof rooms / sizeof rooms[0]; i++)
        free(rooms[i]);
    return rate;
}

int main(int argc, char **argv)
{
    char why[NEBEL_TEXT_BYTES];
    const double seconds = argc > 2 ? atof(argv[2]) : 1;
    nebel_game *game = nebel_game_open(argc > 1 ? argv[1] : "kriegspiel", why, sizeof why);
    if (!game) {
        fprintf(stderr, "%s\n", why);
        return 1;
    }
    printf("{\"state\": %.0f, \"batch_256_with_tensors\": %.0f, \"batch_256\": %.0f}\n",
           rate_of_states(game, seconds), rate_of_batches(game, true, seconds),
           rate_of_batches(game, false, seconds));
    nebel_game_close(game);
    return 0;
}
