// Fuzzes what the lobby takes from the network: single lines, and a lobby with guests who send any lines while ratings, blocks and sessions
// change outside of it. The first byte chooses.
//
// A refusal touches nothing. A lobby takes any lines and stays whole, and when everybody has left nothing remains in it.
#include "fuzz.h"
#include "property/lobby/town.h"

enum {
    WORD_MAX = SEAT_TOKEN_MAX + 1,
    LINE_MAX_BYTES = 256,
    AWAY_MS = 120000,
    CLIENTS = 8,
    LETTER_MASK = 15,
    RATING_MIN = 800,
    RATING_STEP = 100,
};

static void check_line(Slice line)
{
    LobbySaid said = {.id = 77};
    if (lobby_said_read(line, &said)) {
        LAW(said.id == 77, "a refused line");
        return;
    }
    char why[GAME_TEXT_MAX];
    Text message = TEXT_IN(why);
    JournalGame opening = {.clock = {77, 77}};
    if (!lobby_game_read(said.game, &opening, &message))
        LAW(!opening.game && message.length, "a refused game");
    LAW(opening.clock.base_ms == 77, "the clock of a game string");
}

// What a client itself was told: the token of its guest, and that of its last seat.
typedef struct Client {
    uint64_t connection; // 0 before it has come
    char guest[WORD_MAX], seat[WORD_MAX];
} Client;

// What was heard last of each kind, so that inputs need not guess it: `*` stands for an id or a code, `@` for a token; `%` and `$` for
// the client's own tokens, of its guest and of its seat.
static char last_id[WORD_MAX], last_token[WORD_MAX];
static Client clients[CLIENTS];

static void keep_word(const char *line, const char *verb, char word[WORD_MAX])
{
    Slice rest = slice_of(line);
    if (!slice_is(slice_take(&rest, " "), verb))
        return;
    Text text = text_in(word, WORD_MAX);
    text_add_slice(&text, slice_take(&rest, " "));
}

static void take_heard(void *context, uint64_t connection, const char *line)
{
    (void)context;
    LAW(line[0] && !strchr(line, '\n'), line);
    for (const char *at = line; *at; at++)
        LAW(*at >= ' ' && *at <= '~', line);
    keep_word(line, "seeking", last_id);
    keep_word(line, "link", last_id);
    keep_word(line, "you", last_token);
    keep_word(line, "game", last_token);
    for (unsigned i = 0; i < CLIENTS; i++)
        if (clients[i].connection == connection) {
            keep_word(line, "you", clients[i].guest);
            keep_word(line, "game", clients[i].seat);
        }
}

static void say(const Town *town, const Client *client, Slice line)
{
    char memory[LINE_MAX_BYTES];
    Text text = TEXT_IN(memory);
    for (size_t i = 0; i < line.length; i++) {
        const char letter = line.start[i];
        const char *word = letter == '*'   ? last_id
                           : letter == '@' ? last_token
                           : letter == '%' ? client->guest
                           : letter == '$' ? client->seat
                                           : NULL;
        if (word)
            text_add(&text, word);
        else
            text_add_char(&text, letter);
    }
    lobby_take_line(town->lobby, client->connection, (Slice){memory, text.length}, town->now_ms);
}

// --- What happens outside ------------------------------------------------------------------------

// With one guest, and a number that may stand for another.
typedef void Event(Town *town, TownGuest *guest, unsigned number);

static void be_rated(Town *town, TownGuest *guest, unsigned number)
{
    town_rate(town, guest, RATING_MIN + RATING_STEP * number);
}

static void block(Town *town, TownGuest *guest, unsigned number)
{
    if (guest->block_count < TOWN_BLOCKS_MAX)
        guest->blocks[guest->block_count++] = town->guests[number % town->guest_count].number;
    lobby_recheck_blocks(town->lobby, guest->number);
}

