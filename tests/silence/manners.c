// Offers, resignations, flags and clocks as the documents put them.
#include "manners.h"

#include <stdio.h>
#include <string.h>

void manners_open(Manners *manners, ClockRule clock, uint8_t mover)
{
    *manners = (Manners){.clock = clock, .left_ms = {clock.base_ms, clock.base_ms}, .mover = mover};
}

uint64_t manners_deadline_ms(const Manners *manners)
{
    const bool runs = manners->clock.base_ms && !manners->is_over;
    return runs ? manners->began_ms + manners->left_ms[manners->mover] : UINT64_MAX;
}

static bool has_fallen(const Manners *manners, const TableEvent *event)
{
    return event->at_ms >= manners_deadline_ms(manners);
}

// An offer in return to an offer accepts it.
static bool agrees(const Manners *manners, const TableEvent *event)
{
    return manners->stands[!event->seat] &&
           (event->kind == EVENT_ACCEPT || event->kind == EVENT_OFFER);
}

// Whoever keeps the table sends these, and has no ear.
static bool is_keepers(const TableEvent *event)
{
    return event->kind == EVENT_TIME || event->kind == EVENT_FORFEIT || event->kind == EVENT_ABORT;
}

static TableError turned_away(const Manners *manners, const TableEvent *event)
{
    if (event->kind == EVENT_TRY && event->seat != manners->mover)
        return TABLE_ERR_TURN;
    if (event->kind == EVENT_OFFER && manners->has_offered[event->seat])
        return TABLE_ERR_OFFERED;
    if ((event->kind == EVENT_ACCEPT || event->kind == EVENT_DECLINE) &&
        !manners->stands[!event->seat])
        return TABLE_ERR_NO_OFFER;
    return TABLE_OK;
}

TableError manners_foretell(const Manners *manners, const TableEvent *event, bool can_other_win,
                            char heard[MANNERS_HEARD_MAX])
{
    static const char *const words[EVENT_COUNT] = {
        [EVENT_RESIGN] = "resigns",   [EVENT_OFFER] = "offers",     [EVENT_ACCEPT] = "accepts",
        [EVENT_DECLINE] = "declines", [EVENT_FORFEIT] = "forfeits", [EVENT_ABORT] = "aborts"};
    heard[0] = '\0';
    if (manners->is_over)
        return TABLE_ERR_OVER;
    if (event->kind >= EVENT_COUNT || event->seat > 1)
        return TABLE_ERR_EVENT;
    if (!is_keepers(event) && event->at_ms < manners->heard_ms[event->seat])
        return TABLE_ERR_TIME;
    if (has_fallen(manners, event)) {
        snprintf(heard, MANNERS_HEARD_MAX, "the flag of %u falls and %s", manners->mover,
                 can_other_win ? "loses" : "draws");
        return TABLE_OK;
    }
    if (agrees(manners, event)) {
        snprintf(heard, MANNERS_HEARD_MAX, "%u agrees", event->seat);
        return TABLE_OK;
    }
    const TableError error = turned_away(manners, event);
    if (!error && words[event->kind])
        snprintf(heard, MANNERS_HEARD_MAX, "%u %s", event->seat, words[event->kind]);
    return error;
}

// A played move stops the mover's clock, answers the other's offer and permits a new one.
static void pass_turn(Manners *manners, uint64_t at_ms)
{
    const uint8_t seat = manners->mover;
    if (manners->clock.base_ms)
        manners->left_ms[seat] += manners->clock.increment_ms - (at_ms - manners->began_ms);
    manners->began_ms = at_ms;
    manners->has_offered[seat] = false;
    manners->stands[!seat] = false;
    manners->mover = !seat;
}

void manners_hear(Manners *manners, uint8_t seat, uint64_t at_ms)
{
    if (at_ms > manners->heard_ms[seat])
        manners->heard_ms[seat] = at_ms;
}

void manners_note(Manners *manners, const TableEvent *event, uint8_t mover, bool is_over)
{
    static const bool ends[EVENT_COUNT] = {
        [EVENT_RESIGN] = true, [EVENT_FORFEIT] = true, [EVENT_ABORT] = true};
    const bool falls = has_fallen(manners, event), agreed = agrees(manners, event);
    if (!falls && event->kind == EVENT_TRY && mover != manners->mover)
        pass_turn(manners, event->at_ms);
    if (event->kind == EVENT_OFFER)
        manners->stands[event->seat] = manners->has_offered[event->seat] = true;
    if (event->kind == EVENT_DECLINE)
        manners->stands[!event->seat] = false;
    manners->is_over = is_over || falls || agreed || ends[event->kind];
}
