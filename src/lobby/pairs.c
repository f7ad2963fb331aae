// Pairs whose games are being opened, and how their guests hear of it.
#include "lobby/inside.h"

#include <string.h>

// --- Games that began ----------------------------------------------------------------------------

static void keep_missed(Guest *guest, uint64_t game, uint8_t seat, const char *opponent)
{
    if (guest->missed_count == MISSED_MAX)
        memmove(guest->missed, guest->missed + 1, --guest->missed_count * sizeof *guest->missed);
    Missed *missed = &guest->missed[guest->missed_count++];
    *missed = (Missed){.game = game, .seat = seat};
    Text name = TEXT_IN(missed->opponent);
    text_add(&name, opponent);
}

void lobby__tell_game(const Lobby *lobby, Guest *guest, uint64_t game, uint8_t seat,
                      const char *opponent)
{
    const LobbyOutside *outside = &lobby->plan.outside;
    char memory[LOBBY_TOLD_MAX];
    Text text = TEXT_IN(memory);
    LobbyToken token;
    if (!guest->first) {
        keep_missed(guest, game, seat, opponent);
        return;
    }
    outside->derive_token(outside->context, &guest->token, game, &token);
    lobby_write_game(token.text, seat, opponent, &text);
    lobby__tell(lobby, guest, &text);
}

// --- Pairs ---------------------------------------------------------------------------------------

// NULL if there is no memory or no chance.
static Pair *make_pair(Lobby *lobby, const Match *match)
{
    uint64_t game;
    if (!lobby__draw_new(lobby, &lobby->pairs, &game))
        return NULL;
    Pair *pair = memory_resize(&lobby->memory, NULL, sizeof *pair);
    if (!pair || !number_map_add(&lobby->pairs, &lobby->memory, game, pair)) {
        memory_resize(&lobby->memory, pair, 0);
        return NULL;
    }
    *pair = (Pair){.game = game};
    for (unsigned seat = 0; seat < SEATS; seat++) {
        pair->guests[seat] = match->guests[seat];
        pair->verbs[seat] = (uint8_t)match->verbs[seat];
        pair->guests[seat]->pairs++;
    }
    return pair;
}

// A guest who is away and has nothing else here stays until the next tidying.
static void drop_pair(Lobby *lobby, Pair *pair)
{
    for (unsigned seat = 0; seat < SEATS; seat++)
        pair->guests[seat]->pairs--;
    number_map_remove(&lobby->pairs, pair->game);
    memory_resize(&lobby->memory, pair, 0);
}

static bool open_game(const Lobby *lobby, const Pair *pair, const JournalGame *opening)
{
    const LobbyOutside *outside = &lobby->plan.outside;
    LobbyPair wanted = {.game = pair->game, .opening = *opening};
    for (unsigned seat = 0; seat < SEATS; seat++) {
        wanted.guests[seat] = pair->guests[seat]->number;
        outside->derive_token(outside->context, &pair->guests[seat]->token, pair->game,
                              &wanted.tokens[seat]);
    }
    return outside->open_game(outside->context, &wanted);
}

void lobby__pair(Lobby *lobby, const Match *match)
{
    for (unsigned seat = 0; seat < SEATS; seat++)
        lobby__end_seeks(lobby, match->guests[seat], false);
    Pair *pair = make_pair(lobby, match);
    if (pair && open_game(lobby, pair, match->opening))
        return;
    for (unsigned seat = 0; seat < SEATS; seat++)
        lobby__tell_error(lobby, match->guests[seat], match->verbs[seat], LOBBY_ERR_BUSY);
    if (pair)
        drop_pair(lobby, pair);
}

void lobby_game_opened(Lobby *lobby, uint64_t game, bool is_open)
{
    Pair *pair = number_map_find(&lobby->pairs, game);
    if (!pair)
        return;
    for (unsigned seat = 0; seat < SEATS; seat++) {
        Guest *guest = pair->guests[seat];
        if (is_open)
            lobby__tell_game(lobby, guest, game, (uint8_t)seat, pair->guests[!seat]->name);
        else
            lobby__tell_error(lobby, guest, (LobbyVerb)pair->verbs[seat], LOBBY_ERR_BUSY);
    }
    drop_pair(lobby, pair);
}
