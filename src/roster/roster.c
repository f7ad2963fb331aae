// The list of players, and their strings.
#include "roster/roster.h"

#include "guest/uci_player.h"
#include "ismcts/players.h"
#include "kriegspiel/player/mcts.h"
#include "kriegspiel/player/meta.h"
#include "kriegspiel/player/sampling.h"
#include "kriegspiel/player/simple.h"
#include "phantom_go/player/players.h"
#include "player/random.h"
#include "roster/outside.h"

// clang-format off
const PlayerKind *const roster_kinds[] = {
    &random_player, &capturer_player, &negamax_player,
    &los_player, &aosp_player, &hs_player, &pimc_player,
    &ismcts1_player, &ismcts2_player,
    &meta_player,
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

static Player *create(const Memory *memory, const PlayerKind *kind, const OptionValues *options,
                      Text *complaint)
{
    if (!roster__has_engine(kind, options, complaint))
        return NULL;
    Player *player = player_create(memory, kind, options);
    if (player)
        roster__equip(player);
    else
        text_add(complaint, "there is not enough memory for the player");
    return player;
}

Player *roster_open(const Memory *memory, const char *string, Text *complaint)
{
    Player *guest = NULL;
    if (roster__open_guest(memory, string, &guest, complaint))
        return guest;
    Spec spec;
    OptionValues options;
    const SpecError error = spec_parse(string, &spec);
    if (error) {
        text_format(complaint, "cannot read the player '%s': %s", string, spec_error_text(error));
        return NULL;
    }
    const PlayerKind *kind = roster_kind(spec.name);
    if (!kind) {
        text_format(complaint, "there is no player '%.*s'; nebel players lists them",
                    (int)spec.name.length, spec.name.start);
        return NULL;
    }
    if (!options_read(kind->options, &spec, &options, complaint))
        return NULL;
    return create(memory, kind, &options, complaint);
}

bool roster_check(const Memory *memory, const char *string, const Game *game, Text *complaint)
{
    Player *player = roster_open(memory, string, complaint);
    const bool plays = player && player->kind->plays(game);
    if (player && !plays)
        text_format(complaint, "%s does not play %s; see nebel players %s", string, game->name,
                    string);
    player_destroy(player);
    return plays;
}
