// Keeping up with a game, and hunting at its end.
#include "kriegspiel/player/bare_king_state.h"

#include <math.h>

// What it costs to bring back an own arrangement, each time.
#define REPEATED 60.0

void hunter_begin(Hunter *hunter, const KriegspielRules *rules, uint8_t seat, bool shades)
{
    *hunter = (Hunter){.shades = shades};
    metaposition_begin(&hunter->meta, rules, seat);
    shading_begin(&hunter->shading, &hunter->meta);
}

static uint64_t arrangement_key(const OwnMen *own)
{
    uint64_t key = 0;
    for (unsigned kind = 0; kind < KIND_COUNT; kind++)
        for (Bits men = own->kind[kind]; men;)
            key ^= chess_man_keys[WHITE][kind][bits_take(&men)];
    return key;
}

static void note_arrangement(Hunter *hunter, bool is_new)
{
    if (is_new || hunter->arrangement_count == HUNTER_ARRANGEMENTS_MAX)
        hunter->arrangement_count = 0;
    hunter->arrangements[hunter->arrangement_count++] = arrangement_key(&hunter->meta.own);
}

void hunter_hear(Hunter *hunter, Try own, const Hearing *heard)
{
    const Metaposition before = hunter->meta;
    metaposition_hear(&hunter->meta, own, heard);
    if (hunter->shades)
        shading_hear(&hunter->shading, &before, own, heard, &hunter->meta);
    if (heard->event == HEARD_MOVE && heard->seat == before.own.color)
        note_arrangement(hunter, hunter->meta.quiet_most == 0);
    else if (heard->event == HEARD_MOVE && heard->captured)
        hunter->arrangement_count = 0;
}

unsigned hunter_times(const Hunter *hunter, Move move)
{
    OwnMen after = hunter->meta.own;
    own_men_play(&after, move);
    const uint64_t key = arrangement_key(&after);
    unsigned times = 0;
    for (uint32_t i = 0; i < hunter->arrangement_count; i++)
        times += hunter->arrangements[i] == key;
    return times;
}

HuntTry hunter_choose(const Hunter *hunter, Meter *meter, const Try *tries, uint32_t count)
{
    Hunt hunt;
    HuntTry hunted[TRIES_MAX];
    hunt_begin(&hunt, &hunter->meta, &hunter->shading);
    for (uint32_t i = 0; i < count; i++)
        hunted[i].move = tries[i];
    hunt_search(&hunt, meter, hunted, count);
    HuntTry best = {.value = -INFINITY};
    for (uint32_t i = 0; i < count; i++) {
        const unsigned times = hunter_times(hunter, hunted[i].move);
        hunted[i].value -= times * times * REPEATED;
        if (hunted[i].value > best.value)
            best = hunted[i];
    }
    return best;
}
