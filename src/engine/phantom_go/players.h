// Players of Phantom Go.
#ifndef NEBEL_PHANTOM_GO_PLAYER_PLAYERS_H
#define NEBEL_PHANTOM_GO_PLAYER_PLAYERS_H

#include "engine/core/player.h"
#include "engine/phantom_go/evaluator.h"
#include "engine/phantom_go/flat.h"
#include "games/phantom_go/phantom_go.h"

extern const PlayerKind go_random_player, go_flat_player, go_mcts_player, go_nested_player,
    go_two_level_player, go_hybrid_player, go_best_player, go_pimc_player;

// Which program go-pimc wants, from its options.
typedef struct GoAdviserPlan {
    const char *engine; // never "native"
    unsigned level;
} GoAdviserPlan;

// An evaluator that is opened and closed, and can fail in between. Boards that it cannot value are valued by `native`,
// which knows the rules and outlives the game.
typedef struct GoAdviser {
    GoEvaluator evaluator;
    // Begins a game; false, with a message, if it failed.
    bool (*begin)(void *context, GoNative *native, Text *message);
    // Whether it has failed for the rest of this game; if so, with a message.
    bool (*has_failed)(void *context, Text *message);
    void (*destroy)(void *context);
} GoAdviser;

// Opens an adviser. False, with a message and `*adviser` untouched, if there is none.
typedef bool OpenGoAdviser(const Memory *memory, const GoAdviserPlan *plan, GoAdviser *adviser,
                           Text *message);

// Sets how this player, if it is go-pimc, opens advisers, as sampling_set_opener does for chess.
void go_pimc_set_opener(Player *player, OpenGoAdviser *open);

bool player__plays_phantom_go(const Game *game);

// The points that the seat can still try, as a set.
GoSet player__candidates(Player *player);

// A point with its value, or a pass for GO_NONE, as a choice.
Choice player__choice_at(GoPoint point, uint64_t nodes, double value);

// Searches with all threads of a crew and chooses the best point. `meter` was begun with go_threads_share. Returns the
// search.
const GoFlat *player__search_flat(Player *player, GoThreads *crew, const GoFlatPlan *plan,
                                  const Budget *budget, const Meter *meter, Choice *choice);

// Words of options, in the order of their values.
extern const char *const player__playout_words[], // a random game: light, MoGo-style
    *const player__refused_words[];               // GoRefused

// Rows of options that several players have.
#define GO_OPTION(name, type, default_, min, max, help) \
    {                                                   \
        name, type, default_, min, max, NULL, help      \
    }
#define GO_CHOICE(name, words, help)              \
    {                                             \
        name, OPTION_CHOICE, 0, 0, 1, words, help \
    }
#define GO_UCB_OPTION(default_)                    \
    GO_OPTION("ucb", OPTION_REAL, default_, 0, 10, \
              "how much UCB explores, in units of the formula; 0 plays all points alike")
#define GO_PLAYOUT_OPTION GO_CHOICE("playout", player__playout_words, "how random games are played")
#define GO_REFUSED_OPTION \
    GO_CHOICE("refused", player__refused_words, "what is on a point that was refused")
#define GO_THREADS_OPTION                                     \
    GO_OPTION("threads", OPTION_NUMBER, 1, 1, GO_THREADS_MAX, \
              "threads that share the budget's CPU time and use all of its wall time")

#endif
