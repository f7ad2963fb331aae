// A record shown event by event: the truth, what both seats know of it, and what each heard.
//
// For games that nobody plays any more. A Showing is a plain value: to go back, begin again.
#ifndef NEBEL_PLAY_SHOWING_H
#define NEBEL_PLAY_SHOWING_H

#include "umpire/open_chess.h"
#include "umpire/record.h"

typedef struct Showing {
    const KriegspielRules *rules;
    Umpire umpire;
    KriegspielView views[2];
} Showing;

// What an event was, for people.
typedef struct Shown {
    char attempt[16]; // "e2e4"; "" for what is no try
    char words[640];  // what was heard: once if both heard the same, else "w: ... b: ..."
} Shown;

// What both seats heard: once if it was the same, else "w: ... b: ...".
void showing_add_words(const Game *game, const Rules *rules, const Hearing to[2], Text *words);
const char *showing_event_words(uint8_t kind); // of an event that is no try

void showing_open(Showing *showing, const KriegspielRules *rules);
// Moves on by one entry. Plain PGN may go on where our rules have ended the game; then nothing
// moves, and the words say why.
void showing_play(Showing *showing, const Entry *entry, Shown *shown);

#endif
