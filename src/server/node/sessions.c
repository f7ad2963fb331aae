// Which connections came by which session. When a session ends, so do they.
#include "server/node/inside.h"

#include <string.h>

bool server__hold(Server *server, uint64_t connection, const StoreHash *session, bool is_seat)
{
    Holder *holder = memory_resize(&server->memory, NULL, sizeof *holder);
    if (!holder || !number_map_add(&server->holders, &server->memory, connection, holder)) {
        memory_resize(&server->memory, holder, 0);
        return false;
    }
    *holder = (Holder){.session = *session, .is_seat = is_seat};
    return true;
}

void server__let_go(Server *server, uint64_t connection)
{
    Holder *holder = number_map_find(&server->holders, connection);
    if (!holder)
        return;
    number_map_remove(&server->holders, connection);
    memory_resize(&server->memory, holder, 0);
}

void server__forget_holders(Server *server)
{
    for (uint32_t i = 0; i < server->holders.capacity; i++)
        memory_resize(&server->memory, server->holders.slots[i].thing, 0);
    number_map_done(&server->holders, &server->memory);
}

// Goes through all connections: sessions end rarely. A connection is closed after what it is told, so none leaves the map here.
void server__end_session(void *context, const StoreHash *session, const char *suspended)
{
    const Server *server = context;
    for (uint32_t i = 0; i < server->holders.capacity; i++) {
        const NumberSlot *slot = &server->holders.slots[i];
        const Holder *holder = slot->thing;
        if (!holder || memcmp(holder->session.bytes, session->bytes, sizeof session->bytes) != 0)
            continue;
        if (holder->is_seat)
            host_end_token(server->host, slot->number, suspended);
        else
            lobby_end_session(server->lobby, slot->number, suspended);
    }
}
