// Connections, who sits where, and what they are told.
#include "server/live/host.h"

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
    RETRY_COST = 20, // lines that a retry counts for: the hall replays a part of the game for it
};

typedef enum GuestState {
    GUEST_NEW,     // it has not joined
    GUEST_ASKING,  // its token or its game is looked up
    GUEST_READING, // it hears what it missed; its seat is its own
    GUEST_SEATED,  //
    GUEST_LEAVING, // it was told to quit; nothing that it sends counts
} GuestState;

// A game that is over and not in the hall any more.
typedef struct Past {
    JournalGame opening; // the table keeps a pointer to its rules
    Table *table;
} Past;

// A connection.
typedef struct Guest {
    uint64_t connection;
    uint8_t state; // GuestState
    uint8_t seat;
    uint64_t game, seed, archive;
    const Game *kind;    // of its game, as soon as it has one
    uint32_t since;      // what it had heard when it joined
    TableReader *reader; // of what it missed
    Past *past;          // its game, if the hall does not have it any more; else NULL
    uint32_t ref;        // the largest that it sent
    uint64_t join_by_ms;
    uint64_t ping_from_ms; // when it may be pinged again
    Allowance lines;       // that it may still send
} Guest;

// The connections of a game that somebody joined.
typedef struct Place {
    Guest *guests[SEATS]; // NULL if nobody listens
} Place;

// A game that is over, and until when it stays.
typedef struct Finished {
    uint64_t game, until_ms;
} Finished;

struct Host {
    Memory memory;
    HostPlan plan;
    NumberMap guests; // of Guest by connection
    NumberMap places; // of Place by game
    Finished *finished;
    uint32_t finished_count, finished_capacity;
    uint64_t now_ms; // of the last call that named it
    uint32_t seated;
    bool is_paused;
};

Host *host_create(const Memory *memory, const HostPlan *plan)
{
    Host *host = memory_resize(memory, NULL, sizeof *host);
    if (host)
        *host = (Host){.memory = *memory, .plan = *plan};
    return host;
}

static void free_past(const Memory *memory, Past *past)
{
    if (past)
        table_destroy(past->table);
    memory_resize(memory, past, 0);
}

static void end_reading(const Memory *memory, Guest *guest)
{
    table_reader_destroy(guest->reader);
    free_past(memory, guest->past);
    guest->reader = NULL;
    guest->past = NULL;
}

static void free_guest(const Memory *memory, Guest *guest)
{
    end_reading(memory, guest);
    memory_resize(memory, guest, 0);
}

void host_destroy(Host *host)
{
    if (!host)
        return;
    const Memory memory = host->memory;
    for (uint32_t i = 0; i < host->guests.capacity; i++)
        if (host->guests.slots[i].thing)
            free_guest(&memory, host->guests.slots[i].thing);
    for (uint32_t i = 0; i < host->places.capacity; i++)
        memory_resize(&memory, host->places.slots[i].thing, 0);
    number_map_done(&host->guests, &memory);
    number_map_done(&host->places, &memory);
    memory_resize(&memory, host->finished, 0);
    memory_resize(&memory, host, 0);
}

HostCounts host_counts(const Host *host)
{
    return (HostCounts){.connections = host->guests.count, .seated = host->seated};
}

// --- Telling -------------------------------------------------------------------------------------

static void send_text(const Host *host, const Guest *guest, const Text *text)
{
    const HostOutside *outside = &host->plan.outside;
    assert(!text->cut);
    outside->send(outside->context, guest->connection, (Slice){text->start, text->length});
}

// Why a connection is closed.
typedef enum Quit {
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
} Quit;

