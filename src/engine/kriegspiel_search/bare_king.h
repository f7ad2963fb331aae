// Mates a bare king that nobody sees. Only the square of the king is hidden, so the metaposition is the information set, and
// an exact search over weighted king squares is small enough. It follows Bolognesi and Ciancarini (2003), but takes the mean
// over the umpire's answers where they take the worst.
#ifndef NEBEL_KRIEGSPIEL_SEARCH_BARE_KING
#define NEBEL_KRIEGSPIEL_SEARCH_BARE_KING

#include "base/budget.h"
#include "engine/kriegspiel_belief/metaposition.h"
#include "engine/kriegspiel_belief/piece_weights.h"

typedef struct BareKingSearch {
    Metaposition meta;       // one enemy man is left
    double at[SQUARE_COUNT]; // the chance of the king on each square; they sum to 1
} BareKingSearch;

typedef struct BareKingTry {
    Move move;
    double legal; // the chance that it is legal
    double value; // about hundredths of a pawn; mate is BARE_KING_MATE, stalemate its negative
} BareKingTry;

#define BARE_KING_MATE 3000.0 // twice the most that material counts

// Whether the members of `men` are enough to mate a bare king. A pawn is enough: it may promote.
bool bare_king_can_win(const Bits kind[KIND_COUNT], Bits men);

void bare_king_begin(BareKingSearch *bare_king, const Metaposition *meta,
                     const PieceWeights *piece_weights);

// Values some tries by the mean over the king's squares, deeper while the budget lasts, and sorts them, the best first. A
// refusal costs nothing: on squares where a try is illegal it counts as the best try that is certain to be legal.
void bare_king_search(const BareKingSearch *bare_king, Meter *meter, BareKingTry *tries,
                      uint32_t count);

// One own move against a bare king, and how the king is taken to answer it: what every search for it shares.
// Our men as the king finds them.
typedef struct BareKingBoard {
    Metaposition meta;       // men[KING]: the squares on which it may stand
    Bits attacked;           // through the king: it shields nothing behind it
    Bits kinds[CHECK_KINDS]; // the squares on which a king hears each kind of check
} BareKingBoard;

// The squares on which the king makes an own move illegal.
Bits bare_king_forbids(const OwnMen *own, Move move);

// After an own move. One enemy man is left.
void bare_king_move(const Metaposition *meta, Move move, BareKingBoard *moved);
// As the men stand.
void bare_king_stand(const Metaposition *meta, BareKingBoard *board);

// The squares that the king can go to from `king`. Without one it is mated or stalemated.
Bits bare_king_escapes(const BareKingBoard *board, unsigned king);
// The checks that a king on `king` hears, as in Hearing.checks.
unsigned bare_king_checks(const BareKingBoard *board, unsigned king);

// How a bare king may be taken to move: it sees nothing.
typedef enum BareKingHabit {
    KING_GOES_ANYWHERE, // all its moves are equally likely
    KING_GOES_TO_THE_MIDDLE,
    BARE_KING_HABITS
} BareKingHabit;

// `chances` gets one for each of the squares, from the lowest; they sum to 1.
enum { KING_STEPS_MAX = 8 };
void bare_king_chances(const Board *board, BareKingHabit habit, Bits escapes,
                       double chances[KING_STEPS_MAX]);
// The same if nothing is known of its habits: half of the time one, half of the time the other.
void bare_king_usual_chances(const Board *board, Bits escapes, double chances[KING_STEPS_MAX]);

// The king moves: takes the weights `at` of kings on some squares to where they go. `next` is added to.
void bare_king_spread(const BareKingBoard *board, BareKingHabit habit,
                      const double at[SQUARE_COUNT], Bits kings, double next[SQUARE_COUNT]);

#endif
