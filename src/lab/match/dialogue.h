// The dialogue of guests, for people who write bots: what a program was told, what it said, and what it wrote to standard error.
//
// A dialogue is kept in memory until its game is over, and then written to a file of its own. A guest can read the disk, and
// must not find there what its opponent hears or tries in the game that they play.
#ifndef NEBEL_MATCH_DIALOGUE_H
#define NEBEL_MATCH_DIALOGUE_H

#include "base/text.h"
#include "engine/core/player.h"

enum {
    DIALOGUE_BYTES_MAX = 1 << 20
}; // of one game; what comes later is left out, and the file says so

// Where the dialogues of a match are kept.
typedef struct DialogueFolder {
    const char *path;
    atomic_bool has_failed; // a dialogue could not be written
} DialogueFolder;

typedef struct Dialogue {
    Text text;
    const Clocks *clocks; // NULL for lines without a time
    uint64_t began_us;
    DialogueLog log; // for the guest; points to this dialogue, which must stay where it is
} Dialogue;

void dialogue_init(Dialogue *dialogue, const Memory *memory, const Clocks *clocks);
void dialogue_done(Dialogue *dialogue);

// Forgets the game before.
void dialogue_begin(Dialogue *dialogue);

// Writes the dialogue as NAME.log, below a line that says whose it is. If that fails, the folder remembers it.
void dialogue_save(const Dialogue *dialogue, DialogueFolder *folder, const char *name,
                   const char *player);

#endif
