// Fuzzes what the lobby takes from the network: single lines, and a lobby with guests who send any lines. The first byte chooses.
//
// A refusal touches nothing. A lobby takes any lines and stays whole, and when everybody has left nothing remains in it.
#include "fuzz.h"
#include "lobby/town.h"

enum { WORD_MAX = SEAT_TOKEN_MAX + 1, LINE_MAX_BYTES = 256, AWAY_MS = 120000, CLIENTS = 8 };

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

// What was heard last of each kind, so that inputs need not guess it: `*` stands for an id or a code, `@` for a token.
static char last_id[WORD_MAX], last_token[WORD_MAX];

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
    (void)connection;
    LAW(line[0] && !strchr(line, '\n'), line);
    for (const char *at = line; *at; at++)
        LAW(*at >= ' ' && *at <= '~', line);
    keep_word(line, "seeking", last_id);
    keep_word(line, "link", last_id);
    keep_word(line, "you", last_token);
    keep_word(line, "game", last_token);
}

static void say(Town *town, uint64_t connection, Slice line)
{
    char memory[LINE_MAX_BYTES];
    Text text = TEXT_IN(memory);
    for (size_t i = 0; i < line.length; i++) {
        if (line.start[i] == '*' || line.start[i] == '@')
            text_add(&text, line.start[i] == '*' ? last_id : last_token);
        else
            text_add_char(&text, line.start[i]);
    }
    lobby_take_line(town->lobby, connection, (Slice){memory, text.length}, town->now_ms);
}

// Each line begins with two letters: one for its client, and one for what happens around it. A client that comes again has a new connection.
static void check_lobby(Slice lines)
{
    static Town town;
    uint64_t connections[CLIENTS] = {0}, last_connection = 0;
    town = (Town){.now_ms = 10, .heard = take_heard};
    last_id[0] = last_token[0] = '\0';
    if (!town_open(&town, &memory_heap, 1))
        abort();
    while (lines.length) {
        Slice line = slice_take(&lines, "\n");
        if (line.length < 2)
            continue;
        uint64_t *connection = &connections[line.start[0] & (CLIENTS - 1)];
        const char around = line.start[1];
        town.now_ms += around & 8 ? 11000 : 50;
        if (around & 1) {
            lobby_disconnect(town.lobby, *connection, town.now_ms);
            *connection = ++last_connection;
            if (!lobby_connect(town.lobby, *connection, town.now_ms))
                abort();
        }
        say(&town, *connection, (Slice){line.start + 2, line.length - 2});
        if (around & 2)
            town_answer_all(&town);
        if (around & 4)
            lobby_tidy(town.lobby, town.now_ms);
        if (around & 16 && town.game_count)
            town_end_game(&town, town.game_count - 1);
    }
    town_answer_all(&town);
    for (unsigned i = 0; i < CLIENTS; i++)
        lobby_disconnect(town.lobby, connections[i], town.now_ms);
    for (unsigned i = 0; i < CLIENTS; i++)
        lobby_tidy(town.lobby, town.now_ms + AWAY_MS);
    const LobbyCounts counts = lobby_counts(town.lobby);
    LAW(!counts.connections && !counts.guests && !counts.seeks && !counts.links, "leftovers");
    town_close(&town);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static FuzzCheck *const checks[] = {check_line, check_lobby};
    return check_by_first_byte(checks, COUNT_OF(checks), data, size);
}
