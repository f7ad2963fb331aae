// Whether a chess engine may be shown a position. Engines trust their input: a missing king or a castling right without its
// rook crashes them, and with the opponent in check they answer nonsense.
//
// Every Position should be sound. This checks it again from scratch, because the boards that players imagine are made in many
// places, and a crash costs more than a check.
#ifndef NEBEL_GUEST_UCI_CHECK_H
#define NEBEL_GUEST_UCI_CHECK_H

#include "games/chess/position.h"

typedef enum UciFault {
    UCI_FAULT_NONE = 0,
    UCI_FAULT_BOARD,    // not chess's own 8x8
    UCI_FAULT_MEN,      // a man of both colours or of two kinds, or of none
    UCI_FAULT_KINGS,    // not one king a side
    UCI_FAULT_MANY,     // more than sixteen men of a side
    UCI_FAULT_PAWNS,    // a pawn on an end rank
    UCI_FAULT_CASTLING, // a right without its king or rook
    UCI_FAULT_TURN,     // it is nobody's turn
    UCI_FAULT_PASSANT,  // en passant where no pawn has just made two steps
    UCI_FAULT_CHECK,    // the side that is not to move is in check
    UCI_FAULT_EIGHT,    // more than eight pawns of a side: sound, but it crashes GNU Chess
    UCI_FAULT_COUNT
} UciFault;

// The first fault in the order above. `position` may hold any bytes.
UciFault uci_check(const Position *position);
const char *uci_fault_text(UciFault fault);

#endif
