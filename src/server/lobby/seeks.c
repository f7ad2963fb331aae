// Seeks and links: two lists by age, and who is told of them.
#include "server/lobby/inside.h"

#include <assert.h>
#include <string.h>

LobbyOffer lobby__offer_of(const Seek *seek)
{
    return (LobbyOffer){.id = seek->id,
                        .name = seek->guest->name,
                        .rating = seek->rating.rating,
                        .is_provisional = seek->rating.is_provisional,
                        .is_rated = seek->is_rated,
                        .colour = seek->colour,
                        .clock = seek->opening.clock,
                        .game = seek->game};
}

// --- The lists -----------------------------------------------------------------------------------

const Seek *lobby__find_seek(const Lobby *lobby, uint64_t id, bool is_link)
{
    const Seek *seek = number_map_find(&lobby->by_id, id);
    return seek && seek->is_link == is_link ? seek : NULL;
}

static SeekList *list_of(Lobby *lobby, bool are_links)
{
    return are_links ? &lobby->links : &lobby->seeks;
}

static void add_last(Lobby *lobby, Seek *seek)
{
    SeekList *list = list_of(lobby, seek->is_link);
    seek->older = list->newest;
    *(list->newest ? &list->newest->newer : &list->oldest) = seek;
    list->newest = seek;
    list->count++;
    (*(seek->is_link ? &seek->guest->links : &seek->guest->seeks))++;
}

static void take_out(Lobby *lobby, Seek *seek)
{
    SeekList *list = list_of(lobby, seek->is_link);
    *(seek->older ? &seek->older->newer : &list->oldest) = seek->newer;
    *(seek->newer ? &seek->newer->older : &list->newest) = seek->older;
    list->count--;
    (*(seek->is_link ? &seek->guest->links : &seek->guest->seeks))--;
    number_map_remove(&lobby->by_id, seek->id);
}

// Whether a connection is told of the seeks of a guest.
static bool may_see(const Visitor *visitor, const Guest *guest)
{
    return visitor->is_watching && !lobby__are_apart(visitor->guest, guest);
}

// Tells those who watch of a guest's seek, and with `is_own` also all connections of the guest.
static void tell_watchers(const Lobby *lobby, const Guest *guest, bool is_for_all, bool is_own,
                          const Text *text)
{
    for (uint32_t i = 0; i < lobby->visitors.capacity; i++) {
        const Visitor *visitor = lobby->visitors.slots[i].thing;
        if (visitor &&
            ((is_for_all && may_see(visitor, guest)) || (is_own && visitor->guest == guest)))
            lobby__send(lobby, visitor, text);
    }
}

void lobby__end_seek(Lobby *lobby, Seek *seek)
{
    char memory[LOBBY_TOLD_MAX];
    Text text = TEXT_IN(memory);
    take_out(lobby, seek);
    lobby_write_gone(seek->id, &text);
    tell_watchers(lobby, seek->guest, seek->is_told, true, &text);
    memory_resize(&lobby->memory, seek, 0);
}

void lobby__end_seeks(Lobby *lobby, const Guest *guest, bool are_links)
{
    for (Seek *seek = list_of(lobby, are_links)->oldest, *next; seek; seek = next) {
        next = seek->newer;
        if (seek->guest == guest)
            lobby__end_seek(lobby, seek);
    }
}

LobbyError lobby__unseek(Lobby *lobby, const Guest *guest, uint64_t id)
{
    if (!id) {
        lobby__end_seeks(lobby, guest, false);
        lobby__end_seeks(lobby, guest, true);
        return LOBBY_OK;
    }
    Seek *seek = number_map_find(&lobby->by_id, id);
    if (!seek || seek->guest != guest)
        return LOBBY_ERR_GONE;
    lobby__end_seek(lobby, seek);
    return LOBBY_OK;
}

// --- Seeks that come ------------------------------------------------------------------------------

static void tell_own(const Lobby *lobby, const Seek *seek)
{
    char memory[LOBBY_TOLD_MAX];
    Text text = TEXT_IN(memory);
    const LobbyOffer offer = lobby__offer_of(seek);
    (seek->is_link ? lobby_write_link : lobby_write_seeking)(&offer, &text);
    lobby__tell(lobby, seek->guest, &text);
}

