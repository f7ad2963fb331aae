// The bot's side of the bot protocol, for one of our players: a line in, lines out.
//
// There is no input or output here; `nebel bot` and tests carry the lines.
#ifndef NEBEL_GUEST_SPEAK_H
#define NEBEL_GUEST_SPEAK_H

#include "engine/core/player.h"

typedef struct Speaker {
    Player *player;
    const char *name;
    const Clocks *clocks;          // for the budgets of `go`
    const atomic_bool *is_stopped; // set by the reader of a `stop`; may be NULL
    AnyRules rules;                // of the game in play
    bool is_seated;
    Try sent; // the last try, chosen by the player or made for it as an opening, until it is answered
} Speaker;

// The player and the name outlive the speaker.
void speaker_init(Speaker *speaker, Player *player, const char *name, const Clocks *clocks,
                  const atomic_bool *is_stopped);

// Takes one line without its end and adds the answers, if there are any. A `go` blocks until the player has decided. Lines
// that are not understood are ignored. False for `quit`.
MUST_USE bool speaker_take(Speaker *speaker, Slice line, Text *answer);

// Tells the player what its seat heard, a line of docs/formats/hearing.md. False if the line is no hearing or cannot have been
// heard now; then the player is told nothing.
bool speaker_hear(Speaker *speaker, Slice line);

#endif
