// The data of a metaposition, and what metaposition.c and deduction.c both do with it.
#ifndef NEBEL_KRIEGSPIEL_BELIEF_METAPOSITION_PARTS_H
#define NEBEL_KRIEGSPIEL_BELIEF_METAPOSITION_PARTS_H

#include "kriegspiel/belief/own_moves.h"

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

// The squares that are certainly empty, seen from the enemy's king: it never stands between itself and an attacker.
Bits metaposition__open_lines(const Metaposition *meta);

// The enemies that may attack `square`, by kind, if exactly `open` are the squares that a slider passes.
void metaposition__attackers(const Metaposition *meta, unsigned square, Bits open,
                             Bits attackers[KIND_COUNT]);

// Something was learnt of these squares: their ages are 0 again.
void metaposition__learn(Metaposition *meta, Bits squares);

// No enemy stands on these squares.
void metaposition__remove_men(Metaposition *meta, Bits squares);

#endif
