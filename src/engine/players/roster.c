// The list of players, and reading player strings.
#include "engine/players/roster.h"

#include "base/suggest.h"
#include "engine/core/player.h"
#include "engine/external/uci_player.h"
#include "engine/kriegspiel_players/players.h"
#include "engine/phantom_go/players.h"
#include "engine/players/outside.h"
#include "engine/players/players.h"

#include <assert.h>

// clang-format off
const PlayerKind *const roster_kinds[] = {
    &random_player, &capturer_player, &negamax_player,
    &los_player, &aos_player, &aosp_player, &hs_player, &pimc_player,
    &ismcts1_player, &ismcts2_player,
    &meta_player, &fog_player,
    &mcts_a_player, &mcts_b_player, &mcts_c_player, &mcts_bc_player,
#ifndef NEBEL_PURE
    &uci_player,
#endif
    &go_random_player, &go_flat_player, &go_mcts_player, &go_nested_player, &go_two_level_player, &go_hybrid_player,
    &go_best_player, &go_pimc_player,
    NULL};
// clang-format on

const PlayerKind *roster_kind(Slice name)
{
    unsigned i = 0;
    while (roster_kinds[i] && !slice_is(name, roster_kinds[i]->name))
        i++;
    return roster_kinds[i];
}

// Whether a string looks like a program: "./mybot", "mybot.py --fast". Options of a player may hold paths too.
static bool is_path(const char *string)
{
    Slice rest = slice_of(string);
    const Slice name = slice_take(&rest, "(:");
    return slice_has(name, '/') || slice_has(name, '.');
}

void roster_add_unknown(const char *string, Text *message)
{
    Slice rest = slice_of(string);
    const Slice name = slice_take(&rest, "(");
    text_format(message, "there is no player '%.*s'", (int)name.length, name.start);
    if (is_path(string)) {
        text_format(message, "; a program plays as cmd:%s%s", slice_has(name, '/') ? "" : "./",
                    string);
        return;
    }
    Suggestion suggestion = suggest_for(name);
    for (unsigned i = 0; roster_kinds[i]; i++)
        suggest_offer(&suggestion, roster_kinds[i]->name);
    suggest_add(&suggestion, message);
    if (!suggestion.best)
        text_add(message, "; nebel players lists them");
}

static Player *create(const Memory *memory, const PlayerKind *kind, const OptionValues *options,
                      Text *message)
{
    if (!roster__has_engine(kind, options, message))
        return NULL;
    Player *player = player_create(memory, kind, options);
    if (player)
        roster__equip(player);
    else
        text_add(message, "there is not enough memory for the player");
    return player;
}

Player *roster_open(const Memory *memory, const char *string, Text *message)
{
    assert(string);
    Player *guest = NULL;
    if (roster__open_guest(memory, string, &guest, message))
        return guest;
    Spec spec;
    OptionValues options;
    const SpecError error = spec_parse(string, &spec);
    if (error && is_path(string)) {
        roster_add_unknown(string, message);
        return NULL;
    }
    if (error) {
        text_format(message, "cannot read the player '%s': %s", string, spec_error_text(error));
        return NULL;
    }
    const PlayerKind *kind = roster_kind(spec.name);
    if (!kind) {
        roster_add_unknown(string, message);
        return NULL;
    }
    if (!options_read(kind->options, &spec, &options, message))
        return NULL;
    return create(memory, kind, &options, message);
}

bool roster_check(const Memory *memory, const char *string, const Game *game, Text *message)
{
    assert(game);
    Player *player = roster_open(memory, string, message);
    const bool plays = player && player->kind->plays(game);
    if (player && !plays)
        text_format(message, "%s does not play %s; see nebel players %s", string, game->name,
                    string);
    player_destroy(player);
    return plays;
}
