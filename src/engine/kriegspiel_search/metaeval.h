// The value of a metaposition for its seat after an own move, in hundredths of a pawn (after Ciancarini and Favini 2007):
// material as far as it is safe, position, and information. One table holds every parameter.
//
// A pseudopiece counts by its piece weight if there is one, else by its density: the men of its kind that are left, divided
// by the squares on which they may stand. Sums of these are not chances, but they grow and fall with them.
#ifndef NEBEL_KRIEGSPIEL_SEARCH_METAEVAL_H
#define NEBEL_KRIEGSPIEL_SEARCH_METAEVAL_H

#include "engine/kriegspiel_belief/piece_weights.h"

// Values beyond which nothing is searched further: victory and defeat.
#define META_WON 1e6
#define META_LOST (-1e6)

// What counts as ignorance: the ages of squares, or the number of pseudopieces.
typedef enum MetaInfo { META_INFO_AGE, META_INFO_COUNT } MetaInfo;

// Hundredths of a pawn, if nothing else is said.
typedef struct MetaWeights {
    double men[KIND_COUNT]; // own
    double enemy_pawn, enemy_piece;
    double risk;            // share of an exposed man's worth that counts as lost
    double risk_moved;      // the same share of the man that has just moved
    double risk_taker;      // of the man that has just captured: the enemy knows where it stands
    double risk_pawn;       // of a man exposed to a pawn: the enemy is told that he can take
    double risk_king;       // times the exposure of the own king
    double retaliation;     // worth of the enemy that is retaken when a protected man is taken
    double advance, passed; // a pawn's step; more if no enemy pawn can be before it
    double open_file;       // an own pawn on a file without enemy pawns
    double queens;          // each queen after the first
    double control;         // a square that own men may attack
    double age, age_home;   // a move of a square's age; in addition on the own second rank
    double pseudopiece;     // each, with META_INFO_COUNT
    double poor_pawn;       // a pawn, if the other men could not mate
    double chance;          // share of the worth of men that may be met on a square
    bool aims_at_mate;      // has mating_progress instead of the three below, and of stalemate
    double king_square;     // against a bare king, each square on which it may stand
    double king_edge;       // its steps from the edge, in the mean
    double king_near;       // steps between the kings, in the mean
    double mate;            // with piece weights: times the weight of king squares that are mated
    double stalemate;       // times the weight of king squares without a move and not in check
    double stuck;           // chance that one of his other men cannot move
    double quiet;           // a ply without progress, from half of the fifty moves on
    double home;            // a knight or bishop that has not left the own first rank
} MetaWeights;

// The terms of the paper of 2007, and those of `meta(checks=1)`.
extern const MetaWeights meta_weights_2007, meta_weights_checked;

typedef struct MetaEval {
    const MetaWeights *weights;
    MetaInfo info;
    const PieceWeights *piece_weights; // NULL: all pseudopieces of a kind weigh the same
    bool is_judged;                    // mates and stalemates are counted elsewhere
    // With piece weights only:
    Bits solid;               // squares that probably hold an enemy: no line is taken to pass them
    Bits guards;              // those that hold another man than his king
    double moves[KIND_COUNT]; // about how many moves his men of each kind have together
} MetaEval;

// The value of `after`, the metaposition that `move` made of `before`; `is_capture` if the move is taken to capture.
double metaeval(const MetaEval *eval, const Metaposition *before, Move move, bool is_capture,
                const Metaposition *after);

// Progress towards mate (Ciancarini and Favini 2007, section 4.2): the term that is added when the program considers
// checkmating. Every square on which his king may stand counts the same. Partly after Bolognesi and Ciancarini (2003).
typedef struct MatingProgress {
    double value;    // hundredths of a pawn
    bool is_certain; // he is mated wherever his king stands
} MatingProgress;

// Whether mate is the aim: few enemies are left, and the own men are enough to mate.
bool mating_is_aim(const Metaposition *meta);

// The progress after an own move, if his king may stand on one of `kings`, checked or not.
MatingProgress mating_progress(const Metaposition *after, Bits kings);

#endif
