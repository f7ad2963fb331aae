// Connections of the lobby: who they are, what they say, what they are told.
#include "server/lobby/inside.h"

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
    NumberMap *const maps[] = {&lobby->visitors, &lobby->guests, &lobby->by_id, &lobby->pairs,
                               &lobby->rematches};
    for (uint32_t i = 0; i < lobby->guests.capacity; i++)
        if (lobby->guests.slots[i].thing)
            memory_resize(&memory, ((Guest *)lobby->guests.slots[i].thing)->blocks.list, 0);
    for (unsigned map = 0; map < COUNT_OF(maps); map++) {
        for (uint32_t i = 0; i < maps[map]->capacity; i++)
            memory_resize(&memory, maps[map]->slots[i].thing, 0);
        number_map_done(maps[map], &memory);
    }
    memory_resize(&memory, lobby, 0);
}

LobbyCounts lobby_counts(const Lobby *lobby)
{
    return (LobbyCounts){.connections = lobby->visitors.count,
                         .guests = lobby->guests.count,
                         .seeks = lobby->seeks.count,
                         .links = lobby->links.count};
}

// --- Refusing ------------------------------------------------------------------------------------

static void send_error(const Lobby *lobby, const Visitor *visitor, uint8_t verb, LobbyError error)
{
    char memory[LOBBY_TOLD_MAX];
    Text text = TEXT_IN(memory);
    lobby__write_error((LobbyVerb)verb, error, &text);
    lobby__send(lobby, visitor, &text);
}

// Why a connection is closed.
typedef enum Quit {
    QUIT_FORM,
    QUIT_LATE,
    QUIT_FLOOD,
    QUIT_BUSY,
    QUIT_TOKEN,
    QUIT_SUSPENDED, // with a reason of its own
    QUIT_COUNT
} Quit;

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

static void quit_for(const Lobby *lobby, Visitor *visitor, Quit why, const char *reason)
{
    const LobbyOutside *outside = &lobby->plan.outside;
    char memory[LOBBY_TOLD_MAX];
    Text text = TEXT_IN(memory);
    seat_write_quit(quits[why].code, reason, &text);
    lobby__send(lobby, visitor, &text);
    visitor->state = VISITOR_LEAVING;
    outside->close(outside->context, visitor->connection);
}

static void quit(const Lobby *lobby, Visitor *visitor, Quit why)
{
    quit_for(lobby, visitor, why, quits[why].reason);
}

// --- Coming and going ----------------------------------------------------------------------------

bool lobby_connect(Lobby *lobby, uint64_t connection, uint64_t now_ms)
{
    char memory[LOBBY_TOLD_MAX];
    Text text = TEXT_IN(memory);
    Visitor *visitor = memory_resize(&lobby->memory, NULL, sizeof *visitor);
    if (!visitor || !number_map_add(&lobby->visitors, &lobby->memory, connection, visitor)) {
        memory_resize(&lobby->memory, visitor, 0);
        return false;
    }
    *visitor = (Visitor){.connection = connection,
                         .speak_by_ms = now_ms + lobby->plan.speak_ms,
                         .lines = allowance_full(lobby->plan.lines, now_ms)};
    seat_write_greeting(&text);
    lobby__send(lobby, visitor, &text);
    return true;
}

void lobby_disconnect(Lobby *lobby, uint64_t connection, uint64_t now_ms)
{
    Visitor *visitor = number_map_find(&lobby->visitors, connection);
    if (!visitor)
        return;
    lobby__leave(lobby, visitor, now_ms);
    number_map_remove(&lobby->visitors, connection);
    memory_resize(&lobby->memory, visitor, 0);
}

void lobby_end_session(Lobby *lobby, uint64_t connection, const char *suspended)
{
    Visitor *visitor = number_map_find(&lobby->visitors, connection);
    if (!visitor || visitor->state == VISITOR_LEAVING)
        return;
    if (suspended)
        quit_for(lobby, visitor, QUIT_SUSPENDED, suspended);
    else
        quit(lobby, visitor, QUIT_TOKEN);
}

void lobby_tidy(Lobby *lobby, uint64_t now_ms)
{
    for (uint32_t i = 0; i < lobby->visitors.capacity; i++) {
        Visitor *visitor = lobby->visitors.slots[i].thing;
        if (visitor && visitor->state <= VISITOR_ASKING && !visitor->is_watching &&
            visitor->speak_by_ms <= now_ms)
            quit(lobby, visitor, QUIT_LATE);
    }
    lobby__tidy_blocks(lobby);
    lobby__tidy_guests(lobby, now_ms);
    lobby__match_waiting(lobby, false, now_ms);
}

