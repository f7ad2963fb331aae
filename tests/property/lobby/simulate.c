// Drives a lobby from a seed: people with one or two connections who come and go, seek, take, follow links, challenge bots and want
// rematches, and games that open late or not at all.
//
//     lobby_simulate [--seeds N] [--first S]      seeds S to S + N - 1, 1,000 from 0 on; prints the first seed that shows a fault
//
// A plain account of what should be open is kept beside it, with every rule of docs/protocol/lobby.md written a second time, the slow
// way. After each step must hold:
//   - a pair is made exactly when the account makes it, of these two, in seats that both wished, the oldest first; of rated seeks the nearest first,
//     within ranges that grow, and not of two who share an address
//   - whoever watches has been told exactly the seeks that are open, but those of people who have blocked it or whom it has blocked; these are
//     never paired, what one of them has open is gone for the other, and neither hears that the other wants a rematch
//   - a challenge asks for a game with that bot, in the seat that was wished, and ends the seeks of its guest; a refusal is told with its code
//   - each guest is told of each of its games: all connections that it has then, or else the next one, once
//   - no guest has more than its limits, and nobody who is away too long has anything
// In the end everybody leaves, and nothing is left in the lobby.
#include "oracle/options.h"
#include "town.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    PEOPLE = 6,
    CONNECTIONS = 2, // of one person
    STEPS = 400,
    OPEN_MAX = 64,
    HEARD_MAX = 512,
    OBSERVER = 1, // a connection that watches from the beginning to the end
    SEEKS_OF_ONE = 3,
    SEEKS_OF_ALL = 20,
    SEEK_AWAY_MS = 10000,
    LINK_AWAY_MS = 60000,
};

static const char *const games[] = {"kriegspiel(rules=icc,board=8x8)",
                                    "kriegspiel(rules=rand,board=4x4)"};
static const char *const clocks[] = {"none", "60000+0"};
static const char *const colours[] = {"white", "black", "any"};
static const struct {
    const char *text;
    uint32_t low, high;
} ranges[] = {{"any", 0, 9999}, {"1400-1600", 1400, 1600}, {"1500-1700", 1500, 1700}};
static const uint32_t ratings[] = {1300, 1500, 1570, 1700};

typedef struct Open {
    char id[20];
    unsigned owner, colour, clock, game, range;
    bool is_link, is_rated;
    uint64_t since_ms;
} Open;

typedef struct Connection {
    uint64_t number; // 0 for none
    bool is_watching;
    char seen[OPEN_MAX][20]; // seeks that it was told and that are not gone
    uint32_t seen_count;
} Connection;

typedef struct Person {
    LobbyToken token;
    uint64_t number;
    uint32_t rating;
    bool has_account;
    uint64_t address;
    Connection connections[CONNECTIONS];
    uint64_t away_ms;
    uint32_t missed[TOWN_GAMES_MAX]; // games that it must be told when it comes
    uint32_t missed_count;
    bool blocks[PEOPLE];
} Person;

typedef struct HeardLine {
    uint64_t connection;
    char line[LOBBY_TOLD_MAX];
} HeardLine;

typedef struct World {
    Town town;
    Rng rng;
    uint64_t seed;
    uint64_t next_connection;
    Person people[PEOPLE];
    Connection observer;
    Open open[OPEN_MAX]; // the account, oldest first
    uint32_t open_count;
    uint32_t expected_games; // pairs that the account has made
    uint64_t waiting_pairs;  // of them rated seeks that both waited
    bool has_asked[TOWN_GAMES_MAX][2];
    HeardLine heard[HEARD_MAX]; // in this step
    uint32_t heard_count;
} World;

static World world; // too large for a stack

#define LAW(holds, what)                                                                    \
    do {                                                                                    \
        if (!(holds)) {                                                                     \
            fprintf(stderr, "seed %" PRIu64 ", line %d: %s\n", world.seed, __LINE__, what); \
            exit(1);                                                                        \
        }                                                                                   \
    } while (0)

