// Connections of seats: joining, what a connection is sent, lines that it sends, and games that are over.
#include "server/live/seat_gateway.h"

#include "base/number_map.h"
#include "formats/protocol/bot.h"
#include "formats/protocol/seat_line.h"
#include "formats/records/hearing_text.h"
#include "games/core/table_replay.h"

#include <assert.h>
#include <string.h>

enum {
    SEATS = 2,
    LINE_BYTES_MAX = BOT_ORDER_MAX + HEARING_TEXT_MAX, // of a line to a client
    RETRY_COST = 20, // lines that a retry counts for: a part of the game is replayed for it
};

typedef enum PeerState {
    PEER_NEW,     // it has not joined
    PEER_ASKING,  // its token or its game is looked up
    PEER_READING, // it is sent what it missed; its seat is its own
    PEER_SEATED,  //
    PEER_LEAVING, // it was sent `gateway_quit`; nothing that it sends counts
} PeerState;

// A game that is over and not live any more.
typedef struct EndedGame {
    JournalGame opening; // the table keeps a pointer to its rules
    Table *table;
} EndedGame;

// A connection of a seat.
typedef struct SeatConnection {
    uint64_t number;
    uint8_t state; // PeerState
    uint8_t seat;
    uint64_t game, seed, archive;
    const Game *kind;    // of its game, as soon as it has one
    uint32_t since;      // what it had heard when it joined
    TableReader *reader; // of what it missed
    EndedGame *ended;    // its game, if that is not live any more; else NULL
    uint32_t ref;        // the largest that it sent
    uint64_t join_by_ms;
    uint64_t ping_from_ms; // when it may be pinged again
    Allowance lines;       // that it may still send
} SeatConnection;

// The connections of a game that at least one seat has joined.
typedef struct SeatPair {
    SeatConnection *peers[SEATS]; // NULL for a seat without one
} SeatPair;

// A game that is over, and until when it stays live.
typedef struct Finished {
    uint64_t game, until_ms;
} Finished;

struct SeatGateway {
    Memory memory;
    SeatGatewayPlan plan;
    NumberMap peers; // of SeatConnection by connection
    NumberMap pairs; // of SeatPair by game
    Finished *finished;
    uint32_t finished_count, finished_capacity;
    uint64_t now_ms; // of the last call that named it
    uint32_t seated;
    bool is_paused;
};

SeatGateway *seat_gateway_create(const Memory *memory, const SeatGatewayPlan *plan)
{
    SeatGateway *host = memory_resize(memory, NULL, sizeof *host);
    if (host)
        *host = (SeatGateway){.memory = *memory, .plan = *plan};
    return host;
}

static void free_ended(const Memory *memory, EndedGame *ended)
{
    if (ended)
        table_destroy(ended->table);
    memory_resize(memory, ended, 0);
}

static void end_reading(const Memory *memory, SeatConnection *peer)
{
    table_reader_destroy(peer->reader);
    free_ended(memory, peer->ended);
    peer->reader = NULL;
    peer->ended = NULL;
}

static void free_peer(const Memory *memory, SeatConnection *peer)
{
    end_reading(memory, peer);
    memory_resize(memory, peer, 0);
}

void seat_gateway_destroy(SeatGateway *host)
{
    if (!host)
        return;
    const Memory memory = host->memory;
    for (uint32_t i = 0; i < host->peers.capacity; i++)
        if (host->peers.slots[i].thing)
            free_peer(&memory, host->peers.slots[i].thing);
    number_map_done(&host->peers, &memory);
    number_map_free(&host->pairs, &memory);
    memory_resize(&memory, host->finished, 0);
    memory_resize(&memory, host, 0);
}

SeatGatewayCounts seat_gateway_counts(const SeatGateway *host)
{
    return (SeatGatewayCounts){.connections = host->peers.count, .seated = host->seated};
}

static void send_text(const SeatGateway *host, const SeatConnection *peer, const Text *text)
{
    const SeatGatewayCallbacks *callbacks = &host->plan.callbacks;
    assert(!text->cut);
    callbacks->send(callbacks->context, peer->number, (Slice){text->start, text->length});
}

// Why a connection is closed.
typedef enum SeatQuit {
    QUIT_FORM,
    QUIT_VERSION,
    QUIT_LATE,
    QUIT_FLOOD,
    QUIT_TOKEN,
    QUIT_BUSY,
    QUIT_GAME,
    QUIT_AHEAD,
    QUIT_ELSEWHERE,
    QUIT_OVER,
    QUIT_SUSPENDED, // with a reason of its own
    QUIT_COUNT
} SeatQuit;

