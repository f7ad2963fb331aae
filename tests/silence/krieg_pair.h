// What a pair of Kriegspiel aims at and what it has shown: shared by the files of that two-run test.
#ifndef NEBEL_TESTS_KRIEG_PAIR_H
#define NEBEL_TESTS_KRIEG_PAIR_H

#include "games/core/truth.h"
#include "games/kriegspiel/kriegspiel.h"
#include "pair.h"

// What a pair can show.
typedef enum Seen {
    // What is hidden from the ear:
    HIDDEN_MEN,       // a quiet move: the other's men stand elsewhere
    HIDDEN_PASSANT_W, // White can capture en passant in one truth only
    HIDDEN_PASSANT_B, // Black can
    HIDDEN_TAKEN,     // a pawn was taken en passant in one run and otherwise in the other
    HIDDEN_CASTLING,  // the other's castling rights
    HIDDEN_CASTLED,   // the other has castled in one run only
    HIDDEN_PROMOTION, // what a pawn became
    HIDDEN_REFUSALS,  // how often the other was refused
    HIDDEN_REASON,    // why an own try was refused
    HIDDEN_COUNTERS,  // how far the fifty moves have run
    HIDDEN_LATE,      // castling rights after the fortieth ply
    HIDDEN_CHECKS,    // from where a check comes, or from how many men
    HIDDEN_CAPTURED,  // what the ear has taken
    HIDDEN_CAPTOR,    // what has taken a man of the ear's
    HIDDEN_BLOCK,     // whether a man stands where a pawn of the ear's would promote
    REFUSED_CHECK,    // the other was refused while it stood in check
    REFUSED_DOUBLE,   // in double check
    // What the ear does while the other's men stand elsewhere:
    OWN_PASSANT_W, // it takes en passant, as White
    OWN_PASSANT_B, // as Black
    OWN_CASTLED,
    OWN_PROMOTED,
    OWN_ASKED, // any?
    // How both games end:
    ENDED_MATE,
    ENDED_STALEMATE,
    ENDED_DEAD,
    ENDED_FIFTY,
    ENDED_REPETITION,
    ENDED_LENGTH,
    ENDED_ATTEMPTS,
    ENDED_RESIGNED,
    ENDED_AGREED,
    ENDED_FLAG,
    ENDED_FORFEIT,
    ENDED_ABORTED,
    SEEN_COUNT
} Seen;

extern const char *const krieg_seen_names[SEEN_COUNT];
extern const uint8_t krieg_endings[SEEN_COUNT]; // for those from ENDED_MATE on

// Whether a ruleset lets something be seen in twins at all.
bool krieg_can_see(const Ruleset *rules, Seen seen);

typedef struct Starts {
    const char *const *list;
    uint32_t count;
} Starts;

// A row an aim: what shall be seen, where it begins, how many steps it may take, which attempts are
// drawn first (NULL: any), and how often it has its turn.
typedef struct Aim {
    Seen seen;
    PairEnd end;
    uint16_t steps, every;
    bool (*likes)(const Pair *pair, const Run *run, Try attempt);
    Starts starts;
} Aim;

// An aim whose turn it is not gives way to the first.
const Aim *krieg_aim_of(uint64_t number);
// Of how many pairs one aims at something; 0 if none does.
uint64_t krieg_aimed_one_in(Seen seen);

// What the pair in play has shown.
typedef struct Notes {
    const Aim *aim;
    bool seen[SEEN_COUNT];
    unsigned plies[2];
    unsigned promoted[2]; // a set of kinds the other's pawns became
    unsigned castled[2];  // how often the other has
    Try last[2][2];       // by run and seat: the last move that was played
    unsigned checkers[2]; // how many men gave check before the step
    unsigned refusals[2]; // how often the other had been refused
    Kind mover[2];        // what the last move has moved, as it stands there now
    Kind captured[2];     // what it took; KIND_COUNT for nothing
    Position before[2];   // the position that the step began with
} Notes;

static inline Notes *notes_of(const Pair *pair)
{
    return pair->notes;
}

static inline const Umpire *truth_of(const Run *run)
{
    return table_truth(run->table);
}

static inline const Position *position_of(const Run *run)
{
    return &truth_of(run)->truth;
}

// --- Notes (krieg_notes.c) ----------------------------------------------------------------------------

// Looks at a pair after each step.
void krieg_note(Pair *pair);
// Whether the other's men stand elsewhere.
bool krieg_has_secret(const Pair *pair);
// Whether two positions show a difference of that kind; `*is_shown` is false for the kinds that no
// position shows.
bool krieg_differs(Seen seen, const Position *a, const Position *b, Color other, bool *is_shown);
// Whether a try is refused on both boards, but because of the king on one of them only.
bool krieg_reasons_differ(const Position *a, const Position *b, Try attempt);
// Whether the move that led to `after` was castling.
bool krieg_is_castling(const Position *after, Move move);
// What stands on a square; KIND_COUNT for nothing.
Kind krieg_kind_at(const Position *position, unsigned square);
bool krieg_is_pawn_move(const Position *position, Try attempt);
// Of a legal move.
bool krieg_is_passant(const Position *position, Try attempt);

#endif
