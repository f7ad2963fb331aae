// Chooses a move against a bare king by tables of endings: one or two moves ahead on our true men, then the table.
#ifndef NEBEL_KRIEGSPIEL_SEARCH_ENDING_CHOICE_H
#define NEBEL_KRIEGSPIEL_SEARCH_ENDING_CHOICE_H

#include "base/budget.h"
#include "engine/kriegspiel_search/bare_king.h"

// What is believed of the king: where it stands, and which habit it has.
typedef struct EndingBelief {
    bool is_known;                             // a king was bare when something was last heard
    double at[BARE_KING_HABITS][SQUARE_COUNT]; // all chances sum to 1
} EndingBelief;

// Begins with the weights `at` when the king becomes bare; then follows how it moves by each habit, and what was heard. `before` and `after` are
// the metapositions before and after the hearing.
void ending_belief_hear(EndingBelief *belief, const double at[SQUARE_COUNT],
                        const Metaposition *before, const Hearing *heard,
                        const Metaposition *after);

typedef struct EndingTry {
    Move move;
    double legal; // the chance that it is legal
    double
        value; // between 0, a draw, and 1, a mate now; below 0 for a stalemate. With what follows a refusal
} EndingTry;

// Values some tries, the best of them two moves ahead while the budget lasts, and sorts those, the best first. Returns how many they are; the others cannot be
// compared with them. 0, with nothing valued, if there is no table for our men. A node is a try.
MUST_USE uint32_t ending_value_tries(const Metaposition *meta, const EndingBelief *belief,
                                     Meter *meter, EndingTry *tries, uint32_t count);

#endif
