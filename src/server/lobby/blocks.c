// Guests who have blocked others. Being blocked is told to nobody: all that a guest is told is what it would be told if those who are apart
// from it were not here.
#include "server/lobby/inside.h"

#include <string.h>

// A copy; false if there is no memory.
static bool copy_blocks(const Memory *memory, const uint64_t *list, uint32_t count, Blocks *made)
{
    *made = (Blocks){0};
    if (!count)
        return true;
    made->list = memory_resize(memory, NULL, count * sizeof *list);
    if (!made->list)
        return false;
    memcpy(made->list, list, count * sizeof *list);
    made->count = count;
    return true;
}

bool lobby__take_blocks(const Lobby *lobby, Guest *guest, const uint64_t *list, uint32_t count)
{
    const Blocks before = guest->blocks;
    Blocks now;
    if (!copy_blocks(&lobby->memory, list, count, &now))
        return false;
    guest->blocks = now;
    guest->wants_blocks = false;
    for (uint32_t i = 0; i < lobby->guests.capacity; i++) {
        const Guest *other = lobby->guests.slots[i].thing;
        if (!other || lobby__has_blocked(other->blocks, guest->number))
            continue; // they are apart either way
        const bool is_apart = lobby__has_blocked(now, other->number);
        if (is_apart != lobby__has_blocked(before, other->number))
            lobby__part(lobby, guest, other, is_apart);
    }
    memory_resize(&lobby->memory, before.list, 0);
    return true;
}

void lobby_blocks_found(Lobby *lobby, uint64_t number, const uint64_t *blocks, uint32_t count,
                        uint64_t now_ms)
{
    Guest *guest = number_map_find(&lobby->guests, number);
    if (!guest)
        return;
    if (lobby__take_blocks(lobby, guest, blocks, count))
        lobby__match_waiting(lobby, true, now_ms);
    else
        guest->wants_blocks = true;
}

// --- Looking them up -----------------------------------------------------------------------------

static void look_up(const Lobby *lobby, Guest *guest)
{
    const LobbyOutside *outside = &lobby->plan.outside;
    guest->wants_blocks = !outside->find_blocks(outside->context, guest->number);
}

void lobby_recheck_blocks(Lobby *lobby, uint64_t number)
{
    for (uint32_t i = 0; i < lobby->guests.capacity; i++) {
        Guest *guest = lobby->guests.slots[i].thing;
        if (guest && (!number || guest->number == number))
            look_up(lobby, guest);
    }
}

void lobby__tidy_blocks(Lobby *lobby)
{
    for (uint32_t i = 0; i < lobby->guests.capacity; i++) {
        Guest *guest = lobby->guests.slots[i].thing;
        if (guest && guest->wants_blocks)
            look_up(lobby, guest);
    }
}
