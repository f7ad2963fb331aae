// Players that imagine boards and ask an evaluator what each try is worth on them (Parker, Nau and
// Subrahmanian 2005; Foret 2019). They differ in where the boards come from, and their option
// `engine` says who the evaluator is.
#ifndef NEBEL_KRIEGSPIEL_PLAYER_SAMPLING_H
#define NEBEL_KRIEGSPIEL_PLAYER_SAMPLING_H

#include "kriegspiel/search/evaluator.h"
#include "player/player.h"

extern const PlayerKind los_player, aosp_player, hs_player, pimc_player;

// --- Evaluators from outside --------------------------------------------------------------------

// Which evaluator a player wants, from its options.
typedef struct AdviserPlan {
    const char *engine; // never "native"
    unsigned depth, nodes, children;
    unsigned native_depth; // for boards that the engine is not shown
} AdviserPlan;

// An evaluator that is more than arithmetic: it has a beginning and an end, and can fail in
// between.
typedef struct Adviser {
    Evaluator evaluator;
    bool (*begin)(void *context, Text *message);      // a game; false if it cannot, with a message
    bool (*has_failed)(void *context, Text *message); // and will not come back in this game
    void (*destroy)(void *context);
} Adviser;

// Opens an adviser. False, with a message and `*adviser` untouched, if there is none.
typedef bool OpenAdviser(const Memory *memory, const AdviserPlan *plan, Adviser *adviser,
                         Text *message);

// Says how this player, if it is one of the above, comes to other evaluators than the native one.
// Players may start no programs, so whoever creates them hands the way in; a way and not an
// evaluator, because options can change between games and because it takes a while to start one.
void sampling_set_opener(Player *player, OpenAdviser *open);

#endif
