// The events of a replay in words, for games that are over.
#ifndef NEBEL_PLAY_REPLAY_WORDS_H
#define NEBEL_PLAY_REPLAY_WORDS_H

#include "games/core/replay.h"

enum {
    EVENT_WORDS_TRY_MAX = 16, // bytes of a try as text
    EVENT_WORDS_MAX = 2048,   // bytes of the umpire's words; in Go they may name many stones
};

// An event in words.
typedef struct Shown {
    MoveNumber number;                 // all zero if the event is no try
    char attempt[EVENT_WORDS_TRY_MAX]; // "e2e4"; "" if the event is no try
    char
        words[EVENT_WORDS_MAX]; // what was heard: once if both heard the same, else "w: ... b: ..."
} Shown;

// Plays the next entry and writes it in words; false if there is none. A record of another program may go on after our rules have
// ended the game. Such an entry changes nothing, and the words say so.
bool event_words_step(Replay *replay, Shown *shown);

enum { EVENT_WORDS_NUMBER_COLUMNS = 6 };

// Writes a number in so many columns, the digits of moves below each other: "   4  ", "   4.2".
void event_words_add_number(MoveNumber number, Text *text);

// Plays the replay to its end and adds a line for each event: the number of its move, its seat, the try, and what was heard.
void event_words_add_lines(Replay *replay, Text *text);

#endif
