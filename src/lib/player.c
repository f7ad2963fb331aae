// nebel/player.h: our own players in the caller's process. The roster of this library knows no other programs and no threads
// (engine/players/alone.c).
#include "engine/players/roster.h"
#include "lib/handles.h"

#include <assert.h>
#include <string.h>

struct nebel_player {
    Player *player;
    const nebel_game *game; // NULL before it sits
    uint32_t heard;         // hearings in this game
    bool is_over;
};

static const PlayerKind *kind_at(uint32_t index)
{
    for (uint32_t i = 0; i < index; i++)
        if (!roster_kinds[i])
            return NULL;
    return roster_kinds[index];
}

const char *nebel_player_name(uint32_t index)
{
    const PlayerKind *kind = kind_at(index);
    return kind ? kind->name : NULL;
}

const char *nebel_player_summary(uint32_t index)
{
    const PlayerKind *kind = kind_at(index);
    return kind ? kind->summary : NULL;
}

nebel_player *nebel_player_open(const char *player_string, char *text, size_t bytes)
{
    Text message = text_in(text, bytes);
    nebel_player *made = memory_resize(&memory_heap, NULL, sizeof *made);
    if (!made) {
        text_add(&message, nebel_error_text(NEBEL_ERR_MEMORY));
        return NULL;
    }
    *made = (nebel_player){.player = roster_open(&memory_heap, player_string, &message)};
    if (made->player)
        return made;
    nebel_player_close(made);
    return NULL;
}

void nebel_player_close(nebel_player *player)
{
    if (player)
        player_destroy(player->player);
    memory_resize(&memory_heap, player, 0);
}

static nebel_error error_of(PlayerError error)
{
    static const nebel_error names[] = {[PLAYER_OK] = NEBEL_OK,
                                        [PLAYER_ERR_GAME] = NEBEL_ERR_GAME,
                                        [PLAYER_ERR_MEMORY] = NEBEL_ERR_MEMORY,
                                        [PLAYER_ERR_GUEST] = NEBEL_ERR_GAME};
    _Static_assert(COUNT_OF(names) == PLAYER_ERR_COUNT, "every error needs a public name");
    return names[error];
}

nebel_error nebel_player_sit(nebel_player *player, const nebel_game *game, int seat, uint64_t seed)
{
    if (!api__is_seat(seat))
        return NEBEL_ERR_SEAT;
    const Seating seating = {
        .game = game->game, .rules = api__rules(game), .seat = (uint8_t)seat, .seed = seed};
    const PlayerError error = player_sit(player->player, &seating);
    if (error)
        return error_of(error);
    player->game = game;
    player->heard = 0;
    player->is_over = false;
    return NEBEL_OK;
}

static nebel_error library_player_hear(nebel_player *player, Try own, const Hearing *heard)
{
    const PlayerError error = player_hear(player->player, own, heard);
    player->heard++;
    player->is_over = heard->ending != 0;
    return error_of(error);
}

nebel_error nebel_player_hear(nebel_player *player, int32_t own, const nebel_hearing *hearing)
{
    Hearing heard;
    Try attempt;
    memcpy(&heard, hearing, sizeof heard);
    if (!player->game)
        return NEBEL_ERR_SITTING;
    if (!api__own_try(player->game, own, &attempt))
        return NEBEL_ERR_TRY;
    if ((heard.event == HEARD_OPENING) != (player->heard == 0) ||
        !player->game->game->can_hear(api__rules(player->game), player->player->view, attempt,
                                      &heard))
        return NEBEL_ERR_HEARING;
    return library_player_hear(player, attempt, &heard);
}

nebel_error nebel_player_follow(nebel_player *player, const nebel_state *state)
{
    if (!player->game)
        return NEBEL_ERR_SITTING;
    if (!api__is_same_game(player->game, state->game))
        return NEBEL_ERR_GAME;
    const SeatLog *log = &state->logs[player->player->seating.seat];
    if (log->count < player->heard)
        return NEBEL_ERR_HEARING;
    nebel_error error = NEBEL_OK;
    while (player->heard < log->count && !error) {
        const Heard *next = &log->list[player->heard];
        error = library_player_hear(player, next->own, &next->hearing);
    }
    return error;
}

nebel_error nebel_player_choose(nebel_player *player, uint64_t nodes, nebel_choice *choice)
{
    if (!player->game)
        return NEBEL_ERR_SITTING;
    if (player->is_over)
        return NEBEL_ERR_OVER;
    if (!player->heard || !player_list_tries(player->player))
        return NEBEL_ERR_TURN;
    const Budget budget = {.nodes = nodes};
    Choice chosen = {0};
    const PlayerError error = player_choose(player->player, &budget, &chosen);
    if (error)
        return error_of(error);
    const bool is_try = chosen.kind == EVENT_TRY;
    *choice = (nebel_choice){.action = is_try ? action_of(&player->game->actions, chosen.attempt)
                                              : NEBEL_NO_ACTION,
                             .resigns = chosen.kind == EVENT_RESIGN,
                             .offers_draw = chosen.kind == EVENT_OFFER,
                             .accepts_draw = chosen.kind == EVENT_ACCEPT,
                             .value = chosen.value,
                             .nodes = chosen.nodes};
    return NEBEL_OK;
}
