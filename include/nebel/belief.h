// Beliefs: what a seat can hold possible, as boards with weights. Each board agrees with everything that the seat has heard; or it is
// a guess, and the belief says so.
//
// A belief is fed what its seat hears, and nothing else. While the possible boards are no more than its limit it has all of them, with
// their chances if the other seat tries everything equally often; above the limit it has a sample.
#ifndef NEBEL_BELIEF_H
#define NEBEL_BELIEF_H

#include <nebel/state.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct nebel_belief nebel_belief;

enum { NEBEL_BELIEF_BOARDS_MIN = 32 };

// A belief before the opening, of at most `boards` boards; `seed` decides its chance. NULL if there is no memory, no such seat, or if
// `boards` is less than NEBEL_BELIEF_BOARDS_MIN. The beliefs of a game must be destroyed before it.
NEBEL_API nebel_belief *nebel_belief_create(const nebel_game *game, int seat, uint32_t boards,
                                            uint64_t seed);
NEBEL_API void nebel_belief_destroy(nebel_belief *belief);

// Takes what the seat heard next, beginning with the opening; `own` is the own action that this answers, or NEBEL_NO_ACTION.
// NEBEL_ERR_HEARING if the seat cannot have heard this now. After NEBEL_ERR_MEMORY a belief must only be destroyed.
NEBEL_API NEBEL_MUST_USE nebel_error nebel_belief_hear(nebel_belief *belief, int32_t own,
                                                       const nebel_hearing *hearing);
// Takes everything that its seat has heard in a state of the same game and that the belief has not heard yet. The state must be the
// one that it followed before, or a later one. NEBEL_ERR_GAME if it is of another game.
NEBEL_API NEBEL_MUST_USE nebel_error nebel_belief_follow(nebel_belief *belief,
                                                         const nebel_state *state);

// How many boards it has. Their weights sum to 1. 0 only if no board was found.
NEBEL_API uint32_t nebel_belief_count(const nebel_belief *belief);
NEBEL_API bool nebel_belief_is_exact(const nebel_belief *belief); // every possible board is there
NEBEL_API bool nebel_belief_is_guessed(
    const nebel_belief *belief); // they agree with what is known now, not with all that was heard

// Writes the boards: for each shape.ranks * shape.files bytes as nebel_state_men does, and its weight. Returns how many there are
// and writes at most `room`; either array may be NULL.
NEBEL_API uint32_t nebel_belief_boards(const nebel_belief *belief, uint8_t *men, double *weights,
                                       uint32_t room);

// Writes how likely men of the other seat are: shape.kinds * shape.ranks * shape.files chances, those of the first kind first.
NEBEL_API void nebel_belief_density(const nebel_belief *belief, double *chances);

// Draws a board by its weight and makes a state of it in which the seat knows what it knows. What the other seat has heard before
// is not known: it sees its own men there, and has heard nothing. NULL if the belief is empty or there is no memory. `*seed` is the
// state of the chance, and moves on.
NEBEL_API nebel_state *nebel_belief_draw(const nebel_belief *belief, uint64_t *seed);
// The same for the board with this index; NULL if there is no such board.
NEBEL_API nebel_state *nebel_belief_state(const nebel_belief *belief, uint32_t index);

#ifdef __cplusplus
}
#endif

#endif