static unsigned below(unsigned limit)
{
    return rng_below(&world.rng, limit);
}

// --- What is heard -------------------------------------------------------------------------------

static Connection *connection_of(uint64_t number)
{
    if (number == OBSERVER)
        return &world.observer;
    for (unsigned i = 0; i < PEOPLE; i++)
        for (unsigned c = 0; c < CONNECTIONS; c++)
            if (world.people[i].connections[c].number == number)
                return &world.people[i].connections[c];
    return NULL;
}

static void see(Connection *connection, const char *line)
{
    LAW(connection->is_watching, "a seek is told to one that does not watch");
    LAW(connection->seen_count < OPEN_MAX, "too many seeks");
    snprintf(connection->seen[connection->seen_count++], 20, "%.16s", line + strlen("seek "));
}

static void forget(Connection *connection, const char *id)
{
    for (uint32_t i = 0; i < connection->seen_count; i++)
        if (strncmp(connection->seen[i], id, 16) == 0) {
            memmove(connection->seen[i], connection->seen[connection->seen_count - 1], 20);
            connection->seen_count--;
            return;
        }
}

static void take_heard(void *context, uint64_t number, const char *line)
{
    (void)context;
    Connection *connection = connection_of(number);
    LAW(connection, "a line for nobody");
    LAW(world.heard_count < HEARD_MAX, "too many lines");
    HeardLine *heard = &world.heard[world.heard_count++];
    heard->connection = number;
    snprintf(heard->line, sizeof heard->line, "%s", line);
    if (strncmp(line, "seek ", 5) == 0)
        see(connection, line);
    else if (strncmp(line, "gone ", 5) == 0)
        forget(connection, line + 5);
    LAW(strncmp(line, "quit", 4) != 0, line);
}

// The first line that a connection heard in this step and that begins so; NULL if there is none.
static const char *find_heard(uint64_t connection, const char *beginning)
{
    for (uint32_t i = 0; i < world.heard_count; i++)
        if (world.heard[i].connection == connection &&
            strncmp(world.heard[i].line, beginning, strlen(beginning)) == 0)
            return world.heard[i].line;
    return NULL;
}

// --- The account ---------------------------------------------------------------------------------

static bool is_in_range(uint32_t rating, unsigned range)
{
    return rating >= ranges[range].low && rating <= ranges[range].high;
}

static unsigned how_far(const Open *a, const Open *b)
{
    return (unsigned)abs((int)world.people[a->owner].rating - (int)world.people[b->owner].rating);
}

// A rated seek with anybody looks as far as 100, 10 more a second, and after a minute anywhere.
static bool is_near(const Open *open, const Open *other)
{
    const uint64_t waited_ms = world.town.now_ms - open->since_ms;
    return !open->is_rated || open->range != 0 || waited_ms >= 60000 ||
           1000 * (how_far(open, other) - 100.0) <= 10.0 * (double)waited_ms;
}

static bool share_address(unsigned one, unsigned other)
{
    return world.people[one].address && world.people[one].address == world.people[other].address;
}

static bool are_apart(unsigned one, unsigned other)
{
    return world.people[one].blocks[other] || world.people[other].blocks[one];
}

static bool do_fit(const Open *a, const Open *b)
{
    if (a->is_link || b->is_link || a->owner == b->owner || a->is_rated != b->is_rated ||
        are_apart(a->owner, b->owner))
        return false;
    if (a->game != b->game || a->clock != b->clock)
        return false;
    if (a->colour == b->colour && a->colour != 2)
        return false;
    if (a->is_rated && share_address(a->owner, b->owner))
        return false;
    return is_in_range(world.people[a->owner].rating, b->range) &&
           is_in_range(world.people[b->owner].rating, a->range) && is_near(a, b) && is_near(b, a);
}

