// The lobby of a node: what it wants of the store and of chance, and its answers.
#include "server/inside.h"

#include "chance/secret.h"

#include <string.h>

enum {
    LINES_A_SECOND = 50, // as of a seat
    LINES_AT_ONCE = 200,
    ACTIONS_A_SECOND = 5,
    ACTIONS_AT_ONCE = 20,
    SEEKS_MAX =
        400, // of the longest lines: what one who watches is told at once is below WAITING_BYTES_MAX
    LINKS_MAX = 10000,
    GUEST_SEEKS_MAX = 3,
    SPEAK_MS = 10000,
    SEEK_AWAY_MS = 10000,
    LINK_AWAY_MS = 600000,
    GUEST_LIFE_S = 90 * 24 * 3600,
    GAMES_TOLD_MAX = 64, // of one guest
};

static uint64_t now_ms(const Server *server)
{
    return net_now_ms(server->net);
}

// --- What the lobby wants ------------------------------------------------------------------------

static bool draw(void *context, uint64_t *number)
{
    (void)context;
    return seed_draw(number) && *number;
}

static bool draw_token(void *context, LobbyToken *token)
{
    (void)context;
    Token drawn;
    Text text = TEXT_IN(token->text);
    if (!token_draw(&drawn))
        return false;
    text_add(&text, drawn.text);
    return true;
}

static void derive_token(void *context, const LobbyToken *guest, uint64_t game, LobbyToken *seat)
{
    (void)context;
    const Token token = token_derive(slice_of(guest->text), game);
    Text text = TEXT_IN(seat->text);
    text_add(&text, token.text);
}

static bool keep_guest(void *context, uint64_t connection, uint64_t guest, const LobbyToken *token,
                       const char *name)
{
    const Server *server = context;
    _Static_assert((int)LOBBY_NAME_MAX <= (int)STORE_NAME_MAX, "the store keeps names of guests");
    StoreQuestion question = {.ask = STORE_ADD_GUEST,
                              .id = connection,
                              .guests = {guest},
                              .hashes = {server__hash(slice_of(token->text))},
                              .life_s = GUEST_LIFE_S};
    Text text = TEXT_IN(question.name);
    text_add(&text, name);
    return store_ask(server->store, &question);
}

static bool find_guest(void *context, uint64_t connection, const LobbyToken *token)
{
    const Server *server = context;
    const StoreQuestion question = {.ask = STORE_FIND_GUEST,
                                    .id = connection,
                                    .hashes = {server__hash(slice_of(token->text))},
                                    .life_s = GUEST_LIFE_S};
    return store_ask(server->store, &question);
}

static void tell_lobby(const Server *server, const Making *making, bool is_open)
{
    lobby_game_opened(server->lobby, making->game, is_open);
}

static bool open_game(void *context, const LobbyPair *pair)
{
    Server *server = context;
    Making making = {.game = pair->game, .opening = pair->opening, .tell = tell_lobby};
    for (unsigned seat = 0; seat < COUNT_OF(making.tokens); seat++) {
        Text token = TEXT_IN(making.tokens[seat].text);
        text_add(&token, pair->tokens[seat].text);
        making.guests[seat] = pair->guests[seat];
    }
    return server__may_open(server) && server__begin_making(server, &making);
}

static bool list_games(void *context, uint64_t connection, uint64_t guest)
{
    const Server *server = context;
    const StoreQuestion question = {.ask = STORE_GUEST_GAMES,
                                    .id = connection,
                                    .guests = {guest},
                                    .life_s = server->plan.token_life_s};
    return store_ask(server->store, &question);
}

static bool find_seat(void *context, uint64_t connection, uint64_t guest, Slice token)
{
    const Server *server = context;
    const StoreQuestion question = {.ask = STORE_FIND_SEAT,
                                    .id = connection,
                                    .guests = {guest},
                                    .hashes = {server__hash(token)}};
    return store_ask(server->store, &question);
}

Lobby *server__create_lobby(Server *server)
{
    const LobbyPlan plan = {.outside = {server__send_line, server__close_connection, draw,
                                        draw_token, derive_token, keep_guest, find_guest, open_game,
                                        list_games, find_seat, server},
                            .lines = {LINES_A_SECOND, LINES_AT_ONCE},
                            .actions = {ACTIONS_A_SECOND, ACTIONS_AT_ONCE},
                            .seeks_max = SEEKS_MAX,
                            .links_max = LINKS_MAX,
                            .guest_seeks_max = GUEST_SEEKS_MAX,
                            .speak_ms = SPEAK_MS,
                            .seek_away_ms = SEEK_AWAY_MS,
                            .link_away_ms = LINK_AWAY_MS};
    return lobby_create(&server->memory, &plan);
}

// --- What the store answers ----------------------------------------------------------------------

void server__guest_added(Server *server, const StoreAnswer *answer)
{
    lobby_guest_kept(server->lobby, answer->id, answer->error == STORE_OK, now_ms(server));
}

void server__guest_found(Server *server, const StoreAnswer *answer)
{
    const LobbyGuest found = {answer->guest, answer->name, answer->rating};
    lobby_guest_found(server->lobby, answer->id, answer->error ? NULL : &found, now_ms(server));
}

void server__guest_games(Server *server, const StoreAnswer *answer)
{
    LobbyGame games[GAMES_TOLD_MAX];
    uint32_t count = 0;
    for (; count < answer->game_count && count < GAMES_TOLD_MAX; count++) {
        const StoreGuestGame *seat = &answer->seats[count];
        games[count] = (LobbyGame){seat->game, seat->seat, seat->opponent};
    }
    lobby_games_listed(server->lobby, answer->id, games, count);
}

void server__seat_found(Server *server, const StoreAnswer *answer)
{
    const LobbySeat found = {.game = answer->game,
                             .seat = answer->seat,
                             .is_over = !answer->is_live,
                             .opponent = answer->guest,
                             .opening = answer->journal ? &answer->journal->opening : NULL};
    lobby_seat_found(server->lobby, answer->id, answer->error ? NULL : &found);
}

// --- Its connections -----------------------------------------------------------------------------

static bool on_connect(void *context, uint64_t connection)
{
    const Server *server = context;
    return server->is_open && lobby_connect(server->lobby, connection, now_ms(server));
}

static void on_line(void *context, uint64_t connection, Slice line)
{
    const Server *server = context;
    lobby_take_line(server->lobby, connection, line, now_ms(server));
}

static void on_disconnect(void *context, uint64_t connection)
{
    const Server *server = context;
    if (server->lobby)
        lobby_disconnect(server->lobby, connection, now_ms(server));
}

const NetSocket server__lobby_socket = {on_connect, on_line, on_disconnect};