static const struct {
    const char *code, *reason;
} quits[QUIT_COUNT] = {
    [QUIT_FORM] = {"form", "this line is none of the protocol; docs/protocol/server.md has them"},
    [QUIT_VERSION] = {"version",
                      "this server speaks version 1; reload the page or update the program"},
    [QUIT_LATE] = {"late", "the first line must be a join, and it did not come in time"},
    [QUIT_FLOOD] = {"flood", "too many lines; wait for the answer to each command"},
    [QUIT_TOKEN] = {"token", "this token is for no seat, or it has expired"},
    [QUIT_BUSY] = {"busy", "not now; connect again in a moment"},
    [QUIT_GAME] = {"game", "this game is not here; ask where it is"},
    [QUIT_AHEAD] = {"ahead", "this seat cannot have heard so much; join with 0"},
    [QUIT_ELSEWHERE] = {"elsewhere", "this seat has joined by another connection"},
    [QUIT_OVER] = {"over", "the game is over"},
    [QUIT_SUSPENDED] = {"suspended", NULL},
};

// Whether it has a seat of a game in the hall.
static bool has_seat(const Guest *guest)
{
    return guest->state == GUEST_SEATED || (guest->state == GUEST_READING && !guest->past);
}

// The guest leaves its seat.
static void stand_up(Host *host, const Guest *guest)
{
    if (!has_seat(guest))
        return;
    Place *place = number_map_find(&host->places, guest->game);
    assert(place && place->guests[guest->seat] == guest);
    place->guests[guest->seat] = NULL;
    hall_note_presence(host->plan.hall, guest->game, guest->seat, false);
    host->seated--;
    if (place->guests[0] || place->guests[1])
        return;
    number_map_remove(&host->places, guest->game);
    memory_resize(&host->memory, place, 0);
}

static void quit_for(Host *host, Guest *guest, Quit why, const char *reason)
{
    const HostOutside *outside = &host->plan.outside;
    char memory[LINE_BYTES_MAX];
    Text text = TEXT_IN(memory);
    if (guest->state == GUEST_LEAVING)
        return;
    seat_write_quit(quits[why].code, reason, &text);
    send_text(host, guest, &text);
    stand_up(host, guest);
    end_reading(&host->memory, guest);
    guest->state = GUEST_LEAVING;
    outside->close(outside->context, guest->connection);
}

static void quit(Host *host, Guest *guest, Quit why)
{
    quit_for(host, guest, why, quits[why].reason);
}

// The words for errors that a seat is told. Those that are not here are bugs or mean that the game is not here.
static const char *const error_codes[HALL_ERR_COUNT] = {
    [HALL_ERR_BUSY] = "busy",   [HALL_ERR_COMMAND] = "command", [HALL_ERR_STALE] = "stale",
    [HALL_ERR_REF] = "ref",     [HALL_ERR_AHEAD] = "ahead",     [HALL_ERR_OVER] = "over",
    [HALL_ERR_TURN] = "turn",   [HALL_ERR_OFFERED] = "offered", [HALL_ERR_NO_OFFER] = "nooffer",
    [HALL_ERR_BEGUN] = "begun", [HALL_ERR_PACE] = "pace",       [HALL_ERR_MEMORY] = "busy",
};

static void send_error(Host *host, Guest *guest, uint32_t ref, HallError error)
{
    char memory[LINE_BYTES_MAX];
    Text text = TEXT_IN(memory);
    if (!error_codes[error]) {
        quit(host, guest, QUIT_GAME);
        return;
    }
    seat_write_error(ref, error_codes[error], hall_error_text(error), &text);
    send_text(host, guest, &text);
}

static void send_mail(Host *host, Guest *guest, const HallMail *mail)
{
    char memory[LINE_BYTES_MAX];
    Text text = TEXT_IN(memory);
    const TableEffect *effect = &mail->told.effect;
    if (mail->error) {
        send_error(host, guest, mail->told.ref, (HallError)mail->error);
        return;
    }
    seat_write_hear(effect->sequence, mail->told.ref, effect->clock_ms, &effect->hearing,
                    mail->seat, &text);
    send_text(host, guest, &text);
}

// Both seats hear the end of a game; it is noted once. Without memory it stays until the node ends.
static void note_end(Host *host, const HallMail *mail)
{
    if (mail->error || mail->seat != 0 || !mail->told.effect.hearing.ending)
        return;
    if (memory_reserve(&host->memory, &host->finished, host->finished_count,
                       &host->finished_capacity, sizeof *host->finished))
        host->finished[host->finished_count++] =
            (Finished){mail->game, host->now_ms + host->plan.linger_ms};
}

