// Squares, men, and the boards chess is played on: n files by m ranks, 4 to 8 each.
//
// The stride is always 8: a1 is 0, b1 is 1, a2 is 8, whatever the size, so one 64-bit set holds any
// board and one set of tables serves all. Squares off a smaller board count as occupied, which
// stops sliders at its edge. What differs between boards is data: one Board row each.
#ifndef NEBEL_CHESS_BOARD_H
#define NEBEL_CHESS_BOARD_H

#include "base/bits.h"
#include "base/text.h"

typedef enum Color { WHITE, BLACK } Color;
typedef enum Kind { PAWN, KNIGHT, BISHOP, ROOK, QUEEN, KING, KIND_COUNT } Kind;
typedef uint8_t Square;

enum {
    BOARD_SIDE_MIN = 4,
    BOARD_SIDE_MAX = 8,
    SQUARE_COUNT = 64,
    SQUARE_NONE = 64,
    MEN_MAX = 16, // a side; bounds every list of moves
};

typedef struct Board {
    const char *name;
    const char *alias; // the size, where the name is another; else NULL
    const char *setup; // the first field of a FEN
    uint8_t files, ranks;
    uint8_t promotions; // set of Kinds a pawn may become
    bool castling;      // kings and rooks on their squares of chess may castle
    Bits squares;       // those on the board
    Bits last_rank[2];  // where each colour's pawns promote
    Bits step_on[2];    // a pawn that arrives here by its first step may take a second
} Board;

// All boards, in the order `nebel rules --boards` lists them. A Position
// names its board by index here.
extern const Board chess_boards[];
extern const unsigned chess_board_count;

// By name, or by size for the usual set-up of that size ("4x4" is silverman4x4); NULL if unknown.
const Board *board_by_name(Slice name);
const Board *board_by_size(unsigned files, unsigned ranks);
unsigned board_index(const Board *board);

// a1 and the squares of its colour.
#define DARK_SQUARES UINT64_C(0xaa55aa55aa55aa55)

static inline unsigned square_file(unsigned square)
{
    return square & 7;
}

static inline unsigned square_rank(unsigned square)
{
    return square >> 3;
}

static inline Color other_color(Color color)
{
    return (Color)(color ^ 1);
}

// "pnbrqk"[kind], or `?` if it is no kind; the same in upper case for a man of White's; and from a letter, KIND_COUNT for
// any other.
char kind_letter(Kind kind);
char man_letter(Kind kind, Color color);
Kind kind_from_letter(char lower_case);

// A square's name, two characters long, in both directions; SQUARE_NONE for
// what is no square of 8x8.
void square_to_text(unsigned square, Text *text);
Square square_from_text(const char *two_characters);

#endif
