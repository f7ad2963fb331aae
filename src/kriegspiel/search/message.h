// What the imagined umpire says to a try and to the reply: drawn by its chance, recognised when it is really heard, and the turn
// that follows.
#ifndef NEBEL_KRIEGSPIEL_SEARCH_MESSAGE_H
#define NEBEL_KRIEGSPIEL_SEARCH_MESSAGE_H

#include "base/rng.h"
#include "kriegspiel/search/call_model.h"

// What the umpire says to a try and, if it was played, to the reply. Everything unsaid is zero, so that equal messages have
// equal bytes.
typedef struct Message {
    uint8_t is_refused, captured, checks; // the answer; checks is CHECK_PLAIN or nothing
    uint8_t lost_at;                      // one more than the square where the reply took a man
    uint8_t tries;                        // whether pawn tries are announced then
    uint8_t is_mate, is_stalemate;
    uint8_t spare;
} Message;

// Whether the game is over with it.
static inline bool message_ends(const Message *message)
{
    return message->is_mate || message->is_stalemate;
}

// Draws a message by its chance, which goes to `*chance`; `*worth` is what it is worth, in men.
Message risks_draw(const ReplyRisks *risks, Move move, const TryOutcomes *outcomes, Rng *rng,
                   float *chance, float *worth);

// The same for a try that is played; the chance is given that.
Message risks_draw_played(const ReplyRisks *risks, Move move, const TryOutcomes *outcomes, Rng *rng,
                          float *chance, float *worth);

// What the man is worth that the try has taken; 0 if it took nobody.
float message_gain(const Message *message, const CallModel *calls);

// Goes on to the turn that follows a message that ends nothing.
void belief_state_move_on(BeliefState *belief, const CallModel *calls, Move move, Message message);

// The message that two hearings amount to; `reply` is NULL after a refusal. False if it is none that is ever drawn.
MUST_USE bool message_of(const Hearing *answer, const Hearing *reply, Message *message);

#endif