// The one that a seek is paired with; open_count if there is none.
static uint32_t opponent_of(const Open *seek)
{
    uint32_t best = world.open_count;
    for (uint32_t i = 0; i < world.open_count; i++)
        if (do_fit(&world.open[i], seek) &&
            (best == world.open_count ||
             (seek->is_rated && how_far(&world.open[i], seek) < how_far(&world.open[best], seek))))
            best = i;
    return best;
}

// Whether a game cannot be rated for this person; the code of the error, NULL if it can be.
static const char *not_rated(unsigned person, unsigned clock, unsigned game)
{
    return !world.people[person].has_account ? "account" : clock == 0 || game != 0 ? "rated" : NULL;
}

static unsigned count_open(unsigned owner, bool are_links)
{
    unsigned count = 0;
    for (uint32_t i = 0; i < world.open_count; i++)
        count +=
            (owner == PEOPLE || world.open[i].owner == owner) && world.open[i].is_link == are_links;
    return count;
}

static void close_at(uint32_t index)
{
    memmove(&world.open[index], &world.open[index + 1],
            (--world.open_count - index) * sizeof *world.open);
}

static void close_all_of(unsigned owner, bool are_links)
{
    for (uint32_t i = world.open_count; i-- > 0;)
        if (world.open[i].owner == owner && world.open[i].is_link == are_links)
            close_at(i);
}

// The account has made a pair: the town must have been asked for that game.
static void expect_pair(unsigned one, unsigned one_colour, unsigned other, unsigned other_colour,
                        bool is_rated)
{
    LAW(world.town.game_count > world.expected_games, "a pair was not made");
    const LobbyPair *pair = &world.town.games[world.expected_games++].pair;
    const unsigned seat = pair->guests[0] == world.people[one].number ? 0 : 1;
    LAW(pair->guests[seat] == world.people[one].number &&
            pair->guests[!seat] == world.people[other].number,
        "a pair of others");
    LAW(pair->is_rated == is_rated, "whether a pair is rated");
    LAW(one_colour == 2 || one_colour == seat, "the wrong colour for the one who waited");
    LAW(other_colour == 2 || other_colour == !seat, "the wrong colour for the one who came");
    close_all_of(one, false);
    close_all_of(other, false);
}

// The same for a game with a bot.
static void expect_challenge(unsigned one, unsigned colour, const char *bot, bool is_rated)
{
    LAW(world.town.game_count == world.expected_games + 1, "a challenge came to nothing");
    const TownGame *game = &world.town.games[world.expected_games++];
    const unsigned seat = game->pair.guests[0] == world.people[one].number ? 0 : 1;
    LAW(game->pair.guests[seat] == world.people[one].number && !game->pair.guests[!seat],
        "a challenge of another");
    LAW(colour == 2 || colour == seat, "the wrong colour for the one who challenges");
    LAW(strcmp(game->bot, bot) == 0, "another bot");
    LAW(game->pair.is_rated == is_rated, "whether a challenge is rated");
    close_all_of(one, false);
}

static void check_views(void)
{
    LAW(lobby_counts(world.town.lobby).seeks == count_open(PEOPLE, false), "other seeks");
    LAW(lobby_counts(world.town.lobby).links == count_open(PEOPLE, true), "other links");
    for (unsigned i = 0; i <= PEOPLE * CONNECTIONS; i++) {
        const Connection *connection =
            i ? &world.people[(i - 1) / CONNECTIONS].connections[(i - 1) % CONNECTIONS]
              : &world.observer;
        uint32_t visible = 0;
        if (!connection->number || !connection->is_watching)
            continue;
        for (uint32_t s = 0; s < world.open_count; s++) {
            const bool is_hidden = world.open[s].is_link ||
                                   (i && are_apart((i - 1) / CONNECTIONS, world.open[s].owner));
            bool is_seen = false;
            for (uint32_t k = 0; k < connection->seen_count && !is_seen; k++)
                is_seen = strcmp(connection->seen[k], world.open[s].id) == 0;
            LAW(is_seen == !is_hidden, "a seek is not seen, or one that is hidden is");
            visible += !is_hidden;
        }
        LAW(connection->seen_count == visible, "somebody who watches has another list");
    }
}

