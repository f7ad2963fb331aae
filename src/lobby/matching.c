// Who fits whom: a new seek and an older one, a seek that is taken, a link that is followed.
#include "lobby/inside.h"

#include <assert.h>
#include <string.h>

// --- Who fits whom -------------------------------------------------------------------------------

static bool is_in(uint32_t rating, LobbyRange range)
{
    return rating >= range.low && rating <= range.high;
}

static bool can_grant(uint8_t one, uint8_t other)
{
    return one == LOBBY_ANY || other == LOBBY_ANY || one != other;
}

static bool are_equal(const Seek *one, const Seek *other)
{
    const ClockRule a = one->opening.clock, b = other->opening.clock;
    return a.base_ms == b.base_ms && a.increment_ms == b.increment_ms &&
           strcmp(one->game, other->game) == 0;
}

static bool fits(const Seek *one, const Seek *other)
{
    return !one->is_link && !other->is_link && one->guest != other->guest &&
           are_equal(one, other) && can_grant(one->colour, other->colour) &&
           is_in(one->guest->rating, other->range) && is_in(other->guest->rating, one->range);
}

// Pairs the guest of a seek with another one, who wishes a colour too; a coin decides if both take any.
static LobbyError match(Lobby *lobby, const Seek *seek, Guest *other, uint8_t colour,
                        LobbyVerb verb)
{
    const LobbyOutside *outside = &lobby->plan.outside;
    const JournalGame opening = seek->opening; // the seek ends with the pair
    uint64_t coin;
    assert(can_grant(seek->colour, colour));
    if (!outside->draw(outside->context, &coin))
        return LOBBY_ERR_BUSY;
    const unsigned seat = seek->colour != LOBBY_ANY ? seek->colour
                          : colour != LOBBY_ANY     ? !colour
                                                    : (unsigned)(coin & 1);
    Match made = {.opening = &opening};
    made.guests[seat] = seek->guest;
    made.verbs[seat] = seek->is_link ? LOBBY_LINK : LOBBY_SEEK;
    made.guests[!seat] = other;
    made.verbs[!seat] = verb;
    lobby__pair(lobby, &made);
    return LOBBY_OK;
}

// --- Seeking and taking --------------------------------------------------------------------------

static LobbyError check_limits(const Lobby *lobby, const Guest *guest, bool is_link)
{
    const LobbyPlan *plan = &lobby->plan;
    if ((is_link ? guest->links : guest->seeks) >= plan->guest_seeks_max)
        return LOBBY_ERR_MANY;
    return (is_link ? lobby->link_count >= plan->links_max : lobby->seek_count >= plan->seeks_max)
               ? LOBBY_ERR_BUSY
               : LOBBY_OK;
}

// Pairs a new seek with an older one that fits; both end, also if there is no chance for a coin.
static LobbyError match_new(Lobby *lobby, const Seek *older, Seek *seek)
{
    const LobbyError error = match(lobby, older, seek->guest, seek->colour, LOBBY_SEEK);
    if (error)
        lobby__end_seek(lobby, seek);
    return error;
}

LobbyError lobby__seek(Lobby *lobby, Guest *guest, const LobbySaid *said,
                       const JournalGame *opening)
{
    const LobbyError error = check_limits(lobby, guest, said->verb == LOBBY_LINK);
    if (error)
        return error;
    Seek *seek = lobby__open_seek(lobby, guest, said, opening);
    if (!seek)
        return LOBBY_ERR_BUSY;
    // All seeks that are open do not fit each other: so the oldest that fits the new one makes the oldest pair.
    const Seek *other = lobby->oldest;
    while (other != seek && !fits(other, seek))
        other = other->newer;
    if (other != seek)
        return match_new(lobby, other, seek);
    if (!seek->is_link)
        lobby__show_seek(lobby, seek);
    return LOBBY_OK;
}

LobbyError lobby__take(Lobby *lobby, Guest *guest, uint64_t id, LobbyVerb verb)
{
    const bool is_link = verb == LOBBY_FOLLOW;
    const Seek *seek = lobby__find_seek(lobby, id, is_link);
    if (!seek)
        return LOBBY_ERR_GONE;
    if (seek->guest == guest)
        return LOBBY_ERR_OWN;
    if (!is_link && !is_in(guest->rating, seek->range))
        return LOBBY_ERR_RATING;
    const LobbyError error = match(lobby, seek, guest, LOBBY_ANY, verb);
    if (!error && is_link)
        (void)lobby__unseek(lobby, seek->guest, id); // links outlive pairs, but not their own
    return error;
}
