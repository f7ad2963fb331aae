// Finding a seat's own turns in its log.
#include "engine/core/fallback.h"

#include <assert.h>

static bool begins_turn(const Hearing *heard, uint8_t seat)
{
    return heard->event == HEARD_OPENING ? heard->seat == seat
                                         : heard->event == HEARD_MOVE && heard->seat != seat;
}

static bool ends_turn(const Hearing *heard, uint8_t seat)
{
    return heard->event == HEARD_MOVE && heard->seat == seat;
}

uint32_t fallback_turn(const SeatLog *log, uint8_t seat, uint32_t position, bool begins)
{
    assert(seat < 2);
    assert(position <= log->count);
    uint32_t latest = position;
    for (; position && !begins_turn(&log->list[position - 1].hearing, seat); position--)
        if (ends_turn(&log->list[position - 1].hearing, seat))
            latest = position - 1;
    return begins || !position ? position : latest;
}
