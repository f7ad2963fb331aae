// Moves by chance, messages by chance, the density moved on each time.
#include "kriegspiel/search/simulation.h"

void simulation_begin(Simulation *game, const Stand *stand, const Stakes *stakes, Move move,
                      const Odds *odds, Rng *rng)
{
    float chance;
    *game = (Simulation){.referee = stakes->referee, .stand = *stand, .move = move};
    game->message = stakes_draw(stakes, move, odds, rng, &chance, &game->end);
}

// --- A turn --------------------------------------------------------------------------------------------------

// The place of a try that takes back on `square`, were the way free; `count` if there is none.
static uint32_t find_retake(const Try *tries, uint32_t count, unsigned square, Rng *rng)
{
    uint32_t found = count, equals = 0;
    for (uint32_t i = 0; i < count; i++)
        if (move_to(tries[i]) == square && rng_below(rng, ++equals) == 0)
            found = i;
    return found;
}

// Sends tries of the turn until one is played, by chance or, if it must, onto `square`. What is refused is not sent again, but
// teaches nothing: a refusal would cost as much as a move. False if nothing is played.
static bool play_turn(Simulation *game, unsigned square, Rng *rng)
{
    Try tries[TRIES_MAX];
    uint32_t count = referee_fresh_tries(game->referee, &game->stand.own, tries);
    Scene scene;
    scene_init(&scene, game->referee, &game->stand);
    game->message = (Message){.is_refused = true};
    while (count && game->message.is_refused) {
        const uint32_t place =
            square == SQUARE_NONE ? rng_below(rng, count) : find_retake(tries, count, square, rng);
        if (place == count)
            return false;
        Odds odds;
        float chance;
        game->move = tries[place];
        scene_try(&scene, game->move, &odds);
        game->message = stakes_draw(&scene.stakes, game->move, &odds, rng, &chance, &game->end);
        tries[place] = tries[--count];
    }
    return !game->message.is_refused;
}

// One more move from where the last message has led. False if there is none.
static bool go_on(Simulation *game, unsigned square, Rng *rng)
{
    if (message_ends(&game->message))
        return false;
    stand_move_on(&game->stand, game->referee, game->move, game->message);
    return play_turn(game, square, rng);
}

void simulation_play(Simulation *game, unsigned moves, unsigned retakes, Rng *rng)
{
    bool goes_on = true;
    for (unsigned i = !game->message.is_refused; i < moves && goes_on; i++)
        goes_on = go_on(game, SQUARE_NONE, rng);
    for (unsigned i = 0; i < retakes && goes_on && game->message.lost_at; i++)
        goes_on = go_on(game, game->message.lost_at - 1u, rng);
}

// --- What it is worth ------------------------------------------------------------------------------------------

// The men as they are after the message, each for what its kind is worth.
static float worth_of_men(const Simulation *game)
{
    const Referee *referee = game->referee;
    const Density *enemy = &game->stand.density;
    OwnMen own = game->stand.own;
    float balance = message_gain(&game->message, referee) -
                    enemy->pawn_count * referee->pawn_worth -
                    enemy->piece_count * referee->piece_worth;
    if (!game->message.is_refused)
        own_men_play(&own, game->move);
    if (game->message.lost_at)
        own_men_lose(&own, game->message.lost_at - 1u);
    for (Kind kind = PAWN; kind < KING; kind++)
        balance += (float)bits_count(own.kind[kind]) * referee->worth[kind];
    return balance_worth(balance);
}

float simulation_worth(const Simulation *game)
{
    return message_ends(&game->message) ? game->end : worth_of_men(game);
}
