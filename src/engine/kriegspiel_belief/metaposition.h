// A metaposition (Ciancarini and Favini 2007): everything a seat holds possible, as one board on which several men may
// stand on a square at once.
//
// Each square has an own man or a set of seven pseudopieces: the six kinds and "empty". All functions here keep one law: if
// a pseudopiece is missing, no board that agrees with the hearings has that man there. The converse does not hold. A
// metaposition does not know which pseudopieces of two squares go together, so it stands for far more boards than are
// possible. In exchange it is small, a plain value, and is updated in a fraction of a microsecond.
//
// There are two kinds of update. A *pseudomove* is an own try and its answer, which may be a refusal. A *metamove* is a move
// of the other seat: all of its possible moves at once, cut by what was heard. Works for every ruleset and board.
#ifndef NEBEL_KRIEGSPIEL_BELIEF_METAPOSITION_H
#define NEBEL_KRIEGSPIEL_BELIEF_METAPOSITION_H

#include "engine/kriegspiel_belief/own_moves.h"
#include "games/kriegspiel/kriegspiel.h"

enum { AGE_PLANES = 5 }; // digits of an age, which stops at 31

typedef struct Metaposition {
    const Ruleset *rules;
    OwnMen own;
    Bits men[KIND_COUNT];    // where an enemy man of that kind may stand
    Bits empty;              // squares that may be empty; never an own man's square
    Bits ages[AGE_PLANES];   // moves since something was learnt of a square: binary digits
    Bits passed;             // where an own pawn might take en passant now
    Bits long_rising;        // squares of the board whose longer diagonal is parallel to a1-h8
    uint8_t max[KIND_COUNT]; // at most so many enemies of that kind are left
    uint8_t pawns_min;       // at least so many enemy pawns are left
    uint8_t count;           // enemy men with the king: exact, for every capture is announced
    uint8_t castling;        // the enemy's rights that may be left
    uint8_t stepped;         // the own pawn that has just made two steps; else SQUARE_NONE
    uint8_t asked;           // Asked, in this own turn
    uint8_t checks;          // on the own king, in this own turn, as called
    uint8_t given;           // on the enemy's king, in his turn, as called
    uint8_t is_bound;        // the enemy must now capture with a pawn
    uint16_t quiet_max;      // at most so many plies since the last capture or pawn's move
} Metaposition;

// Where an enemy other than the king may stand, where any may, and where one must.
static inline Bits metaposition_men_but_king(const Metaposition *meta)
{
    return meta->men[PAWN] | meta->men[KNIGHT] | meta->men[BISHOP] | meta->men[ROOK] |
           meta->men[QUEEN];
}

static inline Bits metaposition_possible(const Metaposition *meta)
{
    return metaposition_men_but_king(meta) | meta->men[KING];
}

static inline const Board *metaposition_board(const Metaposition *meta)
{
    return &chess_boards[meta->own.board];
}

static inline Bits metaposition_certain(const Metaposition *meta)
{
    return own__free_squares(&meta->own) & ~meta->empty;
}

static inline Color metaposition_enemy(const Metaposition *meta)
{
    return other_color((Color)meta->own.color);
}

// What own men attack if exactly the squares of `open` are empty. By line, because checks are called by line.
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

// The same by bit of Hearing.checks: the squares on which a king would hear each kind of check.
enum { CHECK_KINDS = 5 };
void metaposition_sort_checks(const Metaposition *meta, const Attacks *attacks,
                              Bits kinds[CHECK_KINDS]);

// The checks that are certain to be called if the enemy's king stands on `square`.
uint8_t metaposition_checks_on(const Metaposition *meta, unsigned square);

void metaposition_begin(Metaposition *meta, const KriegspielRules *rules, uint8_t seat);

// Updates by a hearing; `own` is the own try it answers, or TRY_NONE. Calls one of the two below, if the hearing teaches.
void metaposition_hear(Metaposition *meta, Try own, const Hearing *heard);

// An own try and its answer.
void metaposition_pseudo(Metaposition *meta, Try own, const Hearing *heard);
// A move of the other seat's.
void metaposition_meta(Metaposition *meta, const Hearing *heard);

// The first half of a metamove: every enemy man may have made a move that does not capture.
void metaposition_spread(Metaposition *meta, bool may_promote);

// Whether a full board is among those that the metaposition stands for.
bool metaposition_holds(const Metaposition *meta, const Position *position);

// Two measures of ignorance: the number of pseudopieces that are men, and the sum of the ages of some squares. A pseudomove
// never raises them, and metaposition_spread never lowers them.
unsigned metaposition_pseudopieces(const Metaposition *meta);
unsigned metaposition_age(const Metaposition *meta, Bits squares);

#endif
