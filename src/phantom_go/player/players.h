// Players of Phantom Go.
#ifndef NEBEL_PHANTOM_GO_PLAYER_PLAYERS_H
#define NEBEL_PHANTOM_GO_PLAYER_PLAYERS_H

#include "phantom_go/law/phantom_go.h"
#include "phantom_go/search/evaluator.h"
#include "player/player.h"

extern const PlayerKind go_random_player, go_flat_player, go_mcts_player, go_nested_player,
    go_two_level_player, go_hybrid_player, go_best_player, go_pimc_player;

// --- Evaluators from outside ------------------------------------------------------------------------

// Which program go-pimc wants, from its options.
typedef struct GoAdviserPlan {
    const char *engine; // never "native"
    unsigned level;
} GoAdviserPlan;

// An evaluator that has a beginning and an end, and can fail in between. What it cannot value it hands on to `native`, which
// knows the rules and outlives the game.
typedef struct GoAdviser {
    GoEvaluator evaluator;
    bool (*begin)(void *context, GoNative *native,
                  Text *message);                     // a game; false with a message
    bool (*has_failed)(void *context, Text *message); // and will not come back in this game
    void (*destroy)(void *context);
} GoAdviser;

// Opens an adviser. False, with a message and `*adviser` untouched, if there is none.
typedef bool OpenGoAdviser(const Memory *memory, const GoAdviserPlan *plan, GoAdviser *adviser,
                           Text *message);

// Says how this player, if it is go-pimc, comes to programs, as sampling_set_opener does for chess.
void go_pimc_set_opener(Player *player, OpenGoAdviser *open);

// --- For this room ---------------------------------------------------------------------------------

bool player__plays_phantom_go(const Game *game);

// The points that the seat can still try, as a set.
GoSet player__candidates(Player *player);

// A point, or a pass for GO_NONE, as a choice.
Choice player__choice_at(GoPoint point, uint64_t nodes, double value);

#endif
