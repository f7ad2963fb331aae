// Plays the short games of players' signatures (engine/players/signature.h) through the library alone, and compares the result with the
// program's own: players must try the same under a limit of nodes, whichever way they are asked.
//
// usage: library_signatures [PLAYER...]      (default: all players of the library)
//
// Prints a signature a line. A build for another machine must print the same lines.
#include "base/hash.h"
#include "engine/players/signature.h"
#include "games/registry/games.h"

#include <nebel/nebel.h>

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TRIES_MAX = 1024, NAME_MAX = 64 };

static void need(bool is_fine, const char *what)
{
    if (is_fine)
        return;
    fprintf(stderr, "library_signatures: %s\n", what);
    exit(1);
}

// The name of its kind, without options.
static const char *kind_of(const char *player, char name[NAME_MAX])
{
    snprintf(name, NAME_MAX, "%.*s", (int)strcspn(player, "("), player);
    return name;
}

// A try of the player as a number, with which its signature goes on. False if it does not try.
static bool take_choice(const nebel_game *handle, const Game *game, const nebel_choice *choice,
                        nebel_try *attempt, uint64_t *signature)
{
    const bool is_try = choice->action != NEBEL_NO_ACTION;
    need(!is_try || nebel_action_text(handle, choice->action, attempt), "an action has no text");
    *signature = hash_word(*signature, is_try ? game->try_from_text(slice_of(attempt->text))
                                              : (uint64_t)TRY_NONE);
    return is_try;
}

// The player has the first seat, and chance the second, which needs the umpire's list of tries.
static void play(const nebel_game *handle, const Game *game, nebel_player *player, uint64_t nodes,
                 uint64_t *signature)
{
    static nebel_try tries[TRIES_MAX];
    nebel_hearing to[2];
    nebel_state *state = nebel_state_create(handle);
    nebel_umpire *umpire = nebel_umpire_create(handle, to);
    Rng rng = rng_from_seed(SIGNATURE_SEED);
    bool goes_on = true;
    for (unsigned turns = 0;
         goes_on && turns < SIGNATURE_TURNS && nebel_state_to_move(state) >= 0;) {
        const int seat = nebel_state_to_move(state);
        nebel_try attempt;
        if (seat == 0) {
            nebel_choice choice;
            need(nebel_player_follow(player, state) == NEBEL_OK, "a player cannot follow");
            need(nebel_player_choose(player, nodes, &choice) == NEBEL_OK, "a player has no choice");
            goes_on = take_choice(handle, game, &choice, &attempt, signature);
            turns++;
        } else {
            attempt = tries[rng_below(&rng, nebel_umpire_tries(umpire, tries, TRIES_MAX))];
        }
        if (!goes_on)
            break;
        need(nebel_umpire_try(umpire, seat, attempt.text, to) == NEBEL_OK, "no try");
        need(nebel_state_apply(state, nebel_action_read(handle, attempt.text), NULL) == NEBEL_OK,
             "no action");
    }
    nebel_umpire_destroy(umpire);
    nebel_state_destroy(state);
}

static uint64_t signature_of(const char *string)
{
    char kind[NAME_MAX], why[NEBEL_TEXT_BYTES];
    uint64_t signature = HASH_START;
    nebel_player *player = nebel_player_open(string, why, sizeof why);
    need(player, why);
    const char *name;
    for (unsigned i = 0; (name = signature_game(kind_of(string, kind), i)); i++) {
        AnyRules rules;
        Text message = TEXT_IN(why);
        const Game *game = game_read(name, &rules, &message);
        nebel_game *handle = nebel_game_open(name, why, sizeof why);
        need(game && handle, why);
        const nebel_error error = nebel_player_sit(player, handle, 0, SIGNATURE_SEED);
        need(error == NEBEL_OK || error == NEBEL_ERR_GAME, "a player cannot sit down");
        if (!error)
            play(handle, game, player, signature_nodes(kind), &signature);
        nebel_player_close(player); // a player refers to its game
        nebel_game_close(handle);
        player = nebel_player_open(string, why, sizeof why);
        need(player, why);
    }
    nebel_player_close(player);
    return signature;
}

// True if it is the program's own.
static bool show(const char *player)
{
    char why[NEBEL_TEXT_BYTES];
    Text message = TEXT_IN(why);
    uint64_t own;
    const uint64_t found = signature_of(player);
    need(player_signature(&memory_heap, player, &own, &message), why);
    printf("%-23s %016" PRIx64 "%s\n", player, found, found == own ? "" : " differs");
    return found == own;
}

int main(int count, char *words[])
{
    bool is_fine = true;
    for (int i = 1; i < count; i++)
        is_fine &= show(words[i]);
    for (uint32_t i = 0; count == 1 && nebel_player_name(i); i++)
        is_fine &= show(nebel_player_name(i));
    return is_fine ? 0 : 1;
}