static const struct {
    const char *code, *reason;
} quits[QUIT_COUNT] = {
    [QUIT_FORM] = {"form", "this line is none of the protocol; docs/protocol/server.md has them"},
    [QUIT_VERSION] = {"version",
                      "this server speaks version 1; reload the page or update the program"},
    [QUIT_LATE] = {"late", "the first line must be a gateway_join, and it did not come in time"},
    [QUIT_FLOOD] = {"flood", "too many lines; wait for the answer to each command"},
    [QUIT_TOKEN] = {"token", "this token is for no seat, or it has expired"},
    [QUIT_BUSY] = {"busy", "not now; connect again in a moment"},
    [QUIT_GAME] = {"game", "this game is not here; ask where it is"},
    [QUIT_AHEAD] = {"ahead", "this seat cannot have heard so much; gateway_join with 0"},
    [QUIT_ELSEWHERE] = {"elsewhere", "this seat has joined by another connection"},
    [QUIT_OVER] = {"over", "the game is over"},
    [QUIT_SUSPENDED] = {"suspended", NULL},
};

// Returns whether a connection has a seat of a live game.
static bool has_seat(const SeatConnection *peer)
{
    return peer->state == PEER_SEATED || (peer->state == PEER_READING && !peer->ended);
}

// Takes a connection from its seat.
static void stand_up(SeatGateway *host, const SeatConnection *peer)
{
    if (!has_seat(peer))
        return;
    SeatPair *pair = number_map_find(&host->pairs, peer->game);
    assert(pair && pair->peers[peer->seat] == peer);
    pair->peers[peer->seat] = NULL;
    live_games_note_presence(host->plan.hall, peer->game, peer->seat, false);
    host->seated--;
    if (pair->peers[0] || pair->peers[1])
        return;
    number_map_remove(&host->pairs, peer->game);
    memory_resize(&host->memory, pair, 0);
}

static void gateway_quit_for(SeatGateway *host, SeatConnection *peer, SeatQuit why,
                             const char *reason)
{
    const SeatGatewayCallbacks *callbacks = &host->plan.callbacks;
    char memory[LINE_BYTES_MAX];
    Text text = TEXT_IN(memory);
    if (peer->state == PEER_LEAVING)
        return;
    seat_write_quit(quits[why].code, reason, &text);
    send_text(host, peer, &text);
    stand_up(host, peer);
    end_reading(&host->memory, peer);
    peer->state = PEER_LEAVING;
    callbacks->close(callbacks->context, peer->number);
}

static void gateway_quit(SeatGateway *host, SeatConnection *peer, SeatQuit why)
{
    gateway_quit_for(host, peer, why, quits[why].reason);
}

// The words for errors that a seat is sent. Those that are not here are bugs or mean that the game is not here.
static const char *const error_codes[LIVE_ERR_COUNT] = {
    [LIVE_ERR_BUSY] = "busy",   [LIVE_ERR_COMMAND] = "command", [LIVE_ERR_STALE] = "stale",
    [LIVE_ERR_REF] = "ref",     [LIVE_ERR_AHEAD] = "ahead",     [LIVE_ERR_OVER] = "over",
    [LIVE_ERR_TURN] = "turn",   [LIVE_ERR_OFFERED] = "offered", [LIVE_ERR_NO_OFFER] = "nooffer",
    [LIVE_ERR_BEGUN] = "begun", [LIVE_ERR_PACE] = "pace",       [LIVE_ERR_MEMORY] = "busy",
};

static void send_error(SeatGateway *host, SeatConnection *peer, uint32_t ref, LiveError error)
{
    char memory[LINE_BYTES_MAX];
    Text text = TEXT_IN(memory);
    if (!error_codes[error]) {
        gateway_quit(host, peer, QUIT_GAME);
        return;
    }
    seat_write_error(ref, error_codes[error], live_error_text(error), &text);
    send_text(host, peer, &text);
}

static void send_mail(SeatGateway *host, SeatConnection *peer, const LiveMail *mail)
{
    char memory[LINE_BYTES_MAX];
    Text text = TEXT_IN(memory);
    const TableEffect *effect = &mail->told.effect;
    if (mail->error) {
        send_error(host, peer, mail->told.ref, (LiveError)mail->error);
        return;
    }
    seat_write_hear(effect->sequence, mail->told.ref, effect->clock_ms, &effect->hearing,
                    mail->seat, &text);
    send_text(host, peer, &text);
}