// A program that was started again has forgotten its own tries, so it is told each before what it heard of it.
static void send_again(Host *host, Guest *guest, const HallMail *mail)
{
    char memory[LINE_BYTES_MAX], words[TRY_TEXT_MAX];
    Text text = TEXT_IN(memory), attempt = TEXT_IN(words);
    if (mail->told.own != TRY_NONE) {
        guest->kind->try_to_text(mail->told.own, &attempt);
        seat_write_did(mail->told.ref, (Slice){words, attempt.length}, &text);
        send_text(host, guest, &text);
    }
    send_mail(host, guest, mail);
}

// Asks how long the way to a seat is, if its game has clocks. Only when it joins and when it hears the other seat's move: what only one of them
// hears must not show in the time of its pings either.
static void ping(const Host *host, Guest *guest)
{
    const HostOutside *outside = &host->plan.outside;
    const JournalGame *opening = hall_opening(host->plan.hall, guest->game);
    if (!opening || !opening->clock.base_ms || host->now_ms < guest->ping_from_ms)
        return;
    guest->ping_from_ms = host->now_ms + host->plan.ping_ms;
    outside->ping(outside->context, guest->connection);
}

void host_note_lag(Host *host, uint64_t connection, uint32_t lag_ms)
{
    const Guest *guest = number_map_find(&host->guests, connection);
    if (guest && has_seat(guest))
        hall_note_lag(host->plan.hall, guest->game, guest->seat, lag_ms);
}

static bool is_other_seats_move(const HallMail *mail)
{
    return !mail->error && !mail->told.ref && mail->told.effect.hearing.event == HEARD_MOVE;
}

// Hands mail to whoever sits in its seat and has heard all that was before it.
static void deliver(void *context, const HallMail *mail)
{
    Host *host = context;
    const Place *place = number_map_find(&host->places, mail->game);
    if (!place || mail->seat >= SEATS || !place->guests[mail->seat])
        return;
    Guest *guest = place->guests[mail->seat];
    if (guest->state != GUEST_SEATED)
        return; // its reader comes to it
    send_mail(host, guest, mail);
    if (guest->state == GUEST_SEATED && is_other_seats_move(mail))
        ping(host, guest);
}

void host_post(void *host, const HallMail *mail)
{
    deliver(host, mail);
    note_end(host, mail);
}

// --- Coming and going ----------------------------------------------------------------------------

bool host_connect(Host *host, uint64_t connection, uint64_t now_ms)
{
    char memory[LINE_BYTES_MAX];
    Text text = TEXT_IN(memory);
    Guest *guest = memory_resize(&host->memory, NULL, sizeof *guest);
    host->now_ms = now_ms;
    if (!guest || !number_map_add(&host->guests, &host->memory, connection, guest)) {
        memory_resize(&host->memory, guest, 0);
        return false;
    }
    *guest = (Guest){.connection = connection,
                     .join_by_ms = now_ms + host->plan.join_ms,
                     .lines = allowance_full(host->plan.lines, now_ms)};
    seat_write_greeting(&text);
    send_text(host, guest, &text);
    return true;
}

void host_disconnect(Host *host, uint64_t connection)
{
    Guest *guest = number_map_find(&host->guests, connection);
    if (!guest)
        return;
    stand_up(host, guest);
    number_map_remove(&host->guests, connection);
    free_guest(&host->memory, guest);
}

void host_end_token(Host *host, uint64_t connection, const char *suspended)
{
    Guest *guest = number_map_find(&host->guests, connection);
    if (guest && suspended)
        quit_for(host, guest, QUIT_SUSPENDED, suspended);
    else if (guest)
        quit(host, guest, QUIT_TOKEN);
}

// --- Joining -------------------------------------------------------------------------------------