// --- Who it is -----------------------------------------------------------------------------------

static Visitor *find_asking(const Lobby *lobby, uint64_t connection)
{
    Visitor *visitor = number_map_find(&lobby->visitors, connection);
    return visitor && visitor->state == VISITOR_ASKING ? visitor : NULL;
}

// Tells a connection whose it is, and what its guest has here.
static void welcome(Lobby *lobby, Visitor *visitor, const LobbyGuest *known, uint64_t now_ms)
{
    char memory[LOBBY_TOLD_MAX];
    Text text = TEXT_IN(memory);
    if (!lobby__enter(lobby, visitor, known, now_ms)) {
        quit(lobby, visitor, QUIT_BUSY);
        return;
    }
    Guest *guest = visitor->guest;
    visitor->state = VISITOR_KNOWN;
    lobby_write_you(visitor->session.text, guest->name, &text);
    lobby__send(lobby, visitor, &text);
    lobby__hide_seeks(lobby, visitor);
    lobby__tell_own_seeks(lobby, visitor);
    lobby__tell_rematches(lobby, visitor);
    for (uint32_t i = 0; i < guest->missed_count; i++) {
        const Missed *missed = &guest->missed[i];
        const LobbyGame game = {
            .game = missed->game, .seat = missed->seat, .opponent = missed->opponent};
        lobby__tell_game(lobby, visitor, &missed->session, &game);
    }
    guest->missed_count = 0;
}

// Draws a name and has the guest kept by it.
static void keep(const Lobby *lobby, Visitor *visitor)
{
    const LobbyOutside *outside = &lobby->plan.outside;
    uint64_t number;
    const bool is_drawn = outside->draw(outside->context, &number);
    if (is_drawn)
        lobby_name(number, visitor->name);
    if (!is_drawn || !outside->keep_guest(outside->context, visitor->connection, visitor->number,
                                          &visitor->session, visitor->name))
        quit(lobby, visitor, QUIT_BUSY);
}

static void on_guest(Lobby *lobby, Visitor *visitor, const LobbySaid *said, uint64_t now_ms)
{
    const LobbyOutside *outside = &lobby->plan.outside;
    (void)said;
    (void)now_ms;
    if (visitor->state != VISITOR_NEW) {
        quit(lobby, visitor, QUIT_FORM);
        return;
    }
    visitor->state = VISITOR_ASKING;
    if (lobby__draw_new(lobby, &lobby->guests, &visitor->number) &&
        outside->draw_token(outside->context, &visitor->session))
        keep(lobby, visitor);
    else
        quit(lobby, visitor, QUIT_BUSY);
}

void lobby_guest_kept(Lobby *lobby, uint64_t connection, bool is_kept, uint64_t now_ms)
{
    Visitor *visitor = find_asking(lobby, connection);
    if (!visitor)
        return;
    const LobbyGuest known = {.number = visitor->number, .name = visitor->name};
    if (is_kept)
        welcome(lobby, visitor, &known, now_ms);
    else if (++visitor->names_tried < NAMES_TRIED_MAX)
        keep(lobby, visitor);
    else
        quit(lobby, visitor, QUIT_BUSY);
}

static void on_hello(Lobby *lobby, Visitor *visitor, const LobbySaid *said, uint64_t now_ms)
{
    const LobbyOutside *outside = &lobby->plan.outside;
    Text token = TEXT_IN(visitor->session.text);
    (void)now_ms;
    if (visitor->state != VISITOR_NEW) {
        quit(lobby, visitor, QUIT_FORM);
        return;
    }
    visitor->state = VISITOR_ASKING;
    text_add_slice(&token, said->token);
    if (!outside->find_guest(outside->context, visitor->connection, &visitor->session))
        quit(lobby, visitor, QUIT_BUSY);
}

void lobby_guest_found(Lobby *lobby, uint64_t connection, const LobbyGuest *found, uint64_t now_ms)
{
    Visitor *visitor = find_asking(lobby, connection);
    if (!visitor)
        return;
    if (found) {
        welcome(lobby, visitor, found, now_ms);
        return;
    }
    visitor->state = VISITOR_NEW;
    send_error(lobby, visitor, LOBBY_HELLO, LOBBY_ERR_HELLO);
}

