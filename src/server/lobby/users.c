// Users of the lobby: what is sent to their connections, who is apart, who may play rated games, and the names of new ones.
#include "server/lobby/internal.h"

#include <assert.h>
#include <string.h>

enum { DRAWS_MAX = 4 };

bool lobby__draw_new(const Lobby *lobby, const NumberMap *map, uint64_t *number)
{
    const LobbyCallbacks *callbacks = &lobby->plan.callbacks;
    for (unsigned i = 0; i < DRAWS_MAX && callbacks->draw(callbacks->context, number); i++)
        if (*number && !number_map_find(map, *number))
            return true;
    return false;
}

void lobby__send(const Lobby *lobby, const LobbyConnection *conn, const Text *text)
{
    const LobbyCallbacks *callbacks = &lobby->plan.callbacks;
    assert(!text->cut);
    if (conn->state == CONN_LEAVING)
        return;
    callbacks->send(callbacks->context, conn->connection, (Slice){text->start, text->length});
}

void lobby__tell(const Lobby *lobby, const LobbyUser *user, const Text *text)
{
    for (const LobbyConnection *conn = user->first; conn; conn = conn->next)
        lobby__send(lobby, conn, text);
}

static const struct {
    const char *code, *reason;
} errors[LOBBY_ERR_COUNT] = {
    [LOBBY_ERR_GUEST] = {"guest", "say guest or hello first, and wait for the answer"},
    [LOBBY_ERR_HELLO] = {"token", "nobody has this token any more; forget it and say guest"},
    [LOBBY_ERR_SEAT] = {"token", "this is the token of no seat of yours"},
    [LOBBY_ERR_GONE] = {"gone", "it is not open any more"},
    [LOBBY_ERR_OWN] = {"own", "this is your own"},
    [LOBBY_ERR_RATING] = {"rating", "your rating is not in the range that is sought"},
    [LOBBY_ERR_ACCOUNT] = {"account", "rated games are for those who have an account"},
    [LOBBY_ERR_UNRATED] = {"rated", "a rated game has a clock, and the usual board of its rules"},
    [LOBBY_ERR_PAIR] = {"pair", "the two of you cannot play a rated game"},
    [LOBBY_ERR_MANY] = {"many", "you have as many as one guest may have; end one first"},
    [LOBBY_ERR_FAST] = {"fast", "too many actions; wait a second"},
    [LOBBY_ERR_RUNNING] = {"running", "the game is not over"},
    [LOBBY_ERR_BUSY] = {"busy", "not now; try again in a moment"},
    [LOBBY_ERR_NO_BOT] = {"bot", "there is no bot of this name; say bots for a list"},
    [LOBBY_ERR_BOT_GAME] = {"game", "this bot does not play this game, ruleset or board"},
    [LOBBY_ERR_BOT_CLOCK] = {"clock", "this bot does not play with such a clock"},
    [LOBBY_ERR_BOTS_ENOUGH] = {"many", "you play as many games with bots as one may; end one "
                                       "first"},
    [LOBBY_ERR_BOT_BUSY] = {"busy", "this bot plays as many games as it can; take another one, "
                                    "or try again in a moment"},
};

void lobby__write_error(LobbyVerb verb, LobbyError error, Text *text)
{
    assert(errors[error].code);
    lobby_write_error(verb, errors[error].code, errors[error].reason, text);
}

void lobby__tell_error(const Lobby *lobby, const LobbyUser *user, LobbyVerb verb, LobbyError error)
{
    char memory[LOBBY_TOLD_MAX];
    Text text = TEXT_IN(memory);
    lobby__write_error(verb, error, &text);
    lobby__tell(lobby, user, &text);
}

bool lobby__has_blocked(Blocks blocks, uint64_t number)
{
    uint32_t i = 0;
    while (i < blocks.count && blocks.list[i] != number)
        i++;
    return i < blocks.count;
}

bool lobby__are_apart(const LobbyUser *one, const LobbyUser *other)
{
    return one && other &&
           (lobby__has_blocked(one->blocks, other->number) ||
            lobby__has_blocked(other->blocks, one->number));
}

