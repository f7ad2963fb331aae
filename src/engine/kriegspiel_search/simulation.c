// Random moves and random messages; the density is moved on each time.
#include "engine/kriegspiel_search/simulation.h"

#include <assert.h>

void simulation_begin(Simulation *game, const BeliefState *belief, const ReplyRisks *risks,
                      Move move, const TryOutcomes *outcomes, Rng *rng)
{
    assert(bits_has(belief->own.all, move_from(move)));
    float chance;
    *game = (Simulation){.calls = risks->calls, .belief = *belief, .move = move};
    game->message = risks_draw(risks, move, outcomes, rng, &chance, &game->end);
}

// --- A turn --------------------------------------------------------------------------------------------------

// The index of a try that goes to `square`, a random one of several; `count` if there is none.
static uint32_t find_retake(const Try *tries, uint32_t count, unsigned square, Rng *rng)
{
    uint32_t found = count, equals = 0;
    for (uint32_t i = 0; i < count; i++)
        if (move_to(tries[i]) == square && rng_below(rng, ++equals) == 0)
            found = i;
    return found;
}

// A refusal teaches the density something. Outside of the paper's players it does not: it would cost as much as a move.
static void learn_refusal(Simulation *game, TurnContext *context)
{
    if (!game->calls->is_paper)
        return;
    belief_state_move_on(&game->belief, game->calls, game->move, game->message);
    turn_context_init(context, game->calls, &game->belief);
}

// Sends random tries of the turn until one is played, or, if `square` is one, tries onto that square. A refused try is not
// sent again. False if no try is played.
static bool play_turn(Simulation *game, unsigned square, Rng *rng)
{
    Try tries[TRIES_MAX];
    uint32_t count = call_model_fresh_tries(game->calls, &game->belief.own, tries);
    TurnContext context;
    turn_context_init(&context, game->calls, &game->belief);
    game->message = (Message){.is_refused = true};
    while (count && game->message.is_refused) {
        const uint32_t index =
            square == SQUARE_NONE ? rng_below(rng, count) : find_retake(tries, count, square, rng);
        if (index == count)
            return false;
        TryOutcomes outcomes;
        float chance;
        game->move = tries[index];
        turn_context_try(&context, game->move, &outcomes);
        game->message = risks_draw(&context.risks, game->move, &outcomes, rng, &chance, &game->end);
        tries[index] = tries[--count];
        if (game->message.is_refused)
            learn_refusal(game, &context);
    }
    return !game->message.is_refused;
}

// Plays one more move after the last message. False if there is none.
static bool play_next(Simulation *game, unsigned square, Rng *rng)
{
    if (message_ends(&game->message))
        return false;
    belief_state_move_on(&game->belief, game->calls, game->move, game->message);
    return play_turn(game, square, rng);
}

void simulation_play(Simulation *game, unsigned moves, unsigned retakes, Rng *rng)
{
    assert(moves > 0);
    bool goes_on = true;
    for (unsigned i = !game->message.is_refused; i < moves && goes_on; i++)
        goes_on = play_next(game, SQUARE_NONE, rng);
    for (unsigned i = 0; i < retakes && goes_on && game->message.lost_at; i++)
        goes_on = play_next(game, game->message.lost_at - 1u, rng);
}

// --- What it is worth ------------------------------------------------------------------------------------------

// The balance of the men after the message, each by the worth of its kind.
static float worth_of_men(const Simulation *game)
{
    const CallModel *calls = game->calls;
    const Density *enemy = &game->belief.density;
    OwnMen own = game->belief.own;
    float balance = message_gain(&game->message, calls) - enemy->pawn_count * calls->pawn_worth -
                    enemy->piece_count * calls->piece_worth;
    if (!game->message.is_refused)
        own_men_play(&own, game->move);
    if (game->message.lost_at)
        own_men_lose(&own, game->message.lost_at - 1u);
    for (Kind kind = PAWN; kind < KING; kind++)
        balance += (float)bits_count(own.kind[kind]) * calls->worth[kind];
    return balance_worth(calls, balance);
}

float simulation_worth(const Simulation *game)
{
    return message_ends(&game->message) ? game->end : worth_of_men(game);
}
