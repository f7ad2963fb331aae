// Connections of the lobby and the lines that they send; users who come and go, and whom they have blocked.
#include "server/lobby/internal.h"

#include <assert.h>
#include <string.h>

enum { NAMES_TRIED_MAX = 16, MESSAGE_MAX = 512 };

Lobby *lobby_create(const Memory *memory, const LobbyPlan *plan)
{
    Lobby *lobby = memory_resize(memory, NULL, sizeof *lobby);
    if (lobby)
        *lobby = (Lobby){.memory = *memory, .plan = *plan};
    return lobby;
}

void lobby_destroy(Lobby *lobby)
{
    if (!lobby)
        return;
    const Memory memory = lobby->memory;
    NumberMap *const maps[] = {&lobby->connections, &lobby->users, &lobby->by_id, &lobby->pairs,
                               &lobby->rematches};
    for (uint32_t i = 0; i < lobby->users.capacity; i++)
        if (lobby->users.slots[i].thing)
            memory_resize(&memory, ((LobbyUser *)lobby->users.slots[i].thing)->blocks.list, 0);
    for (unsigned map = 0; map < COUNT_OF(maps); map++)
        number_map_free(maps[map], &memory);
    memory_resize(&memory, lobby, 0);
}

LobbyCounts lobby_counts(const Lobby *lobby)
{
    return (LobbyCounts){.connections = lobby->connections.count,
                         .guests = lobby->users.count,
                         .seeks = lobby->seeks.count,
                         .links = lobby->links.count};
}

// Copies a list; returns false if out of memory.
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

// Takes the list of users whom a user has blocked. Returns false, with nothing changed, if out of memory.
static bool take_blocks(const Lobby *lobby, LobbyUser *user, const uint64_t *list, uint32_t count)
{
    const Blocks before = user->blocks;
    Blocks now;
    if (!copy_blocks(&lobby->memory, list, count, &now))
        return false;
    user->blocks = now;
    user->wants_blocks = false;
    for (uint32_t i = 0; i < lobby->users.capacity; i++) {
        const LobbyUser *other = lobby->users.slots[i].thing;
        if (!other || lobby__has_blocked(other->blocks, user->number))
            continue; // they are apart either way
        const bool is_apart = lobby__has_blocked(now, other->number);
        if (is_apart != lobby__has_blocked(before, other->number))
            lobby__part(lobby, user, other, is_apart);
    }
    memory_resize(&lobby->memory, before.list, 0);
    return true;
}

void lobby_blocks_found(Lobby *lobby, uint64_t number, const uint64_t *blocks, uint32_t count,
                        uint64_t now_ms)
{
    LobbyUser *user = number_map_find(&lobby->users, number);
    if (!user)
        return;
    if (take_blocks(lobby, user, blocks, count))
        lobby__match_waiting(lobby, true, now_ms);
    else
        user->wants_blocks = true;
}

static void look_up(const Lobby *lobby, LobbyUser *user)
{
    const LobbyCallbacks *callbacks = &lobby->plan.callbacks;
    user->wants_blocks = !callbacks->find_blocks(callbacks->context, user->number);
}

void lobby_recheck_blocks(Lobby *lobby, uint64_t number)
{
    for (uint32_t i = 0; i < lobby->users.capacity; i++) {
        LobbyUser *user = lobby->users.slots[i].thing;
        if (user && (!number || user->number == number))
            look_up(lobby, user);
    }
}

// Looks up again what could not be looked up before.
static void tidy_blocks(Lobby *lobby)
{
    for (uint32_t i = 0; i < lobby->users.capacity; i++) {
        LobbyUser *user = lobby->users.slots[i].thing;
        if (user && user->wants_blocks)
            look_up(lobby, user);
    }
}

static LobbyUser *make_user(Lobby *lobby, const LobbyProfile *known, uint64_t now_ms)
{
    LobbyUser *user = number_map_make(&lobby->users, &lobby->memory, known->number, sizeof *user);
    if (!user)
        return NULL;
    *user = (LobbyUser){.number = known->number,
                        .actions = allowance_full(lobby->plan.actions, now_ms)};
    return user;
}

