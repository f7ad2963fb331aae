// Remembering hearings.
#include "lib/ear.h"

static void hear_move(Ear *ear, const Hearing *heard)
{
    assert(heard->seat < 2);
    const unsigned taken = heard->stones ? heard->stones : heard->captured != CAPTURED_NOTHING;
    ear->calls[heard->seat] = *heard;
    ear->taken[heard->seat] = (uint16_t)(ear->taken[heard->seat] + taken);
    ear->refusals = 0;
    ear->answer = 0;
}

void ear_hear(Ear *ear, const Hearing *heard)
{
    if (heard->event == HEARD_MOVE)
        hear_move(ear, heard);
    else if (heard->event == HEARD_REFUSAL)
        ear->refusals++;
    else if (heard->event == HEARD_ANSWER)
        ear->answer = heard->count ? 2 : 1;
    ear->ending = heard->ending;
}
