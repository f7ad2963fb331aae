// Batches: many games of one kind, stepped by one call into the caller's arrays. For training, where a call for each game would cost
// more than the game.
//
// Row i of every array is about game i, and about the seat that has the turn there. A game that ends begins anew in the same call:
// its row then says that it has ended, with its rewards, and shows the new game.
#ifndef NEBEL_BATCH_H
#define NEBEL_BATCH_H

#include <nebel/state.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct nebel_batch nebel_batch;

// `count` games before their first try. NULL if there is no memory, or if `count` is 0. The batches of a game must be destroyed
// before it.
NEBEL_API nebel_batch *nebel_batch_create(const nebel_game *game, uint32_t count);
NEBEL_API void nebel_batch_destroy(nebel_batch *batch);
NEBEL_API uint32_t nebel_batch_count(const nebel_batch *batch);

// Where a batch writes; an array that is NULL is left out. Sizes are in items, n is the number of games and shape that of
// nebel_game_shape.
typedef struct nebel_arrays {
    uint8_t *planes; // n * planes * ranks * files: what the seat to move knows
    uint8_t *masks;  // n * actions: 1 for an action that it can try
    // n * actions_max: the same as a list, in no particular order, and NEBEL_NO_ACTION behind the last; and n: how many there are.
    int32_t *actions;
    uint32_t *counts;
    int8_t *to_move;  // n: the seat to move
    uint8_t *is_over; // n: 1 if the try ended the game
    // n * 2: for each seat of the game that ended 1, -1 or 0; all 0 while it goes on.
    int8_t *rewards;
    uint8_t *is_refused; // n: 1 if the try was refused, so that the same seat tries again
} nebel_arrays;

// Begins all games anew and writes the arrays.
NEBEL_API void nebel_batch_reset(nebel_batch *batch, const nebel_arrays *arrays);

// Tries actions[i] in each game i, and writes the arrays. NEBEL_ERR_TRY, with nothing changed, if any number is no action.
NEBEL_API NEBEL_MUST_USE nebel_error nebel_batch_step(nebel_batch *batch, const int32_t *actions,
                                                      const nebel_arrays *arrays);

// Writes the arrays again; is_over, rewards and is_refused are all 0.
NEBEL_API void nebel_batch_look(const nebel_batch *batch, const nebel_arrays *arrays);

// Draws one action for each game, all that its seat can try equally likely. `*seed` is the state of the chance, and moves on.
NEBEL_API void nebel_batch_sample(const nebel_batch *batch, uint64_t *seed, int32_t *actions);

// How many tries were judged since the batch was created.
NEBEL_API uint64_t nebel_batch_tries(const nebel_batch *batch);

#ifdef __cplusplus
}
#endif

#endif
