// The data of a metaposition, and the operations on it that metaposition.c and deduction.c share.
#ifndef NEBEL_KRIEGSPIEL_BELIEF_METAPOSITION_PARTS_H
#define NEBEL_KRIEGSPIEL_BELIEF_METAPOSITION_PARTS_H

#include "engine/kriegspiel_belief/own_moves.h"

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
static inline Bits metaposition__men_but_king(const Metaposition *meta)
{
    return meta->men[PAWN] | meta->men[KNIGHT] | meta->men[BISHOP] | meta->men[ROOK] |
           meta->men[QUEEN];
}

static inline Bits metaposition_possible(const Metaposition *meta)
{
    return metaposition__men_but_king(meta) | meta->men[KING];
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

// Whether exactly the squares without an own man may be empty or have an enemy on them.
static inline bool metaposition__is_sound(const Metaposition *meta)
{
    return (metaposition_possible(meta) | meta->empty) == own__free_squares(&meta->own);
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

// The squares that are certainly empty on the way from an own man to the enemy's king.
Bits metaposition__open_lines(const Metaposition *meta);

// The enemies that may attack `square`, by kind, if exactly `open` are the squares that a slider passes.
void metaposition__attackers(const Metaposition *meta, unsigned square, Bits open,
                             Bits attackers[KIND_COUNT]);

// Something was learnt of these squares: their ages are 0 again.
void metaposition__learn(Metaposition *meta, Bits squares);

// No enemy stands on these squares.
void metaposition__remove_men(Metaposition *meta, Bits squares);

#endif