// --- What it says --------------------------------------------------------------------------------

static void on_watch(Lobby *lobby, Visitor *visitor, const LobbySaid *said, uint64_t now_ms)
{
    char memory[LOBBY_TOLD_MAX];
    Text text = TEXT_IN(memory);
    (void)said;
    (void)now_ms;
    if (visitor->is_watching) {
        quit(lobby, visitor, QUIT_FORM);
        return;
    }
    visitor->is_watching = true;
    lobby__tell_seeks(lobby, visitor);
    lobby_write_watching(&text);
    lobby__send(lobby, visitor, &text);
}

static void on_look(Lobby *lobby, Visitor *visitor, const LobbySaid *said, uint64_t now_ms)
{
    char memory[LOBBY_TOLD_MAX];
    Text text = TEXT_IN(memory);
    const Seek *seek = lobby__find_seek(lobby, said->id, true);
    (void)now_ms;
    if (!seek || lobby__are_apart(visitor->guest, seek->guest)) {
        send_error(lobby, visitor, LOBBY_LOOK, LOBBY_ERR_GONE);
        return;
    }
    const LobbyOffer offer = lobby__offer_of(seek);
    lobby_write_look(&offer, &text);
    lobby__send(lobby, visitor, &text);
}

static void send_result(const Lobby *lobby, const Visitor *visitor, const LobbySaid *said,
                        LobbyError error)
{
    if (error)
        send_error(lobby, visitor, said->verb, error);
}

// Messages quote what was sent, perhaps half a letter of it; a frame must be text.
static void keep_plain(char *text)
{
    for (; *text; text++)
        if (*text < ' ' || *text > '~')
            *text = '?';
}

// Does something with the game that a line names, for its guest.
typedef LobbyError UseGame(Lobby *lobby, Guest *guest, const LobbySaid *said,
                           const JournalGame *opening, uint64_t now_ms);

static void with_game(Lobby *lobby, const Visitor *visitor, const LobbySaid *said, uint64_t now_ms,
                      UseGame *use)
{
    char memory[LOBBY_TOLD_MAX], why[MESSAGE_MAX];
    Text text = TEXT_IN(memory), message = TEXT_IN(why);
    JournalGame opening = {.clock = said->clock};
    if (lobby_game_read(said->game, &opening, &message)) {
        send_result(lobby, visitor, said, use(lobby, visitor->guest, said, &opening, now_ms));
        return;
    }
    keep_plain(why);
    lobby_write_error((LobbyVerb)said->verb, "game", why, &text);
    lobby__send(lobby, visitor, &text);
}

static void on_seek(Lobby *lobby, Visitor *visitor, const LobbySaid *said, uint64_t now_ms)
{
    with_game(lobby, visitor, said, now_ms, lobby__seek);
}

static void on_challenge(Lobby *lobby, Visitor *visitor, const LobbySaid *said, uint64_t now_ms)
{
    with_game(lobby, visitor, said, now_ms, lobby__challenge);
}

static void on_unseek(Lobby *lobby, Visitor *visitor, const LobbySaid *said, uint64_t now_ms)
{
    (void)now_ms;
    send_result(lobby, visitor, said, lobby__unseek(lobby, visitor->guest, said->id));
}

static void on_take(Lobby *lobby, Visitor *visitor, const LobbySaid *said, uint64_t now_ms)
{
    (void)now_ms;
    send_result(lobby, visitor, said,
                lobby__take(lobby, visitor->guest, said->id, (LobbyVerb)said->verb));
}

static void on_games(Lobby *lobby, Visitor *visitor, const LobbySaid *said, uint64_t now_ms)
{
    const LobbyOutside *outside = &lobby->plan.outside;
    (void)now_ms;
    if (!outside->list_games(outside->context, visitor->connection, visitor->guest->number))
        send_result(lobby, visitor, said, LOBBY_ERR_BUSY);
}

