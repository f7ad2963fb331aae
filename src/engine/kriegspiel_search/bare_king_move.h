// One own move against a bare king, and how the king is taken to answer it: what every search for it shares.
#ifndef NEBEL_KRIEGSPIEL_SEARCH_BARE_KING_MOVE_H
#define NEBEL_KRIEGSPIEL_SEARCH_BARE_KING_MOVE_H

#include "engine/kriegspiel_belief/metaposition.h"

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
