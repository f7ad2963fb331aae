// What all players share: creating them, seating them, and keeping the view of their seat.
#include "engine/core/player.h"

#include <assert.h>
#include <string.h>

static const char *const error_texts[] = {
    [PLAYER_OK] = "no error",
    [PLAYER_ERR_GAME] = "this player does not play this game",
    [PLAYER_ERR_MEMORY] = "there is not enough memory",
    [PLAYER_ERR_GUEST] = "the program behind this player failed",
};
_Static_assert(COUNT_OF(error_texts) == PLAYER_ERR_COUNT, "every error needs a text");

const char *player_error_text(PlayerError error)
{
    assert(error < PLAYER_ERR_COUNT);
    return error_texts[error];
}

const char *player_message(const Player *player)
{
    return player->message;
}

const char *player_reason(const Player *player, PlayerError error)
{
    return player->message[0] ? player->message : player_error_text(error);
}

Player *player_create(const Memory *memory, const PlayerKind *kind, const OptionValues *options)
{
    assert(kind->plays && kind->choose);
    Player *player = memory_resize(memory, NULL, sizeof *player);
    void *self = kind->self_bytes ? memory_resize(memory, NULL, kind->self_bytes) : NULL;
    if (!player || (kind->self_bytes && !self)) {
        memory_resize(memory, player, 0);
        memory_resize(memory, self, 0);
        return NULL;
    }
    if (self)
        memset(self, 0, kind->self_bytes);
    *player = (Player){
        .kind = kind, .memory = *memory, .options = *options, .crew = &crew_alone, .self = self};
    return player;
}

void player_destroy(Player *player)
{
    if (!player)
        return;
    const Memory memory = player->memory;
    if (player->kind->done)
        player->kind->done(player);
    memory_resize(&memory, player->view, 0);
    memory_resize(&memory, player->tries, 0);
    memory_resize(&memory, player->self, 0);
    memory_resize(&memory, player, 0);
}

// Room for the view and tries of a game. If there is no memory, the old room is kept.
static bool player_make_room(Player *player, const Game *game)
{
    if (player->seating.game == game)
        return true;
    void *view = memory_resize(&player->memory, NULL, game->view_bytes);
    Try *tries = memory_resize(&player->memory, NULL, game->tries_max * sizeof(Try));
    if (!view || !tries) {
        memory_resize(&player->memory, view, 0);
        memory_resize(&player->memory, tries, 0);
        return false;
    }
    memory_resize(&player->memory, player->view, 0);
    memory_resize(&player->memory, player->tries, 0);
    player->view = view;
    player->tries = tries;
    return true;
}

PlayerError player_sit(Player *player, const Seating *seating)
{
    const PlayerKind *kind = player->kind;
    assert(seating->game && seating->rules);
    assert(seating->seat < 2);
    if (!kind->plays(seating->game))
        return PLAYER_ERR_GAME;
    if (!player_make_room(player, seating->game))
        return PLAYER_ERR_MEMORY;
    player->seating = *seating;
    player->rng = rng_from_seed(seating->seed);
    player->message[0] = '\0';
    seating->game->sit(seating->rules, seating->seat, player->view);
    return kind->sit ? kind->sit(player, seating) : PLAYER_OK;
}

PlayerError player_hear(Player *player, Try own, const Hearing *heard)
{
    const Seating *seating = &player->seating;
    assert(player->view);
    seating->game->hear(seating->rules, player->view, own, heard);
    return player->kind->hear ? player->kind->hear(player, own, heard) : PLAYER_OK;
}

PlayerError player_choose(Player *player, const Budget *budget, Choice *choice)
{
    assert(player->view);
    return player->kind->choose(player, budget, choice);
}

uint32_t player_list_tries(Player *player)
{
    const Seating *seating = &player->seating;
    const uint32_t count = seating->game->tries(seating->rules, player->view, player->tries);
    assert(count <= seating->game->tries_max);
    return count;
}

Try player_any_try(Player *player)
{
    const uint32_t count = player_list_tries(player);
    assert(count > 0);
    return player->tries[rng_below(&player->rng, count)];
}

uint64_t player_nodes_max(const Budget *budget, uint8_t seat)
{
    assert(seat < 2);
    if (budget->nodes)
        return budget->nodes;
    return budget->cpu_ms || budget->move_ms || budget->clock_ms[seat] ? UINT64_MAX
                                                                       : PLAYER_NODES_DEFAULT;
}
