// The bot's end of the protocol: one of our players, spoken to in lines. A line in, lines out.
//
// Nothing here reads or writes the world; `nebel bot` carries the lines, and tests do.
#ifndef NEBEL_GUEST_SPEAK_H
#define NEBEL_GUEST_SPEAK_H

#include "player/player.h"

typedef struct Speaker {
    Player *player;
    const char *name;
    const Clocks *clocks;          // for its budgets
    const atomic_bool *is_stopped; // set by whoever reads a `stop`; may be NULL
    AnyRules rules;                // of the game it sits in
    bool is_seated;
    Try sent; // and not answered yet, or made for it
} Speaker;

// The player and the name outlive the speaker.
void speaker_init(Speaker *speaker, Player *player, const char *name, const Clocks *clocks,
                  const atomic_bool *is_stopped);

// Takes one line without its end and adds the answers, if any, to `answer`. A `go` blocks until the
// player has decided. What it does not understand it passes over. False for `quit`.
MUST_USE bool speaker_take(Speaker *speaker, Slice line, Text *answer);

// What the seat heard, as a line of docs/formats/hearing.md. False if it is none, or cannot have been heard now; then it is
// passed over.
bool speaker_hear(Speaker *speaker, Slice line);

#endif
