// How heavily each pseudopiece of a metaposition weighs: about the chance that this man stands there, were the enemy to
// play any move as readily as another and his men to know nothing of each other.
//
// A metaposition says what is possible; after a few moves that is nearly everything, while most men are still at home.
// These weights spread with every unheard move and are cut to what the metaposition leaves. Nothing is proved
// by them.
#ifndef NEBEL_KRIEGSPIEL_BELIEF_PIECE_WEIGHTS_H
#define NEBEL_KRIEGSPIEL_BELIEF_PIECE_WEIGHTS_H

#include "kriegspiel/belief/metaposition.h"

typedef struct PieceWeights {
    double at[KIND_COUNT][SQUARE_COUNT];
    double number[KIND_COUNT]; // men of that kind that are left, about
} PieceWeights;

void piece_weights_begin(PieceWeights *piece_weights, const Metaposition *meta);

// Moves on by what was heard; `before` and `after` are the metaposition then and now.
void piece_weights_hear(PieceWeights *piece_weights, const Metaposition *before, Try own,
                        const Hearing *heard, const Metaposition *after);

// How many moves the enemy's men of each kind have together, about; captures apart.
void piece_weights_moves(const PieceWeights *piece_weights, const Metaposition *meta,
                         double moves[KIND_COUNT]);

// The weight of some kind of enemy on each square, and the squares on which it is at least a half.
double piece_weights_occupied(const PieceWeights *piece_weights, unsigned square);
Bits piece_weights_solid(const PieceWeights *piece_weights, const Metaposition *meta);
// Those of men other than his king: where it cannot go, whether or not it might stand there itself.
Bits piece_weights_guards(const PieceWeights *piece_weights, const Metaposition *meta);

#endif
