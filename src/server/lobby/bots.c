// Games against house bots. Which bots there are, and whether one takes a game, is known outside: a challenge is a pair with one guest.
#include "server/lobby/inside.h"

#include <assert.h>

static void pair_with_bot(Lobby *lobby, Guest *guest, unsigned seat, LobbyVerb verb, Match match)
{
    assert(seat < SEATS);
    match.guests[seat] = guest;
    match.verbs[seat] = verb;
    lobby__pair(lobby, &match);
}

LobbyError lobby__challenge(Lobby *lobby, Guest *guest, const LobbySaid *said,
                            const JournalGame *opening, uint64_t now_ms)
{
    const LobbyOutside *outside = &lobby->plan.outside;
    const LobbyError error = said->is_rated ? lobby__check_rated(guest, opening) : LOBBY_OK;
    uint64_t coin;
    (void)now_ms;
    if (error)
        return error;
    if (!outside->draw(outside->context, &coin))
        return LOBBY_ERR_BUSY;
    const unsigned seat = said->colour == LOBBY_ANY ? (unsigned)(coin & 1) : said->colour;
    const Match match = {.opening = opening, .bot = said->name, .is_rated = said->is_rated};
    pair_with_bot(lobby, guest, seat, LOBBY_CHALLENGE, match);
    return LOBBY_OK;
}

LobbyError lobby__challenge_again(Lobby *lobby, Guest *guest, const LobbySeat *seat)
{
    if (!seat->is_over)
        return LOBBY_ERR_RUNNING;
    const Match match = {
        .opening = seat->opening, .bot = slice_of(seat->bot), .is_rated = seat->is_rated};
    pair_with_bot(lobby, guest, !seat->seat, LOBBY_REMATCH, match);
    return LOBBY_OK;
}
