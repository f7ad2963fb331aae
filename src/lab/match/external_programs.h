// External programs in a match: each is started once before the first game, and for people who write bots its dialogue is logged:
// what the program was sent, what it answered, and what it wrote to standard error.
//
// A dialogue is kept in memory until its game is over, and then written to a file of its own. A program can read the disk, and
// must not find there what its opponent hears or tries in the game that they play.
#ifndef NEBEL_LAB_MATCH_EXTERNAL_PROGRAMS_H
#define NEBEL_LAB_MATCH_EXTERNAL_PROGRAMS_H

#include "lab/match/plan.h"

// Of one game; what comes later is left out, and the file says so.
enum { DIALOGUE_BYTES_MAX = 1 << 20 };

// The folder of the dialogues of a match.
typedef struct DialogueLogFolder {
    const char *path;
    atomic_bool has_failed; // a dialogue could not be written
} DialogueLogFolder;

typedef struct Dialogue {
    Text text;
    const Clocks *clocks; // NULL for lines without a time
    uint64_t began_us;
    DialogueLog log; // for the program; points to this dialogue, which must stay where it is
} Dialogue;

void dialogue_init(Dialogue *dialogue, const Memory *memory, const Clocks *clocks);
void dialogue_done(Dialogue *dialogue);

// Forgets the game before and begins another.
void dialogue_begin(Dialogue *dialogue);

// Writes the dialogue as NAME.log, below a line that says whose it is. If that fails, the folder remembers it.
void dialogue_save(const Dialogue *dialogue, DialogueLogFolder *folder, const char *name,
                   const char *player);

// Returns whether every external program of the plan starts, greets and accepts the game, so that one that cannot play is refused
// before the first game and does not lose a whole match by forfeits. If not, the message names the first that does not, and says
// why. Programs are sent no seed of the match.
MUST_USE bool external_programs_check(const Plan *plan, const Memory *memory, Text *message);

#endif