static void check_account(void)
{
    LAW(world.town.game_count == world.expected_games, "a pair too many");
    for (uint32_t i = 0; i < world.open_count; i++)
        for (uint32_t k = 0; k < i; k++)
            LAW(!do_fit(&world.open[i], &world.open[k]), "two that fit both wait");
    for (unsigned i = 0; i < PEOPLE; i++)
        LAW(count_open(i, false) <= SEEKS_OF_ONE && count_open(i, true) <= SEEKS_OF_ONE, "limits");
    check_views();
}

// --- Steps ---------------------------------------------------------------------------------------

static void say(const Connection *connection, const char *line)
{
    town_say(&world.town, connection->number, line);
}

// A connection whose guest is known; NULL if the person has none.
static Connection *voice_of(unsigned person)
{
    const unsigned first = below(CONNECTIONS);
    for (unsigned i = 0; i < CONNECTIONS; i++) {
        Connection *connection = &world.people[person].connections[(first + i) % CONNECTIONS];
        if (connection->number)
            return connection;
    }
    return NULL;
}

static void go(unsigned index)
{
    Person *person = &world.people[index];
    Connection *connection = voice_of(index);
    if (!connection)
        return;
    lobby_disconnect(world.town.lobby, connection->number, world.town.now_ms);
    *connection = (Connection){0};
    person->away_ms = world.town.now_ms;
}

// Half of the seeks are rated, and most of these are for a game that can be.
static Open any_terms(unsigned owner, bool is_link)
{
    const bool is_rated = !is_link && below(2), is_usual = is_rated && below(8);
    return (Open){.owner = owner,
                  .colour = below(COUNT_OF(colours)),
                  .clock = is_usual ? 1 : below(COUNT_OF(clocks)),
                  .game = is_usual ? 0 : below(COUNT_OF(games)),
                  .range = is_link || is_usual ? 0 : below(COUNT_OF(ranges)),
                  .is_link = is_link,
                  .is_rated = is_rated,
                  .since_ms = world.town.now_ms};
}

// Whether the line was refused for a reason that has to do with limits; they must be true.
static bool is_limited(const Connection *voice, unsigned owner, const char *verb, bool is_link)
{
    char many[40], busy[40], fast[40];
    snprintf(many, sizeof many, "error %s many ", verb);
    snprintf(busy, sizeof busy, "error %s busy ", verb);
    snprintf(fast, sizeof fast, "error %s fast ", verb);
    if (find_heard(voice->number, fast))
        return true;
    const bool has_many = count_open(owner, is_link) >= SEEKS_OF_ONE;
    LAW(has_many == (find_heard(voice->number, many) != NULL), "the limit of one guest");
    const bool is_full = !has_many && count_open(PEOPLE, is_link) >= SEEKS_OF_ALL;
    LAW(is_full == (find_heard(voice->number, busy) != NULL), "the limit of all");
    return has_many || is_full;
}

static void seek(unsigned index)
{
    char line[LOBBY_TOLD_MAX];
    const Connection *voice = voice_of(index);
    const bool is_link = below(4) == 0;
    Open terms = any_terms(index, is_link);
    if (!voice)
        return;
    if (is_link)
        snprintf(line, sizeof line, "link %s %s %s", colours[terms.colour], clocks[terms.clock],
                 games[terms.game]);
    else
        snprintf(line, sizeof line, "seek %s %s %s %s%s", colours[terms.colour],
                 clocks[terms.clock], ranges[terms.range].text, terms.is_rated ? "rated " : "",
                 games[terms.game]);
    say(voice, line);
    if (is_limited(voice, index, is_link ? "link" : "seek", is_link))
        return;
    const char *code = terms.is_rated ? not_rated(index, terms.clock, terms.game) : NULL;
    snprintf(line, sizeof line, "error seek %s ", code ? code : "");
    LAW(!code || find_heard(voice->number, line), "a game that is not rated");
    if (code)
        return;
    const char *answer = find_heard(voice->number, is_link ? "link " : "seeking ");
    LAW(answer, "a seek is not answered");
    snprintf(terms.id, sizeof terms.id, "%.16s", strchr(answer, ' ') + 1);
    const uint32_t opponent = opponent_of(&terms);
    if (opponent < world.open_count) {
        const Open *open = &world.open[opponent];
        expect_pair(open->owner, open->colour, index, terms.colour, terms.is_rated);
        return;
    }
    LAW(world.open_count < OPEN_MAX, "too many");
    world.open[world.open_count++] = terms;
}

