// What `nebel analyse` says of a turn before its first try, by game.
#ifndef NEBEL_CMD_ANALYSE_TURN_H
#define NEBEL_CMD_ANALYSE_TURN_H

#include "belief/follow.h"
#include "belief/go_follow.h"
#include "search/go_known.h"

void analyse_chess_turn(const FollowTurn *turn, Text *text);
// In Go a sample dies in most long games; what can be deduced point by point is said with it and, in the end, without it.
void analyse_go_turn(const GoFollowTurn *turn, const GoKnown *known, Text *text);

// For these two alone. How many boards there are; and whether an enemy certainly is, or is not, where the boards put one
// with such a weight.
void analyse__add_boards(uint32_t count, bool is_exact, Text *text);
bool analyse__is_there(double weight, bool is_exact);
bool analyse__is_none(double weight, bool is_exact);

#endif
