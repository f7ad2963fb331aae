// What the umpire says to a try and to the enemy's reply, as the tree searches see it. A message is drawn by its chance,
// recognised when it is really heard, and leads to the next turn.
#ifndef NEBEL_KRIEGSPIEL_SEARCH_MESSAGE_H
#define NEBEL_KRIEGSPIEL_SEARCH_MESSAGE_H

#include "base/rng.h"
#include "engine/kriegspiel_search/call_model.h"

// Everything unsaid is zero and there is no padding, so that equal messages have equal bytes.
typedef struct CallMessage {
    uint8_t is_refused, captured, checks; // the answer; checks is CHECK_PLAIN or nothing
    uint8_t lost_at;                      // one more than the square where the reply took a man
    uint8_t tries;                        // whether pawn tries are announced after the reply
    uint8_t is_mate, is_stalemate;
    uint8_t spare;
} CallMessage;
_Static_assert(sizeof(CallMessage) == 8, "a message has no padding");

// Whether the message ends the game.
static inline bool message_ends(const CallMessage *message)
{
    return message->is_mate || message->is_stalemate;
}

// Draws a message. `*chance` is set to its chance, `*worth` to its worth in men.
CallMessage risks_draw(const ReplyRisks *risks, Move move, const TryOutcomes *outcomes, Rng *rng,
                       float *chance, float *worth);

// The same for a try that is known to be played; the chance is then conditional on that.
CallMessage risks_draw_played(const ReplyRisks *risks, Move move, const TryOutcomes *outcomes,
                              Rng *rng, float *chance, float *worth);

// The worth of the man that the try has taken; 0 if it took none.
float message_gain(const CallMessage *message, const CallModel *calls);

// Moves a belief on to the turn that follows a message, which must not end the game.
void belief_state_move_on(BeliefState *belief, const CallModel *calls, Move move,
                          CallMessage message);

// The message that two hearings amount to; `reply` is NULL after a refusal. False if no such message is ever drawn.
MUST_USE bool message_of(const Hearing *answer, const Hearing *reply, CallMessage *message);

#endif