// Takes what is known of a user: one who has registered meanwhile has another name, and one who has logged in another address.
static void take_known(LobbyUser *user, const LobbyProfile *known)
{
    Text name = TEXT_IN(user->name);
    text_add(&name, known->name);
    user->has_account = known->has_account;
    user->ratings = known->ratings;
    user->addresses = known->addresses;
}

static void free_user(const Memory *memory, LobbyUser *user)
{
    memory_resize(memory, user->blocks.list, 0);
    memory_resize(memory, user, 0);
}

// Gives a connection to a user, who is made if it is not here. Returns false if out of memory.
static bool enter(Lobby *lobby, LobbyConnection *conn, const LobbyProfile *known, uint64_t now_ms)
{
    LobbyUser *user = number_map_find(&lobby->users, known->number);
    if (!user)
        user = make_user(lobby, known, now_ms);
    if (!user || !take_blocks(lobby, user, known->blocks, known->block_count))
        return false; // a user that has nothing here is forgotten by the next tidying
    take_known(user, known);
    user->session = conn->session;
    conn->user = user;
    conn->next = user->first;
    user->first = conn;
    return true;
}

// Forgets a user who is away and has nothing here.
static void forget_if_idle(Lobby *lobby, LobbyUser *user)
{
    if (user->first || user->seeks || user->links || user->asked || user->pairs ||
        user->missed_count)
        return;
    number_map_remove(&lobby->users, user->number);
    free_user(&lobby->memory, user);
}

static void leave(Lobby *lobby, LobbyConnection *conn, uint64_t now_ms)
{
    LobbyUser *user = conn->user;
    if (!user)
        return;
    LobbyConnection **place = &user->first;
    while (*place != conn)
        place = &(*place)->next;
    *place = conn->next;
    conn->user = NULL;
    if (user->first)
        user->session = user->first->session;
    user->away_ms = now_ms;
    forget_if_idle(lobby, user);
}

// Ends what a user has here that is away too long.
static void end_away(Lobby *lobby, LobbyUser *user, uint64_t now_ms)
{
    if (user->first)
        return;
    const uint64_t away_ms = now_ms - user->away_ms;
    if (away_ms >= lobby->plan.seek_away_ms) {
        lobby__end_seeks(lobby, user, false);
        lobby__end_rematches(lobby, user);
    }
    if (away_ms >= lobby->plan.link_away_ms) {
        lobby__end_seeks(lobby, user, true);
        user->missed_count = 0;
    }
}

// Ends what users that have been away too long have here.
static void tidy_users(Lobby *lobby, uint64_t now_ms)
{
    const NumberMap *users = &lobby->users;
    for (uint32_t i = 0; i < users->capacity; i++)
        if (users->slots[i].thing)
            end_away(lobby, users->slots[i].thing, now_ms);
    // Who is moved to an earlier slot when another one is removed has its turn the next time.
    for (uint32_t i = 0; i < users->capacity; i++)
        if (users->slots[i].thing)
            forget_if_idle(lobby, users->slots[i].thing);
}

static void send_error(const Lobby *lobby, const LobbyConnection *conn, uint8_t verb,
                       LobbyError error)
{
    char memory[LOBBY_TOLD_MAX];
    Text text = TEXT_IN(memory);
    lobby__write_error((LobbyVerb)verb, error, &text);
    lobby__send(lobby, conn, &text);
}

// Why a connection is closed.
typedef enum LobbyQuit {
    QUIT_FORM,
    QUIT_LATE,
    QUIT_FLOOD,
    QUIT_BUSY,
    QUIT_TOKEN,
    QUIT_SUSPENDED, // with a reason of its own
    QUIT_COUNT
} LobbyQuit;

static const struct {
    const char *code, *reason;
} quits[QUIT_COUNT] = {
    [QUIT_FORM] = {"form", "this line is none of the protocol; docs/protocol/lobby.md has them"},
    [QUIT_LATE] = {"late", "neither guest, hello nor watch came in time"},
    [QUIT_FLOOD] = {"flood", "too many lines; wait for the answer to each"},
    [QUIT_BUSY] = {"busy", "not now; connect again in a moment"},
    [QUIT_TOKEN] = {"token", "this session has ended; forget its token"},
    [QUIT_SUSPENDED] = {"suspended", NULL},
};