static void join(Host *host, Guest *guest, const SeatSaid *said)
{
    const HostOutside *outside = &host->plan.outside;
    if (said->version != SEAT_PROTOCOL) {
        quit(host, guest, QUIT_VERSION);
        return;
    }
    guest->state = GUEST_ASKING;
    guest->since = said->since;
    if (!outside->find_token(outside->context, guest->connection, said->token))
        quit(host, guest, QUIT_BUSY);
}

// The place of a game, made if need be; NULL if there is no memory.
static Place *place_of(Host *host, uint64_t game)
{
    Place *place = number_map_find(&host->places, game);
    if (place)
        return place;
    place = memory_resize(&host->memory, NULL, sizeof *place);
    if (!place || !number_map_add(&host->places, &host->memory, game, place)) {
        memory_resize(&host->memory, place, 0);
        return NULL;
    }
    *place = (Place){{NULL, NULL}};
    return place;
}

// Gives a guest its seat; whoever sat there leaves.
static bool sit_down(Host *host, Guest *guest, const HostFound *found)
{
    Place *place = number_map_find(&host->places, found->game);
    if (place && place->guests[found->seat])
        quit(host, place->guests[found->seat], QUIT_ELSEWHERE);
    place = place_of(host, found->game);
    if (!place)
        return false;
    place->guests[found->seat] = guest;
    hall_note_presence(host->plan.hall, found->game, found->seat, true);
    guest->state = GUEST_READING;
    host->seated++;
    return true;
}

static void send_opening(const Host *host, Guest *guest, const JournalGame *opening)
{
    char memory[LINE_BYTES_MAX];
    Text text = TEXT_IN(memory);
    guest->kind = opening->game;
    bot_write_newgame(opening->game, (const Rules *)&opening->rules, guest->seat, guest->seed,
                      opening->clock, &text);
    text.length -= text.length > 0; // its end of line
    send_text(host, guest, &text);
    text = TEXT_IN(memory);
    seat_write_archive(guest->archive, &text);
    send_text(host, guest, &text);
}

// The next hearing that a guest missed; false if there is none.
static bool read_next(const Host *host, Guest *guest, HallMail *mail)
{
    *mail = (HallMail){.game = guest->game, .seat = guest->seat};
    return guest->past ? table_reader_next(guest->reader, guest->past->table, &mail->told)
                       : hall_read(host->plan.hall, guest->game, guest->seat, guest->reader, mail);
}

static void send_joined(Host *host, Guest *guest)
{
    char memory[LINE_BYTES_MAX];
    Text text = TEXT_IN(memory);
    const uint64_t elapsed_ms =
        guest->past ? 0 : hall_elapsed_ms(host->plan.hall, guest->game, guest->seat, host->now_ms);
    seat_write_joined(table_reader_sequence(guest->reader), elapsed_ms, &text);
    send_text(host, guest, &text);
}

static void send_pause(const Host *host, const Guest *guest)
{
    char memory[LINE_BYTES_MAX];
    Text text = TEXT_IN(memory);
    seat_write_pause("store", "the server cannot save moves; all clocks stand still until it can",
                     &text);
    send_text(host, guest, &text);
}

static void send_resume(const Host *host, const Guest *guest)
{
    char memory[LINE_BYTES_MAX];
    Text text = TEXT_IN(memory);
    seat_write_resume(&text);
    send_text(host, guest, &text);
}

static void send_to_seats(const Host *host, void (*send)(const Host *, const Guest *))
{
    for (uint32_t i = 0; i < host->guests.capacity; i++) {
        const Guest *guest = host->guests.slots[i].thing;
        if (guest && guest->state == GUEST_SEATED)
            send(host, guest);
    }
}

void host_pause(Host *host)
{
    host->is_paused = true;
    send_to_seats(host, send_pause);
}

void host_resume(Host *host)
{
    host->is_paused = false;
    send_to_seats(host, send_resume);
}

// The guest has heard all of it.
static void end_joining(Host *host, Guest *guest)
{
    send_joined(host, guest);
    if (guest->past) {
        quit(host, guest, QUIT_OVER);
        return;
    }
    end_reading(&host->memory, guest);
    guest->state = GUEST_SEATED;
    if (host->is_paused)
        send_pause(host, guest);
    ping(host, guest);
}