// A game without a clock could be held open for days when it is lost.
LobbyError lobby__check_rated(const LobbyUser *user, const JournalGame *opening)
{
    if (!user->has_account)
        return LOBBY_ERR_ACCOUNT;
    return opening->clock.base_ms &&
                   rating_pool_is_rated(opening->game, (const Rules *)&opening->rules)
               ? LOBBY_OK
               : LOBBY_ERR_UNRATED;
}

// Two who log in by one address may be one person.
LobbyError lobby__check_rated_pair(const LobbyUser *one, const LobbyUser *other)
{
    for (uint32_t i = 0; i < one->addresses.count; i++)
        for (uint32_t k = 0; k < other->addresses.count; k++)
            if (one->addresses.marks[i] == other->addresses.marks[k])
                return LOBBY_ERR_PAIR;
    return LOBBY_OK;
}

LobbyRating lobby__rating(const LobbyUser *user, const JournalGame *opening)
{
    LobbyRating found = {.rating = LOBBY_RATING_FIRST, .is_provisional = true};
    Text pool = TEXT_IN(found.pool);
    rating_pool_name(opening->game, (const Rules *)&opening->rules, &pool);
    assert(!pool.cut);
    for (uint32_t i = 0; i < user->ratings.count; i++)
        if (strcmp(user->ratings.pools[i].pool, found.pool) == 0)
            found = user->ratings.pools[i];
    return found;
}

bool lobby_has_user(const Lobby *lobby, uint64_t user)
{
    return number_map_find(&lobby->users, user) != NULL;
}

void lobby_user_rated(Lobby *lobby, uint64_t user, const LobbyRatings *ratings)
{
    LobbyUser *here = number_map_find(&lobby->users, user);
    if (here)
        here->ratings = *ratings;
}

static const char *const describing[] = {
    "able",   "amber",  "bold",   "brave",   "bright", "brisk",  "broad", "calm",
    "clear",  "clever", "cool",   "copper",  "crisp",  "dapper", "deep",  "eager",
    "early",  "even",   "fair",   "fast",    "fine",   "fleet",  "fond",  "frank",
    "fresh",  "gentle", "glad",   "golden",  "grand",  "green",  "grey",  "happy",
    "hidden", "honest", "humble", "ivory",   "jolly",  "keen",   "kind",  "late",
    "light",  "lively", "loyal",  "lucky",   "mellow", "merry",  "mild",  "misty",
    "neat",   "nimble", "noble",  "patient", "plain",  "polite", "proud", "quick",
    "quiet",  "ready",  "silent", "silver",  "steady", "subtle", "swift", "wise"};
static const char *const of_the_board[] = {
    "archer", "attack",  "bamboo",  "bishop",  "board", "bowl",    "bridge",   "castle",
    "circle", "clock",   "cloud",   "corner",  "crown", "defence", "diagonal", "dragon",
    "ending", "eye",     "feint",   "file",    "flag",  "fog",     "fork",     "gambit",
    "guard",  "harbour", "herald",  "hoop",    "jump",  "king",    "knight",   "knot",
    "ladder", "lantern", "liberty", "marshal", "mist",  "opening", "pawn",     "phantom",
    "pin",    "player",  "post",    "queen",   "rank",  "rook",    "scholar",  "scout",
    "screen", "sentry",  "shadow",  "shell",   "slate", "square",  "stone",    "tempo",
    "tower",  "umpire",  "valley",  "veil",    "wall",  "watch",   "whisper",  "wing"};

enum { NUMBER_FIRST = 100, NUMBER_COUNT = 900 };

void lobby_name(uint64_t number, char name[LOBBY_NAME_MAX + 1])
{
    Text text = text_in(name, LOBBY_NAME_MAX + 1);
    const char *first = describing[number % COUNT_OF(describing)];
    number /= COUNT_OF(describing);
    const char *second = of_the_board[number % COUNT_OF(of_the_board)];
    number /= COUNT_OF(of_the_board);
    text_format(&text, "%s-%s-%u", first, second, NUMBER_FIRST + (unsigned)(number % NUMBER_COUNT));
}
