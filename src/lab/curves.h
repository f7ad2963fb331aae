// A match by move number rather than by result: how much material each player still has, and how far a
// player that samples boards relies on those that agree with the last turn alone (figures 2 to 4 of
// Parker, Nau and Subrahmanian 2005).
//
// Material is read off the recorded games. How its boards were chosen a player does not write down, so it
// is asked again: seated where it sat, with the same seed and limits, told what it heard then, and asked
// wherever it tried. Under a limit of nodes alone it does the same again; under one of time about the
// same.
#ifndef NEBEL_LAB_CURVES_H
#define NEBEL_LAB_CURVES_H

#include "match/pair.h"

enum { CURVE_MOVES_MAX = 200 }; // what comes later is not counted

// What an experiment wants of it.
typedef struct CurvePlan {
    bool is_wanted;
    uint32_t asked_games; // the first so many games of a cell have their first player asked again
} CurvePlan;

// Games in which both have made this move, and their men by the usual count: queen 9, rook 5, bishop
// and knight 3, pawn 1.
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

typedef struct Curves {
    CurvePlan plan;
    uint32_t games;       // looked through; 0 if there are no curves
    uint32_t tries, same; // asked again, and how often it chose what it had tried
    MaterialPoint material[CURVE_MOVES_MAX]; // [0] is move 1
    AskedPoint asked[CURVE_MOVES_MAX];
} Curves;

void curves_init(Curves *curves, const CurvePlan *plan);

// Whether a game has men to count.
bool curves_suit(const Game *game);

// Who is asked again, and by which clocks.
typedef struct CurvePlayer {
    Player *player; // of the same string as the job's first; NULL if nobody is asked
    const Clocks *clocks;
} CurvePlayer;

// Adds both games of a pair of such a game. False, with the curves no longer good, if there is no
// memory, the player fails, or the games cannot have been played.
MUST_USE bool curves_add(Curves *curves, const Plan *plan, const PairResult *result,
                         const CurvePlayer *asked, const Memory *memory);

// The moves up to the last that at least a tenth of the games reached.
uint32_t curves_length(const Curves *curves);

Estimate curves_difference(const MaterialPoint *point); // first less second, in pawns
Estimate curves_share(const AskedPoint *point);

// One object of counts and sums. False if there is no memory.
MUST_USE bool curves_to_json(const Curves *curves, Text *text);
// False, with `*curves` untouched, if it is not what curves_to_json wrote.
MUST_USE bool curves_from_json(Slice text, Curves *curves);

#endif