// Sends a part of what a guest missed: as much as it can read before it is sent more.
static void send_part(Host *host, Guest *guest)
{
    HallMail mail;
    // An own try is two lines.
    for (uint32_t lines = 0; lines < host->plan.part; lines += mail.told.own == TRY_NONE ? 1 : 2) {
        if (!read_next(host, guest, &mail)) {
            end_joining(host, guest);
            return;
        }
        send_again(host, guest, &mail);
    }
}

void host_go_on(Host *host, uint64_t connection, uint64_t now_ms)
{
    Guest *guest = number_map_find(&host->guests, connection);
    host->now_ms = now_ms;
    if (guest && guest->state == GUEST_READING)
        send_part(host, guest);
}

static void join_in_hall(Host *host, Guest *guest, const JournalGame *opening)
{
    static const uint8_t causes[HALL_ERR_COUNT] = {[HALL_ERR_BUSY] = QUIT_BUSY,
                                                   [HALL_ERR_AHEAD] = QUIT_AHEAD,
                                                   [HALL_ERR_MEMORY] = QUIT_BUSY,
                                                   [HALL_ERR_GAME] = QUIT_GAME};
    send_opening(host, guest, opening);
    const HallError error =
        hall_join(host->plan.hall, guest->game, guest->seat, guest->since, &guest->reader);
    if (error)
        quit(host, guest, (Quit)causes[error]);
    else
        send_part(host, guest);
}

void host_seat(Host *host, uint64_t connection, const HostFound *found, uint64_t now_ms)
{
    Guest *guest = number_map_find(&host->guests, connection);
    host->now_ms = now_ms;
    if (!guest || guest->state != GUEST_ASKING)
        return;
    if (!found->is_found) {
        quit(host, guest, QUIT_TOKEN);
        return;
    }
    guest->game = found->game;
    guest->seat = found->seat;
    guest->seed = found->seed;
    guest->archive = found->archive;
    const HostOutside *outside = &host->plan.outside;
    const JournalGame *opening = hall_opening(host->plan.hall, found->game);
    if (opening ? !sit_down(host, guest, found)
                : !outside->find_journal(outside->context, connection, found->game))
        quit(host, guest, QUIT_BUSY);
    else if (opening)
        join_in_hall(host, guest, opening);
}

// --- Games that are over -------------------------------------------------------------------------

// Plays a journal to its end; leaves `why` if it cannot be read, or goes on elsewhere.
static void play_past(const Host *host, const GameJournal *journal, Past *past, Quit *why)
{
    const JournalGame *opening = &past->opening;
    Entries entries = {0};
    *why = QUIT_BUSY;
    if (!game_journal_entries(journal, &host->memory, &entries))
        return;
    const TableError error =
        table_restore(&host->memory, opening->game, (const Rules *)&opening->rules, opening->clock,
                      0, &entries, NULL, &past->table);
    entries_done(&entries, &host->memory);
    if (error != TABLE_ERR_MEMORY)
        *why = QUIT_GAME;
}

// Returns a game as it ended; NULL, with the reason, if there is no such end.
static Past *past_of(const Host *host, const GameJournal *journal, Quit *why)
{
    Past *past = memory_resize(&host->memory, NULL, sizeof *past);
    *why = QUIT_BUSY;
    if (!past)
        return NULL;
    *past = (Past){.opening = journal->opening};
    play_past(host, journal, past, why);
    if (past->table && table_is_over(past->table))
        return past;
    free_past(&host->memory, past);
    return NULL;
}