// Games whose seats' tokens are kept are told at once, so that answers come in the order of the lines; others when they are kept.
void lobby_games_listed(Lobby *lobby, uint64_t connection, const LobbyGame *games, uint32_t count)
{
    const LobbyOutside *outside = &lobby->plan.outside;
    const Visitor *visitor = number_map_find(&lobby->visitors, connection);
    if (!visitor || visitor->state != VISITOR_KNOWN)
        return;
    uint32_t left = 0;
    for (uint32_t i = 0; i < count; i++) {
        left += !games[i].is_kept;
        if (games[i].is_kept)
            lobby__tell_game(lobby, visitor, &visitor->session, &games[i]);
    }
    if (!left)
        lobby__end_list(lobby, visitor);
    for (uint32_t i = 0; i < count; i++) {
        LobbyGame game = games[i];
        if (game.is_kept)
            continue;
        game.ends_list = --left == 0;
        if (!outside->keep_seat(outside->context, connection, &visitor->session, &game)) {
            send_error(lobby, visitor, LOBBY_GAMES, LOBBY_ERR_BUSY);
            return;
        }
    }
}

static void on_rematch(Lobby *lobby, Visitor *visitor, const LobbySaid *said, uint64_t now_ms)
{
    const LobbyOutside *outside = &lobby->plan.outside;
    LobbySeat seat;
    (void)now_ms;
    if (lobby__find_rematch(lobby, visitor, said->token, &seat))
        send_result(lobby, visitor, said, lobby__ask_rematch(lobby, visitor->guest, &seat));
    else if (!outside->find_seat(outside->context, visitor->connection, visitor->guest->number,
                                 said->token))
        send_result(lobby, visitor, said, LOBBY_ERR_BUSY);
}

void lobby_seat_found(Lobby *lobby, uint64_t connection, const LobbySeat *found)
{
    const Visitor *visitor = number_map_find(&lobby->visitors, connection);
    if (!visitor || visitor->state != VISITOR_KNOWN)
        return;
    const LobbyError error = !found       ? LOBBY_ERR_SEAT
                             : found->bot ? lobby__challenge_again(lobby, visitor->guest, found)
                                          : lobby__ask_rematch(lobby, visitor->guest, found);
    if (error)
        send_error(lobby, visitor, LOBBY_REMATCH, error);
}

static void on_bots(Lobby *lobby, Visitor *visitor, const LobbySaid *said, uint64_t now_ms)
{
    const LobbyOutside *outside = &lobby->plan.outside;
    (void)now_ms;
    if (!outside->list_bots(outside->context, visitor->connection))
        send_result(lobby, visitor, said, LOBBY_ERR_BUSY);
}

void lobby_bots_listed(const Lobby *lobby, uint64_t connection, const LobbyBot *bots,
                       uint32_t count)
{
    const Visitor *visitor = number_map_find(&lobby->visitors, connection);
    char memory[LOBBY_TOLD_MAX];
    if (!visitor)
        return;
    for (uint32_t i = 0; i < count; i++) {
        Text text = TEXT_IN(memory);
        lobby_write_bot(&bots[i], &text);
        lobby__send(lobby, visitor, &text);
    }
    Text text = TEXT_IN(memory);
    lobby_write_bots(&text);
    lobby__send(lobby, visitor, &text);
}

// --- Lines ---------------------------------------------------------------------------------------

// One row a verb: what it does, and whether only a guest may say it, as often as a guest may act.
static const struct {
    void (*take)(Lobby *lobby, Visitor *visitor, const LobbySaid *said, uint64_t now_ms);
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

static LobbyError check_guest(const Lobby *lobby, const Visitor *visitor, uint64_t now_ms)
{
    if (visitor->state != VISITOR_KNOWN)
        return LOBBY_ERR_GUEST;
    return allowance_take(&visitor->guest->actions, lobby->plan.actions, 1, now_ms)
               ? LOBBY_OK
               : LOBBY_ERR_FAST;
}

void lobby_take_line(Lobby *lobby, uint64_t connection, Slice line, uint64_t now_ms)
{
    Visitor *visitor = number_map_find(&lobby->visitors, connection);
    LobbySaid said;
    if (!visitor || visitor->state == VISITOR_LEAVING)
        return;
    if (!allowance_take(&visitor->lines, lobby->plan.lines, 1, now_ms)) {
        quit(lobby, visitor, QUIT_FLOOD);
        return;
    }
    if (lobby_said_read(line, &said) != SEAT_LINE_OK) {
        quit(lobby, visitor, QUIT_FORM);
        return;
    }
    const LobbyError error =
        takers[said.verb].is_for_guests ? check_guest(lobby, visitor, now_ms) : LOBBY_OK;
    if (error)
        send_error(lobby, visitor, said.verb, error);
    else
        takers[said.verb].take(lobby, visitor, &said, now_ms);
}
