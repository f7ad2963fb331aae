// Draws messages by their chances, and moves beliefs on by them.
#include "engine/kriegspiel_search/message.h"

#include <assert.h>

enum { FLOAT_BITS = 24 }; // a float holds so many bits of a fraction exactly

// A fraction from 0 to 1, 1 not included.
static float draw_fraction(Rng *rng)
{
    return (float)(rng_next(rng) >> (64 - FLOAT_BITS)) * 0x1p-24F;
}

// Whether an event of chance `chance` happens. Multiplies `*product` by the chance of what did happen.
static bool happens(Rng *rng, float chance, float *product)
{
    const bool does = draw_fraction(rng) < chance;
    *product *= does ? chance : 1 - chance;
    return does;
}

static unsigned index_of(const ReplyRisks *risks, unsigned square)
{
    assert(bits_has(risks->men, square));
    return (unsigned)bits_count(risks->men & (bit(square) - 1));
}

static float control_on(const ReplyRisks *risks, Move move, const TryOutcomes *outcomes,
                        unsigned square)
{
    return square == move_to(move) ? outcomes->control : risks->control[index_of(risks, square)];
}

// The own men that a reply to the move may take. A king is never taken, and a rook that has castled has left its square.
static Bits victims_of(const ReplyRisks *risks, Move move)
{
    const unsigned from = move_from(move), to = move_to(move);
    const Bits others = risks->men & ~bit(from) & ~bit(to);
    if (!bits_has(risks->king, from))
        return others | bit(to);
    const Castle *castle = chess_castle_of(from, to);
    return castle ? others & ~bit(castle->rook_from) : others;
}

// The square of the own man that an unprovoked reply takes, drawn in proportion to control; SQUARE_NONE for none.
static unsigned draw_victim(const ReplyRisks *risks, Move move, const TryOutcomes *outcomes,
                            Rng *rng, float *chance)
{
    const Bits victims = victims_of(risks, move);
    float sum = 0;
    for (Bits rest = victims; rest;)
        sum += control_on(risks, move, outcomes, bits_take(&rest));
    if (!happens(rng, call_model_capture_chance(risks->calls, sum), chance) || sum <= 0)
        return SQUARE_NONE;
    float mark = draw_fraction(rng) * sum;
    Bits rest = victims;
    assert(rest);
    unsigned at;
    do {
        at = bits_take(&rest);
        mark -= control_on(risks, move, outcomes, at);
    } while (rest && mark >= 0);
    *chance *= control_on(risks, move, outcomes, at) / sum;
    return at;
}

// The reply to a try that was played.
static void draw_reply(const ReplyRisks *risks, Move move, const TryOutcomes *outcomes, Rng *rng,
                       float *chance, CallMessage *message)
{
    assert(!message_ends(message));
    const TriesCall tries = risks->calls->rules->ruleset->tries;
    if (message->captured || message->checks) {
        if (happens(rng, outcomes->taken[message->captured ? TAKEN_CAPTURER : TAKEN_CHECKER],
                    chance))
            message->lost_at = (uint8_t)(move_to(move) + 1);
    } else {
        const unsigned victim = draw_victim(risks, move, outcomes, rng, chance);
        message->lost_at = (uint8_t)(victim == SQUARE_NONE ? 0 : victim + 1);
    }
    if (tries == TRIES_COUNTED || tries == TRIES_EXIST)
        message->tries = happens(rng, risks->tries, chance);
}

float message_gain(const CallMessage *message, const CallModel *calls)
{
    return message->captured == CAPTURED_PAWN    ? calls->pawn_worth
           : message->captured == CAPTURED_PIECE ? calls->piece_worth
                                                 : 0;
}

// What is lost with the man that a reply took.
static float loss_of(const ReplyRisks *risks, const TryOutcomes *outcomes, Move move,
                     const CallMessage *message)
{
    const unsigned at = message->lost_at - 1u;
    if (!message->lost_at)
        return 0;
    return at == move_to(move) ? outcomes->left : risks->losses[index_of(risks, at)];
}

