// Flat Monte Carlo for Phantom Go (Cazenave 2006, as Buron 2013 describes it): draw a board, play a candidate on it, play
// a random game to the end; a candidate's value is the mean over the boards on which it is legal.
//
// Candidates that are illegal on a board, or fill an own eye on it, are not played there. Which of the others is, is
// the turn of the one that was played least, or by UCB (Auer, Cesa-Bianchi and Fischer 2002). A playout also tells of
// its later moves, as if each had been the first: alpha-AMAF (Helmbold and Parker-Wood 2009) and RAVE (Gelly and Silver
// 2007).
#ifndef NEBEL_PHANTOM_GO_SEARCH_FLAT_H
#define NEBEL_PHANTOM_GO_SEARCH_FLAT_H

#include "base/budget.h"
#include "base/rng.h"
#include "go/playout.h"
#include "phantom_go/law/phantom_go.h"

// A clock is read once in so many playouts, that is after some tenths of a millisecond.
enum { GO_PLAYOUTS_BETWEEN_CLOCKS = 16 };

// Charges the meter when the `playouts`-th playout is one at which the clock is read.
static inline void go_flat_charge(Meter *meter, uint64_t playouts)
{
    if (playouts % GO_PLAYOUTS_BETWEEN_CLOCKS == 0)
        (void)meter_charge(meter, GO_PLAYOUTS_BETWEEN_CLOCKS, 0);
}

// Where boards come from. May be asked by several threads at once.
typedef struct GoSource {
    void (*draw)(const void *context, Rng *rng, GoBoard *board);
    const void *context;
} GoSource;

// How a game is finished that a candidate has begun; writes the moves down as go_playout_light_traced does and returns how
// many there were.
typedef struct GoFinish {
    unsigned (*play)(void *context, GoBoard *board, Rng *rng, GoPoint *trace);
    void *context;
} GoFinish;

typedef struct GoFlatPlan {
    const PhantomRules *rules;
    GoSource source;
    GoFinish finish; // empty for a playout
    GoSet candidates;
    double ucb;  // how much it explores: V + ucb * sqrt(2 ln n / n_i); 0 for all alike
    double amaf; // the share of a candidate's own playouts in its value; 1 for no other
    double rave; // if not 0: that share is n_i of so many, instead
    bool is_mogo;
    bool counts_points; // the margin instead of who wins
} GoFlatPlan;

typedef struct GoArm {
    double sum, amaf_sum;
    uint32_t visits, amaf_visits;
} GoArm;

typedef struct GoFlat {
    GoFlatPlan plan;
    uint64_t playouts;
    uint32_t count;
    GoPoint points[GO_SPOTS]; // the candidates
    GoArm arms[GO_POINTS];    // theirs
    GoArm replies[GO_POINTS]; // the enemy's later moves, as if each had been his first
    GoPoint trace[GO_PLAYOUT_MOVES_MAX];
    uint32_t seen[GO_POINTS]; // the last playout in which somebody played there
} GoFlat;

void go_flat_begin(GoFlat *flat, const GoFlatPlan *plan);

// One playout. On a board that allows no candidate nothing is learnt.
void go_flat_step(GoFlat *flat, Rng *rng);

// Adds what another has learnt about the same candidates.
void go_flat_add(GoFlat *flat, const GoFlat *other);

// The candidate of the highest value, equals by chance; GO_NONE if none was ever played: nothing is left but own eyes.
GoPoint go_flat_best(const GoFlat *flat, Rng *rng, double *value);

// Whether the side to move may play on a point and it is no own eye.
static inline bool go_flat_is_open(const GoBoard *board, GoPoint point)
{
    return go_board_judge(board, point) == GO_LEGAL &&
           !go_board_is_eye(board, (GoColor)board->to_move, point);
}

// All such points.
GoSet go_flat_open_points(const GoBoard *board);

// What an arm is worth under a plan. It was played, or seen played.
double go_arm_value(const GoFlatPlan *plan, const GoArm *arm);

// The value of a candidate that was played; false if it never was.
bool go_flat_value_of(const GoFlat *flat, GoPoint point, double *value);

// What a finished board is worth to a seat: 1 for a win, 0 for a loss, a half for a draw.
double go_result(const PhantomRules *rules, const GoBoard *board, uint8_t seat);

#endif
