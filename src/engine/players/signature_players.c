// The signatures of players: what they try in short games against chance.
#include "engine/players/signature.h"

#include "base/hash.h"
#include "engine/players/roster.h"
#include "games/registry/games.h"

#include <assert.h>
#include <string.h>

enum { NODES = 50 }; // of each try

// Players whose nodes are so cheap that they would do nothing with so few.
static const struct {
    const char *player;
    uint64_t nodes;
} other_nodes[] = {{"meta", 1000}, {"mcts-c", 1000}};

// Games besides the usual ones, for players that have something for them alone.
static const struct {
    const char *player, *game;
} other_games[] = {{"fog", "kriegspiel(fen=8/8/4k3/8/8/8/8/KR6_w)"}};

uint64_t signature_nodes(const char *name)
{
    for (unsigned i = 0; i < COUNT_OF(other_nodes); i++)
        if (strcmp(other_nodes[i].player, name) == 0)
            return other_nodes[i].nodes;
    return NODES;
}

const char *signature_game(const char *name, unsigned index)
{
    unsigned next = 0;
    for (unsigned i = 0; game_list[i]; i++)
        if (next++ == index)
            return game_list[i]->name; // in its usual form
    for (unsigned i = 0; i < COUNT_OF(other_games); i++)
        if (strcmp(other_games[i].player, name) == 0 && next++ == index)
            return other_games[i].game;
    return NULL;
}

// A game in which the player has the first seat, and chance the second.
typedef struct ShortGame {
    const Game *game;
    const Rules *rules;
    Player *player;
    AnyTruth truth;
    AnyView other; // of the second seat
    Try *tries;    // room for the second seat's
    Rng rng;
} ShortGame;

// Tells both seats. `by` is the seat whose try is answered.
static bool signature_tell(ShortGame *game, uint8_t by, Try attempt, const Hearing to[2])
{
    if (to[1].event)
        game->game->hear(game->rules, &game->other, by == 1 ? attempt : TRY_NONE, &to[1]);
    return !to[0].event ||
           player_hear(game->player, by == 0 ? attempt : TRY_NONE, &to[0]) == PLAYER_OK;
}

static bool play(ShortGame *game, uint64_t *signature)
{
    const Budget budget = {.nodes = signature_nodes(game->player->kind->name)};
    const Seating seating = {
        .game = game->game, .rules = game->rules, .seat = 0, .seed = SIGNATURE_SEED};
    Hearing to[2];
    game->game->deal(game->rules, &game->truth, to);
    game->game->sit(game->rules, 1, &game->other);
    bool is_fine =
        player_sit(game->player, &seating) == PLAYER_OK && signature_tell(game, 0, TRY_NONE, to);
    for (unsigned turns = 0; turns < SIGNATURE_TURNS && is_fine && !to[0].ending;) {
        const uint8_t seat = game->game->seat_to_move(&game->truth);
        Choice choice = {.kind = EVENT_TRY};
        if (seat == 0) {
            is_fine = player_choose(game->player, &budget, &choice) == PLAYER_OK;
            *signature = hash_word(*signature, choice.attempt);
            turns++;
        } else {
            const uint32_t count = game->game->tries(game->rules, &game->other, game->tries);
            assert(count > 0 && count <= game->game->tries_max);
            choice.attempt = game->tries[rng_below(&game->rng, count)];
        }
        if (!is_fine || choice.kind != EVENT_TRY)
            return is_fine;
        game->game->judge(game->rules, &game->truth, choice.attempt, to);
        is_fine = signature_tell(game, seat, choice.attempt, to);
    }
    return is_fine;
}

// A game that the player does not play adds nothing.
static bool add_game(const Memory *memory, const char *name, Player *player, uint64_t *signature,
                     Text *message)
{
    AnyRules rules;
    const Game *game = game_read(name, &rules, message);
    if (!game || !player->kind->plays(game))
        return game != NULL;
    ShortGame short_game = {.game = game,
                            .rules = (const Rules *)&rules,
                            .player = player,
                            .tries = memory_resize(memory, NULL, game->tries_max * sizeof(Try)),
                            .rng = rng_from_seed(SIGNATURE_SEED)};
    const bool is_fine = short_game.tries && play(&short_game, signature);
    memory_resize(memory, short_game.tries, 0);
    if (!is_fine)
        text_format(message, "%s has no signature: there is not enough memory", player->kind->name);
    return is_fine;
}

bool player_signature(const Memory *memory, const char *string, uint64_t *signature, Text *message)
{
    if (roster_is_guest(string)) {
        text_format(message, "%s has no signature: it is a program outside of this one", string);
        return false;
    }
    Player *player = roster_open(memory, string, message);
    bool is_fine = player != NULL;
    *signature = HASH_START;
    for (unsigned i = 0; is_fine && signature_game(player->kind->name, i); i++)
        is_fine =
            add_game(memory, signature_game(player->kind->name, i), player, signature, message);
    player_destroy(player);
    return is_fine;
}
