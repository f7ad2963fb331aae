// GTP for one of our players of Phantom Go: a line in, an answer out. docs/protocol/gtp.md is the law.
//
// The player hears what its seat hears and nothing else, whatever the controller knows. What the controller is told depends
// on its role: the table, one of the two seats, or the referee. There is no input or output here; `nebel gtp` and tests
// carry the lines.
#ifndef NEBEL_GUEST_GTP_SPEAK_H
#define NEBEL_GUEST_GTP_SPEAK_H

#include "engine/core/player.h"
#include "games/phantom_go/phantom_go.h"

typedef struct GtpSpeakerPlan {
    const char *name, *version; // for the commands of these names
    PhantomRules rules;         // until the controller sets a size and a komi
    Budget budget;              // of a try, besides the controller's clocks
    uint64_t seed;
} GtpSpeakerPlan;

typedef struct GtpSpeaker GtpSpeaker;

// The player must play Phantom Go. It and the strings must outlive the speaker. NULL if there is no memory.
GtpSpeaker *gtp_speaker_create(Player *player, const GtpSpeakerPlan *plan);
void gtp_speaker_destroy(GtpSpeaker *self); // accepts NULL

// Takes one line without its end and adds the answer, if there is one. False after `quit`.
MUST_USE bool gtp_speaker_take(GtpSpeaker *self, Slice line, Text *answer);

#endif
