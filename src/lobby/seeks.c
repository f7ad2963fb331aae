// Seeks and links: a list by age, and who fits whom.
#include "lobby/inside.h"

#include <assert.h>
#include <string.h>

LobbyOffer lobby__offer_of(const Seek *seek)
{
    return (LobbyOffer){.id = seek->id,
                        .name = seek->guest->name,
                        .rating = seek->guest->rating,
                        .colour = seek->colour,
                        .clock = seek->opening.clock,
                        .game = seek->game};
}

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

// --- The list ------------------------------------------------------------------------------------

const Seek *lobby__find_seek(const Lobby *lobby, uint64_t id, bool is_link)
{
    const Seek *seek = number_map_find(&lobby->seeks, id);
    return seek && seek->is_link == is_link ? seek : NULL;
}

static void add_last(Lobby *lobby, Seek *seek)
{
    seek->older = lobby->newest;
    *(lobby->newest ? &lobby->newest->newer : &lobby->oldest) = seek;
    lobby->newest = seek;
    (*(seek->is_link ? &lobby->link_count : &lobby->seek_count))++;
    (*(seek->is_link ? &seek->guest->links : &seek->guest->seeks))++;
}

static void take_out(Lobby *lobby, Seek *seek)
{
    *(seek->older ? &seek->older->newer : &lobby->oldest) = seek->newer;
    *(seek->newer ? &seek->newer->older : &lobby->newest) = seek->older;
    (*(seek->is_link ? &lobby->link_count : &lobby->seek_count))--;
    (*(seek->is_link ? &seek->guest->links : &seek->guest->seeks))--;
    number_map_remove(&lobby->seeks, seek->id);
}

// Tells those who watch, and with `guest` also its connections that do not.
static void tell_watchers(const Lobby *lobby, const Guest *guest, bool is_for_all, const Text *text)
{
    for (uint32_t i = 0; i < lobby->visitors.capacity; i++) {
        const Visitor *visitor = lobby->visitors.slots[i].thing;
        if (visitor && ((is_for_all && visitor->is_watching) || (guest && visitor->guest == guest)))
            lobby__send(lobby, visitor, text);
    }
}

static void end_seek(Lobby *lobby, Seek *seek)
{
    char memory[LOBBY_TOLD_MAX];
    Text text = TEXT_IN(memory);
    take_out(lobby, seek);
    lobby_write_gone(seek->id, &text);
    tell_watchers(lobby, seek->guest, seek->is_told, &text);
    memory_resize(&lobby->memory, seek, 0);
}

void lobby__end_seeks(Lobby *lobby, const Guest *guest, bool are_links)
{
    for (Seek *seek = lobby->oldest, *next; seek; seek = next) {
        next = seek->newer;
        if (seek->guest == guest && seek->is_link == are_links)
            end_seek(lobby, seek);
    }
}

LobbyError lobby__unseek(Lobby *lobby, const Guest *guest, uint64_t id)
{
    if (!id) {
        lobby__end_seeks(lobby, guest, false);
        lobby__end_seeks(lobby, guest, true);
        return LOBBY_OK;
    }
    Seek *seek = number_map_find(&lobby->seeks, id);
    if (!seek || seek->guest != guest)
        return LOBBY_ERR_GONE;
    end_seek(lobby, seek);
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

// NULL if there is no memory or no chance.
static Seek *open_seek(Lobby *lobby, Guest *guest, const LobbySaid *said,
                       const JournalGame *opening)
{
    uint64_t id;
    if (!lobby__draw_new(lobby, &lobby->seeks, &id))
        return NULL;
    Seek *seek = memory_resize(&lobby->memory, NULL, sizeof *seek);
    if (!seek || !number_map_add(&lobby->seeks, &lobby->memory, id, seek)) {
        memory_resize(&lobby->memory, seek, 0);
        return NULL;
    }
    *seek = (Seek){.id = id,
                   .guest = guest,
                   .is_link = said->verb == LOBBY_LINK,
                   .colour = said->colour,
                   .range = said->range,
                   .opening = *opening};
    Text game = TEXT_IN(seek->game);
    opening->game->write((const Rules *)&opening->rules, &game);
    assert(!game.cut);
    add_last(lobby, seek);
    return seek;
}

static void tell_own(const Lobby *lobby, const Seek *seek)
{
    char memory[LOBBY_TOLD_MAX];
    Text text = TEXT_IN(memory);
    const LobbyOffer offer = lobby__offer_of(seek);
    (seek->is_link ? lobby_write_link : lobby_write_seeking)(&offer, &text);
    lobby__tell(lobby, seek->guest, &text);
}

static void tell_new(const Lobby *lobby, Seek *seek)
{
    char memory[LOBBY_TOLD_MAX];
    Text text = TEXT_IN(memory);
    const LobbyOffer offer = lobby__offer_of(seek);
    lobby_write_seek(&offer, &text);
    tell_watchers(lobby, NULL, true, &text);
    seek->is_told = true;
}

// Pairs a new seek with an older one that fits; both end, also if there is no chance for a coin.
static LobbyError match_new(Lobby *lobby, const Seek *older, Seek *seek)
{
    const LobbyError error = match(lobby, older, seek->guest, seek->colour, LOBBY_SEEK);
    if (error)
        end_seek(lobby, seek);
    return error;
}

LobbyError lobby__seek(Lobby *lobby, Guest *guest, const LobbySaid *said,
                       const JournalGame *opening)
{
    const LobbyError error = check_limits(lobby, guest, said->verb == LOBBY_LINK);
    if (error)
        return error;
    Seek *seek = open_seek(lobby, guest, said, opening);
    if (!seek)
        return LOBBY_ERR_BUSY;
    tell_own(lobby, seek);
    // All seeks that are open do not fit each other: so the oldest that fits the new one makes the oldest pair.
    const Seek *other = lobby->oldest;
    while (other != seek && !fits(other, seek))
        other = other->newer;
    if (other != seek)
        return match_new(lobby, other, seek);
    if (!seek->is_link)
        tell_new(lobby, seek);
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

// --- Telling -------------------------------------------------------------------------------------

void lobby__tell_own_seeks(const Lobby *lobby, const Visitor *visitor)
{
    for (const Seek *seek = lobby->oldest; seek; seek = seek->newer) {
        char memory[LOBBY_TOLD_MAX];
        Text text = TEXT_IN(memory);
        const LobbyOffer offer = lobby__offer_of(seek);
        if (seek->guest != visitor->guest)
            continue;
        (seek->is_link ? lobby_write_link : lobby_write_seeking)(&offer, &text);
        lobby__send(lobby, visitor, &text);
    }
}

void lobby__tell_seeks(const Lobby *lobby, const Visitor *visitor)
{
    for (const Seek *seek = lobby->oldest; seek; seek = seek->newer) {
        char memory[LOBBY_TOLD_MAX];
        Text text = TEXT_IN(memory);
        const LobbyOffer offer = lobby__offer_of(seek);
        if (seek->is_link)
            continue;
        lobby_write_seek(&offer, &text);
        lobby__send(lobby, visitor, &text);
    }
}
