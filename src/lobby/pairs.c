// Pairs whose games are being opened, and rematches.
#include "lobby/inside.h"

#include <assert.h>

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

// --- Rematches -----------------------------------------------------------------------------------

static Rematch *make_rematch(Lobby *lobby, const Guest *guest, const LobbySeat *seat)
{
    Rematch *rematch = memory_resize(&lobby->memory, NULL, sizeof *rematch);
    if (!rematch || !number_map_add(&lobby->rematches, &lobby->memory, seat->game, rematch)) {
        memory_resize(&lobby->memory, rematch, 0);
        return NULL;
    }
    *rematch = (Rematch){.game = seat->game, .opening = *seat->opening};
    rematch->guests[seat->seat] = guest->number;
    rematch->guests[!seat->seat] = seat->opponent;
    return rematch;
}

// Takes back what a guest has asked; without anybody who asks the rematch is gone.
static void take_back(Lobby *lobby, Rematch *rematch, unsigned seat)
{
    rematch->asked[seat]->asked--;
    rematch->asked[seat] = NULL;
    if (rematch->asked[!seat])
        return;
    number_map_remove(&lobby->rematches, rematch->game);
    memory_resize(&lobby->memory, rematch, 0);
}

// `asked` to the one who has, `rematch` to the other, each with the token of its own seat.
static void write_rematch(const Lobby *lobby, const Rematch *rematch, const Guest *guest,
                          unsigned seat, Text *text)
{
    const LobbyOutside *outside = &lobby->plan.outside;
    LobbyToken token;
    outside->derive_token(outside->context, &guest->token, rematch->game, &token);
    (rematch->asked[seat] ? lobby_write_asked : lobby_write_rematch)(token.text, text);
}

static void tell_asked(const Lobby *lobby, const Rematch *rematch)
{
    for (unsigned seat = 0; seat < SEATS; seat++) {
        char memory[LOBBY_TOLD_MAX];
        Text text = TEXT_IN(memory);
        const Guest *guest = number_map_find(&lobby->guests, rematch->guests[seat]);
        if (!guest)
            continue;
        write_rematch(lobby, rematch, guest, seat, &text);
        lobby__tell(lobby, guest, &text);
    }
}

// Both have asked: the same game with the seats exchanged.
static void play_again(Lobby *lobby, Rematch *rematch)
{
    const JournalGame opening = rematch->opening;
    const Match match = {.opening = &opening,
                         .guests = {rematch->asked[1], rematch->asked[0]},
                         .verbs = {LOBBY_REMATCH, LOBBY_REMATCH}};
    take_back(lobby, rematch, 0);
    take_back(lobby, rematch, 1);
    lobby__pair(lobby, &match);
}

LobbyError lobby__ask_rematch(Lobby *lobby, Guest *guest, const LobbySeat *seat)
{
    assert(seat->seat < SEATS);
    if (!seat->is_over)
        return LOBBY_ERR_RUNNING;
    Rematch *rematch = number_map_find(&lobby->rematches, seat->game);
    const bool has_asked = rematch && rematch->asked[seat->seat];
    if (!has_asked && guest->asked >= lobby->plan.guest_seeks_max)
        return LOBBY_ERR_MANY;
    if (!rematch)
        rematch = make_rematch(lobby, guest, seat);
    if (!rematch)
        return LOBBY_ERR_BUSY;
    guest->asked += !has_asked;
    rematch->asked[seat->seat] = guest;
    if (rematch->asked[!seat->seat])
        play_again(lobby, rematch);
    else
        tell_asked(lobby, rematch);
    return LOBBY_OK;
}

// A rematch that a guest has asked for, and its seat.
static Rematch *find_asked(const Lobby *lobby, const Guest *guest, unsigned *seat)
{
    for (uint32_t i = 0; i < lobby->rematches.capacity; i++) {
        Rematch *rematch = lobby->rematches.slots[i].thing;
        for (*seat = 0; rematch && *seat < SEATS; (*seat)++)
            if (rematch->asked[*seat] == guest)
                return rematch;
    }
    return NULL;
}

void lobby__end_rematches(Lobby *lobby, Guest *guest)
{
    while (guest->asked) {
        unsigned seat;
        Rematch *rematch = find_asked(lobby, guest, &seat);
        assert(rematch);
        take_back(lobby, rematch, seat);
    }
}

void lobby__tell_rematches(const Lobby *lobby, const Visitor *visitor)
{
    for (uint32_t i = 0; i < lobby->rematches.capacity; i++) {
        const Rematch *rematch = lobby->rematches.slots[i].thing;
        for (unsigned seat = 0; rematch && seat < SEATS; seat++) {
            char memory[LOBBY_TOLD_MAX];
            Text text = TEXT_IN(memory);
            if (rematch->guests[seat] != visitor->guest->number)
                continue;
            write_rematch(lobby, rematch, visitor->guest, seat, &text);
            lobby__send(lobby, visitor, &text);
        }
    }
}
