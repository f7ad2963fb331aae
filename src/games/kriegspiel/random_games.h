// Random games through the umpire's full path: for speed, and for the behaviour signature.
#ifndef NEBEL_KRIEGSPIEL_LAW_RANDOM_GAMES_H
#define NEBEL_KRIEGSPIEL_LAW_RANDOM_GAMES_H

#include "games/kriegspiel/judge.h"

typedef struct RandomGames {
    uint64_t games, plies, attempts;
    uint64_t signature; // depends on every hearing, verdict and key, in order
} RandomGames;

// Plays `games` more random games. Each attempt is drawn from the seat's own list and takes the full
// path: list the tries, choose, judge, call, make both hearings, update the key.
void random_games_play(RandomGames *random_games, const Ruleset *rules, const Board *board,
                       uint64_t seed, uint64_t games);

// One number for the umpire's behaviour under every ruleset on every board, in a fixed set of
// random games; the same for every compiler and machine.
uint64_t umpire_signature(void);

#endif
