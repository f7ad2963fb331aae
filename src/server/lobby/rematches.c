// Games that are over and that somebody wants to play again.
#include "server/lobby/inside.h"

#include <assert.h>

static Rematch *make_rematch(Lobby *lobby, const Guest *guest, const LobbySeat *seat)
{
    Rematch *rematch = memory_resize(&lobby->memory, NULL, sizeof *rematch);
    if (!rematch || !number_map_add(&lobby->rematches, &lobby->memory, seat->game, rematch)) {
        memory_resize(&lobby->memory, rematch, 0);
        return NULL;
    }
    *rematch = (Rematch){.game = seat->game, .opening = *seat->opening, .is_rated = seat->is_rated};
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

// Whether a guest may be told of a rematch: it has asked for it, or the one who has is not apart from it.
static bool may_hear(const Rematch *rematch, const Guest *guest, unsigned seat)
{
    return rematch->asked[seat] || !lobby__are_apart(guest, rematch->asked[!seat]);
}

// `asked` to the one who has, `rematch` to the other, each with the token of its own seat.
static void tell_rematch(const Lobby *lobby, const Rematch *rematch, const Visitor *visitor,
                         unsigned seat)
{
    const LobbyOutside *outside = &lobby->plan.outside;
    char memory[LOBBY_TOLD_MAX];
    Text text = TEXT_IN(memory);
    LobbyToken token;
    outside->derive_token(outside->context, &visitor->session, rematch->game, &token);
    (rematch->asked[seat] ? lobby_write_asked : lobby_write_rematch)(token.text, &text);
    lobby__send(lobby, visitor, &text);
}

// A guest in that seat has asked. The other one is told, unless they are apart.
static void tell_asked(const Lobby *lobby, const Rematch *rematch, unsigned asker)
{
    for (unsigned seat = 0; seat < SEATS; seat++) {
        const Guest *guest = number_map_find(&lobby->guests, rematch->guests[seat]);
        if (!guest || lobby__are_apart(guest, rematch->asked[asker]))
            continue; // nobody is apart from itself
        for (const Visitor *visitor = guest->first; visitor; visitor = visitor->next)
            tell_rematch(lobby, rematch, visitor, seat);
    }
}

// Both have asked, and nothing keeps them from a game: the same with the seats exchanged.
static void play_again(Lobby *lobby, Rematch *rematch)
{
    const JournalGame opening = rematch->opening;
    const Match match = {.opening = &opening,
                         .guests = {rematch->asked[1], rematch->asked[0]},
                         .verbs = {LOBBY_REMATCH, LOBBY_REMATCH},
                         .is_rated = rematch->is_rated};
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
    const Guest *other = rematch->asked[!seat->seat];
    // They may have logged in by one address since then.
    if (other && !lobby__are_apart(guest, other) && rematch->is_rated &&
        lobby__check_rated_pair(guest, other))
        return LOBBY_ERR_PAIR;
    guest->asked += !has_asked;
    rematch->asked[seat->seat] = guest;
    if (other && !lobby__are_apart(guest, other))
        play_again(lobby, rematch);
    else
        tell_asked(lobby, rematch, seat->seat);
    return LOBBY_OK;
}

bool lobby__find_rematch(const Lobby *lobby, const Visitor *visitor, Slice token, LobbySeat *found)
{
    const LobbyOutside *outside = &lobby->plan.outside;
    for (uint32_t i = 0; i < lobby->rematches.capacity; i++) {
        const Rematch *rematch = lobby->rematches.slots[i].thing;
        for (uint8_t seat = 0; rematch && seat < SEATS; seat++) {
            LobbyToken own;
            if (rematch->guests[seat] != visitor->guest->number)
                continue;
            outside->derive_token(outside->context, &visitor->session, rematch->game, &own);
            if (!slice_is(token, own.text))
                continue;
            *found = (LobbySeat){.game = rematch->game,
                                 .seat = seat,
                                 .is_over = true,
                                 .opponent = rematch->guests[!seat],
                                 .opening = &rematch->opening,
                                 .is_rated = rematch->is_rated};
            return true;
        }
    }
    return false;
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
        for (unsigned seat = 0; rematch && seat < SEATS; seat++)
            if (rematch->guests[seat] == visitor->guest->number &&
                may_hear(rematch, visitor->guest, seat))
                tell_rematch(lobby, rematch, visitor, seat);
    }
}