static void lobby_quit_for(const Lobby *lobby, LobbyConnection *conn, LobbyQuit why,
                           const char *reason)
{
    const LobbyCallbacks *callbacks = &lobby->plan.callbacks;
    char memory[LOBBY_TOLD_MAX];
    Text text = TEXT_IN(memory);
    seat_write_quit(quits[why].code, reason, &text);
    lobby__send(lobby, conn, &text);
    conn->state = CONN_LEAVING;
    callbacks->close(callbacks->context, conn->connection);
}

static void lobby_quit(const Lobby *lobby, LobbyConnection *conn, LobbyQuit why)
{
    lobby_quit_for(lobby, conn, why, quits[why].reason);
}

bool lobby_connect(Lobby *lobby, uint64_t connection, uint64_t now_ms)
{
    char memory[LOBBY_TOLD_MAX];
    Text text = TEXT_IN(memory);
    LobbyConnection *conn =
        number_map_make(&lobby->connections, &lobby->memory, connection, sizeof *conn);
    if (!conn)
        return false;
    *conn = (LobbyConnection){.connection = connection,
                              .speak_by_ms = now_ms + lobby->plan.speak_ms,
                              .lines = allowance_full(lobby->plan.lines, now_ms)};
    seat_write_greeting(&text);
    lobby__send(lobby, conn, &text);
    return true;
}

void lobby_disconnect(Lobby *lobby, uint64_t connection, uint64_t now_ms)
{
    LobbyConnection *conn = number_map_find(&lobby->connections, connection);
    if (!conn)
        return;
    leave(lobby, conn, now_ms);
    number_map_remove(&lobby->connections, connection);
    memory_resize(&lobby->memory, conn, 0);
}

void lobby_end_session(Lobby *lobby, uint64_t connection, const char *suspended)
{
    LobbyConnection *conn = number_map_find(&lobby->connections, connection);
    if (!conn || conn->state == CONN_LEAVING)
        return;
    if (suspended)
        lobby_quit_for(lobby, conn, QUIT_SUSPENDED, suspended);
    else
        lobby_quit(lobby, conn, QUIT_TOKEN);
}

void lobby_tidy(Lobby *lobby, uint64_t now_ms)
{
    for (uint32_t i = 0; i < lobby->connections.capacity; i++) {
        LobbyConnection *conn = lobby->connections.slots[i].thing;
        if (conn && conn->state <= CONN_ASKING && !conn->is_watching && conn->speak_by_ms <= now_ms)
            lobby_quit(lobby, conn, QUIT_LATE);
    }
    tidy_blocks(lobby);
    tidy_users(lobby, now_ms);
    lobby__match_waiting(lobby, false, now_ms);
}

static LobbyConnection *find_asking(const Lobby *lobby, uint64_t connection)
{
    LobbyConnection *conn = number_map_find(&lobby->connections, connection);
    return conn && conn->state == CONN_ASKING ? conn : NULL;
}

// Tells a connection whose it is, and what its user has here.
static void welcome(Lobby *lobby, LobbyConnection *conn, const LobbyProfile *known, uint64_t now_ms)
{
    char memory[LOBBY_TOLD_MAX];
    Text text = TEXT_IN(memory);
    if (!enter(lobby, conn, known, now_ms)) {
        lobby_quit(lobby, conn, QUIT_BUSY);
        return;
    }
    LobbyUser *user = conn->user;
    conn->state = CONN_KNOWN;
    lobby_write_you(conn->session.text, user->name, &text);
    lobby__send(lobby, conn, &text);
    lobby__hide_seeks(lobby, conn);
    lobby__tell_own_seeks(lobby, conn);
    lobby__tell_rematches(lobby, conn);
    for (uint32_t i = 0; i < user->missed_count; i++) {
        const Missed *missed = &user->missed[i];
        const LobbyGame game = {
            .game = missed->game, .seat = missed->seat, .opponent = missed->opponent};
        lobby__tell_game(lobby, conn, &missed->session, &game);
    }
    user->missed_count = 0;
}

