// Guests, games and questions of a town.
#include "town.h"

#include <assert.h>
#include <inttypes.h>
#include <string.h>

enum { LINE_MAX_BYTES = LOBBY_TOLD_MAX };

// --- What the lobby wants ------------------------------------------------------------------------

static void send_line(void *context, uint64_t connection, Slice line)
{
    const Town *town = context;
    char memory[LINE_MAX_BYTES];
    Text text = TEXT_IN(memory);
    text_add_slice(&text, line);
    assert(!text.cut && strlen(memory) == line.length);
    town->heard(town->context, connection, memory);
}

static void close_connection(void *context, uint64_t connection)
{
    const Town *town = context;
    town->heard(town->context, connection, "closed");
}

static bool draw(void *context, uint64_t *number)
{
    Town *town = context;
    *number = (rng_next(&town->rng) & INT64_MAX) | 1;
    return !town->is_busy;
}

static bool draw_token(void *context, LobbyToken *token)
{
    Town *town = context;
    Text text = TEXT_IN(token->text);
    text_format(&text, "g%08x", (unsigned)(rng_next(&town->rng) >> 32));
    return !town->is_busy;
}

static void derive_token(void *context, const LobbyToken *guest, uint64_t game, LobbyToken *seat)
{
    (void)context;
    Text text = TEXT_IN(seat->text);
    text_format(&text, "s-%s-%016" PRIx64, guest->text, game);
}

static TownAsk *add_ask(Town *town, TownAskKind kind, uint64_t connection)
{
    if (town->is_busy || town->ask_count == TOWN_ASKS_MAX)
        return NULL;
    TownAsk *ask = &town->asks[town->ask_count++];
    *ask = (TownAsk){.kind = (uint8_t)kind, .connection = connection};
    return ask;
}

static bool keep_anonymous(void *context, uint64_t connection, uint64_t guest,
                           const LobbyToken *token, const char *name)
{
    TownAsk *ask = add_ask(context, TOWN_KEEP, connection);
    if (!ask)
        return false;
    ask->guest = (TownGuest){.number = guest, .token = *token};
    Text text = TEXT_IN(ask->guest.name);
    text_add(&text, name);
    return true;
}

static bool find_user(void *context, uint64_t connection, const LobbyToken *token)
{
    TownAsk *ask = add_ask(context, TOWN_FIND, connection);
    if (ask)
        ask->guest.token = *token;
    return ask != NULL;
}

static bool open_game(void *context, const LobbyPair *pair)
{
    Town *town = context;
    const bool is_full = town->has_no_rooms || town->game_count == TOWN_GAMES_MAX;
    TownAsk *ask = is_full ? NULL : add_ask(town, TOWN_OPEN, 0);
    if (!ask)
        return false;
    ask->game = town->game_count;
    TownGame *game = &town->games[town->game_count++];
    *game = (TownGame){.pair = *pair};
    Text bot = TEXT_IN(game->bot);
    text_add(&bot, pair->bot ? pair->bot : "");
    game->pair.bot = pair->bot ? game->bot : NULL;
    return true;
}

static bool list_games(void *context, uint64_t connection, uint64_t guest)
{
    TownAsk *ask = add_ask(context, TOWN_LIST, connection);
    if (ask)
        ask->guest.number = guest;
    return ask != NULL;
}

static bool keep_seat(void *context, uint64_t connection, const LobbyToken *session,
                      const LobbyGame *game)
{
    TownAsk *ask = add_ask(context, TOWN_KEEP_SEAT, connection);
    if (!ask)
        return false;
    Text name = TEXT_IN(ask->guest.name);
    ask->guest.token = *session;
    ask->kept = *game;
    text_add(&name, game->opponent);
    return true;
}

static bool find_seat(void *context, uint64_t connection, uint64_t guest, Slice token)
{
    TownAsk *ask = add_ask(context, TOWN_SEAT, connection);
    if (!ask)
        return false;
    Text text = TEXT_IN(ask->token.text);
    ask->guest.number = guest;
    text_add_slice(&text, token);
    return true;
}

static bool list_bots(void *context, uint64_t connection)
{
    return add_ask(context, TOWN_BOTS_LIST, connection) != NULL;
}

static bool find_blocks(void *context, uint64_t guest)
{
    TownAsk *ask = add_ask(context, TOWN_BLOCKS, 0);
    if (ask)
        ask->guest.number = guest;
    return ask != NULL;
}

// --- The life of it ------------------------------------------------------------------------------

LobbyPlan town_plan(Town *town)
{
    return (LobbyPlan){.callbacks = {send_line, close_connection, draw, draw_token, derive_token,
                                     keep_anonymous, find_user, open_game, list_games, keep_seat,
                                     find_seat, list_bots, find_blocks, town},
                       .lines = {10, 30},
                       .actions = {5, 20},
                       .seeks_max = 20,
                       .links_max = 20,
                       .user_seeks_max = 3,
                       .speak_ms = 1000,
                       .seek_away_ms = 10000,
                       .link_away_ms = 60000};
}