Seek *lobby__open_seek(Lobby *lobby, Guest *guest, const LobbySaid *said,
                       const JournalGame *opening, uint64_t now_ms)
{
    uint64_t id;
    if (!lobby__draw_new(lobby, &lobby->by_id, &id))
        return NULL;
    Seek *seek = memory_resize(&lobby->memory, NULL, sizeof *seek);
    if (!seek || !number_map_add(&lobby->by_id, &lobby->memory, id, seek)) {
        memory_resize(&lobby->memory, seek, 0);
        return NULL;
    }
    *seek = (Seek){.id = id,
                   .guest = guest,
                   .is_link = said->verb == LOBBY_LINK,
                   .is_rated = said->is_rated,
                   .colour = said->colour,
                   .range = said->range,
                   .rating = lobby__rating(guest, opening),
                   .since_ms = now_ms,
                   .opening = *opening};
    Text game = TEXT_IN(seek->game);
    opening->game->write((const Rules *)&opening->rules, &game);
    assert(!game.cut);
    add_last(lobby, seek);
    tell_own(lobby, seek);
    return seek;
}

void lobby__show_seek(const Lobby *lobby, Seek *seek)
{
    char memory[LOBBY_TOLD_MAX];
    Text text = TEXT_IN(memory);
    const LobbyOffer offer = lobby__offer_of(seek);
    lobby_write_seek(&offer, &text);
    tell_watchers(lobby, seek->guest, true, false, &text);
    seek->is_told = true;
}

// --- Telling -------------------------------------------------------------------------------------

static void tell_own_of(const Lobby *lobby, const Visitor *visitor, const SeekList *list)
{
    for (const Seek *seek = list->oldest; seek; seek = seek->newer) {
        char memory[LOBBY_TOLD_MAX];
        Text text = TEXT_IN(memory);
        const LobbyOffer offer = lobby__offer_of(seek);
        if (seek->guest != visitor->guest)
            continue;
        (seek->is_link ? lobby_write_link : lobby_write_seeking)(&offer, &text);
        lobby__send(lobby, visitor, &text);
    }
}

void lobby__tell_own_seeks(const Lobby *lobby, const Visitor *visitor)
{
    tell_own_of(lobby, visitor, &lobby->seeks);
    tell_own_of(lobby, visitor, &lobby->links);
}

void lobby__tell_seeks(const Lobby *lobby, const Visitor *visitor)
{
    for (const Seek *seek = lobby->seeks.oldest; seek; seek = seek->newer) {
        char memory[LOBBY_TOLD_MAX];
        Text text = TEXT_IN(memory);
        const LobbyOffer offer = lobby__offer_of(seek);
        if (lobby__are_apart(visitor->guest, seek->guest))
            continue;
        lobby_write_seek(&offer, &text);
        lobby__send(lobby, visitor, &text);
    }
}

// --- Who is apart --------------------------------------------------------------------------------

// Tells a connection that a seek has come, or is gone.
static void tell_change(const Lobby *lobby, const Visitor *visitor, const Seek *seek, bool is_gone)
{
    char memory[LOBBY_TOLD_MAX];
    Text text = TEXT_IN(memory);
    const LobbyOffer offer = lobby__offer_of(seek);
    if (is_gone)
        lobby_write_gone(seek->id, &text);
    else
        lobby_write_seek(&offer, &text);
    lobby__send(lobby, visitor, &text);
}

static void tell_parting(const Lobby *lobby, const Guest *listener, const Guest *owner,
                         bool are_apart)
{
    for (const Visitor *visitor = listener->first; visitor; visitor = visitor->next)
        for (const Seek *seek = lobby->seeks.oldest; seek && visitor->is_watching;
             seek = seek->newer)
            if (seek->guest == owner && seek->is_told)
                tell_change(lobby, visitor, seek, are_apart);
}

void lobby__part(const Lobby *lobby, const Guest *one, const Guest *other, bool are_apart)
{
    tell_parting(lobby, one, other, are_apart);
    tell_parting(lobby, other, one, are_apart);
}

void lobby__hide_seeks(const Lobby *lobby, const Visitor *visitor)
{
    for (const Seek *seek = lobby->seeks.oldest; seek && visitor->is_watching; seek = seek->newer)
        if (seek->is_told && lobby__are_apart(visitor->guest, seek->guest))
            tell_change(lobby, visitor, seek, true);
}