// Draws a name and has the user kept by it.
static void keep_user(const Lobby *lobby, LobbyConnection *conn)
{
    const LobbyCallbacks *callbacks = &lobby->plan.callbacks;
    uint64_t number;
    const bool is_drawn = callbacks->draw(callbacks->context, &number);
    if (is_drawn)
        lobby_name(number, conn->name);
    if (!is_drawn || !callbacks->keep_anonymous(callbacks->context, conn->connection, conn->number,
                                                &conn->session, conn->name))
        lobby_quit(lobby, conn, QUIT_BUSY);
}

static void on_guest(Lobby *lobby, LobbyConnection *conn, const LobbySaid *said, uint64_t now_ms)
{
    const LobbyCallbacks *callbacks = &lobby->plan.callbacks;
    (void)said;
    (void)now_ms;
    if (conn->state != CONN_NEW) {
        lobby_quit(lobby, conn, QUIT_FORM);
        return;
    }
    conn->state = CONN_ASKING;
    if (lobby__draw_new(lobby, &lobby->users, &conn->number) &&
        callbacks->draw_token(callbacks->context, &conn->session))
        keep_user(lobby, conn);
    else
        lobby_quit(lobby, conn, QUIT_BUSY);
}

void lobby_user_kept(Lobby *lobby, uint64_t connection, bool is_kept, uint64_t now_ms)
{
    LobbyConnection *conn = find_asking(lobby, connection);
    if (!conn)
        return;
    const LobbyProfile known = {.number = conn->number, .name = conn->name};
    if (is_kept)
        welcome(lobby, conn, &known, now_ms);
    else if (++conn->names_tried < NAMES_TRIED_MAX)
        keep_user(lobby, conn);
    else
        lobby_quit(lobby, conn, QUIT_BUSY);
}

static void on_hello(Lobby *lobby, LobbyConnection *conn, const LobbySaid *said, uint64_t now_ms)
{
    const LobbyCallbacks *callbacks = &lobby->plan.callbacks;
    Text token = TEXT_IN(conn->session.text);
    (void)now_ms;
    if (conn->state != CONN_NEW) {
        lobby_quit(lobby, conn, QUIT_FORM);
        return;
    }
    conn->state = CONN_ASKING;
    text_add_slice(&token, said->token);
    if (!callbacks->find_user(callbacks->context, conn->connection, &conn->session))
        lobby_quit(lobby, conn, QUIT_BUSY);
}

void lobby_user_found(Lobby *lobby, uint64_t connection, const LobbyProfile *found, uint64_t now_ms)
{
    LobbyConnection *conn = find_asking(lobby, connection);
    if (!conn)
        return;
    if (found) {
        welcome(lobby, conn, found, now_ms);
        return;
    }
    conn->state = CONN_NEW;
    send_error(lobby, conn, LOBBY_HELLO, LOBBY_ERR_HELLO);
}

static void on_watch(Lobby *lobby, LobbyConnection *conn, const LobbySaid *said, uint64_t now_ms)
{
    char memory[LOBBY_TOLD_MAX];
    Text text = TEXT_IN(memory);
    (void)said;
    (void)now_ms;
    if (conn->is_watching) {
        lobby_quit(lobby, conn, QUIT_FORM);
        return;
    }
    conn->is_watching = true;
    lobby__tell_seeks(lobby, conn);
    lobby_write_watching(&text);
    lobby__send(lobby, conn, &text);
}

static void on_look(Lobby *lobby, LobbyConnection *conn, const LobbySaid *said, uint64_t now_ms)
{
    char memory[LOBBY_TOLD_MAX];
    Text text = TEXT_IN(memory);
    const Seek *seek = lobby__find_seek(lobby, said->id, true);
    (void)now_ms;
    if (!seek || lobby__are_apart(conn->user, seek->user)) {
        send_error(lobby, conn, LOBBY_LOOK, LOBBY_ERR_GONE);
        return;
    }
    const LobbyOffer offer = lobby__offer_of(seek);
    lobby_write_look(&offer, &text);
    lobby__send(lobby, conn, &text);
}

