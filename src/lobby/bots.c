// Games against house bots. Which bots there are, and whether one takes a game, is known outside: a challenge is a pair with one guest.
#include "lobby/inside.h"

#include <assert.h>

static void pair_with_bot(Lobby *lobby, Guest *guest, unsigned seat, Slice bot, LobbyVerb verb,
                          const JournalGame *opening)
{
    Match match = {.opening = opening, .bot = bot};
    assert(seat < SEATS);
    match.guests[seat] = guest;
    match.verbs[seat] = verb;
    lobby__pair(lobby, &match);
}

LobbyError lobby__challenge(Lobby *lobby, Guest *guest, const LobbySaid *said,
                            const JournalGame *opening)
{
    const LobbyOutside *outside = &lobby->plan.outside;
    uint64_t coin;
    if (!outside->draw(outside->context, &coin))
        return LOBBY_ERR_BUSY;
    const unsigned seat = said->colour == LOBBY_ANY ? (unsigned)(coin & 1) : said->colour;
    pair_with_bot(lobby, guest, seat, said->name, LOBBY_CHALLENGE, opening);
    return LOBBY_OK;
}

LobbyError lobby__challenge_again(Lobby *lobby, Guest *guest, const LobbySeat *seat)
{
    if (!seat->is_over)
        return LOBBY_ERR_RUNNING;
    pair_with_bot(lobby, guest, !seat->seat, slice_of(seat->bot), LOBBY_REMATCH, seat->opening);
    return LOBBY_OK;
}