bool town_open(Town *town, const Memory *memory, uint64_t seed)
{
    const LobbyPlan plan = town_plan(town);
    town->rng = rng_from_seed(seed);
    town->lobby = lobby_create(memory, &plan);
    return town->lobby != NULL;
}

void town_close(Town *town)
{
    lobby_destroy(town->lobby);
    town->lobby = NULL;
}

void town_say(Town *town, uint64_t connection, const char *line)
{
    lobby_take_line(town->lobby, connection, slice_of(line), town->now_ms);
}

void town_end_game(Town *town, uint32_t game)
{
    assert(game < town->game_count);
    town->games[game].is_over = true;
}

// --- Answers -------------------------------------------------------------------------------------

static const TownGuest *guest_of(const Town *town, uint64_t number)
{
    for (uint32_t i = 0; i < town->guest_count; i++)
        if (town->guests[i].number == number)
            return &town->guests[i];
    return NULL;
}

LobbyToken town_seat_token(const Town *town, uint32_t game, unsigned seat)
{
    return town->games[game].pair.tokens[seat];
}

static void answer_keep(Town *town, const TownAsk *ask)
{
    const bool is_taken = town->names_taken > 0 || town->guest_count == TOWN_GUESTS_MAX;
    town->names_taken -= town->names_taken > 0;
    if (!is_taken)
        town->guests[town->guest_count++] = ask->guest;
    lobby_user_kept(town->lobby, ask->connection, !is_taken, town->now_ms);
}

// A guest of the town has the same rating in these pools.
static LobbyRatings ratings_of(const TownGuest *guest)
{
    static const char *const pools[] = {"icc", "rand", "phantom-go"};
    LobbyRatings ratings = {0};
    for (; guest->rating && ratings.count < COUNT_OF(pools); ratings.count++) {
        LobbyRating *rating = &ratings.pools[ratings.count];
        Text pool = TEXT_IN(rating->pool);
        text_add(&pool, pools[ratings.count]);
        rating->rating = guest->rating;
    }
    return ratings;
}

void town_rate(Town *town, TownGuest *guest, uint32_t rating)
{
    guest->rating = rating;
    const LobbyRatings ratings = ratings_of(guest);
    lobby_user_rated(town->lobby, guest->number, &ratings);
}

static void answer_find(Town *town, const TownAsk *ask)
{
    for (uint32_t i = 0; i < town->guest_count; i++) {
        const TownGuest *guest = &town->guests[i];
        const LobbyProfile found = {.number = guest->number,
                                    .name = guest->name,
                                    .has_account = guest->has_account,
                                    .ratings = ratings_of(guest),
                                    .addresses = {{guest->address}, guest->address != 0},
                                    .blocks = guest->blocks,
                                    .block_count = guest->block_count};
        if (strcmp(guest->token.text, ask->guest.token.text) != 0)
            continue;
        lobby_user_found(town->lobby, ask->connection, &found, town->now_ms);
        return;
    }
    lobby_user_found(town->lobby, ask->connection, NULL, town->now_ms);
}

const LobbyBot town_bots[TOWN_BOTS] = {
    {"bot-easy", true, 900, false, 1, "kriegspiel", "level 1, newcomer"},
    {"bot-fair", true, 1500, true, 5, "kriegspiel", "level 5, club player"},
    {"bot-hard", true, 2100, false, 9, "kriegspiel", "level 9, as strong as it can"},
};

// The one guest of a pair with a bot.
static uint64_t guest_in(const LobbyPair *pair)
{
    return pair->guests[0] ? pair->guests[0] : pair->guests[1];
}

// Games with bots that are being played: of one bot, and of one guest.
typedef struct BotGames {
    unsigned of_bot, of_guest;
} BotGames;

static BotGames count_bot_games(const Town *town, const char *bot, uint64_t guest)
{
    BotGames games = {0};
    for (uint32_t i = 0; i < town->game_count; i++) {
        const TownGame *game = &town->games[i];
        if (!game->bot[0] || !game->is_open || game->is_over)
            continue;
        games.of_bot += strcmp(game->bot, bot) == 0;
        games.of_guest += guest_in(&game->pair) == guest;
    }
    return games;
}

