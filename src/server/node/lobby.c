// The lobby of a node: its callbacks, which ask the store and draw random numbers; the answers of the store; its connections.
#include "server/node/internal.h"

#include "base/crypto/secret.h"

#include <string.h>

enum {
    LINES_A_SECOND = 50, // as of a seat
    LINES_AT_ONCE = 200,
    ACTIONS_A_SECOND = 5,
    ACTIONS_AT_ONCE = 20,
    SEEKS_MAX =
        400, // of the longest lines: what a watcher is sent in one burst is below WAITING_BYTES_MAX
    LINKS_MAX = 10000,
    GUEST_SEEKS_MAX = 3,
    SPEAK_MS = 10000,
    SEEK_AWAY_MS = 10000,
    LINK_AWAY_MS = 600000,
    GUEST_LIFE_S = 90 * 24 * 3600,
    GAMES_TOLD_MAX = 64, // of one user
};

static bool draw_number(void *context, uint64_t *number)
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

static void derive_token(void *context, const LobbyToken *session, uint64_t game, LobbyToken *seat)
{
    (void)context;
    const Token token = token_derive(slice_of(session->text), game);
    Text text = TEXT_IN(seat->text);
    text_add(&text, token.text);
}

// Lets a connection end with its session, from the moment that the store is asked for it.
static bool hold_session(Server *server, uint64_t connection, const LobbyToken *token)
{
    const StoreHash session = server__hash(slice_of(token->text));
    server__let_go(server, connection); // of a name that was taken, or of a token that nobody has
    return server__hold(server, connection, &session, false);
}

static bool keep_anonymous(void *context, uint64_t connection, uint64_t guest,
                           const LobbyToken *token, const char *name)
{
    Server *server = context;
    _Static_assert((int)LOBBY_NAME_MAX <= (int)STORE_NAME_MAX, "the store keeps names of guests");
    StoreQuestion question = {.ask = STORE_ADD_ANONYMOUS,
                              .id = connection,
                              .persons = {guest},
                              .hashes = {server__hash(slice_of(token->text))},
                              .life_s = GUEST_LIFE_S};
    Text text = TEXT_IN(question.name);
    text_add(&text, name);
    return hold_session(server, connection, token) && store_ask(server->store, &question);
}

static bool find_user(void *context, uint64_t connection, const LobbyToken *token)
{
    Server *server = context;
    const StoreQuestion question = {.ask = STORE_FIND_PERSON,
                                    .id = connection,
                                    .hashes = {server__hash(slice_of(token->text))},
                                    .life_s = GUEST_LIFE_S};
    return hold_session(server, connection, token) && store_ask(server->store, &question);
}

static void tell_lobby(const Server *server, const PendingGame *pending, bool is_open)
{
    if (is_open && pending->bot[0])
        server__wake_workers(server);
    lobby_game_opened(server->lobby, pending->game,
                      is_open ? LOBBY_OPENED : (LobbyOpening)pending->refusal);
}

static bool open_lobby_game(void *context, const LobbyPair *pair)
{
    Server *server = context;
    PendingGame pending = {.game = pair->game,
                           .is_rated = pair->is_rated,
                           .opening = pair->opening,
                           .tell = tell_lobby,
                           .keep = pair->bot ? server__book_bot : server__keep_tokens};
    for (unsigned seat = 0; seat < COUNT_OF(pending.tokens); seat++) {
        Text token = TEXT_IN(pending.tokens[seat].text);
        text_add(&token, pair->tokens[seat].text);
        pending.persons[seat] = pair->guests[seat];
        pending.sessions[seat] = server__hash(slice_of(pair->sessions[seat].text));
    }
    Text bot = TEXT_IN(pending.bot);
    text_add(&bot, pair->bot ? pair->bot : "");
    return server__may_open(server) && server__begin_game(server, &pending);
}

static bool list_games(void *context, uint64_t connection, uint64_t guest)
{
    const Server *server = context;
    const SessionConnection *held = number_map_find(&server->holders, connection);
    StoreQuestion question = {.ask = STORE_PERSON_GAMES,
                              .id = connection,
                              .persons = {guest},
                              .life_s = server->plan.token_life_s};
    if (held)
        question.sessions[0] = held->session;
    return store_ask(server->store, &question);
}

static bool keep_seat(void *context, uint64_t connection, const LobbyToken *session,
                      const LobbyGame *game)
{
    const Server *server = context;
    const Token token = token_derive(slice_of(session->text), game->game);
    StoreQuestion question = {.ask = STORE_KEEP_SEAT,
                              .id = connection,
                              .mark = game->ends_list,
                              .game = game->game,
                              .seat = game->seat,
                              .hashes = {server__hash(slice_of(token.text))},
                              .sessions = {server__hash(slice_of(session->text))},
                              .life_s = server->plan.token_life_s};
    Text name = TEXT_IN(question.name);
    text_add(&name, game->opponent);
    return store_ask(server->store, &question);
}

static bool find_seat(void *context, uint64_t connection, uint64_t guest, Slice token)
{
    const Server *server = context;
    const StoreQuestion question = {.ask = STORE_FIND_SEAT,
                                    .id = connection,
                                    .persons = {guest},
                                    .hashes = {server__hash(token)}};
    return store_ask(server->store, &question);
}

static bool find_blocks(void *context, uint64_t guest)
{
    const Server *server = context;
    const StoreQuestion question = {.ask = STORE_FIND_BLOCKS, .id = guest, .persons = {guest}};
    return store_ask(server->store, &question);
}