static void take(unsigned index)
{
    char line[LOBBY_TOLD_MAX];
    const Connection *voice = voice_of(index);
    if (!voice || !world.open_count)
        return;
    const uint32_t which = below(world.open_count);
    const Open open = world.open[which];
    const bool is_follow = below(10) ? open.is_link : !open.is_link; // sometimes the wrong one
    const char *verb = is_follow ? "follow" : "take";
    snprintf(line, sizeof line, "%s %s", verb, open.id);
    say(voice, line);
    snprintf(line, sizeof line, "error %s fast ", verb);
    if (find_heard(voice->number, line))
        return;
    const char *code = is_follow != open.is_link                              ? "gone"
                       : are_apart(index, open.owner)                         ? "gone"
                       : open.owner == index                                  ? "own"
                       : !is_in_range(world.people[index].rating, open.range) ? "rating"
                       : !open.is_rated                                       ? NULL
                       : !world.people[index].has_account                     ? "account"
                       : share_address(index, open.owner)                     ? "pair"
                                                                              : NULL;
    snprintf(line, sizeof line, "error %s %s ", verb, code ? code : "");
    LAW(!code || find_heard(voice->number, line), "what cannot be taken was taken");
    if (code)
        return;
    expect_pair(open.owner, open.colour, index, 2, open.is_rated);
    for (uint32_t i = 0; i < world.open_count; i++)
        if (strcmp(world.open[i].id, open.id) == 0)
            close_at(i--);
}

static void unseek(unsigned index)
{
    char line[LOBBY_TOLD_MAX];
    const Connection *voice = voice_of(index);
    if (!voice)
        return;
    const bool is_all = !world.open_count || below(3) == 0;
    const uint32_t which = is_all ? 0 : below(world.open_count);
    const bool is_own = !is_all && world.open[which].owner == index;
    snprintf(line, sizeof line, "unseek%s%s", is_all ? "" : " ",
             is_all ? "" : world.open[which].id);
    say(voice, line);
    if (find_heard(voice->number, "error unseek fast "))
        return;
    if (is_all) {
        close_all_of(index, false);
        close_all_of(index, true);
        return;
    }
    LAW(is_own == !find_heard(voice->number, "error unseek gone "), "a seek of another");
    if (is_own)
        close_at(which);
}

static void challenge(unsigned index)
{
    static const char *const strangers[] = {"bot-none", "quiet-bishop-417"};
    static const char *const fast[] = {"none", "60000+0", "30000+0"};
    char line[LOBBY_TOLD_MAX];
    const Connection *voice = voice_of(index);
    const unsigned which = below(TOWN_BOTS + COUNT_OF(strangers)), colour = below(3);
    const unsigned clock = below(COUNT_OF(fast)), game = below(COUNT_OF(games) + 1);
    const bool is_rated = below(3) == 0;
    const char *bot = which < TOWN_BOTS ? town_bots[which].name : strangers[which - TOWN_BOTS];
    if (!voice || world.town.game_count == TOWN_GAMES_MAX || world.town.ask_count == TOWN_ASKS_MAX)
        return;
    snprintf(line, sizeof line, "challenge %s %s %s %s%s", bot, colours[colour], fast[clock],
             is_rated ? "rated " : "", game < COUNT_OF(games) ? games[game] : "phantom-go(size=5)");
    say(voice, line);
    if (find_heard(voice->number, "error challenge fast "))
        return;
    const char *code = is_rated ? not_rated(index, clock, game) : NULL;
    snprintf(line, sizeof line, "error challenge %s ", code ? code : "");
    LAW(!code || find_heard(voice->number, line), "a challenge that is not rated");
    if (!code)
        expect_challenge(index, colour, bot, is_rated);
}

