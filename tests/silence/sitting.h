// A person at a desk, for desks.c, where a run is played at it, probes.c, where it asks and notes
// whatever it can without a try, and paces.c, where it looks at the clock.
#ifndef NEBEL_TESTS_SITTING_H
#define NEBEL_TESTS_SITTING_H

#include "games/kriegspiel/kriegspiel.h"
#include "surfaces.h"
#include "ui/play/line_mode.h"

// How the person at the keyboard makes a try.
typedef enum Hand { BY_SAN, BY_SQUARES, BY_KEYS, HAND_COUNT } Hand;

enum { SITTING_PACE_MS = 1000 }; // before a player is asked

typedef struct Sitting {
    const Pair *pair;
    const Run *run;
    GameUi *ui;
    Lines lines;
    KriegspielView view; // of the ear, as far as it has heard; not in Go
    uint32_t heard;
    Rng rng;
    Hand hand;
    bool is_shared;
    bool has_marked;  // every place, with whatever the person believes in
    uint64_t late_ms; // by which the person's clock is ahead of the table's
    Text *text;
} Sitting;

// When a doing happens by the person's clock.
Sitting sitting_open(const Pair *pair, const Run *run, bool is_shared, Text *text);
// What the ear does, as a person does it; false for what a person cannot do here.
bool sitting_act(Sitting *sitting, const Doing *doing);
// What the player does; false for what it cannot do out of turn.
bool sitting_let_player(Sitting *sitting, const Doing *doing);
// Doings that no desk has a place for: a seat that is none, and what the other was turned away with.
bool sitting_skips(const Pair *pair, const Doing *doing);

uint64_t sitting_moment(const Sitting *sitting, const Doing *doing);
// Writes down the picture, and what else the desk shows.
void sitting_look(const Sitting *sitting, const Doing *doing);
// Types a line, as lines or by keys.
void sitting_type(Sitting *sitting, const char *word, uint64_t now_ms);
// Moves the cursor to a square or point, counted from the corner on the person's left.
void sitting_lead(Sitting *sitting, unsigned column, unsigned row, uint64_t now_ms);

// Asks and notes by chance whatever is no business of the table's, and takes it back.
void sitting_probe(Sitting *sitting, const Doing *doing);

#endif
