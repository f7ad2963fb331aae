// Flat Monte Carlo for Phantom Go (Cazenave 2006, as Buron 2013 describes it): draw a board, play a candidate on it,
// play a random game to the end; a candidate's value is the mean over the boards on which it is legal.
//
// Candidates that are illegal on a board, or fill an own eye there, are not played on it. Of the others the one played
// least is next, or the one that UCB chooses (Auer, Cesa-Bianchi and Fischer 2002). A playout also counts for its later
// moves, as if each had been the first: alpha-AMAF (Helmbold and Parker-Wood 2009) and RAVE (Gelly and Silver 2007).
#ifndef NEBEL_PHANTOM_GO_SEARCH_FLAT
#define NEBEL_PHANTOM_GO_SEARCH_FLAT

#include "base/budget.h"
#include "base/crew.h"
#include "base/memory.h"
#include "base/rng.h"
#include "games/go/playout.h"
#include "games/phantom_go/phantom_go.h"

// The clock is read once in so many playouts, that is every few tenths of a millisecond.
enum { GO_PLAYOUTS_BETWEEN_CLOCKS = 16 };

// Counts the `playouts`-th playout, and charges the meter if it is time to read the clock.
static inline void go_flat_charge(Meter *meter, uint64_t playouts)
{
    if (playouts % GO_PLAYOUTS_BETWEEN_CLOCKS == 0)
        (void)meter_charge(meter, GO_PLAYOUTS_BETWEEN_CLOCKS, 0);
}

// Where boards come from. Several threads may draw at once.
typedef struct GoSource {
    void (*draw)(const void *context, Rng *rng, GoBoard *board);
    const void *context;
} GoSource;

// How a game is finished after the candidate was played. Writes the moves to `trace` as go_playout_light_traced does,
// and returns how many there were.
typedef struct GoFinish {
    unsigned (*play)(void *context, GoBoard *board, Rng *rng, GoPoint *trace);
    void *context;
} GoFinish;

typedef struct GoFlatPlan {
    const PhantomRules *rules;
    GoSource source;
    GoFinish finish; // zeroed for a playout
    GoSet candidates;
    double ucb;  // exploration: V + ucb * sqrt(2 ln n / n_i); 0 plays all candidates equally often
    double amaf; // the share of a candidate's own playouts in its value; 1 for no AMAF
    double rave; // if not 0, that share is min(1, n_i / rave) instead
    bool is_mogo;
    bool counts_points; // results are margins, not wins
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
    GoArm arms[GO_POINTS];    // of the candidates
    GoArm replies[GO_POINTS]; // of the enemy: AMAF of his moves
    GoPoint trace[GO_PLAYOUT_MOVES_MAX];
    uint32_t seen[GO_POINTS]; // the last playout in which the point was played
} GoFlat;

void go_flat_begin(GoFlat *flat, const GoFlatPlan *plan);

// One playout. Nothing is learnt from a board on which no candidate is open.
void go_flat_step(GoFlat *flat, Rng *rng);

// Adds the results of another search of the same candidates.
void go_flat_add(GoFlat *flat, const GoFlat *other);

// The candidate with the highest value, equal ones by chance; GO_NONE if none was ever played, because nothing but own
// eyes was left.
GoPoint go_flat_best(const GoFlat *flat, Rng *rng, double *value);

// Whether a point is open: the side to move may play there, and it is no own eye.
static inline bool go_flat_is_open(const GoBoard *board, GoPoint point)
{
    return go_board_judge(board, point) == GO_LEGAL &&
           !go_board_is_eye(board, (GoColor)board->to_move, point);
}

// All open points.
GoSet go_flat_open_points(const GoBoard *board);

// The value of an arm that has visits or AMAF visits.
double go_arm_value(const GoFlatPlan *plan, const GoArm *arm);

// The value of a candidate that was played; false if it never was.
bool go_flat_value_of(const GoFlat *flat, GoPoint point, double *value);

// What a finished board is worth to a seat: 1 for a win, 0 for a loss, a half for a draw.
double go_result(const PhantomRules *rules, const GoBoard *board, uint8_t seat);

// Flat Monte Carlo on several threads (root parallel): each has its own search, and the results are added at the end.
// With a budget of nodes the answer depends on the number of threads and on nothing else.
enum { GO_THREADS_MAX = CREW_MAX };

typedef struct GoThreads {
    Memory memory;
    const Crew *workers;
    uint32_t threads; // jobs for the workers
    GoFlat *flats;    // one for each
} GoThreads;

// False if there is no memory.
MUST_USE bool go_threads_init(GoThreads *crew, const Memory *memory, const Crew *workers,
                              uint32_t threads);
void go_threads_done(GoThreads *crew); // accepts a zeroed one

// What one thread may spend: an even share of the CPU time, and all of the wall time. Nodes are left out, because
// go_threads_run counts them.
Budget go_threads_share(const GoThreads *crew, const Budget *budget);

// Searches until `nodes` playouts are made in all or `meter`, begun with go_threads_share, is spent; each thread makes at
// least one playout. The result is valid until the next call.
const GoFlat *go_threads_run(GoThreads *crew, const GoFlatPlan *plan, uint64_t nodes,
                             const Meter *meter, uint8_t seat, Rng *rng);

#endif
