// Moves as text: UCI's plain coordinates, and SAN as people write it, in both directions.
#ifndef NEBEL_CHESS_NOTATION_H
#define NEBEL_CHESS_NOTATION_H

#include "games/chess/position.h"

enum { MOVE_TEXT_MAX = 12 }; // bytes that hold any move written here

// UCI needs no position: it says from where to where ("e2e4", "e7e8q", castling "e1g1"). Reading
// gives MOVE_NONE for anything else.
void move_to_uci(Move move, Text *text);
Move move_from_uci(Slice text);

// SAN of a legal move, with the least that makes it unique and the sign of check or mate.
void move_to_san(const Position *position, Move move, Text *text);

// Reads SAN as found in the wild: check signs, "!" and "?", "0-0", superfluous or missing origins
// and "=" are taken as they come. MOVE_NONE if no legal move, or more than one, fits.
Move move_from_san(const Position *position, Slice text);

#endif
