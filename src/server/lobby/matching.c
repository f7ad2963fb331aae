// Who fits whom: a new seek and an older one, rated seeks that have waited, a seek that is taken, a link that is followed.
#include "server/lobby/inside.h"

#include <assert.h>
#include <string.h>

// How far the rating of an opponent may be from one's own in a rated game with anybody: at first, more with each second, and after a minute as far
// as it is.
enum { REACH_FIRST = 100, REACH_A_SECOND = 10, REACH_ALL_MS = 60000, MS_PER_SECOND = 1000 };

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
           one->is_rated == other->is_rated && strcmp(one->game, other->game) == 0;
}

static uint32_t distance(const Seek *one, const Seek *other)
{
    const uint32_t a = one->rating.rating, b = other->rating.rating;
    return a > b ? a - b : b - a;
}

// Whether a seek wants this opponent. Who names a range means it; who wants a rated game with anybody is given its like, if there are any.
static bool wants(const Seek *seek, const Seek *other, uint64_t now_ms)
{
    const uint64_t waited_ms = now_ms - seek->since_ms;
    const bool is_open = seek->range.low == 0 && seek->range.high == LOBBY_RATING_MAX;
    if (!is_open || !seek->is_rated || waited_ms >= REACH_ALL_MS)
        return is_in(other->rating.rating, seek->range);
    return distance(seek, other) <= REACH_FIRST + waited_ms * REACH_A_SECOND / MS_PER_SECOND;
}

static bool fits(const Seek *one, const Seek *other, uint64_t now_ms)
{
    return one->guest != other->guest && are_equal(one, other) &&
           can_grant(one->colour, other->colour) && wants(one, other, now_ms) &&
           wants(other, one, now_ms) &&
           !(one->is_rated && lobby__check_rated_pair(one->guest, other->guest)) &&
           !lobby__are_apart(one->guest, other->guest);
}

// The opponent of a seek: of a rated one the nearest that fits, of others and among equally near ones the oldest. NULL if none fits.
static const Seek *find_opponent(const Lobby *lobby, const Seek *seek, uint64_t now_ms)
{
    const Seek *best = NULL;
    for (const Seek *other = lobby->seeks.oldest; other; other = other->newer) {
        const bool is_better =
            !best || (seek->is_rated && distance(seek, other) < distance(seek, best));
        if (is_better && fits(seek, other, now_ms))
            best = other;
    }
    return best;
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
    Match made = {.opening = &opening, .is_rated = seek->is_rated};
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
    const bool is_full =
        is_link ? lobby->links.count >= plan->links_max : lobby->seeks.count >= plan->seeks_max;
    return is_full ? LOBBY_ERR_BUSY : LOBBY_OK;
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
                       const JournalGame *opening, uint64_t now_ms)
{
    LobbyError error = check_limits(lobby, guest, said->verb == LOBBY_LINK);
    if (!error && said->is_rated)
        error = lobby__check_rated(guest, opening);
    if (error)
        return error;
    Seek *seek = lobby__open_seek(lobby, guest, said, opening, now_ms);
    if (!seek)
        return LOBBY_ERR_BUSY;
    if (seek->is_link)
        return LOBBY_OK;
    // Casual seeks that are open do not fit each other: so the oldest that fits the new one makes the oldest pair.
    const Seek *other = find_opponent(lobby, seek, now_ms);
    if (other)
        return match_new(lobby, other, seek);
    lobby__show_seek(lobby, seek);
    return LOBBY_OK;
}

// Pairs the seek that waits longest and has an opponent, among the rated ones or all. False if there is none, or no chance for a coin.
static bool match_one(Lobby *lobby, bool are_all, uint64_t now_ms)
{
    for (const Seek *seek = lobby->seeks.oldest; seek; seek = seek->newer) {
        const Seek *other = are_all || seek->is_rated ? find_opponent(lobby, seek, now_ms) : NULL;
        if (other)
            return match(lobby, seek, other->guest, other->colour, LOBBY_SEEK) == LOBBY_OK;
    }
    return false;
}

// A pair ends all seeks of its guests, so each round begins anew.
void lobby__match_waiting(Lobby *lobby, bool are_all, uint64_t now_ms)
{
    while (match_one(lobby, are_all, now_ms))
        continue;
}

static LobbyError check_taker(const Seek *seek, const Guest *guest)
{
    if (seek->guest == guest)
        return LOBBY_ERR_OWN;
    if (!seek->is_link && !is_in(lobby__rating(guest, &seek->opening).rating, seek->range))
        return LOBBY_ERR_RATING;
    const LobbyError error = seek->is_rated ? lobby__check_rated(guest, &seek->opening) : LOBBY_OK;
    return error || !seek->is_rated ? error : lobby__check_rated_pair(seek->guest, guest);
}

LobbyError lobby__take(Lobby *lobby, Guest *guest, uint64_t id, LobbyVerb verb)
{
    const bool is_link = verb == LOBBY_FOLLOW;
    const Seek *seek = lobby__find_seek(lobby, id, is_link);
    if (!seek || lobby__are_apart(seek->guest, guest))
        return LOBBY_ERR_GONE;
    LobbyError error = check_taker(seek, guest);
    if (!error)
        error = match(lobby, seek, guest, LOBBY_ANY, verb);
    if (!error && is_link)
        (void)lobby__unseek(lobby, seek->guest, id); // links outlive pairs, but not their own
    return error;
}