// Somebody has asked for a rematch. If both are apart, the other one has heard nothing.
static void check_asked(unsigned asker, unsigned other)
{
    for (unsigned c = 0; c < CONNECTIONS; c++) {
        const uint64_t number = world.people[other].connections[c].number;
        LAW(!number || !are_apart(asker, other) ||
                (!find_heard(number, "rematch ") && !find_heard(number, "asked ")),
            "a wish of one who is apart is told");
    }
}

static void ask_rematch(unsigned index)
{
    char line[LOBBY_TOLD_MAX];
    const Connection *voice = voice_of(index);
    if (!voice || !world.town.game_count)
        return;
    const uint32_t which = below(world.town.game_count);
    const TownGame *game = &world.town.games[which];
    const unsigned seat = game->pair.guests[1] == world.people[index].number;
    if (game->pair.guests[seat] != world.people[index].number || world.town.ask_count)
        return;
    snprintf(line, sizeof line, "rematch %s", game->pair.tokens[seat].text);
    say(voice, line);
    if (world.town.ask_count && world.town.asks[0].kind == TOWN_SEAT) // not if one has asked before
        (void)town_answer(&world.town);
    if (find_heard(voice->number, "error rematch fast ") ||
        find_heard(voice->number, "error rematch many "))
        return;
    LAW(game->is_over == !find_heard(voice->number, "error rematch running "), "a running game");
    if (!game->is_over)
        return;
    if (game->bot[0]) {
        expect_challenge(index, !seat, game->bot, game->pair.is_rated);
        return;
    }
    unsigned other = 0;
    while (world.people[other].number != game->pair.guests[!seat])
        other++;
    world.has_asked[which][seat] = true;
    check_asked(index, other);
    if (!world.has_asked[which][!seat] || are_apart(index, other))
        return;
    world.has_asked[which][0] = world.has_asked[which][1] = false;
    expect_pair(index, !seat, other, seat, game->pair.is_rated);
}

// Whether a connection was told why its game does not begin.
static bool is_refusal_heard(uint64_t connection, const TownGame *game)
{
    static const char *const codes[LOBBY_OPENING_COUNT] = {
        [LOBBY_NOT_NOW] = "busy",    [LOBBY_NO_BOT] = "bot",       [LOBBY_BOT_GAME] = "game",
        [LOBBY_BOT_CLOCK] = "clock", [LOBBY_BOTS_ENOUGH] = "many", [LOBBY_BOT_BUSY] = "busy"};
    static const char *const verbs[] = {"challenge", "rematch", "seek", "link", "take", "follow"};
    for (unsigned i = 0; i < COUNT_OF(verbs); i++) {
        char line[80];
        snprintf(line, sizeof line, "error %s %s ", verbs[i], codes[game->opening]);
        if (find_heard(connection, line))
            return true;
    }
    return false;
}

// A question is answered; if it opens a game, both must hear of it.
static void answer(void)
{
    if (!world.town.ask_count)
        return;
    const TownAsk ask = world.town.asks[0];
    world.town.has_no_rooms = below(8) == 0;
    (void)town_answer(&world.town);
    world.town.has_no_rooms = false;
    if (ask.kind != TOWN_OPEN)
        return;
    const TownGame *game = &world.town.games[ask.game];
    for (unsigned i = 0; i < PEOPLE; i++) {
        Person *person = &world.people[i];
        char expected[LOBBY_TOLD_MAX];
        const unsigned seat = game->pair.guests[1] == person->number;
        if (game->pair.guests[seat] != person->number)
            continue;
        snprintf(expected, sizeof expected, "game %s %s ", game->pair.tokens[seat].text,
                 colours[seat]);
        bool is_here = false;
        for (unsigned c = 0; c < CONNECTIONS; c++) {
            const uint64_t number = person->connections[c].number;
            is_here |= number != 0;
            LAW(!number || game->is_open == (find_heard(number, expected) != NULL), "a new game");
            LAW(!number || game->is_open || is_refusal_heard(number, game), "a refusal");
        }
        if (!is_here && game->is_open) {
            if (person->missed_count == 4) // the lobby keeps so many
                memmove(person->missed, person->missed + 1,
                        --person->missed_count * sizeof *person->missed);
            person->missed[person->missed_count++] = ask.game;
        }
    }
}