static void unblock(Town *town, TownGuest *guest, unsigned number)
{
    guest->block_count = 0;
    lobby_recheck_blocks(town->lobby, number % 2 ? guest->number : 0);
}

// It has an account from its next hello on, by one of few addresses.
static void get_account(Town *town, TownGuest *guest, unsigned number)
{
    (void)town;
    guest->has_account = true;
    guest->address = number;
}

static void end_session(Town *town, TownGuest *guest, unsigned number)
{
    (void)guest;
    lobby_end_session(town->lobby, clients[number % CLIENTS].connection,
                      number < CLIENTS ? NULL : "2026-12-01 for abuse");
}

static void close_rooms(Town *town, TownGuest *guest, unsigned number)
{
    (void)guest;
    town->has_no_rooms = number % 2;
}

static void be_busy(Town *town, TownGuest *guest, unsigned number)
{
    (void)guest;
    town->is_busy = number % 2;
}

static void take_names(Town *town, TownGuest *guest, unsigned number)
{
    (void)guest;
    town->names_taken = number;
}

// A line that begins with `!` has a letter each for the event, the guest and the number.
static void let_happen(Town *town, Slice line)
{
    static Event *const events[] = {be_rated,    block,       unblock, get_account,
                                    end_session, close_rooms, be_busy, take_names};
    if (line.length < 4 || !town->guest_count)
        return;
    const unsigned letters[] = {line.start[1] & LETTER_MASK, line.start[2] & LETTER_MASK,
                                line.start[3] & LETTER_MASK};
    events[letters[0] % COUNT_OF(events)](town, &town->guests[letters[1] % town->guest_count],
                                          letters[2]);
}

// --- The whole -----------------------------------------------------------------------------------

static void come_again(Town *town, Client *client, uint64_t *last_connection)
{
    lobby_disconnect(town->lobby, client->connection, town->now_ms);
    client->connection = ++*last_connection;
    if (!lobby_connect(town->lobby, client->connection, town->now_ms))
        abort();
}

static void leave_all(Town *town)
{
    town->is_busy = false;
    town_answer_all(town);
    for (unsigned i = 0; i < CLIENTS; i++)
        lobby_disconnect(town->lobby, clients[i].connection, town->now_ms);
    for (unsigned i = 0; i < CLIENTS; i++) {
        lobby_tidy(town->lobby, town->now_ms + AWAY_MS);
        town_answer_all(town);
    }
    const LobbyCounts counts = lobby_counts(town->lobby);
    LAW(!counts.connections && !counts.guests && !counts.seeks && !counts.links, "leftovers");
}

// Other lines begin with two letters: one for the client, and one for what happens around it. A client that comes again has a new connection.
static void check_lobby(Slice lines)
{
    static Town town;
    uint64_t last_connection = 0;
    town = (Town){.now_ms = 10, .heard = take_heard};
    last_id[0] = last_token[0] = '\0';
    memset(clients, 0, sizeof clients);
    if (!town_open(&town, &memory_heap, 1))
        abort();
    while (lines.length) {
        Slice line = slice_take(&lines, "\n");
        if (line.length < 2)
            continue;
        if (line.start[0] == '!') {
            let_happen(&town, line);
            continue;
        }
        Client *client = &clients[line.start[0] & (CLIENTS - 1)];
        const char around = line.start[1];
        town.now_ms += around & 8 ? 11000 : 50;
        if (around & 1)
            come_again(&town, client, &last_connection);
        say(&town, client, (Slice){line.start + 2, line.length - 2});
        if (around & 2)
            town_answer_all(&town);
        if (around & 4)
            lobby_tidy(town.lobby, town.now_ms);
        if (around & 16 && town.game_count)
            town_end_game(&town, town.game_count - 1);
    }
    leave_all(&town);
    town_close(&town);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static FuzzCheck *const checks[] = {check_line, check_lobby};
    return check_by_first_byte(checks, COUNT_OF(checks), data, size);
}
