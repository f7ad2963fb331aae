// A pair: two games with colours swapped. They share an opening, but with guests each has its own,
// since a player must not know from one game what the other is told in the next. The unit of every match: what is
// played, counted, written down and taken up again.
#ifndef NEBEL_MATCH_PAIR_H
#define NEBEL_MATCH_PAIR_H

#include "match/game_player.h"

// In games[0] the job's first player has the first seat, in games[1] the second.
typedef struct PairResult {
    Job job;
    GameResult games[2];
    Slice scripts[2]; // inside `line`
    Slice line; // the pair as a match file has it, without its end of line; somebody else's memory
    uint64_t hash; // of the line
} PairResult;

// Everything needed to play pairs of a plan, one after another. One a thread.
typedef struct PairPlayer PairPlayer;

// NULL, with a message, if a player cannot be had or there is no memory.
PairPlayer *pair_player_create(const Memory *memory, const Plan *plan, const Clocks *clocks,
                               Text *message);
void pair_player_destroy(PairPlayer *pair_player); // accepts NULL

// Plays a pair; its line goes into `text`, which grows. False if there was no memory.
MUST_USE bool pair_player_play(PairPlayer *pair_player, uint64_t number, Text *text,
                               PairResult *result);

// The seed of the job's first player (0) or second (1) in one of the two games: from the plan's
// secret, or from its seed if there is none.
uint64_t pair_seed(const Plan *plan, uint64_t pair, unsigned game, unsigned player);

// Reads a line that pair_player_play wrote, for a plan's pair; false if it is damaged.
MUST_USE bool pair_from_line(const Plan *plan, Slice line, PairResult *result);

// Half points of the job's first player in one of the two games.
unsigned pair_half_points(const PairResult *result, unsigned game);

#endif