// Notes the end of a game, once, though both seats hear it. Without memory the game stays live until the node ends.
static void note_end(SeatGateway *host, const LiveMail *mail)
{
    if (mail->error || mail->seat != 0 || !mail->told.effect.hearing.ending)
        return;
    if (memory_reserve(&host->memory, &host->finished, host->finished_count,
                       &host->finished_capacity, sizeof *host->finished))
        host->finished[host->finished_count++] =
            (Finished){mail->game, host->now_ms + host->plan.linger_ms};
}

// Sends a missed hearing, and before it the own try that it answers: a program that was started again has forgotten its tries.
static void send_again(SeatGateway *host, SeatConnection *peer, const LiveMail *mail)
{
    char memory[LINE_BYTES_MAX], words[TRY_TEXT_MAX];
    Text text = TEXT_IN(memory), attempt = TEXT_IN(words);
    if (mail->told.own != TRY_NONE) {
        peer->kind->try_to_text(mail->told.own, &attempt);
        seat_write_did(mail->told.ref, (Slice){words, attempt.length}, &text);
        send_text(host, peer, &text);
    }
    send_mail(host, peer, mail);
}

// Measures how long the way to a seat is, if its game has clocks. Called only when the seat joins and when it hears the other seat's move: what
// only one of them hears must not show in the time of its pings either.
static void gateway_ping(const SeatGateway *host, SeatConnection *peer)
{
    const SeatGatewayCallbacks *callbacks = &host->plan.callbacks;
    const JournalGame *opening = live_games_opening(host->plan.hall, peer->game);
    if (!opening || !opening->clock.base_ms || host->now_ms < peer->ping_from_ms)
        return;
    peer->ping_from_ms = host->now_ms + host->plan.ping_ms;
    callbacks->ping(callbacks->context, peer->number);
}

void seat_gateway_note_lag(SeatGateway *host, uint64_t connection, uint32_t lag_ms)
{
    const SeatConnection *peer = number_map_find(&host->peers, connection);
    if (peer && has_seat(peer))
        live_games_note_lag(host->plan.hall, peer->game, peer->seat, lag_ms);
}

static bool is_other_seats_move(const LiveMail *mail)
{
    return !mail->error && !mail->told.ref && mail->told.effect.hearing.event == HEARD_MOVE;
}

// Sends mail to the connection of its seat, if that has heard all that was before it.
static void gateway_deliver(SeatGateway *host, const LiveMail *mail)
{
    const SeatPair *pair = number_map_find(&host->pairs, mail->game);
    if (!pair || mail->seat >= SEATS || !pair->peers[mail->seat])
        return;
    SeatConnection *peer = pair->peers[mail->seat];
    if (peer->state != PEER_SEATED)
        return; // its reader will come to this mail
    send_mail(host, peer, mail);
    if (peer->state == PEER_SEATED && is_other_seats_move(mail))
        gateway_ping(host, peer);
}

void seat_gateway_send_mail(void *host, const LiveMail *mail)
{
    gateway_deliver(host, mail);
    note_end(host, mail);
}

bool seat_gateway_connect(SeatGateway *host, uint64_t connection, uint64_t now_ms)
{
    char memory[LINE_BYTES_MAX];
    Text text = TEXT_IN(memory);
    SeatConnection *peer = number_map_make(&host->peers, &host->memory, connection, sizeof *peer);
    host->now_ms = now_ms;
    if (!peer)
        return false;
    *peer = (SeatConnection){.number = connection,
                             .join_by_ms = now_ms + host->plan.join_ms,
                             .lines = allowance_full(host->plan.lines, now_ms)};
    seat_write_greeting(&text);
    send_text(host, peer, &text);
    return true;
}

void seat_gateway_disconnect(SeatGateway *host, uint64_t connection)
{
    SeatConnection *peer = number_map_find(&host->peers, connection);
    if (!peer)
        return;
    stand_up(host, peer);
    number_map_remove(&host->peers, connection);
    free_peer(&host->memory, peer);
}

void seat_gateway_end_token(SeatGateway *host, uint64_t connection, const char *suspended)
{
    SeatConnection *peer = number_map_find(&host->peers, connection);
    if (peer && suspended)
        gateway_quit_for(host, peer, QUIT_SUSPENDED, suspended);
    else if (peer)
        gateway_quit(host, peer, QUIT_TOKEN);
}