static void send_result(const Lobby *lobby, const LobbyConnection *conn, const LobbySaid *said,
                        LobbyError error)
{
    if (error)
        send_error(lobby, conn, said->verb, error);
}

// Replaces what is not plain text: messages quote what was sent, perhaps half a letter of it, and a frame must be text.
static void keep_plain(char *text)
{
    for (; *text; text++)
        if (*text < ' ' || *text > '~')
            *text = '?';
}

// Does something with the game that a line names, for its user.
typedef LobbyError UseGame(Lobby *lobby, LobbyUser *user, const LobbySaid *said,
                           const JournalGame *opening, uint64_t now_ms);

static void use_game(Lobby *lobby, const LobbyConnection *conn, const LobbySaid *said,
                     uint64_t now_ms, UseGame *use)
{
    char memory[LOBBY_TOLD_MAX], why[MESSAGE_MAX];
    Text text = TEXT_IN(memory), message = TEXT_IN(why);
    JournalGame opening = {.clock = said->clock};
    if (lobby_game_read(said->game, &opening, &message)) {
        send_result(lobby, conn, said, use(lobby, conn->user, said, &opening, now_ms));
        return;
    }
    keep_plain(why);
    lobby_write_error((LobbyVerb)said->verb, "game", why, &text);
    lobby__send(lobby, conn, &text);
}

static void on_seek(Lobby *lobby, LobbyConnection *conn, const LobbySaid *said, uint64_t now_ms)
{
    use_game(lobby, conn, said, now_ms, lobby__seek);
}

static void on_challenge(Lobby *lobby, LobbyConnection *conn, const LobbySaid *said,
                         uint64_t now_ms)
{
    use_game(lobby, conn, said, now_ms, lobby__challenge);
}

static void on_unseek(Lobby *lobby, LobbyConnection *conn, const LobbySaid *said, uint64_t now_ms)
{
    (void)now_ms;
    send_result(lobby, conn, said, lobby__unseek(lobby, conn->user, said->id));
}

static void on_take(Lobby *lobby, LobbyConnection *conn, const LobbySaid *said, uint64_t now_ms)
{
    (void)now_ms;
    send_result(lobby, conn, said, lobby__take(lobby, conn->user, said->id, (LobbyVerb)said->verb));
}

static void on_games(Lobby *lobby, LobbyConnection *conn, const LobbySaid *said, uint64_t now_ms)
{
    const LobbyCallbacks *callbacks = &lobby->plan.callbacks;
    (void)now_ms;
    if (!callbacks->list_games(callbacks->context, conn->connection, conn->user->number))
        send_result(lobby, conn, said, LOBBY_ERR_BUSY);
}

// Sends a list of games. Those whose seats' tokens are kept are sent immediately, so that answers come in the order of the lines; others when
// they are kept.
void lobby_games_listed(Lobby *lobby, uint64_t connection, const LobbyGame *games, uint32_t count)
{
    const LobbyCallbacks *callbacks = &lobby->plan.callbacks;
    const LobbyConnection *conn = number_map_find(&lobby->connections, connection);
    if (!conn || conn->state != CONN_KNOWN)
        return;
    uint32_t left = 0;
    for (uint32_t i = 0; i < count; i++) {
        left += !games[i].is_kept;
        if (games[i].is_kept)
            lobby__tell_game(lobby, conn, &conn->session, &games[i]);
    }
    if (!left)
        lobby__end_list(lobby, conn);
    for (uint32_t i = 0; i < count; i++) {
        LobbyGame game = games[i];
        if (game.is_kept)
            continue;
        game.ends_list = --left == 0;
        if (!callbacks->keep_seat(callbacks->context, connection, &conn->session, &game)) {
            send_error(lobby, conn, LOBBY_GAMES, LOBBY_ERR_BUSY);
            return;
        }
    }
}

static void on_rematch(Lobby *lobby, LobbyConnection *conn, const LobbySaid *said, uint64_t now_ms)
{
    const LobbyCallbacks *callbacks = &lobby->plan.callbacks;
    LobbySeat seat;
    (void)now_ms;
    if (lobby__find_rematch(lobby, conn, said->token, &seat))
        send_result(lobby, conn, said, lobby__ask_rematch(lobby, conn->user, &seat));
    else if (!callbacks->find_seat(callbacks->context, conn->connection, conn->user->number,
                                   said->token))
        send_result(lobby, conn, said, LOBBY_ERR_BUSY);
}

