// Players that sample boards and ask an evaluator what each try is worth on them (Parker, Nau and Subrahmanian 2005; Foret
// 2019). They differ in where the boards come from. Their option `engine` names the evaluator.
#ifndef NEBEL_KRIEGSPIEL_PLAYER_SAMPLING_H
#define NEBEL_KRIEGSPIEL_PLAYER_SAMPLING_H

#include "engine/kriegspiel_players/players.h"
#include "engine/kriegspiel_search/alphabeta.h"

// The evaluator that the options of a player ask for.
typedef struct AdviserPlan {
    const char *engine; // never "native"
    unsigned depth, nodes, children;
    unsigned native_depth; // for boards that the engine is not shown
} AdviserPlan;

// An evaluator behind which a program runs: it is opened and destroyed, and can fail in between.
typedef struct Adviser {
    Evaluator evaluator;
    bool (*begin)(void *context, Text *message);      // a game; false if it cannot, with a message
    bool (*has_failed)(void *context, Text *message); // for the rest of this game
    void (*destroy)(void *context);
} Adviser;

// Opens an adviser. False, with a message and `*adviser` untouched, if there is none.
typedef bool OpenAdviser(const Memory *memory, const AdviserPlan *plan, Adviser *adviser,
                         Text *message);

// Tells this player, if it is one of the above, how to open other evaluators than the native one. Players may not start
// programs, so their creator hands in a function that does. It is a function and no evaluator, because options can change
// between games and starting a program takes a while.
void sampling_set_opener(Player *player, OpenAdviser *open);

#endif
