// What happened in the games of a match. By move number: how much material each player still has, and which share of its boards a
// player that samples boards takes from those that agree with the last turn alone (figures 2 to 4 of Parker, Nau and Subrahmanian
// 2005). Over all moves: tries, and calls of the umpire (Ciancarini and Favini 2007).
//
// Material is counted in the recorded games. A match file does not say how a player chose its boards, so the player is asked
// again: it gets the same seat, seed and limits, hears what it heard in the game, and is asked at each of its tries. Under a
// limit of nodes it chooses the same again; under a limit of time nearly the same.
#ifndef NEBEL_LAB_CURVES_H
#define NEBEL_LAB_CURVES_H

#include "base/stats/estimate.h"
#include "lab/match/pair.h"

enum { CURVE_MOVES_MAX = 200 }; // later moves are not counted

// Moves of the middle game, in which calls are counted; early and late moves, between which the share of boards rises.
typedef struct MoveRange {
    uint32_t first, last;
} MoveRange;
static const MoveRange moves_of_middle_game = {10, 30}, moves_early = {1, 10},
                       moves_late = {31, 60};

// Which curves an experiment wants.
typedef struct CurvePlan {
    bool is_wanted;
    uint32_t
        asked_games; // the first player is asked again in so many games of a cell, from the first on
} CurvePlan;

// Games in which both players have made this move, and their material: queen 9, rook 5, bishop and knight 3, pawn 1.
typedef struct MaterialPoint {
    uint32_t games;
    uint64_t sums[2]; // of the first player and the second
    uint64_t squares; // of their differences
} MaterialPoint;

// Tries at this move, and the share of last-observation boards among those asked for each.
typedef struct AskedPoint {
    uint32_t tries;
    double shares, squares;
} AskedPoint;

// Games that got to the late moves: how much larger the share of last-observation boards is in their late tries than in their
// early ones.
typedef struct RiseSums {
    uint32_t games;
    double sum, squares;
} RiseSums;

typedef struct Curves {
    CurvePlan plan;
    uint32_t games; // games counted; 0 if there are no curves
    uint32_t tries,
        same; // how often it was asked again, and how often it chose the try of the game
    MaterialPoint material[CURVE_MOVES_MAX]; // [0] is move 1
    AskedPoint asked[CURVE_MOVES_MAX];
    RiseSums rise;
    RatioSums tries_a_move; // of the first player, those of the opening left out
    RatioSums calls;        // moves of both in the middle game: with a call, of all
} Curves;

void curves_init(Curves *curves, const CurvePlan *plan);

// Returns whether a game has material to count.
bool curves_suit(const Game *game);

// The player that is asked again, and the clocks of its budgets.
typedef struct CurvePlayer {
    Player
        *player; // made from the player string of the job's first player; NULL if nobody is asked
    const Clocks *clocks;
} CurvePlayer;

// Adds both games of a pair. curves_suit must hold for the game. False if there is no memory, the player fails, or the games
// cannot have been played; the curves must not be used then.
MUST_USE bool curves_add(Curves *curves, const Plan *plan, const PairResult *result,
                         const CurvePlayer *asked, const Memory *memory);

// Returns the last move that at least a tenth of the games reached.
uint32_t curves_length(const Curves *curves);

Estimate curves_difference(const MaterialPoint *point); // first less second, in pawns
Estimate curves_share(const AskedPoint *point);

// Returns the mean rise, with an interval that reaches so many standard errors. One game that rose by everything and one that fell by it are
// added before the scatter is taken, because games that are all alike would leave no doubt. There must be a game.
Estimate curves_rise(const RiseSums *rise, double reach);

// One object of counts and sums. False if there is no memory.
MUST_USE bool curves_to_json(const Curves *curves, Text *text);
// Returns false, with `*curves` untouched, if it is not what curves_to_json wrote.
MUST_USE bool curves_from_json(Slice text, Curves *curves);

#endif
