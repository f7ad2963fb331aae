// Games that are opened and ended on request. A game is opened for an operator, for two persons of the lobby, or for a person and a server bot:
// its tokens are kept first, then its first row, and then the one who asked for it is told. An operator ends a game (nebel admin end) by a row of
// the database; the node that has the game calls it off, so that the end is a row of the journal like any other and both seats hear it.
#include "server/node/internal.h"

static const double busy_max = 0.9; // of a second; above it what seats send waits unread

bool server__is_late(const Server *server)
{
    return live_games_is_late(server->hall, net_now_ms(server->net)) ||
           net_busy(server->net) > busy_max;
}

bool server__may_open(const Server *server)
{
    return server->is_open && !server->is_away && !server->is_pause_told &&
           !server__is_late(server) &&
           live_games_count(server->hall) + server->pending_games.count < server->plan.games_max;
}

static void forget(Server *server, PendingGame *pending)
{
    number_map_remove(&server->pending_games, pending->game);
    memory_resize(&server->memory, pending, 0);
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

bool server__keep_tokens(Server *server, PendingGame *pending)
{
    StoreQuestion question = {.ask = STORE_ADD_TOKENS,
                              .id = pending->game,
                              .game = pending->game,
                              .life_s = server->plan.token_life_s,
                              .is_rated = pending->is_rated};
    for (unsigned seat = 0; seat < COUNT_OF(pending->tokens); seat++) {
        question.hashes[seat] = server__hash(slice_of(pending->tokens[seat].text));
        question.persons[seat] = pending->persons[seat];
        question.sessions[seat] = pending->sessions[seat];
    }
    return store_ask(server->store, &question);
}

bool server__begin_game(Server *server, const PendingGame *wanted)
{
    PendingGame *pending =
        number_map_make(&server->pending_games, &server->memory, wanted->game, sizeof *pending);
    if (!pending)
        return false;
    *pending = *wanted;
    if (pending->keep(server, pending))
        return true;
    forget(server, pending);
    return false;
}

static void tell_end(Server *server, PendingGame *pending, bool is_open)
{
    pending->tell(server, pending, is_open);
    forget(server, pending);
}

void server__open_game(Server *server, uint64_t game, bool is_kept, LobbyOpening refusal)
{
    PendingGame *pending = number_map_find(&server->pending_games, game);
    if (!pending)
        return;
    pending->refusal = (uint8_t)(is_kept ? LOBBY_NOT_NOW : refusal);
    if (!is_kept ||
        live_games_open(server->hall, game, &pending->opening, net_now_ms(server->net)) != LIVE_OK)
        tell_end(server, pending, false);
    else if (pending->persons[0] || pending->persons[1]) // its first row is on its way
        live_games_watch_absence(server->hall, game);
}

void server__game_is_open(Server *server, uint64_t game)
{
    PendingGame *pending = number_map_find(&server->pending_games, game);
    if (!pending)
        return;
    server->counts.games_opened++;
    server__log(server, LOG_GAME_OPENED, game, NULL);
    tell_end(server, pending, true);
}

void server__note_end_requests(void *context)
{
    Server *server = context;
    server->has_end_requests = true;
}

// Looks again until no game is left that is to end.
void server__end_requested(Server *server)
{
    const StoreQuestion question = {.ask = STORE_LIST_ENDS};
    if (server->has_end_requests && server->is_open)
        server->has_end_requests = !store_ask(server->store, &question);
}

// Ends games. One that has no turn yet, or whose end is on its way to the disk, is looked at again.
void server__ends_listed(Server *server, const StoreAnswer *answer)
{
    for (uint32_t i = 0; i < answer->game_count; i++) {
        const LiveError error = live_games_end(server->hall, answer->games[i].game, EVENT_ABORT, 0,
                                               net_now_ms(server->net));
        server->has_end_requests |= error != LIVE_OK && error != LIVE_ERR_GAME;
    }
}
