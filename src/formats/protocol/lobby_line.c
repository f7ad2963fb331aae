// Reading and writing the lines of the lobby.
#include "formats/protocol/lobby_line.h"

#include "games/registry/games.h"

#include <assert.h>
#include <inttypes.h>
#include <string.h>

static const char no_clock[] = "none";
static const char all_ratings[] = "any";
static const char rated[] = "rated";
static const char *const colours[] = {
    [LOBBY_WHITE] = "white", [LOBBY_BLACK] = "black", [LOBBY_ANY] = "any"};
_Static_assert(COUNT_OF(colours) == LOBBY_COLOUR_COUNT, "every colour needs a word");

// A number has one spelling.
static bool read_number(Slice word, uint32_t max, uint32_t *number)
{
    uint64_t large;
    if (!slice_number(word, max, &large) || (word.start[0] == '0' && word.length > 1))
        return false;
    *number = (uint32_t)large;
    return true;
}

static bool lobby_read_clock(Slice word, ClockRule *clock)
{
    *clock = (ClockRule){0};
    if (slice_is(word, no_clock))
        return true;
    const Slice base = slice_take(&word, "+");
    return read_number(base, UINT32_MAX, &clock->base_ms) && clock->base_ms &&
           read_number(word, UINT32_MAX, &clock->increment_ms);
}

static bool read_range(Slice word, LobbyRange *range)
{
    *range = (LobbyRange){0, LOBBY_RATING_MAX};
    if (slice_is(word, all_ratings))
        return true;
    const Slice low = slice_take(&word, "-");
    return read_number(low, LOBBY_RATING_MAX, &range->low) &&
           read_number(word, LOBBY_RATING_MAX, &range->high) && range->low <= range->high;
}

static bool read_terms(Slice *rest, LobbySaid *said)
{
    said->colour = (uint8_t)slice_find(slice_take(rest, " "), colours, COUNT_OF(colours));
    return said->colour < LOBBY_COLOUR_COUNT &&
           lobby_read_clock(slice_take(rest, " "), &said->clock);
}

static bool read_nothing(Slice rest, LobbySaid *said)
{
    (void)said;
    return !rest.length;
}

static bool read_token(Slice rest, LobbySaid *said)
{
    said->token = rest;
    return seat_is_token(rest);
}

static bool lobby_read_game(Slice rest, LobbySaid *said)
{
    said->game = rest;
    return rest.length > 0;
}

// A game, which may be called rated.
static bool read_rated_game(Slice rest, LobbySaid *said)
{
    Slice after = rest;
    said->is_rated = slice_is(slice_take(&after, " "), rated);
    return lobby_read_game(said->is_rated ? after : rest, said);
}

static bool read_seek(Slice rest, LobbySaid *said)
{
    return read_terms(&rest, said) && read_range(slice_take(&rest, " "), &said->range) &&
           read_rated_game(rest, said);
}

static bool read_link(Slice rest, LobbySaid *said)
{
    return read_terms(&rest, said) && lobby_read_game(rest, said);
}

// Small letters, digits and -.
static bool is_name(Slice word)
{
    static const char letters[] = "abcdefghijklmnopqrstuvwxyz0123456789-";
    size_t i = 0;
    while (i < word.length && word.start[i] && strchr(letters, word.start[i]))
        i++;
    return i == word.length && i > 0 && i <= LOBBY_NAME_MAX;
}

static bool read_challenge(Slice rest, LobbySaid *said)
{
    said->name = slice_take(&rest, " ");
    return is_name(said->name) && read_terms(&rest, said) && read_rated_game(rest, said);
}

static bool read_one(Slice rest, LobbySaid *said)
{
    return slice_hex(rest, &said->id) && said->id;
}

static bool read_one_or_all(Slice rest, LobbySaid *said)
{
    return !rest.length || read_one(rest, said);
}

// One row a verb.
static const struct {
    const char *name;
    bool (*read)(Slice rest, LobbySaid *said);
} verbs[] = {
    [LOBBY_GUEST] = {"guest", read_nothing},
    [LOBBY_HELLO] = {"hello", read_token},
    [LOBBY_WATCH] = {"watch", read_nothing},
    [LOBBY_SEEK] = {"seek", read_seek},
    [LOBBY_LINK] = {"link", read_link},
    [LOBBY_UNSEEK] = {"unseek", read_one_or_all},
    [LOBBY_TAKE] = {"take", read_one},
    [LOBBY_LOOK] = {"look", read_one},
    [LOBBY_FOLLOW] = {"follow", read_one},
    [LOBBY_GAMES] = {"games", read_nothing},
    [LOBBY_REMATCH] = {"rematch", read_token},
    [LOBBY_BOTS] = {"bots", read_nothing},
    [LOBBY_CHALLENGE] = {"challenge", read_challenge},
};
_Static_assert(COUNT_OF(verbs) == LOBBY_VERB_COUNT, "every verb needs a row");

