// Guests who are here, and those who were here a moment ago.
#include "server/lobby/inside.h"

// --- Coming --------------------------------------------------------------------------------------

static Guest *make_guest(Lobby *lobby, const LobbyGuest *known, uint64_t now_ms)
{
    Guest *guest = memory_resize(&lobby->memory, NULL, sizeof *guest);
    if (!guest || !number_map_add(&lobby->guests, &lobby->memory, known->number, guest)) {
        memory_resize(&lobby->memory, guest, 0);
        return NULL;
    }
    *guest =
        (Guest){.number = known->number, .actions = allowance_full(lobby->plan.actions, now_ms)};
    return guest;
}

// A guest who has registered meanwhile has another name, and one who has logged in another address.
static void take_known(Guest *guest, const LobbyGuest *known)
{
    Text name = TEXT_IN(guest->name);
    text_add(&name, known->name);
    guest->has_account = known->has_account;
    guest->ratings = known->ratings;
    guest->addresses = known->addresses;
}

void lobby__free_guest(const Memory *memory, Guest *guest)
{
    memory_resize(memory, guest->blocks.list, 0);
    memory_resize(memory, guest, 0);
}

bool lobby__enter(Lobby *lobby, Visitor *visitor, const LobbyGuest *known, uint64_t now_ms)
{
    Guest *guest = number_map_find(&lobby->guests, known->number);
    if (!guest)
        guest = make_guest(lobby, known, now_ms);
    if (!guest || !lobby__take_blocks(lobby, guest, known->blocks, known->block_count))
        return false; // one that has nothing here goes with the next tidying
    take_known(guest, known);
    guest->session = visitor->session;
    visitor->guest = guest;
    visitor->next = guest->first;
    guest->first = visitor;
    return true;
}

// --- Going ---------------------------------------------------------------------------------------

// Nobody needs a guest who is away and has nothing here.
static void forget_if_idle(Lobby *lobby, Guest *guest)
{
    if (guest->first || guest->seeks || guest->links || guest->asked || guest->pairs ||
        guest->missed_count)
        return;
    number_map_remove(&lobby->guests, guest->number);
    lobby__free_guest(&lobby->memory, guest);
}

void lobby__leave(Lobby *lobby, Visitor *visitor, uint64_t now_ms)
{
    Guest *guest = visitor->guest;
    if (!guest)
        return;
    Visitor **place = &guest->first;
    while (*place != visitor)
        place = &(*place)->next;
    *place = visitor->next;
    visitor->guest = NULL;
    if (guest->first)
        guest->session = guest->first->session;
    guest->away_ms = now_ms;
    forget_if_idle(lobby, guest);
}

// Ends what a guest has here that is away too long.
static void end_away(Lobby *lobby, Guest *guest, uint64_t now_ms)
{
    if (guest->first)
        return;
    const uint64_t away_ms = now_ms - guest->away_ms;
    if (away_ms >= lobby->plan.seek_away_ms) {
        lobby__end_seeks(lobby, guest, false);
        lobby__end_rematches(lobby, guest);
    }
    if (away_ms >= lobby->plan.link_away_ms) {
        lobby__end_seeks(lobby, guest, true);
        guest->missed_count = 0;
    }
}

void lobby__tidy_guests(Lobby *lobby, uint64_t now_ms)
{
    const NumberMap *guests = &lobby->guests;
    for (uint32_t i = 0; i < guests->capacity; i++)
        if (guests->slots[i].thing)
            end_away(lobby, guests->slots[i].thing, now_ms);
    // Who is moved to an earlier slot when another one is removed has its turn the next time.
    for (uint32_t i = 0; i < guests->capacity; i++)
        if (guests->slots[i].thing)
            forget_if_idle(lobby, guests->slots[i].thing);
}