static void check_missed(Person *person, const Connection *connection)
{
    for (uint32_t i = 0; i < person->missed_count; i++) {
        char expected[LOBBY_TOLD_MAX];
        const TownGame *game = &world.town.games[person->missed[i]];
        const unsigned seat = game->pair.guests[1] == person->number;
        snprintf(expected, sizeof expected, "game %s %s ", game->pair.tokens[seat].text,
                 colours[seat]);
        LAW(find_heard(connection->number, expected), "a game that was missed is not told");
    }
    LAW(person->missed_count || !find_heard(connection->number, "game "), "a game told twice");
    person->missed_count = 0;
}

static void come(unsigned index)
{
    Person *person = &world.people[index];
    // What was asked before is answered before.
    while (world.town.ask_count)
        answer();
    world.heard_count = 0;
    for (unsigned c = 0; c < CONNECTIONS; c++) {
        char line[LOBBY_TOLD_MAX];
        Connection *connection = &person->connections[c];
        if (connection->number)
            continue;
        *connection = (Connection){.number = ++world.next_connection};
        LAW(lobby_connect(world.town.lobby, connection->number, world.town.now_ms), "memory");
        snprintf(line, sizeof line, "hello %s", person->token.text);
        say(connection, line);
        (void)town_answer(&world.town);
        LAW(find_heard(connection->number, "you "), "a guest is not known");
        check_missed(person, connection);
        if (below(2)) {
            connection->is_watching = true;
            say(connection, "watch");
        }
        return;
    }
}

static void take_back_asked(unsigned index)
{
    for (uint32_t g = 0; g < world.town.game_count; g++)
        for (unsigned seat = 0; seat < 2; seat++)
            if (world.town.games[g].pair.guests[seat] == world.people[index].number)
                world.has_asked[g][seat] = false;
}

// The seek that has waited longest is paired first; casual ones only if somebody is not apart any more.
static bool pair_waiting(bool are_all)
{
    for (uint32_t i = 0; i < world.open_count; i++) {
        const Open one = world.open[i];
        const uint32_t opponent = are_all || one.is_rated ? opponent_of(&one) : world.open_count;
        if (opponent == world.open_count)
            continue;
        const Open other = world.open[opponent];
        expect_pair(one.owner, one.colour, other.owner, other.colour, one.is_rated);
        return true;
    }
    return false;
}

static void pass_time(void)
{
    static const unsigned waits_ms[] = {300, 3000, 12000, 70000};
    world.town.now_ms += 1 + below(waits_ms[below(10) ? below(2) : 2 + below(2)]);
    lobby_tidy(world.town.lobby, world.town.now_ms);
    for (unsigned i = 0; i < PEOPLE; i++) {
        Person *person = &world.people[i];
        const uint64_t away_ms = voice_of(i) ? 0 : world.town.now_ms - person->away_ms;
        if (away_ms >= SEEK_AWAY_MS) {
            close_all_of(i, false);
            take_back_asked(i);
        }
        if (away_ms >= LINK_AWAY_MS) {
            close_all_of(i, true);
            person->missed_count = 0;
        }
    }
    while (pair_waiting(false))
        world.waiting_pairs++;
}

