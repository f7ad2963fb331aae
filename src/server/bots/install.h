// The usual house bots: the levels of each game (engine/players/levels.h), kept in the database of a server.
#ifndef NEBEL_HOUSE_INSTALL_H
#define NEBEL_HOUSE_INSTALL_H

#include "base/budget.h"
#include "base/text.h"

typedef struct HouseInstallPlan {
    const char *database; // as libpq takes it; by the login that owns the schema
    const Clocks *clocks;
    void (*kept)(void *context, const char *name, const char *words,
                 unsigned games); // a bot; may be NULL
    void *context;
} HouseInstallPlan;

// Keeps every level as a bot, with the game strings that its player sits down to; those that are there are brought up to date. False, with a
// message, if that fails.
MUST_USE bool house_install(const Memory *memory, const HouseInstallPlan *plan, Text *message);

#endif
