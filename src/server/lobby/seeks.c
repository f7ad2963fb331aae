// Seeks and links: two lists by age, and who is told of them.
#include "server/lobby/internal.h"

#include <assert.h>
#include <string.h>

LobbyOffer lobby__offer_of(const Seek *seek)
{
    return (LobbyOffer){.id = seek->id,
                        .name = seek->user->name,
                        .rating = seek->rating.rating,
                        .is_provisional = seek->rating.is_provisional,
                        .is_rated = seek->is_rated,
                        .colour = seek->colour,
                        .clock = seek->opening.clock,
                        .game = seek->game};
}

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
    (*(seek->is_link ? &seek->user->links : &seek->user->seeks))++;
}

static void take_out(Lobby *lobby, Seek *seek)
{
    SeekList *list = list_of(lobby, seek->is_link);
    *(seek->older ? &seek->older->newer : &list->oldest) = seek->newer;
    *(seek->newer ? &seek->newer->older : &list->newest) = seek->older;
    list->count--;
    (*(seek->is_link ? &seek->user->links : &seek->user->seeks))--;
    number_map_remove(&lobby->by_id, seek->id);
}

// Whether a connection is told of the seeks of a user.
static bool may_see(const LobbyConnection *conn, const LobbyUser *user)
{
    return conn->is_watching && !lobby__are_apart(conn->user, user);
}

// Tells those who watch of a user's seek, and with `is_own` also all connections of the user.
static void tell_watchers(const Lobby *lobby, const LobbyUser *user, bool is_for_all, bool is_own,
                          const Text *text)
{
    for (uint32_t i = 0; i < lobby->connections.capacity; i++) {
        const LobbyConnection *conn = lobby->connections.slots[i].thing;
        if (conn && ((is_for_all && may_see(conn, user)) || (is_own && conn->user == user)))
            lobby__send(lobby, conn, text);
    }
}

void lobby__end_seek(Lobby *lobby, Seek *seek)
{
    char memory[LOBBY_TOLD_MAX];
    Text text = TEXT_IN(memory);
    take_out(lobby, seek);
    lobby_write_gone(seek->id, &text);
    tell_watchers(lobby, seek->user, seek->is_told, true, &text);
    memory_resize(&lobby->memory, seek, 0);
}

void lobby__end_seeks(Lobby *lobby, const LobbyUser *user, bool are_links)
{
    for (Seek *seek = list_of(lobby, are_links)->oldest, *next; seek; seek = next) {
        next = seek->newer;
        if (seek->user == user)
            lobby__end_seek(lobby, seek);
    }
}

LobbyError lobby__unseek(Lobby *lobby, const LobbyUser *user, uint64_t id)
{
    if (!id) {
        lobby__end_seeks(lobby, user, false);
        lobby__end_seeks(lobby, user, true);
        return LOBBY_OK;
    }
    Seek *seek = number_map_find(&lobby->by_id, id);
    if (!seek || seek->user != user)
        return LOBBY_ERR_GONE;
    lobby__end_seek(lobby, seek);
    return LOBBY_OK;
}

static void write_own(const Seek *seek, Text *text)
{
    const LobbyOffer offer = lobby__offer_of(seek);
    (seek->is_link ? lobby_write_link : lobby_write_seeking)(&offer, text);
}

Seek *lobby__open_seek(Lobby *lobby, LobbyUser *user, const LobbySaid *said,
                       const JournalGame *opening, uint64_t now_ms)
{
    uint64_t id;
    if (!lobby__draw_new(lobby, &lobby->by_id, &id))
        return NULL;
    Seek *seek = number_map_make(&lobby->by_id, &lobby->memory, id, sizeof *seek);
    if (!seek)
        return NULL;
    *seek = (Seek){.id = id,
                   .user = user,
                   .is_link = said->verb == LOBBY_LINK,
                   .is_rated = said->is_rated,
                   .colour = said->colour,
                   .range = said->range,
                   .rating = lobby__rating(user, opening),
                   .since_ms = now_ms,
                   .opening = *opening};
    Text game = TEXT_IN(seek->game);
    opening->game->write((const Rules *)&opening->rules, &game);
    assert(!game.cut);
    add_last(lobby, seek);
    char memory[LOBBY_TOLD_MAX];
    Text text = TEXT_IN(memory);
    write_own(seek, &text);
    lobby__tell(lobby, user, &text);
    return seek;
}

void lobby__show_seek(const Lobby *lobby, Seek *seek)
{
    char memory[LOBBY_TOLD_MAX];
    Text text = TEXT_IN(memory);
    const LobbyOffer offer = lobby__offer_of(seek);
    lobby_write_seek(&offer, &text);
    tell_watchers(lobby, seek->user, true, false, &text);
    seek->is_told = true;
}

static void tell_own_of(const Lobby *lobby, const LobbyConnection *conn, const SeekList *list)
{
    for (const Seek *seek = list->oldest; seek; seek = seek->newer) {
        char memory[LOBBY_TOLD_MAX];
        Text text = TEXT_IN(memory);
        if (seek->user != conn->user)
            continue;
        write_own(seek, &text);
        lobby__send(lobby, conn, &text);
    }
}

void lobby__tell_own_seeks(const Lobby *lobby, const LobbyConnection *conn)
{
    tell_own_of(lobby, conn, &lobby->seeks);
    tell_own_of(lobby, conn, &lobby->links);
}

// Tells a connection that a seek has come, or is gone.
static void tell_change(const Lobby *lobby, const LobbyConnection *conn, const Seek *seek,
                        bool is_gone)
{
    char memory[LOBBY_TOLD_MAX];
    Text text = TEXT_IN(memory);
    const LobbyOffer offer = lobby__offer_of(seek);
    if (is_gone)
        lobby_write_gone(seek->id, &text);
    else
        lobby_write_seek(&offer, &text);
    lobby__send(lobby, conn, &text);
}

void lobby__tell_seeks(const Lobby *lobby, const LobbyConnection *conn)
{
    for (const Seek *seek = lobby->seeks.oldest; seek; seek = seek->newer)
        if (!lobby__are_apart(conn->user, seek->user))
            tell_change(lobby, conn, seek, false);
}

static void tell_parting(const Lobby *lobby, const LobbyUser *listener, const LobbyUser *owner,
                         bool are_apart)
{
    for (const LobbyConnection *conn = listener->first; conn; conn = conn->next)
        for (const Seek *seek = lobby->seeks.oldest; seek && conn->is_watching; seek = seek->newer)
            if (seek->user == owner && seek->is_told)
                tell_change(lobby, conn, seek, are_apart);
}

void lobby__part(const Lobby *lobby, const LobbyUser *one, const LobbyUser *other, bool are_apart)
{
    tell_parting(lobby, one, other, are_apart);
    tell_parting(lobby, other, one, are_apart);
}

void lobby__hide_seeks(const Lobby *lobby, const LobbyConnection *conn)
{
    for (const Seek *seek = lobby->seeks.oldest; seek && conn->is_watching; seek = seek->newer)
        if (seek->is_told && lobby__are_apart(conn->user, seek->user))
            tell_change(lobby, conn, seek, true);
}
