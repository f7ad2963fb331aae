// What is to be played: players, game, budgets, seeds. Everything that decides the games of a match
// is here, and its text form heads the match file, so that a match can be taken up again only as
// the match it was.
#ifndef NEBEL_MATCH_PLAN_H
#define NEBEL_MATCH_PLAN_H

#include "chance/secret.h"
#include "player/player.h"
#include "stats/sprt.h"

enum {
    PLAN_PLAYERS_MAX = 32,
    OPENING_MOVES_MAX = 16, // of each colour
};

typedef enum Pairing {
    PAIRING_ALL,      // everyone meets everyone; of two players, a match
    PAIRING_GAUNTLET, // the first meets each of the others
} Pairing;

// What a player may spend on a try; 0 is no limit.
typedef struct TryLimits {
    uint64_t nodes;
    uint32_t cpu_ms, move_ms;
} TryLimits;

// Only a plan that counts nodes alone gives the same games again. The clock is the table's, and so
// the same for all.
typedef struct PlanLimits {
    TryLimits tries;  // of every player
    TryLimits second; // of the second player, where its own are others; else all 0
    ClockRule clock;
} PlanLimits;

typedef struct Plan {
    uint32_t player_count;
    const char *players[PLAN_PLAYERS_MAX]; // player strings
    Pairing pairing;
    const Game *game;
    const Rules *rules;
    uint64_t seed;          // of all streams, unless there is a secret
    const Secret *secret;   // of all streams; a plan with guests is not played without one
    uint64_t rounds;        // pairs that each two players play
    uint32_t opening_moves; // of each colour, made for the players by chance
    PlanLimits limits;
    uint32_t patience_ms; // with guests
    SprtPlan sprt;        // of two players; always there, so that its ratio can be shown
    bool stops_by_sprt;   // end the match when it is decided
} Plan;

// A pair to play: its number, who meets whom, and in which round.
typedef struct Job {
    uint64_t number;
    uint32_t first, second;
    uint64_t round;
} Job;

uint64_t plan_job_count(const Plan *plan);
// Rounds come one after another, so that a match stopped early is fair to all.
Job plan_job(const Plan *plan, uint64_t number);

// Whether any of the players is a guest. Its streams then come from a secret, not from the seed.
bool plan_has_guests(const Plan *plan);

// Whether the same plan gives the same games, whatever the machine.
bool plan_is_deterministic(const Plan *plan);

// What one try of one of the players may use. The clocks are not read in a deterministic plan;
// `clock_ms` is what both players' clocks show.
Budget plan_budget(const Plan *plan, uint32_t player, const Clocks *clocks,
                   const uint32_t clock_ms[2]);
Seating plan_seating(const Plan *plan, uint8_t seat, uint64_t seed);

// How the streams of a match are derived.
typedef enum Derivation {
    DERIVATION_SEED,  // from the seed, which is one of the settings
    DERIVATION_KEYED, // from secrets, which are none
} Derivation;

// The settings, a line each, but for the number of rounds and the sequential test: a match may be
// taken further.
void plan_to_text(const Plan *plan, Derivation derivation, Text *text);

// "nodes 1000", "cpu 20 clock 60+1"; after "against" what the second player has of its own:
// "cpu 20 against cpu 5". A clock is then neither's. False, with `*limits` untouched, for anything
// else, no limit at all included.
MUST_USE bool limits_from_text(Slice text, PlanLimits *limits);
void limits_to_text(const PlanLimits *limits, Text *text);
// What follows "against" by itself: nodes, cpu and movetime.
MUST_USE bool try_limits_from_text(Slice text, TryLimits *limits);

// "180+0" or "60+0.5": seconds for each side and seconds added a move. False, with `*clock`
// untouched, for anything else, no time at all included.
MUST_USE bool clock_from_text(Slice text, ClockRule *clock);
// "random:2", the moves of each colour that chance makes.
MUST_USE bool opening_from_text(Slice text, uint32_t *moves);

#endif
