// Open chess as a Game: the same umpire and records, nothing hidden. It shows how much the hidden men cost, and
// players that search full boards can be tested in it alone.
//
//     chess(board=losalamos6x6)
//     chess(fen=4k3/8/8/8/8/8/4P3/4K3_w)
#ifndef NEBEL_KRIEGSPIEL_LAW_OPEN_CHESS_H
#define NEBEL_KRIEGSPIEL_LAW_OPEN_CHESS_H

#include "games/kriegspiel/kriegspiel.h"

// A seat sees the position.
typedef struct OpenView {
    Position position;
    uint8_t seat;
    uint8_t ending;
    uint8_t spare[6];
} OpenView;

extern const Game open_chess_game; // its rules are KriegspielRules, its truth an Umpire

// Plays `attempt` on a position without a past if the umpire would have called it as in `heard`; else returns false.
MUST_USE bool open_chess_play_on(const Rules *rules, Position *board, Try attempt,
                                 const Hearing *heard);

// Which of the games on a chess board these rules are for.
const Game *kriegspiel_rules_game(const KriegspielRules *rules);

// Whether it is Kriegspiel or open chess.
bool game_is_on_chess_board(const Game *game);

#endif
