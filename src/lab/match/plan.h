// The plan of a match: players, game, budgets and seeds. It decides all games of the match. Its text is the head of the match
// file, so that a match can only be resumed with the same settings.
#ifndef NEBEL_MATCH_PLAN_H
#define NEBEL_MATCH_PLAN_H

#include "base/crypto/secret.h"
#include "base/stats/sprt.h"
#include "engine/core/player.h"

enum {
    PLAN_PLAYERS_MAX = 32,
    OPENING_MOVES_MAX = 16, // of each colour
    SHARES_MAX = 500,       // of a match: so many files are read side by side
};

typedef enum Pairing {
    PAIRING_ALL,      // every two players meet; with two players, a match
    PAIRING_GAUNTLET, // the first meets each of the others
} Pairing;

// What a player may spend on a try; 0 is no limit.
typedef struct TryLimits {
    uint64_t nodes;
    uint32_t cpu_ms, move_ms;
} TryLimits;

// A plan gives the same games again only if nodes are its only limit. The clock belongs to the table and is the same for
// both players.
typedef struct PlanLimits {
    TryLimits tries;  // of every player
    TryLimits second; // of the second player, if it has limits of its own; else all 0
    ClockRule clock;
} PlanLimits;

// A part of a match: of each `count` pairs the one at `index`. With a count of 0 it is the whole match.
typedef struct MatchShare {
    uint64_t index, count;
} MatchShare;

typedef struct Plan {
    uint32_t player_count;
    const char *players[PLAN_PLAYERS_MAX]; // player strings
    Pairing pairing;
    const Game *game;
    const Rules *rules;
    uint64_t seed; // of all streams, unless there is a secret
    const Secret
        *secret;      // of all streams; required if there are external programs, else may be NULL
    uint64_t rounds;  // pairs that each two players play
    MatchShare share; // what is played of them
    uint32_t opening_moves; // of each colour, drawn at random
    PlanLimits limits;
    uint32_t patience_ms; // how late the answer of an external program may be
    struct DialogueLogFolder
        *dialogues;     // where those of external programs are kept; NULL for nowhere
    SprtPlan sprt;      // of two players; always set, so that its ratio can be shown
    bool stops_by_sprt; // the match ends when the test is decided
} Plan;

// A pair to play: its number, who meets whom, and in which round.
typedef struct Job {
    uint64_t number;
    uint32_t first, second;
    uint64_t round;
} Job;

// Return the pairs of the whole match, those of the share, and the number of the one at a place of the share; places count from 0.
uint64_t plan_match_count(const Plan *plan);
uint64_t plan_job_count(const Plan *plan);
uint64_t plan_number(const Plan *plan, uint64_t place);
// Returns the pair with this number. Rounds come one after another, so that all players have played about as much if a match is stopped early.
Job plan_job(const Plan *plan, uint64_t number);

// Returns whether any player is an external program. Then all streams come from a secret, not from the seed.
bool plan_has_external_programs(const Plan *plan);

// Returns whether the plan gives the same games on every machine.
bool plan_is_deterministic(const Plan *plan);

// Returns the budget for one try of a player; `clock_ms` is what both clocks show. In a deterministic plan no clock is read.
Budget plan_budget(const Plan *plan, uint32_t player, const Clocks *clocks,
                   const uint32_t clock_ms[2]);
Seating plan_seating(const Plan *plan, uint8_t seat, uint64_t seed);

// How the streams of a match are derived.
typedef enum Derivation {
    DERIVATION_SEED,  // from the seed, which is one of the settings
    DERIVATION_KEYED, // from secrets, which are not settings
} Derivation;

// Writes the settings, one on each line. The number of rounds and the sequential test are left out, since they may change when a match
// is resumed.
void plan_to_text(const Plan *plan, Derivation derivation, Text *text);

// Read and write "nodes 1000", "cpu 20 clock 60+1"; or with the second player's own limits, "cpu 20 against cpu 5", and then without a
// clock. False, with `*limits` untouched, for any other text, also if there is no limit.
MUST_USE bool limits_from_text(Slice text, PlanLimits *limits);
void limits_to_text(const PlanLimits *limits, Text *text);
// Reads what may follow "against": nodes, cpu and movetime.
MUST_USE bool try_limits_from_text(Slice text, TryLimits *limits);

// Reads "180+0" or "60+0.5": seconds for each side, and seconds added for each move. False, with `*clock` untouched, for any other
// text, also if there is no time.
MUST_USE bool clock_from_text(Slice text, ClockRule *clock);
// Reads "2/4", the second of four shares. False, with `*share` untouched, for any other text.
MUST_USE bool share_from_text(Slice text, MatchShare *share);
// Reads "random:2": how many random moves of each colour.
MUST_USE bool opening_from_text(Slice text, uint32_t *moves);

#endif