static void gateway_join(SeatGateway *host, SeatConnection *peer, const SeatSaid *said)
{
    const SeatGatewayCallbacks *callbacks = &host->plan.callbacks;
    if (said->version != SEAT_PROTOCOL) {
        gateway_quit(host, peer, QUIT_VERSION);
        return;
    }
    peer->state = PEER_ASKING;
    peer->since = said->since;
    if (!callbacks->find_token(callbacks->context, peer->number, said->token))
        gateway_quit(host, peer, QUIT_BUSY);
}

// Returns the connections of a game, which are added if need be; NULL if out of memory.
static SeatPair *pair_of(SeatGateway *host, uint64_t game)
{
    SeatPair *pair = number_map_find(&host->pairs, game);
    if (pair)
        return pair;
    pair = number_map_make(&host->pairs, &host->memory, game, sizeof *pair);
    if (!pair)
        return NULL;
    *pair = (SeatPair){{NULL, NULL}};
    return pair;
}

// Gives a connection its seat; another one that has the seat must quit.
static bool sit_down(SeatGateway *host, SeatConnection *peer, const FoundSeat *found)
{
    SeatPair *pair = number_map_find(&host->pairs, found->game);
    if (pair && pair->peers[found->seat])
        gateway_quit(host, pair->peers[found->seat], QUIT_ELSEWHERE);
    pair = pair_of(host, found->game);
    if (!pair)
        return false;
    pair->peers[found->seat] = peer;
    live_games_note_presence(host->plan.hall, found->game, found->seat, true);
    peer->state = PEER_READING;
    host->seated++;
    return true;
}

static void send_opening(const SeatGateway *host, SeatConnection *peer, const JournalGame *opening)
{
    char memory[LINE_BYTES_MAX];
    Text text = TEXT_IN(memory);
    peer->kind = opening->game;
    bot_write_newgame(opening->game, (const Rules *)&opening->rules, peer->seat, peer->seed,
                      opening->clock, &text);
    text.length -= text.length > 0; // its end of line
    send_text(host, peer, &text);
    text = TEXT_IN(memory);
    seat_write_archive(peer->archive, &text);
    send_text(host, peer, &text);
}

// Reads the next hearing that a connection missed; returns false if there is none.
static bool read_next(const SeatGateway *host, SeatConnection *peer, LiveMail *mail)
{
    *mail = (LiveMail){.game = peer->game, .seat = peer->seat};
    return peer->ended
               ? table_reader_next(peer->reader, peer->ended->table, &mail->told)
               : live_games_read(host->plan.hall, peer->game, peer->seat, peer->reader, mail);
}

static void send_joined(SeatGateway *host, SeatConnection *peer)
{
    char memory[LINE_BYTES_MAX];
    Text text = TEXT_IN(memory);
    const uint64_t elapsed_ms =
        peer->ended ? 0
                    : live_games_elapsed_ms(host->plan.hall, peer->game, peer->seat, host->now_ms);
    seat_write_joined(table_reader_sequence(peer->reader), elapsed_ms, &text);
    send_text(host, peer, &text);
}

static void send_pause(const SeatGateway *host, const SeatConnection *peer)
{
    char memory[LINE_BYTES_MAX];
    Text text = TEXT_IN(memory);
    seat_write_pause("store", "the server cannot save moves; all clocks stand still until it can",
                     &text);
    send_text(host, peer, &text);
}

static void send_resume(const SeatGateway *host, const SeatConnection *peer)
{
    char memory[LINE_BYTES_MAX];
    Text text = TEXT_IN(memory);
    seat_write_resume(&text);
    send_text(host, peer, &text);
}

static void send_to_seats(const SeatGateway *host,
                          void (*send)(const SeatGateway *, const SeatConnection *))
{
    for (uint32_t i = 0; i < host->peers.capacity; i++) {
        const SeatConnection *peer = host->peers.slots[i].thing;
        if (peer && peer->state == PEER_SEATED)
            send(host, peer);
    }
}

void seat_gateway_pause(SeatGateway *host)
{
    host->is_paused = true;
    send_to_seats(host, send_pause);
}

void seat_gateway_resume(SeatGateway *host)
{
    host->is_paused = false;
    send_to_seats(host, send_resume);
}

