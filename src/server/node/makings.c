// Games that are being opened, for an operator, for two persons of the lobby, or for a person and a house bot: their tokens are kept first, then
// their first row, and then whoever wanted them is told.
#include "server/node/inside.h"

static const double busy_max = 0.9; // of a second; above it what seats send waits unread

bool server__is_late(const Server *server)
{
    return hall_is_late(server->hall, net_now_ms(server->net)) || net_busy(server->net) > busy_max;
}

bool server__may_open(const Server *server)
{
    return server->is_open && !server->is_away && !server->is_pause_told &&
           !server__is_late(server) &&
           hall_count(server->hall) + server->makings.count < server->plan.games_max;
}

void server__forget_makings(Server *server)
{
    for (uint32_t i = 0; i < server->makings.capacity; i++)
        memory_resize(&server->memory, server->makings.slots[i].thing, 0);
    number_map_done(&server->makings, &server->memory);
}

static void forget(Server *server, Making *making)
{
    number_map_remove(&server->makings, making->game);
    memory_resize(&server->memory, making, 0);
}

StoreHash server__hash(Slice token)
{
    StoreHash stored;
    const TokenHash hash = token_hash(token);
    _Static_assert(sizeof hash == sizeof stored, "the store keeps hashes of tokens");
    for (unsigned i = 0; i < sizeof hash.bytes; i++)
        stored.bytes[i] = hash.bytes[i];
    return stored;
}

bool server__keep_tokens(Server *server, Making *making)
{
    StoreQuestion question = {.ask = STORE_ADD_TOKENS,
                              .id = making->game,
                              .game = making->game,
                              .life_s = server->plan.token_life_s,
                              .is_rated = making->is_rated};
    for (unsigned seat = 0; seat < COUNT_OF(making->tokens); seat++) {
        question.hashes[seat] = server__hash(slice_of(making->tokens[seat].text));
        question.persons[seat] = making->persons[seat];
        question.sessions[seat] = making->sessions[seat];
    }
    return store_ask(server->store, &question);
}

bool server__begin_making(Server *server, const Making *wanted)
{
    Making *making = memory_resize(&server->memory, NULL, sizeof *making);
    if (!making || !number_map_add(&server->makings, &server->memory, wanted->game, making)) {
        memory_resize(&server->memory, making, 0);
        return false;
    }
    *making = *wanted;
    if (making->keep(server, making))
        return true;
    forget(server, making);
    return false;
}

static void tell_end(Server *server, Making *making, bool is_open)
{
    making->tell(server, making, is_open);
    forget(server, making);
}

void server__open_game(Server *server, uint64_t game, bool is_kept, LobbyOpening refusal)
{
    Making *making = number_map_find(&server->makings, game);
    if (!making)
        return;
    making->refusal = (uint8_t)(is_kept ? LOBBY_NOT_NOW : refusal);
    if (!is_kept ||
        hall_open(server->hall, game, &making->opening, net_now_ms(server->net)) != HALL_OK)
        tell_end(server, making, false);
    else if (making->persons[0] || making->persons[1]) // its first row is on its way
        hall_mind(server->hall, game);
}

void server__game_is_open(Server *server, uint64_t game)
{
    Making *making = number_map_find(&server->makings, game);
    if (!making)
        return;
    server->counts.games_opened++;
    server__log(server, LOG_GAME_OPENED, game, NULL);
    tell_end(server, making, true);
}
