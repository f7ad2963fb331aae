// The events of a replay in words, for games that nobody plays any more.
#ifndef NEBEL_PLAY_SHOWING_H
#define NEBEL_PLAY_SHOWING_H

#include "game/replay.h"

enum {
    SHOWN_TRY_MAX = 16,     // bytes of a try as text
    SHOWN_WORDS_MAX = 2048, // bytes of the umpire's words; in Go they may name many stones
};

// What an event was, for people.
typedef struct Shown {
    char attempt[SHOWN_TRY_MAX]; // "e2e4"; "" for what is no try
    char
        words[SHOWN_WORDS_MAX]; // what was heard: once if both heard the same, else "w: ... b: ..."
} Shown;

// Plays the next entry and says what it was; false if there is none. Records of other programs may go on where our rules
// have ended the game; then nothing moves, and the words say why.
bool showing_step(Replay *replay, Shown *shown);

// A line an event: its number, whose it was, the try, what was heard. Plays the replay to its end.
void showing_add_lines(Replay *replay, Text *text);

#endif
