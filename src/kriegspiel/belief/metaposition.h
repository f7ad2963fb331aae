// A metaposition (Ciancarini and Favini 2007): everything a seat holds possible, as one board on which several men may
// stand on a square at once.
//
// Each square has an own man or a set of seven pseudopieces, the six kinds and "empty". The law that everything here
// keeps: if a pseudopiece is missing, no board that agrees with what was heard has that man there. The converse
// does not hold: the pseudopieces of two squares are not told apart by which of them go together, so a metaposition
// stands for far more boards than are possible. For that it is small, a plain value, and moves on in a fraction of a
// microsecond: seven sets of squares, and ages as planes of bits.
//
// It moves on in two ways. A *pseudomove* is an own try and its answer; refused ones teach as well. A *metamove* is
// whatever the other seat did, all of its moves at once, and what was heard of it. For every ruleset and board.
#ifndef NEBEL_KRIEGSPIEL_BELIEF_METAPOSITION_H
#define NEBEL_KRIEGSPIEL_BELIEF_METAPOSITION_H

#include "kriegspiel/law/kriegspiel.h"

enum { AGE_PLANES = 5, AGE_MAX = (1 << AGE_PLANES) - 1 };

typedef struct Metaposition {
    const Ruleset *rules;
    OwnMen own;
    Bits men[KIND_COUNT]; // where an enemy man of that kind may stand
    Bits empty;           // where nobody may stand; never an own man's square
    Bits ages
        [AGE_PLANES]; // moves since something was learnt of a square, a plane for each binary digit
    Bits passed;      // where an own pawn might take en passant now
    Bits long_rising; // of the board: squares whose longer diagonal is parallel to a1-h8
    uint8_t max[KIND_COUNT]; // at most so many of that kind are left
    uint8_t pawns_least;
    uint8_t count; // enemy men, the king among them; every capture is announced, so this is exact
    uint8_t castling; // the enemy's rights that may be left
    uint8_t stepped;  // the own pawn that has just made two steps; else SQUARE_NONE
    uint8_t asked;    // Asked, in this own turn
    uint8_t checks;   // on the own king, in this own turn, as called
    uint8_t given;    // on the enemy's king, in his turn, as called
    uint8_t is_bound; // the enemy must now capture with a pawn
    uint16_t
        quiet_most; // plies since the last capture or pawn's move, at most: his pawns move in silence
} Metaposition;

void metaposition_begin(Metaposition *meta, const KriegspielRules *rules, uint8_t seat);

// What the seat heard, with the own try it answers or TRY_NONE: one of the two below, or a call that teaches nothing.
void metaposition_hear(Metaposition *meta, Try own, const Hearing *heard);

// An own try and its answer.
void metaposition_pseudo(Metaposition *meta, Try own, const Hearing *heard);
// A move of the other seat's.
void metaposition_meta(Metaposition *meta, const Hearing *heard);

// The first half of a metamove: everything that does not capture may have moved, before anything is heard of it.
void metaposition_spread(Metaposition *meta, bool may_promote);

// Whether a full board is among those it stands for.
bool metaposition_holds(const Metaposition *meta, const Position *position);

// Where an enemy may stand, and where one must.
static inline Bits metaposition_possible(const Metaposition *meta)
{
    return meta->men[PAWN] | meta->men[KNIGHT] | meta->men[BISHOP] | meta->men[ROOK] |
           meta->men[QUEEN] | meta->men[KING];
}

static inline const Board *metaposition_board(const Metaposition *meta)
{
    return &chess_boards[meta->own.board];
}

static inline Bits metaposition_certain(const Metaposition *meta)
{
    return metaposition_board(meta)->squares & ~meta->empty & ~meta->own.all;
}

static inline Color metaposition_enemy(const Metaposition *meta)
{
    return other_color((Color)meta->own.color);
}

// What the own men attack, were exactly `open` the empty squares: by line, because checks are called by line.
typedef struct Attacks {
    Bits rank, file, rising, falling, knight; // by men that can give check
    Bits king;                                // by the own king
} Attacks;

Attacks metaposition_attacks(const Metaposition *meta, Bits open);

static inline Bits attacks_all(const Attacks *attacks)
{
    return attacks->rank | attacks->file | attacks->rising | attacks->falling | attacks->knight |
           attacks->king;
}

// The same by bit of Hearing.checks: on which squares a king would hear which check.
enum { CHECK_KINDS = 5 };
void metaposition_sort_checks(const Metaposition *meta, const Attacks *attacks,
                              Bits kinds[CHECK_KINDS]);

// The checks that would be called if the enemy's king stood on a square; men that are only possible hide nothing of it.
uint8_t metaposition_checks_on(const Metaposition *meta, unsigned square);

// Two measures of ignorance: the pseudopieces that are men, and the ages of some squares added up. Both fall or stay
// with every pseudomove, and rise or stay when the enemy's men spread.
unsigned metaposition_pseudopieces(const Metaposition *meta);
unsigned metaposition_age(const Metaposition *meta, Bits squares);

#endif
