// What the games on a chess board share of the seam: Kriegspiel and open chess have one umpire and one form of
// rules, and differ in what a seat knows. For this room only.
#ifndef NEBEL_KRIEGSPIEL_LAW_CHESS_SEAM_H
#define NEBEL_KRIEGSPIEL_LAW_CHESS_SEAM_H

#include "games/kriegspiel/kriegspiel.h"

static inline const Ruleset *kriegspiel__ruleset_of(const Rules *rules)
{
    return kriegspiel_rules(rules)->ruleset;
}

static inline const Position *kriegspiel__start_of(const Rules *rules)
{
    return &kriegspiel_rules(rules)->setup.start;
}

// Reads `board` and `fen`; on failure `*setup` is untouched and `message` says what is wrong.
MUST_USE bool kriegspiel__read_setup(const Spec *spec, Setup *setup, Text *message);

// Slots of a Game whose truth is an Umpire.
void kriegspiel__write_start(const Rules *rules, Text *text);
void kriegspiel__deal(const Rules *rules, void *truth, Hearing to[2]);
void kriegspiel__judge(const Rules *rules, void *truth, Try attempt, Hearing to[2]);
uint8_t kriegspiel__seat_to_move(const void *truth);
bool kriegspiel__can_win(const Rules *rules, const void *truth, uint8_t seat);
void kriegspiel__say(const Rules *rules, const Hearing *hearing, Text *text);

#endif
