// The weight of each pseudopiece of a metaposition: about the chance that this man stands there, if the enemy plays all
// moves with equal chances and his men are independent of each other.
//
// A metaposition says what is possible. After a few moves that is nearly everything, while most men are still at home. The
// weights spread with every unheard move and are cut to what the metaposition allows. They prove nothing.
#ifndef NEBEL_KRIEGSPIEL_BELIEF_PIECE_WEIGHTS_H
#define NEBEL_KRIEGSPIEL_BELIEF_PIECE_WEIGHTS_H

#include "engine/kriegspiel_belief/metaposition.h"

typedef struct PieceWeights {
    double at[KIND_COUNT][SQUARE_COUNT];
    double number[KIND_COUNT]; // estimated number of men of that kind that are left
} PieceWeights;

void piece_weights_begin(PieceWeights *piece_weights, const Metaposition *meta);

// Updates by a hearing; `before` and `after` are the metaposition before and after it.
void piece_weights_hear(PieceWeights *piece_weights, const Metaposition *before, Try own,
                        const Hearing *heard, const Metaposition *after);

// The estimated number of moves, without captures, that the enemy's men of each kind have together.
void piece_weights_moves(const PieceWeights *piece_weights, const Metaposition *meta,
                         double moves[KIND_COUNT]);

// The weight of all enemies on a square, and the squares on which it is at least a half.
double piece_weights_occupied(const PieceWeights *piece_weights, unsigned square);
Bits piece_weights_solid(const PieceWeights *piece_weights, const Metaposition *meta);
// The same of men other than the king: squares that the king cannot enter.
Bits piece_weights_guards(const PieceWeights *piece_weights, const Metaposition *meta);

#endif
