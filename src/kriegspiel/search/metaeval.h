// What a metaposition is worth to its seat after an own move, in hundredths of a pawn (after Ciancarini and Favini 2007):
// material as far as it is safe, position, and information. One table has every parameter.
//
// A pseudopiece is weighed by its shading if there is one, else by its density: the men of its kind that are left divided
// by the squares on which they may stand. Sums of these are no chances, but they grow and fall with them.
#ifndef NEBEL_KRIEGSPIEL_SEARCH_METAEVAL_H
#define NEBEL_KRIEGSPIEL_SEARCH_METAEVAL_H

#include "kriegspiel/belief/piece_weights.h"

// Values beyond which nothing is looked at further: victory, defeat, and a draw that we ourselves would bring about.
#define META_WON 1e6
#define META_LOST (-1e6)

typedef enum MetaInfo { META_INFO_AGE, META_INFO_COUNT } MetaInfo;

typedef struct MetaWeights {
    double men[KIND_COUNT]; // own
    double enemy_pawn, enemy_piece;
    double risk;            // share of an exposed man's worth that is given up for lost
    double risk_moved;      // of the man that has just moved
    double risk_taker;      // of the man that has just captured: the enemy knows where it stands
    double risk_pawn;       // of a man exposed to a pawn: the enemy is told that he can take
    double risk_king;       // exposure of the own king
    double retaliation;     // what a protected man brings back when it is taken
    double advance, passed; // a pawn's step; more if no enemy pawn can be before it
    double open_file;       // own pawns on files without enemy pawns
    double queens;          // each queen after the first
    double control;         // a square that own men may attack
    double age, age_home;   // a square's age; more on the own second rank
    double pseudopiece;     // for info=count
    double poor_pawn;       // a pawn, when without it nobody could mate
    double chance;          // share of the worth of men that may be met on a square
    double king_square;     // against a bare king, a square where it may stand
    double king_edge;       // its steps from the edge, in the mean
    double king_near;       // steps between the kings, in the mean
    double mate;            // with a shading, weight of king squares that are mated
    double stalemate;       // share of king squares without a move and not in check
    double stuck;           // chance that one of his other men cannot move
    double quiet;           // per ply without progress, from half of the fifty moves on
    double home;            // a minor man that has not left the own first rank
} MetaWeights;

extern const MetaWeights meta_weights_2007, meta_weights_checked;

typedef struct MetaEval {
    const MetaWeights *weights;
    MetaInfo info;
    const PieceWeights *piece_weights; // NULL: all pseudopieces of a kind weigh the same
    Bits solid;     // with a shading, squares through which nobody is expected to see
    Bits guards;    // with a shading, those of men other than his king
    bool is_judged; // mates and stalemates are looked at elsewhere
    double moves
        [KIND_COUNT]; // with a shading, the moves that the enemy's men of each kind have, about
} MetaEval;

// The value of `after`, which `move` made of `before`; `is_capture` if it was one.
double metaeval(const MetaEval *eval, const Metaposition *before, Move move, bool is_capture,
                const Metaposition *after);

#endif