Lobby *server__create_lobby(Server *server)
{
    const LobbyPlan plan = {.callbacks = {server__send_line, server__close_connection, draw_number,
                                          draw_token, derive_token, keep_anonymous, find_user,
                                          open_lobby_game, list_games, keep_seat, find_seat,
                                          server__list_bots, find_blocks, server},
                            .lines = {LINES_A_SECOND, LINES_AT_ONCE},
                            .actions = {ACTIONS_A_SECOND, ACTIONS_AT_ONCE},
                            .seeks_max = SEEKS_MAX,
                            .links_max = LINKS_MAX,
                            .user_seeks_max = GUEST_SEEKS_MAX,
                            .speak_ms = SPEAK_MS,
                            .seek_away_ms = SEEK_AWAY_MS,
                            .link_away_ms = LINK_AWAY_MS};
    return lobby_create(&server->memory, &plan);
}

void server__guest_added(Server *server, const StoreAnswer *answer)
{
    lobby_user_kept(server->lobby, answer->id, answer->error == STORE_OK, net_now_ms(server->net));
}

static LobbyRatings ratings_of(const StoreAnswer *answer)
{
    LobbyRatings ratings = {0};
    for (; ratings.count < answer->rating_count && ratings.count < LOBBY_POOLS_MAX;
         ratings.count++) {
        const StoreRating *from = &answer->ratings[ratings.count];
        LobbyRating *to = &ratings.pools[ratings.count];
        Text pool = TEXT_IN(to->pool);
        text_add(&pool, from->pool);
        to->rating = from->rating;
        to->is_provisional = from->is_provisional;
    }
    return ratings;
}

void server__person_found(Server *server, const StoreAnswer *answer)
{
    LobbyProfile found = {.number = answer->person,
                          .name = answer->name,
                          .has_account = answer->has_account,
                          .ratings = ratings_of(answer),
                          .blocks = answer->blocks,
                          .block_count = answer->block_count};
    LobbyAddresses *addresses = &found.addresses;
    for (; addresses->count < answer->address_count && addresses->count < LOBBY_ADDRESSES_MAX;
         addresses->count++)
        addresses->marks[addresses->count] = answer->addresses[addresses->count];
    lobby_user_found(server->lobby, answer->id, answer->error ? NULL : &found,
                     net_now_ms(server->net));
}

// If the store takes no more questions now, the user's next visit brings its rating.
void server__person_rated(void *context, uint64_t person)
{
    const Server *server = context;
    const StoreQuestion question = {.ask = STORE_RATINGS, .id = person, .persons = {person}};
    if (server->lobby && lobby_has_user(server->lobby, person))
        (void)!store_ask(server->store, &question);
}

void server__ratings_found(Server *server, const StoreAnswer *answer)
{
    const LobbyRatings ratings = ratings_of(answer);
    if (!answer->error)
        lobby_user_rated(server->lobby, answer->person, &ratings);
}

void server__person_games(Server *server, const StoreAnswer *answer)
{
    LobbyGame games[GAMES_TOLD_MAX];
    uint32_t count = 0;
    for (; count < answer->game_count && count < GAMES_TOLD_MAX; count++) {
        const StorePersonGame *seat = &answer->seats[count];
        games[count] =
            (LobbyGame){.game = seat->game, .seat = seat->seat, .opponent = seat->opponent};
        games[count].is_kept = seat->is_kept;
    }
    lobby_games_listed(server->lobby, answer->id, games, count);
}

// Takes a seat that is kept. A session that has ended meanwhile is refused by the database, and its connections are closed.
void server__seat_kept(Server *server, const StoreAnswer *answer)
{
    const LobbyGame game = {.game = answer->game,
                            .seat = answer->seat,
                            .ends_list = answer->mark,
                            .opponent = answer->name};
    if (!answer->error)
        lobby_seat_kept(server->lobby, answer->id, &game);
}

void server__seat_found(Server *server, const StoreAnswer *answer)
{
    const LobbySeat found = {.game = answer->game,
                             .seat = answer->seat,
                             .is_over = !answer->is_live,
                             .opponent = answer->person,
                             .bot = answer->bot,
                             .opening = answer->journal ? &answer->journal->opening : NULL,
                             .is_rated = answer->is_rated};
    lobby_seat_found(server->lobby, answer->id, answer->error ? NULL : &found);
}

void server__blocks_found(Server *server, const StoreAnswer *answer)
{
    lobby_blocks_found(server->lobby, answer->id, answer->blocks, answer->block_count,
                       net_now_ms(server->net));
}

void server__recheck_blocks(void *context, uint64_t person)
{
    const Server *server = context;
    if (server->lobby)
        lobby_recheck_blocks(server->lobby, person);
}

static bool lobby_on_connect(void *context, uint64_t connection)
{
    const Server *server = context;
    return server->is_open && lobby_connect(server->lobby, connection, net_now_ms(server->net));
}

static void lobby_on_line(void *context, uint64_t connection, Slice line)
{
    const Server *server = context;
    lobby_take_line(server->lobby, connection, line, net_now_ms(server->net));
}

static void lobby_on_disconnect(void *context, uint64_t connection)
{
    Server *server = context;
    server__let_go(server, connection);
    if (server->lobby)
        lobby_disconnect(server->lobby, connection, net_now_ms(server->net));
}

const NetSocket server__lobby_socket = {lobby_on_connect, lobby_on_line, lobby_on_disconnect};