void lobby_seat_found(Lobby *lobby, uint64_t connection, const LobbySeat *found)
{
    const LobbyConnection *conn = number_map_find(&lobby->connections, connection);
    if (!conn || conn->state != CONN_KNOWN)
        return;
    const LobbyError error = !found       ? LOBBY_ERR_SEAT
                             : found->bot ? lobby__challenge_again(lobby, conn->user, found)
                                          : lobby__ask_rematch(lobby, conn->user, found);
    if (error)
        send_error(lobby, conn, LOBBY_REMATCH, error);
}

static void on_bots(Lobby *lobby, LobbyConnection *conn, const LobbySaid *said, uint64_t now_ms)
{
    const LobbyCallbacks *callbacks = &lobby->plan.callbacks;
    (void)now_ms;
    if (!callbacks->list_bots(callbacks->context, conn->connection))
        send_result(lobby, conn, said, LOBBY_ERR_BUSY);
}

void lobby_bots_listed(const Lobby *lobby, uint64_t connection, const LobbyBot *bots,
                       uint32_t count)
{
    const LobbyConnection *conn = number_map_find(&lobby->connections, connection);
    char memory[LOBBY_TOLD_MAX];
    if (!conn)
        return;
    for (uint32_t i = 0; i < count; i++) {
        Text text = TEXT_IN(memory);
        lobby_write_bot(&bots[i], &text);
        lobby__send(lobby, conn, &text);
    }
    Text text = TEXT_IN(memory);
    lobby_write_bots(&text);
    lobby__send(lobby, conn, &text);
}

// An entry for each verb: what it does, and whether only a user may send it, as often as a user may act.
static const struct {
    void (*take)(Lobby *lobby, LobbyConnection *conn, const LobbySaid *said, uint64_t now_ms);
    bool is_for_guests;
} takers[LOBBY_VERB_COUNT] = {
    [LOBBY_GUEST] = {on_guest, false},        [LOBBY_HELLO] = {on_hello, false},
    [LOBBY_WATCH] = {on_watch, false},        [LOBBY_LOOK] = {on_look, false},
    [LOBBY_SEEK] = {on_seek, true},           [LOBBY_LINK] = {on_seek, true},
    [LOBBY_UNSEEK] = {on_unseek, true},       [LOBBY_TAKE] = {on_take, true},
    [LOBBY_FOLLOW] = {on_take, true},         [LOBBY_GAMES] = {on_games, true},
    [LOBBY_REMATCH] = {on_rematch, true},     [LOBBY_BOTS] = {on_bots, true},
    [LOBBY_CHALLENGE] = {on_challenge, true},
};

static LobbyError check_guest(const Lobby *lobby, const LobbyConnection *conn, uint64_t now_ms)
{
    if (conn->state != CONN_KNOWN)
        return LOBBY_ERR_GUEST;
    return allowance_take(&conn->user->actions, lobby->plan.actions, 1, now_ms) ? LOBBY_OK
                                                                                : LOBBY_ERR_FAST;
}

void lobby_take_line(Lobby *lobby, uint64_t connection, Slice line, uint64_t now_ms)
{
    LobbyConnection *conn = number_map_find(&lobby->connections, connection);
    LobbySaid said;
    if (!conn || conn->state == CONN_LEAVING)
        return;
    if (!allowance_take(&conn->lines, lobby->plan.lines, 1, now_ms)) {
        lobby_quit(lobby, conn, QUIT_FLOOD);
        return;
    }
    if (lobby_said_read(line, &said) != SEAT_LINE_OK) {
        lobby_quit(lobby, conn, QUIT_FORM);
        return;
    }
    const LobbyError error =
        takers[said.verb].is_for_guests ? check_guest(lobby, conn, now_ms) : LOBBY_OK;
    if (error)
        send_error(lobby, conn, said.verb, error);
    else
        takers[said.verb].take(lobby, conn, &said, now_ms);
}
