// Games that an operator wants to end (nebel admin end). The wish is a row of the database; the node that has the game calls it off by its own
// hall, so that the end is a row of the journal like any other and both seats hear it.
#include "server/node/inside.h"

void server__note_wish(void *context)
{
    Server *server = context;
    server->has_wishes = true;
}

// Looks again until no game is left that is to end.
void server__end_wished(Server *server)
{
    const StoreQuestion question = {.ask = STORE_LIST_ENDS};
    if (server->has_wishes && server->is_open)
        server->has_wishes = !store_ask(server->store, &question);
}

// A game that has no turn yet, or whose end is on its way to the disk, is looked at again.
void server__ends_listed(Server *server, const StoreAnswer *answer)
{
    for (uint32_t i = 0; i < answer->game_count; i++) {
        const HallError error =
            hall_end(server->hall, answer->games[i].game, EVENT_ABORT, 0, net_now_ms(server->net));
        server->has_wishes |= error != HALL_OK && error != HALL_ERR_GAME;
    }
}