// Ends joining: the connection has heard all that it missed.
static void end_joining(SeatGateway *host, SeatConnection *peer)
{
    send_joined(host, peer);
    if (peer->ended) {
        gateway_quit(host, peer, QUIT_OVER);
        return;
    }
    end_reading(&host->memory, peer);
    peer->state = PEER_SEATED;
    if (host->is_paused)
        send_pause(host, peer);
    gateway_ping(host, peer);
}

// Sends a part of what a connection missed: as much as it can read before it is sent more.
static void send_part(SeatGateway *host, SeatConnection *peer)
{
    LiveMail mail;
    // An own try is two lines.
    for (uint32_t lines = 0; lines < host->plan.part; lines += mail.told.own == TRY_NONE ? 1 : 2) {
        if (!read_next(host, peer, &mail)) {
            end_joining(host, peer);
            return;
        }
        send_again(host, peer, &mail);
    }
}

void seat_gateway_send_more(SeatGateway *host, uint64_t connection, uint64_t now_ms)
{
    SeatConnection *peer = number_map_find(&host->peers, connection);
    host->now_ms = now_ms;
    if (peer && peer->state == PEER_READING)
        send_part(host, peer);
}

static void join_in_hall(SeatGateway *host, SeatConnection *peer, const JournalGame *opening)
{
    static const uint8_t causes[LIVE_ERR_COUNT] = {[LIVE_ERR_BUSY] = QUIT_BUSY,
                                                   [LIVE_ERR_AHEAD] = QUIT_AHEAD,
                                                   [LIVE_ERR_MEMORY] = QUIT_BUSY,
                                                   [LIVE_ERR_GAME] = QUIT_GAME};
    send_opening(host, peer, opening);
    const LiveError error =
        live_games_join(host->plan.hall, peer->game, peer->seat, peer->since, &peer->reader);
    if (error)
        gateway_quit(host, peer, (SeatQuit)causes[error]);
    else
        send_part(host, peer);
}

void seat_gateway_take_seat(SeatGateway *host, uint64_t connection, const FoundSeat *found,
                            uint64_t now_ms)
{
    SeatConnection *peer = number_map_find(&host->peers, connection);
    host->now_ms = now_ms;
    if (!peer || peer->state != PEER_ASKING)
        return;
    if (!found->is_found) {
        gateway_quit(host, peer, QUIT_TOKEN);
        return;
    }
    peer->game = found->game;
    peer->seat = found->seat;
    peer->seed = found->seed;
    peer->archive = found->archive;
    const SeatGatewayCallbacks *callbacks = &host->plan.callbacks;
    const JournalGame *opening = live_games_opening(host->plan.hall, found->game);
    if (opening ? !sit_down(host, peer, found)
                : !callbacks->find_journal(callbacks->context, connection, found->game))
        gateway_quit(host, peer, QUIT_BUSY);
    else if (opening)
        join_in_hall(host, peer, opening);
}

// Plays a journal to its end; sets `why` if it cannot be read, or the game goes on elsewhere.
static void play_ended(const SeatGateway *host, const GameJournal *journal, EndedGame *ended,
                       SeatQuit *why)
{
    const JournalGame *opening = &ended->opening;
    Entries entries = {0};
    *why = QUIT_BUSY;
    if (!game_journal_entries(journal, &host->memory, &entries))
        return;
    const TableError error =
        table_restore(&host->memory, opening->game, (const Rules *)&opening->rules, opening->clock,
                      0, &entries, NULL, &ended->table);
    entries_done(&entries, &host->memory);
    if (error != TABLE_ERR_MEMORY)
        *why = QUIT_GAME;
}

// Returns a game as it ended; NULL, with the reason, if there is no such end.
static EndedGame *ended_of(const SeatGateway *host, const GameJournal *journal, SeatQuit *why)
{
    EndedGame *ended = memory_resize(&host->memory, NULL, sizeof *ended);
    *why = QUIT_BUSY;
    if (!ended)
        return NULL;
    *ended = (EndedGame){.opening = journal->opening};
    play_ended(host, journal, ended, why);
    if (ended->table && table_is_over(ended->table))
        return ended;
    free_ended(&host->memory, ended);
    return NULL;
}

