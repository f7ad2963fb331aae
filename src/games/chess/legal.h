// Legal moves as a list, as a number, and one at a time.
#ifndef NEBEL_CHESS_LEGAL_H
#define NEBEL_CHESS_LEGAL_H

#include "games/chess/generate.h"

// Sixteen men of at most 27 moves each (a queen's, on an open 8x8) and two castlings.
enum { MOVES_MAX = MEN_MAX * 27 + 2 };

typedef struct MoveList {
    uint32_t count;
    Move moves[MOVES_MAX];
} MoveList;

// The functions of a sink that lists, for this generator and for others: hand them a ListContext.
typedef struct ListContext {
    Move *next; // where the next move goes
    const Board *board;
    Color us;
} ListContext;

static ALWAYS_INLINE void list_man(void *context, unsigned from, Bits targets)
{
    ListContext *lister = context;
    while (targets)
        *lister->next++ = move_make(from, bits_take(&targets), PAWN);
}

static ALWAYS_INLINE void list_pawns(void *context, PawnStep step, Bits targets)
{
    ListContext *lister = context;
    const int offset = pawn_offset(lister->us, step);
    Bits promoting = targets & lister->board->last_rank[lister->us];
    targets ^= promoting;
    while (targets) {
        const unsigned to = bits_take(&targets);
        *lister->next++ = move_make((unsigned)((int)to - offset), to, PAWN);
    }
    while (promoting) {
        const unsigned to = bits_take(&promoting);
        for (Bits kinds = lister->board->promotions; kinds;)
            *lister->next++ = move_make((unsigned)((int)to - offset), to, (Kind)bits_take(&kinds));
    }
}

void chess_list_legal(const Position *position, MoveList *list);
uint32_t chess_count_legal(const Position *position);
bool chess_is_legal(const Position *position, Move move);

// Whether a move that the mover's own men allow is legal: nothing stands in the way, a pawn's diagonal captures
// something, the king is not left in check. Much faster than a search through all legal moves.
bool chess_allows(const Position *position, Move move);

// Returns the number of legal move sequences of `depth` plies, the usual test of a move generator. The last ply is counted, not made.
uint64_t chess_perft(const Position *position, unsigned depth);

#endif
