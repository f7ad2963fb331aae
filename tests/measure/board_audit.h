// What each legal move of a full board loses to the best reply. The oracle match uses it on the true board, which no player
// sees.
#ifndef NEBEL_TESTS_LAB_BOARD_AUDIT_H
#define NEBEL_TESTS_LAB_BOARD_AUDIT_H

#include "games/chess/legal.h"

typedef struct BoardAudit {
    MoveList legal;
    int values[MOVES_MAX]; // hundredths of a pawn for the side to move, men alone
    int least;             // a move with a smaller value is vetoed
} BoardAudit;

// Values every legal move by all replies, each followed by captures until none gains. A reply that mates is seen; a stalemate
// or a dead board is worth 0, so it loses a lead. A move is vetoed if it ends more than `margin` below what the side
// has now. If the best move ends below that, it is the measure instead of what the side has: one move always passes.
void board_audit_init(BoardAudit *audit, const Position *position, int margin);

bool board_audit_is_legal(const BoardAudit *audit, Move move);
// False for a move that is not legal: a refusal loses nothing.
bool board_audit_vetoes(const BoardAudit *audit, Move move);

#endif