static float worth_of_message(const ReplyRisks *risks, const TryOutcomes *outcomes, Move move,
                              const CallMessage *message)
{
    if (message->is_mate)
        return CALL_MODEL_WIN;
    if (message->is_stalemate)
        return outcomes->stalemate_worth;
    if (risks->is_bare)
        return message->checks ? outcomes->check_worth : outcomes->silent_worth;
    return balance_worth(risks->calls, outcomes->calm + message_gain(message, risks->calls) -
                                           loss_of(risks, outcomes, move, message));
}

static unsigned draw_taken(const TryOutcomes *outcomes, Rng *rng, float *chance)
{
    const float something = outcomes->pawn + outcomes->piece;
    if (!happens(rng, something, chance))
        return TAKES_NOTHING;
    return happens(rng, outcomes->pawn / something, chance) ? TAKES_PAWN : TAKES_PIECE;
}

CallMessage risks_draw_played(const ReplyRisks *risks, Move move, const TryOutcomes *outcomes,
                              Rng *rng, float *chance, float *worth)
{
    static const uint8_t captured_of[TAKES_COUNT] = {CAPTURED_NOTHING, CAPTURED_PAWN,
                                                     CAPTURED_PIECE};
    CallMessage message = {0};
    *chance = 1;
    const unsigned takes = draw_taken(outcomes, rng, chance);
    message.captured = captured_of[takes];
    if (happens(rng, outcomes->check, chance)) {
        message.checks = CHECK_PLAIN;
        message.is_mate = happens(rng, outcomes->mate, chance);
    } else if (outcomes->stalemate[takes] > 0) {
        message.is_stalemate = happens(rng, outcomes->stalemate[takes], chance);
    }
    if (!message_ends(&message))
        draw_reply(risks, move, outcomes, rng, chance, &message);
    *worth = worth_of_message(risks, outcomes, move, &message);
    return message;
}

CallMessage risks_draw(const ReplyRisks *risks, Move move, const TryOutcomes *outcomes, Rng *rng,
                       float *chance, float *worth)
{
    assert(outcomes->legal >= 0);
    float legal = 1;
    if (!happens(rng, outcomes->legal, &legal)) {
        *chance = legal;
        *worth = outcomes->illegal_worth;
        return (CallMessage){.is_refused = true};
    }
    const CallMessage message = risks_draw_played(risks, move, outcomes, rng, chance, worth);
    *chance *= legal;
    return message;
}

static Hearing answer_of(const OwnMen *own, Move move, CallMessage message)
{
    return (Hearing){
        .event = message.is_refused ? HEARD_REFUSAL : HEARD_MOVE,
        .verdict = message.is_refused ? VERDICT_ILLEGAL : VERDICT_PLAYED,
        .seat = own->color,
        .captured = message.captured,
        .capture_at = message.captured ? (uint8_t)(move_to(move) + 1) : 0,
        .checks = message.checks,
    };
}

void belief_state_move_on(BeliefState *belief, const CallModel *calls, Move move,
                          CallMessage message)
{
    assert(!message_ends(&message));
    const Ruleset *rules = calls->rules->ruleset;
    const Hearing answer = answer_of(&belief->own, move, message);
    density_answer(&belief->density, &belief->own, rules, move, &answer);
    if (message.is_refused)
        return;
    own_men_play(&belief->own, move);
    if (message.lost_at)
        own_men_lose(&belief->own, message.lost_at - 1u);
    belief->move_number++;
    belief->last = (Hearing){.event = HEARD_MOVE,
                             .verdict = VERDICT_PLAYED,
                             .seat = other_color(belief->own.color),
                             .captured = message.lost_at ? CAPTURED_PIECE : CAPTURED_NOTHING,
                             .capture_at = message.lost_at,
                             .count = message.tries};
    density_reply(&belief->density, &belief->own, rules, calls->motion, belief->move_number,
                  &belief->last);
}

bool message_of(const Hearing *answer, const Hearing *reply, CallMessage *message)
{
    *message = (CallMessage){.is_refused = answer->event == HEARD_REFUSAL};
    if (message->is_refused)
        return true;
    message->captured = answer->captured;
    message->checks = answer->checks ? CHECK_PLAIN : 0;
    if (!reply || reply->checks || reply->passant_at || answer->captured == CAPTURED_MAN)
        return false;
    message->lost_at = reply->capture_at;
    message->tries = reply->count > 0;
    return true;
}