void seat_gateway_take_journal(SeatGateway *host, uint64_t connection, const GameJournal *journal,
                               uint64_t now_ms)
{
    SeatConnection *peer = number_map_find(&host->peers, connection);
    SeatQuit why = QUIT_GAME;
    host->now_ms = now_ms;
    if (!peer || peer->state != PEER_ASKING)
        return;
    peer->ended = journal ? ended_of(host, journal, &why) : NULL;
    if (!peer->ended) {
        gateway_quit(host, peer, why);
        return;
    }
    peer->state = PEER_READING;
    send_opening(host, peer, &journal->opening);
    const Table *table = peer->ended->table;
    const bool is_ahead = peer->since > table_sequence(table, peer->seat);
    if (!is_ahead)
        peer->reader = table_reader_create(table, peer->seat, peer->since);
    if (peer->reader)
        send_part(host, peer);
    else
        gateway_quit(host, peer, is_ahead ? QUIT_AHEAD : QUIT_BUSY);
}

// Hands a command to the live games. What is no try in the notation of the game is refused here, and no table gets it.
static void gateway_act(SeatGateway *host, SeatConnection *peer, const SeatSaid *said,
                        uint64_t now_ms)
{
    const JournalGame *opening = live_games_opening(host->plan.hall, peer->game);
    if (!opening) {
        gateway_quit(host, peer, QUIT_GAME);
        return;
    }
    LiveCommand command = {.game = peer->game,
                           .seat = peer->seat,
                           .kind = said->event,
                           .ref = said->ref,
                           .heard = said->heard};
    if (said->event == EVENT_TRY)
        command.attempt = opening->game->try_from_text(said->attempt);
    if (said->event == EVENT_TRY && command.attempt == TRY_NONE)
        send_error(host, peer, said->ref, LIVE_ERR_COMMAND);
    else
        live_games_take_command(host->plan.hall, &command, now_ms);
}

void seat_gateway_take_line(SeatGateway *host, uint64_t connection, Slice line, uint64_t now_ms)
{
    SeatConnection *peer = number_map_find(&host->peers, connection);
    SeatSaid said;
    host->now_ms = now_ms;
    if (!peer || peer->state == PEER_LEAVING)
        return;
    const bool is_read = seat_said_read(line, &said) == SEAT_LINE_OK;
    const bool is_retry = is_read && said.kind == SEAT_ACT && said.ref <= peer->ref;
    if (!allowance_take(&peer->lines, host->plan.lines, is_retry ? RETRY_COST : 1, now_ms))
        gateway_quit(host, peer, QUIT_FLOOD);
    else if (is_read && said.kind == SEAT_JOIN && peer->state == PEER_NEW)
        gateway_join(host, peer, &said);
    else if (is_read && said.kind == SEAT_ACT && peer->state == PEER_SEATED) {
        peer->ref = is_retry ? peer->ref : said.ref;
        gateway_act(host, peer, &said, now_ms);
    } else
        gateway_quit(host, peer, QUIT_FORM);
}

static void send_away(SeatGateway *host, uint64_t game, SeatQuit why)
{
    for (unsigned seat = 0; seat < SEATS; seat++) {
        // When the last one leaves, the pair is gone.
        const SeatPair *pair = number_map_find(&host->pairs, game);
        SeatConnection *peer = pair ? pair->peers[seat] : NULL;
        if (peer) // one that has not heard all of a game that is over may come back for the rest
            gateway_quit(host, peer,
                         peer->state == PEER_READING && why == QUIT_OVER ? QUIT_BUSY : why);
    }
}

void seat_gateway_lose_game(SeatGateway *host, uint64_t game)
{
    send_away(host, game, QUIT_GAME);
}

static void close_finished(SeatGateway *host, uint64_t now_ms)
{
    uint32_t closed = 0;
    while (closed < host->finished_count && host->finished[closed].until_ms <= now_ms) {
        const uint64_t game = host->finished[closed++].game;
        send_away(host, game, QUIT_OVER);
        // A game that another node has taken is not here any more.
        (void)!live_games_close(host->plan.hall, game);
    }
    host->finished_count -= closed;
    if (closed)
        memmove(host->finished, host->finished + closed,
                host->finished_count * sizeof *host->finished);
}

void seat_gateway_tidy(SeatGateway *host, uint64_t now_ms)
{
    host->now_ms = now_ms;
    for (uint32_t i = 0; i < host->peers.capacity; i++) {
        SeatConnection *peer = host->peers.slots[i].thing;
        if (peer && peer->state <= PEER_ASKING && peer->join_by_ms <= now_ms)
            gateway_quit(host, peer, QUIT_LATE);
    }
    close_finished(host, now_ms);
}
