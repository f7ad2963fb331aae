// Own men, compared as plain values.
#include "kriegspiel/player/arrangements.h"

#include <string.h>

void arrangements_hear(Arrangements *arrangements, const KriegspielView *view, uint8_t seat,
                       const Hearing *heard)
{
    const bool is_capture = heard->event == HEARD_MOVE && (heard->captured || heard->capture_at);
    const bool is_own = heard->event == HEARD_MOVE && heard->seat == seat;
    if (is_capture || heard->event == HEARD_OPENING)
        arrangements->count = 0;
    if (is_capture || is_own || heard->event == HEARD_OPENING)
        arrangements->list[arrangements->count++ % ARRANGEMENTS_MAX] = view->own;
}

uint32_t arrangements_before(const Arrangements *arrangements, const KriegspielView *view,
                             Try attempt)
{
    const uint32_t kept =
        arrangements->count < ARRANGEMENTS_MAX ? arrangements->count : ARRANGEMENTS_MAX;
    OwnMen after = view->own;
    uint32_t times = 0;
    own_men_play(&after, attempt);
    for (uint32_t i = 0; i < kept; i++)
        times += memcmp(&arrangements->list[i], &after, sizeof after) == 0;
    return times;
}