void host_tell_archive(Host *host, uint64_t connection, const GameJournal *journal, uint64_t now_ms)
{
    Guest *guest = number_map_find(&host->guests, connection);
    Quit why = QUIT_GAME;
    host->now_ms = now_ms;
    if (!guest || guest->state != GUEST_ASKING)
        return;
    guest->past = journal ? past_of(host, journal, &why) : NULL;
    if (!guest->past) {
        quit(host, guest, why);
        return;
    }
    guest->state = GUEST_READING;
    send_opening(host, guest, &journal->opening);
    const Table *table = guest->past->table;
    const bool is_ahead = guest->since > table_sequence(table, guest->seat);
    if (!is_ahead)
        guest->reader = table_reader_create(table, guest->seat, guest->since);
    if (guest->reader)
        send_part(host, guest);
    else
        quit(host, guest, is_ahead ? QUIT_AHEAD : QUIT_BUSY);
}

// --- Lines ---------------------------------------------------------------------------------------

// What is no try in this game's notation is told as such; the table never hears of it.
static void act(Host *host, Guest *guest, const SeatSaid *said, uint64_t now_ms)
{
    const JournalGame *opening = hall_opening(host->plan.hall, guest->game);
    if (!opening) {
        quit(host, guest, QUIT_GAME);
        return;
    }
    HallCommand command = {.game = guest->game,
                           .seat = guest->seat,
                           .kind = said->event,
                           .ref = said->ref,
                           .heard = said->heard};
    if (said->event == EVENT_TRY)
        command.attempt = opening->game->try_from_text(said->attempt);
    if (said->event == EVENT_TRY && command.attempt == TRY_NONE)
        send_error(host, guest, said->ref, HALL_ERR_COMMAND);
    else
        hall_send(host->plan.hall, &command, now_ms);
}

void host_take_line(Host *host, uint64_t connection, Slice line, uint64_t now_ms)
{
    Guest *guest = number_map_find(&host->guests, connection);
    SeatSaid said;
    host->now_ms = now_ms;
    if (!guest || guest->state == GUEST_LEAVING)
        return;
    const bool is_read = seat_said_read(line, &said) == SEAT_LINE_OK;
    const bool is_retry = is_read && said.kind == SEAT_ACT && said.ref <= guest->ref;
    if (!allowance_take(&guest->lines, host->plan.lines, is_retry ? RETRY_COST : 1, now_ms))
        quit(host, guest, QUIT_FLOOD);
    else if (is_read && said.kind == SEAT_JOIN && guest->state == GUEST_NEW)
        join(host, guest, &said);
    else if (is_read && said.kind == SEAT_ACT && guest->state == GUEST_SEATED) {
        guest->ref = is_retry ? guest->ref : said.ref;
        act(host, guest, &said, now_ms);
    } else
        quit(host, guest, QUIT_FORM);
}

// --- Tidying -------------------------------------------------------------------------------------

static void send_away(Host *host, uint64_t game, Quit why)
{
    for (unsigned seat = 0; seat < SEATS; seat++) {
        // When the last one leaves, the place is gone.
        const Place *place = number_map_find(&host->places, game);
        Guest *guest = place ? place->guests[seat] : NULL;
        if (guest) // who has not heard all of a game that is over may come back for the rest
            quit(host, guest, guest->state == GUEST_READING && why == QUIT_OVER ? QUIT_BUSY : why);
    }
}

void host_lose_game(Host *host, uint64_t game)
{
    send_away(host, game, QUIT_GAME);
}

static void close_finished(Host *host, uint64_t now_ms)
{
    uint32_t closed = 0;
    while (closed < host->finished_count && host->finished[closed].until_ms <= now_ms) {
        const uint64_t game = host->finished[closed++].game;
        send_away(host, game, QUIT_OVER);
        // A game that another node has taken is not here any more.
        (void)!hall_close(host->plan.hall, game);
    }
    host->finished_count -= closed;
    if (closed)
        memmove(host->finished, host->finished + closed,
                host->finished_count * sizeof *host->finished);
}

void host_tidy(Host *host, uint64_t now_ms)
{
    host->now_ms = now_ms;
    for (uint32_t i = 0; i < host->guests.capacity; i++) {
        Guest *guest = host->guests.slots[i].thing;
        if (guest && guest->state <= GUEST_ASKING && guest->join_by_ms <= now_ms)
            quit(host, guest, QUIT_LATE);
    }
    close_finished(host, now_ms);
}
