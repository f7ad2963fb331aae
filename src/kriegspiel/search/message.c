// Messages drawn by their chances, and the turns they lead to.
#include "kriegspiel/search/message.h"

#include "kriegspiel/search/call_model_parts.h"

static float draw_part(Rng *rng)
{
    return (float)(rng_next(rng) >> 40) * 0x1p-24F;
}

// Whether something of chance `chance` happens; `*product` is multiplied by the chance of what did.
static bool happens(Rng *rng, float chance, float *product)
{
    const bool does = draw_part(rng) < chance;
    *product *= does ? chance : 1 - chance;
    return does;
}

static unsigned place_of(const Stakes *stakes, unsigned square)
{
    return (unsigned)bits_count(stakes->men & (bit(square) - 1));
}

static float control_on(const Stakes *stakes, Move move, const Odds *odds, unsigned square)
{
    return square == move_to(move) ? odds->control : stakes->control[place_of(stakes, square)];
}

// Whom a reply to the move may take: a king is never taken, and a rook that has castled no longer stands where it stood.
static Bits victims_of(const Stakes *stakes, Move move)
{
    const unsigned from = move_from(move), to = move_to(move);
    const Bits others = stakes->men & ~bit(from) & ~bit(to);
    if (!bits_has(stakes->king, from))
        return others | bit(to);
    const Castle *castle = chess_castle_of(from, to);
    return castle ? others & ~bit(castle->rook_from) : others;
}

// The own man that an unprovoked reply takes, in proportion to control; SQUARE_NONE if there is none.
static unsigned draw_victim(const Stakes *stakes, Move move, const Odds *odds, Rng *rng,
                            float *chance)
{
    const Bits victims = victims_of(stakes, move);
    float sum = 0;
    for (Bits rest = victims; rest;)
        sum += control_on(stakes, move, odds, bits_take(&rest));
    if (!happens(rng, referee__capture_chance(stakes->referee, sum), chance) || sum <= 0)
        return SQUARE_NONE;
    float mark = draw_part(rng) * sum;
    Bits rest = victims;
    unsigned at;
    do {
        at = bits_take(&rest);
        mark -= control_on(stakes, move, odds, at);
    } while (rest && mark >= 0);
    *chance *= control_on(stakes, move, odds, at) / sum;
    return at;
}

// The reply to a try that was played.
static void draw_reply(const Stakes *stakes, Move move, const Odds *odds, Rng *rng, float *chance,
                       Message *message)
{
    const TriesCall tries = stakes->referee->rules->ruleset->tries;
    if (message->captured || message->checks) {
        if (happens(rng, odds->taken[!message->captured], chance))
            message->lost_at = (uint8_t)(move_to(move) + 1);
    } else {
        const unsigned victim = draw_victim(stakes, move, odds, rng, chance);
        message->lost_at = (uint8_t)(victim == SQUARE_NONE ? 0 : victim + 1);
    }
    if (tries == TRIES_COUNTED || tries == TRIES_EXIST)
        message->tries = happens(rng, stakes->tries, chance);
}

float message_gain(const Message *message, const Referee *referee)
{
    return message->captured == CAPTURED_PAWN    ? referee->pawn_worth
           : message->captured == CAPTURED_PIECE ? referee->piece_worth
                                                 : 0;
}

// What is lost with the man that a reply took.
static float loss_of(const Stakes *stakes, const Odds *odds, Move move, const Message *message)
{
    const unsigned at = message->lost_at - 1u;
    if (!message->lost_at)
        return 0;
    return at == move_to(move) ? odds->left : stakes->losses[place_of(stakes, at)];
}

static float worth_of_message(const Stakes *stakes, const Odds *odds, Move move,
                              const Message *message)
{
    if (message->is_mate)
        return REFEREE_WIN;
    if (message->is_stalemate)
        return odds->stalemate_worth;
    if (stakes->is_bare)
        return message->checks ? odds->check_worth : odds->silent_worth;
    return balance_worth(odds->calm + message_gain(message, stakes->referee) -
                         loss_of(stakes, odds, move, message));
}

static unsigned draw_taken(const Odds *odds, Rng *rng, float *chance)
{
    const float something = odds->pawn + odds->piece;
    if (!happens(rng, something, chance))
        return TAKES_NOTHING;
    return happens(rng, odds->pawn / something, chance) ? TAKES_PAWN : TAKES_PIECE;
}

Message stakes_draw_played(const Stakes *stakes, Move move, const Odds *odds, Rng *rng,
                           float *chance, float *worth)
{
    static const uint8_t captured_of[TAKES_COUNT] = {CAPTURED_NOTHING, CAPTURED_PAWN,
                                                     CAPTURED_PIECE};
    Message message = {0};
    *chance = 1;
    const unsigned takes = draw_taken(odds, rng, chance);
    message.captured = captured_of[takes];
    if (happens(rng, odds->check, chance)) {
        message.checks = CHECK_PLAIN;
        message.is_mate = happens(rng, odds->mate, chance);
    } else if (odds->stalemate[takes] > 0) {
        message.is_stalemate = happens(rng, odds->stalemate[takes], chance);
    }
    if (!message_ends(&message))
        draw_reply(stakes, move, odds, rng, chance, &message);
    *worth = worth_of_message(stakes, odds, move, &message);
    return message;
}

Message stakes_draw(const Stakes *stakes, Move move, const Odds *odds, Rng *rng, float *chance,
                    float *worth)
{
    float legal = 1;
    if (!happens(rng, odds->legal, &legal)) {
        *chance = legal;
        *worth = odds->illegal_worth;
        return (Message){.is_refused = true};
    }
    const Message message = stakes_draw_played(stakes, move, odds, rng, chance, worth);
    *chance *= legal;
    return message;
}

static Hearing hear_answer(const OwnMen *own, Move move, Message message)
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

void stand_move_on(Stand *stand, const Referee *referee, Move move, Message message)
{
    const Ruleset *rules = referee->rules->ruleset;
    const Hearing answer = hear_answer(&stand->own, move, message);
    density_answer(&stand->density, &stand->own, rules, move, &answer);
    if (message.is_refused)
        return;
    own_men_play(&stand->own, move);
    if (message.lost_at)
        own_men_lose(&stand->own, message.lost_at - 1u);
    stand->time++;
    stand->last = (Hearing){.event = HEARD_MOVE,
                            .verdict = VERDICT_PLAYED,
                            .seat = other_color(stand->own.color),
                            .captured = message.lost_at ? CAPTURED_PIECE : CAPTURED_NOTHING,
                            .capture_at = message.lost_at,
                            .count = message.tries};
    density_reply(&stand->density, &stand->own, rules, referee->drift, stand->time, &stand->last);
}

bool message_of(const Hearing *answer, const Hearing *reply, Message *message)
{
    *message = (Message){.is_refused = answer->event == HEARD_REFUSAL};
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