static const char *lobby_verb_name(LobbyVerb verb)
{
    assert(verb < LOBBY_VERB_COUNT);
    return verbs[verb].name;
}

SeatLineError lobby_said_read(Slice line, LobbySaid *said)
{
    LobbySaid read = {0};
    Slice rest = line;
    if (line.length > SEAT_SAID_MAX)
        return SEAT_LINE_ERR_LONG;
    const Slice word = slice_take(&rest, " ");
    while (read.verb < LOBBY_VERB_COUNT && !slice_is(word, verbs[read.verb].name))
        read.verb++;
    if (read.verb == LOBBY_VERB_COUNT || !verbs[read.verb].read(rest, &read))
        return SEAT_LINE_ERR_FORM;
    *said = read;
    return SEAT_LINE_OK;
}

bool lobby_game_read(Slice string, JournalGame *opening, Text *message)
{
    char memory[GAME_TEXT_MAX];
    Text text = TEXT_IN(memory);
    AnyRules rules;
    text_add_slice(&text, string);
    if (text.cut || strlen(memory) != string.length) {
        text_add(message, "this game string is too long");
        return false;
    }
    const Game *game = game_read(memory, &rules, message);
    if (!game)
        return false;
    opening->game = game;
    opening->rules = rules;
    return true;
}

void lobby_write_you(const char *token, const char *name, Text *text)
{
    text_format(text, "you %s %s", token, name);
}

static void write_terms(const LobbyOffer *offer, Text *text)
{
    assert(offer->colour < LOBBY_COLOUR_COUNT);
    text_format(text, " %s ", colours[offer->colour]);
    if (offer->clock.base_ms)
        text_format(text, "%" PRIu32 "+%" PRIu32, offer->clock.base_ms, offer->clock.increment_ms);
    else
        text_add(text, no_clock);
    text_format(text, "%s%s %s", offer->is_rated ? " " : "", offer->is_rated ? rated : "",
                offer->game);
}

static void write_own(const char *verb, const LobbyOffer *offer, Text *text)
{
    text_format(text, "%s %016" PRIx64, verb, offer->id);
    write_terms(offer, text);
}

// A rating that is uncertain is marked.
static void write_rating(uint32_t rating, bool is_provisional, Text *text)
{
    text_format(text, "%" PRIu32 "%s", rating, is_provisional ? "?" : "");
}

static void write_of_other(const char *verb, const LobbyOffer *offer, Text *text)
{
    text_format(text, "%s %016" PRIx64 " %s ", verb, offer->id, offer->name);
    write_rating(offer->rating, offer->is_provisional, text);
    write_terms(offer, text);
}

void lobby_write_seek(const LobbyOffer *offer, Text *text)
{
    write_of_other("seek", offer, text);
}

void lobby_write_look(const LobbyOffer *offer, Text *text)
{
    write_of_other("look", offer, text);
}

void lobby_write_seeking(const LobbyOffer *offer, Text *text)
{
    write_own("seeking", offer, text);
}

void lobby_write_link(const LobbyOffer *offer, Text *text)
{
    write_own("link", offer, text);
}

void lobby_write_gone(uint64_t id, Text *text)
{
    text_format(text, "gone %016" PRIx64, id);
}

void lobby_write_watching(Text *text)
{
    text_add(text, "watching");
}

void lobby_write_game(const char *token, uint8_t seat, const char *opponent, Text *text)
{
    assert(seat < LOBBY_ANY);
    text_format(text, "game %s %s %s", token, colours[seat], opponent);
}

void lobby_write_games(Text *text)
{
    text_add(text, "games");
}

void lobby_write_asked(const char *token, Text *text)
{
    text_format(text, "asked %s", token);
}

void lobby_write_rematch(const char *token, Text *text)
{
    text_format(text, "rematch %s", token);
}

void lobby_write_bot(const LobbyBot *bot, Text *text)
{
    text_format(text, "bot %s %s ", bot->name, bot->is_free ? "free" : "busy");
    write_rating(bot->rating, bot->is_provisional, text);
    text_format(text, " %" PRIu32 " %s %s", bot->level, bot->game, bot->words);
}

void lobby_write_bots(Text *text)
{
    text_add(text, "bots");
}

void lobby_write_error(LobbyVerb verb, const char *code, const char *reason, Text *text)
{
    text_format(text, "error %s %s %s", lobby_verb_name(verb), code, reason);
}
