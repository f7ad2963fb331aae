// Players: the programs of `nebel players`, in this process. They work in the calling thread, under a limit of nodes, and start no other
// program; so the same calls give the same tries on every machine.
#ifndef NEBEL_PLAYER_H
#define NEBEL_PLAYER_H

#include <nebel/state.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct nebel_player nebel_player;

// The players there are, by number from 0: name and one line about each. NULL behind the last. They live for ever.
NEBEL_API const char *nebel_player_name(uint32_t index);
NEBEL_API const char *nebel_player_summary(uint32_t index);

// Creates the player that a string names: "random", "ismcts2(pool=500)". NULL if there is none, with a sentence in `text` that says
// what is wrong; else `text` is empty. A player that asks another program, such as pimc(engine=stockfish), is not there.
NEBEL_API nebel_player *nebel_player_open(const char *player_string, char *text, size_t bytes);
NEBEL_API void nebel_player_close(nebel_player *player);

// Begins a game; may be called again for the next one. NEBEL_ERR_GAME if the player does not play it. The game must stay open until
// the player is closed or sits in another one.
NEBEL_API NEBEL_MUST_USE nebel_error nebel_player_sit(nebel_player *player, const nebel_game *game,
                                                      int seat, uint64_t seed);

// Takes what its seat heard next; see nebel_belief_hear.
NEBEL_API NEBEL_MUST_USE nebel_error nebel_player_hear(nebel_player *player, int32_t own,
                                                       const nebel_hearing *hearing);
// Takes everything that its seat has heard in a state and that the player has not heard yet; see nebel_belief_follow.
NEBEL_API NEBEL_MUST_USE nebel_error nebel_player_follow(nebel_player *player,
                                                         const nebel_state *state);

// What a player decides. The other numbers are for display.
typedef struct nebel_choice {
    // NEBEL_NO_ACTION if it does not try, but does one of the next three things or declines a draw.
    int32_t action;
    bool resigns, offers_draw, accepts_draw;
    double value; // its own estimate, from 0 for lost to 1 for won
    uint64_t nodes;
} nebel_choice;

// Asks for its next action; it is its turn. `nodes` limits its work; 0 is 10,000. NEBEL_ERR_TURN if it is not its turn,
// NEBEL_ERR_OVER after the end.
NEBEL_API NEBEL_MUST_USE nebel_error nebel_player_choose(nebel_player *player, uint64_t nodes,
                                                         nebel_choice *choice);

#ifdef __cplusplus
}
#endif

#endif
