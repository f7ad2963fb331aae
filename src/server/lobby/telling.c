// What goes out to connections and to all connections of a guest, and chance for the others.
#include "server/lobby/inside.h"

#include <assert.h>

enum { DRAWS_MAX = 4 };

bool lobby__draw_new(const Lobby *lobby, const NumberMap *map, uint64_t *number)
{
    const LobbyOutside *outside = &lobby->plan.outside;
    for (unsigned i = 0; i < DRAWS_MAX && outside->draw(outside->context, number); i++)
        if (*number && !number_map_find(map, *number))
            return true;
    return false;
}

void lobby__send(const Lobby *lobby, const Visitor *visitor, const Text *text)
{
    const LobbyOutside *outside = &lobby->plan.outside;
    assert(!text->cut);
    if (visitor->state == VISITOR_LEAVING)
        return;
    outside->send(outside->context, visitor->connection, (Slice){text->start, text->length});
}

void lobby__tell(const Lobby *lobby, const Guest *guest, const Text *text)
{
    for (const Visitor *visitor = guest->first; visitor; visitor = visitor->next)
        lobby__send(lobby, visitor, text);
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

void lobby__tell_error(const Lobby *lobby, const Guest *guest, LobbyVerb verb, LobbyError error)
{
    char memory[LOBBY_TOLD_MAX];
    Text text = TEXT_IN(memory);
    lobby__write_error(verb, error, &text);
    lobby__tell(lobby, guest, &text);
}
