// A pair: two games with colours swapped. It is the unit of every match: pairs are played, counted, written and resumed. The two
// games share an opening. With external programs each game has its own opening, since otherwise a player would know in the second
// game which moves its opponent was given.
//
// A match file has a line for each pair:
//
//     pair 17 | white mate 512 204 e2e4 … | none fifty 933 410 e2e4 … | 8f1c…
//
// The number of the pair; for each game winner, ending, attempts, plies and script; and a checksum of all before it. A forfeited
// game has its reason after a semicolon.
#ifndef NEBEL_LAB_MATCH_PAIR_H
#define NEBEL_LAB_MATCH_PAIR_H

#include "lab/match/game_player.h"

// In games[0] the first player of the job has the first seat, in games[1] the second seat.
typedef struct PairResult {
    Job job;
    GameResult games[2];
    Slice scripts[2]; // inside `line`
    Slice line;       // the pair as in a match file, without its line feed; in memory of the caller
    uint64_t hash;    // of the line
} PairResult;

// Takes pairs, one at a time and in order. False ends the run; then no later pair is delivered.
typedef struct PairSink {
    bool (*take)(void *context, const PairResult *result);
    void *context;
} PairSink;

// Plays pairs of a plan, one after another. Each thread has its own.
typedef struct PairPlayer PairPlayer;

// Returns NULL, with a message, if a player cannot be opened or there is no memory.
PairPlayer *pair_player_create(const Memory *memory, const Plan *plan, const Clocks *clocks,
                               Text *message);
void pair_player_destroy(PairPlayer *pair_player); // accepts NULL

// Puts another player in the place of the plan's player `number`, and returns the one that was there. From then on the pair
// player owns the new one, and the caller the old one.
Player *pair_player_swap(PairPlayer *pair_player, uint32_t number, Player *player);

// Makes `watch`, which must outlive the pair player, show how far its games are.
void pair_player_watch(PairPlayer *pair_player, GameWatch *watch);

// Plays a pair and adds its line to `text`, which grows. False if there is no memory.
MUST_USE bool pair_player_play(PairPlayer *pair_player, uint64_t number, Text *text,
                               PairResult *result);

// Returns the seed of the job's first player (0) or second (1) in one of the two games. It comes from the plan's secret, or from its seed
// if there is no secret.
uint64_t pair_seed(const Plan *plan, uint64_t pair, unsigned game, unsigned player);

// Reads a line that pair_player_play wrote, for a plan's pair; false if it is damaged.
MUST_USE bool pair_from_line(const Plan *plan, Slice line, PairResult *result);

// Returns the half points of the job's first player in one of the two games.
unsigned pair_half_points(const PairResult *result, unsigned game);

// Stands between the parts of a line.
#define MATCH_LINE_SEPARATOR " | "

// Adds the checksum of the line that begins at `start`, but no line feed.
void match_line_seal(Text *text, size_t start);

// Takes the checksum off the end of a line. False, with the outputs untouched, if the checksum is wrong.
MUST_USE bool match_line_unseal(Slice line, Slice *body, uint64_t *hash);

// Plays the records of both games again, without their players. False if an umpire would not have taken them, if they
// end otherwise than the line says, or if there is no memory. That the players would have chosen these tries is not
// shown; for that, play the pair again.
MUST_USE bool pair_can_be_played(const Plan *plan, const PairResult *result, const Memory *memory);

// Adds both games as PGN, with all tries. False if there is no memory, or if a script cannot have been played.
MUST_USE bool pair_to_pgn(const Plan *plan, const PairResult *result, const Memory *memory,
                          Text *text);

#endif