// What the town's bots say to a challenge.
static LobbyOpening ask_bot(const Town *town, const TownGame *asked)
{
    const JournalGame *opening = &asked->pair.opening;
    const BotGames games = count_bot_games(town, asked->bot, guest_in(&asked->pair));
    unsigned bot = 0;
    while (bot < TOWN_BOTS && strcmp(town_bots[bot].name, asked->bot) != 0)
        bot++;
    if (bot == TOWN_BOTS)
        return LOBBY_NO_BOT;
    if (strcmp(opening->game->name, town_bots[bot].game) != 0)
        return LOBBY_BOT_GAME;
    if (opening->clock.base_ms && opening->clock.base_ms < TOWN_BOT_CLOCK_MIN_MS)
        return LOBBY_BOT_CLOCK;
    return games.of_guest >= TOWN_BOT_GAMES_OF_ONE ? LOBBY_BOTS_ENOUGH
           : games.of_bot                          ? LOBBY_BOT_BUSY
                                                   : LOBBY_OPENED;
}

static void answer_open(Town *town, const TownAsk *ask)
{
    TownGame *game = &town->games[ask->game];
    const LobbyOpening opening = town->has_no_rooms ? LOBBY_NOT_NOW
                                 : game->bot[0]     ? ask_bot(town, game)
                                                    : LOBBY_OPENED;
    game->opening = (uint8_t)opening;
    game->is_open = opening == LOBBY_OPENED;
    game->is_over = !game->is_open;
    lobby_game_opened(town->lobby, game->pair.game, opening);
}

static void answer_bots(Town *town, const TownAsk *ask)
{
    LobbyBot bots[TOWN_BOTS];
    for (unsigned i = 0; i < TOWN_BOTS; i++) {
        bots[i] = town_bots[i];
        bots[i].is_free = !count_bot_games(town, bots[i].name, 0).of_bot;
    }
    lobby_bots_listed(town->lobby, ask->connection, bots, TOWN_BOTS);
}

static void answer_list(Town *town, const TownAsk *ask)
{
    LobbyGame games[8];
    uint32_t count = 0;
    for (uint32_t i = 0; i < town->game_count && count < COUNT_OF(games); i++) {
        const TownGame *game = &town->games[i];
        for (uint8_t seat = 0; seat < 2; seat++)
            if (game->is_open && !game->is_over && game->pair.guests[seat] == ask->guest.number)
                games[count++] = (LobbyGame){
                    .game = game->pair.game,
                    .seat = seat,
                    .is_kept = game->is_kept[seat],
                    .opponent =
                        game->bot[0] ? game->bot : guest_of(town, game->pair.guests[!seat])->name};
    }
    lobby_games_listed(town->lobby, ask->connection, games, count);
}

static void answer_keep_seat(Town *town, const TownAsk *ask)
{
    LobbyGame kept = ask->kept;
    kept.opponent = ask->guest.name;
    for (uint32_t i = 0; i < town->game_count; i++)
        if (town->games[i].pair.game == kept.game)
            town->games[i].is_kept[kept.seat] = true;
    lobby_seat_kept(town->lobby, ask->connection, &kept);
}

static void answer_seat(Town *town, const TownAsk *ask)
{
    for (uint32_t i = 0; i < town->game_count; i++) {
        const TownGame *game = &town->games[i];
        for (uint8_t seat = 0; seat < 2; seat++) {
            const LobbySeat found = {.game = game->pair.game,
                                     .seat = seat,
                                     .is_over = game->is_over,
                                     .opponent = game->pair.guests[!seat],
                                     .bot = game->bot[0] ? game->bot : NULL,
                                     .opening = &game->pair.opening,
                                     .is_rated = game->pair.is_rated};
            if (game->pair.guests[seat] != ask->guest.number ||
                strcmp(game->pair.tokens[seat].text, ask->token.text) != 0)
                continue;
            lobby_seat_found(town->lobby, ask->connection, &found);
            return;
        }
    }
    lobby_seat_found(town->lobby, ask->connection, NULL);
}

static void answer_blocks(Town *town, const TownAsk *ask)
{
    const TownGuest *guest = guest_of(town, ask->guest.number);
    lobby_blocks_found(town->lobby, guest->number, guest->blocks, guest->block_count, town->now_ms);
}

bool town_answer(Town *town)
{
    static void (*const answers[TOWN_ASK_COUNT])(Town *, const TownAsk *) = {
        [TOWN_KEEP] = answer_keep,           [TOWN_FIND] = answer_find,
        [TOWN_OPEN] = answer_open,           [TOWN_LIST] = answer_list,
        [TOWN_KEEP_SEAT] = answer_keep_seat, [TOWN_SEAT] = answer_seat,
        [TOWN_BOTS_LIST] = answer_bots,      [TOWN_BLOCKS] = answer_blocks};
    if (!town->ask_count)
        return false;
    const TownAsk ask = town->asks[0];
    memmove(town->asks, town->asks + 1, --town->ask_count * sizeof *town->asks);
    answers[ask.kind](town, &ask);
    return true;
}

void town_answer_all(Town *town)
{
    while (town_answer(town))
        continue;
}
