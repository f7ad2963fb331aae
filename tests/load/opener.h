// Opens games at a node as its operator: many before a measurement, and one after the other while it runs. The latter is a process of
// its own, so that a generator never waits for an answer.
#ifndef NEBEL_LOAD_OPENER_H
#define NEBEL_LOAD_OPENER_H

#include "formats/protocol/game_request.h"

typedef struct OpenPlan {
    const char *socket; // of the proxy
    const char *path;   // of the route, as the proxy has it: "/n/0/api/game"
    const char *token;  // the operator's
    const char *game;   // a game string
} OpenPlan;

typedef struct Opened {
    uint32_t busy;   // refused openly: 503
    uint32_t failed; // any other answer, or none
    uint32_t count;  // games that were opened
} Opened;

// Asks for so many games, some at a time; there is room for all of them.
Opened open_games(const OpenPlan *plan, uint32_t count, GameMade *made);

// What an opener says for each byte that it is sent.
typedef struct OpenAnswer {
    Opened opened; // of one game
    GameMade made;
} OpenAnswer;

// Serves the socket, one packet a game, until its other end is closed.
void opener_run(const OpenPlan *plan, int socket);

#endif
