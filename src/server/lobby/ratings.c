// Who may play rated games, and how strong somebody is.
#include "server/lobby/inside.h"

#include <assert.h>
#include <string.h>

// A game without a clock could be held open for days when it is lost.
LobbyError lobby__check_rated(const Guest *guest, const JournalGame *opening)
{
    if (!guest->has_account)
        return LOBBY_ERR_ACCOUNT;
    return opening->clock.base_ms && pool_rates(opening->game, (const Rules *)&opening->rules)
               ? LOBBY_OK
               : LOBBY_ERR_UNRATED;
}

// Two who log in by one address may be one person.
LobbyError lobby__check_rated_pair(const Guest *one, const Guest *other)
{
    for (uint32_t i = 0; i < one->addresses.count; i++)
        for (uint32_t k = 0; k < other->addresses.count; k++)
            if (one->addresses.marks[i] == other->addresses.marks[k])
                return LOBBY_ERR_PAIR;
    return LOBBY_OK;
}

LobbyRating lobby__rating(const Guest *guest, const JournalGame *opening)
{
    LobbyRating found = {.rating = LOBBY_RATING_FIRST, .is_provisional = true};
    Text pool = TEXT_IN(found.pool);
    pool_name(opening->game, (const Rules *)&opening->rules, &pool);
    assert(!pool.cut);
    for (uint32_t i = 0; i < guest->ratings.count; i++)
        if (strcmp(guest->ratings.pools[i].pool, found.pool) == 0)
            found = guest->ratings.pools[i];
    return found;
}

bool lobby_has_guest(const Lobby *lobby, uint64_t guest)
{
    return number_map_find(&lobby->guests, guest) != NULL;
}

void lobby_guest_rated(Lobby *lobby, uint64_t guest, const LobbyRatings *ratings)
{
    Guest *here = number_map_find(&lobby->guests, guest);
    if (here)
        here->ratings = *ratings;
}