// Somebody blocks another one, or does not any more. The lobby is told so at once.
static void block(unsigned index)
{
    const unsigned other = below(PEOPLE);
    Person *person = &world.people[index];
    TownGuest *guest = &world.town.guests[index];
    if (other == index || world.town.ask_count || below(2))
        return;
    person->blocks[other] = !person->blocks[other];
    guest->block_count = 0;
    for (unsigned i = 0; i < PEOPLE; i++)
        if (person->blocks[i])
            guest->blocks[guest->block_count++] = world.people[i].number;
    lobby_recheck_blocks(world.town.lobby, person->number);
    if (world.town.ask_count)
        (void)town_answer(&world.town);
    while (pair_waiting(true))
        continue;
}

static void end_game(unsigned index)
{
    (void)index;
    if (!world.town.game_count)
        return;
    TownGame *game = &world.town.games[below(world.town.game_count)];
    game->is_over |= game->is_open;
}

static void step(void)
{
    static void (*const acts[])(unsigned) = {seek,      seek, seek, take,     unseek, ask_rematch,
                                             challenge, come, come, end_game, go,     block};
    world.heard_count = 0;
    if (below(3) == 0)
        pass_time();
    else if (below(3) == 0)
        answer();
    else
        acts[below(COUNT_OF(acts))](below(PEOPLE));
    check_account();
}

// --- A whole run ---------------------------------------------------------------------------------

static void begin(uint64_t seed)
{
    world = (World){.seed = seed, .rng = rng_from_seed(seed), .next_connection = OBSERVER};
    world.town.heard = take_heard;
    world.town.now_ms = 1000;
    world.observer = (Connection){.number = OBSERVER, .is_watching = true};
    LAW(town_open(&world.town, &memory_heap, seed), "memory");
    LAW(lobby_connect(world.town.lobby, OBSERVER, 1000), "memory");
    town_say(&world.town, OBSERVER, "watch");
    for (unsigned i = 0; i < PEOPLE; i++) {
        Person *person = &world.people[i];
        Connection *connection = &person->connections[0];
        *connection = (Connection){.number = ++world.next_connection};
        LAW(lobby_connect(world.town.lobby, connection->number, 1000), "memory");
        say(connection, "guest");
        town_answer_all(&world.town);
        TownGuest *guest = &world.town.guests[i];
        person->token = guest->token;
        person->number = guest->number;
        person->rating = guest->rating = ratings[below(COUNT_OF(ratings))];
        person->has_account = guest->has_account = below(4) != 0;
        person->address = guest->address = below(4);
        go(i); // whoever has nothing in the lobby is forgotten, so it comes back with its rating
    }
}

static void end(void)
{
    world.heard_count = 0;
    while (world.town.ask_count)
        answer();
    for (unsigned i = 0; i < PEOPLE; i++)
        while (voice_of(i))
            go(i);
    world.town.now_ms += 2 * LINK_AWAY_MS;
    // A guest may be moved past a tidying; a few of them reach everybody.
    for (unsigned i = 0; i < PEOPLE; i++)
        lobby_tidy(world.town.lobby, world.town.now_ms);
    const LobbyCounts counts = lobby_counts(world.town.lobby);
    LAW(counts.connections == 1 && !counts.guests && !counts.seeks && !counts.links, "leftovers");
    LAW(world.observer.seen_count == 0, "a seek that nobody has");
    town_close(&world.town);
}

int main(int count, char **words)
{
    const uint64_t seeds = number_option(count, words, "--seeds", 1000);
    const uint64_t first = number_option(count, words, "--first", 0);
    uint64_t pairs = 0, waiting = 0;
    for (uint64_t seed = first; seed < first + seeds; seed++) {
        begin(seed);
        for (unsigned i = 0; i < STEPS; i++)
            step();
        pairs += world.expected_games;
        waiting += world.waiting_pairs;
        end();
    }
    printf("%" PRIu64 " seeds, %" PRIu64 " pairs, %" PRIu64 " of them when their ranges met\n",
           seeds, pairs, waiting);
    return (pairs && waiting) || !seeds ? 0 : 1;
}
