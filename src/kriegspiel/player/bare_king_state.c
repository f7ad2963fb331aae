// Keeping up with a game, and hunting at its end.
#include "kriegspiel/player/bare_king_state.h"

#include <math.h>

// What it costs to bring back an own arrangement, each time.
#define REPEATED 60.0

void bare_king_state_begin(BareKingState *king_state, const KriegspielRules *rules, uint8_t seat,
                           bool shades)
{
    *king_state = (BareKingState){.shades = shades};
    metaposition_begin(&king_state->meta, rules, seat);
    piece_weights_begin(&king_state->piece_weights, &king_state->meta);
}

static uint64_t arrangement_key(const OwnMen *own)
{
    uint64_t key = 0;
    for (unsigned kind = 0; kind < KIND_COUNT; kind++)
        for (Bits men = own->kind[kind]; men;)
            key ^= chess_man_keys[WHITE][kind][bits_take(&men)];
    return key;
}

static void note_arrangement(BareKingState *king_state, bool is_new)
{
    if (is_new || king_state->arrangement_count == HUNTER_ARRANGEMENTS_MAX)
        king_state->arrangement_count = 0;
    king_state->arrangements[king_state->arrangement_count++] =
        arrangement_key(&king_state->meta.own);
}

void bare_king_state_hear(BareKingState *king_state, Try own, const Hearing *heard)
{
    const Metaposition before = king_state->meta;
    metaposition_hear(&king_state->meta, own, heard);
    if (king_state->shades)
        piece_weights_hear(&king_state->piece_weights, &before, own, heard, &king_state->meta);
    if (heard->event == HEARD_MOVE && heard->seat == before.own.color)
        note_arrangement(king_state, king_state->meta.quiet_most == 0);
    else if (heard->event == HEARD_MOVE && heard->captured)
        king_state->arrangement_count = 0;
}

unsigned bare_king_state_times(const BareKingState *king_state, Move move)
{
    OwnMen after = king_state->meta.own;
    own_men_play(&after, move);
    const uint64_t key = arrangement_key(&after);
    unsigned times = 0;
    for (uint32_t i = 0; i < king_state->arrangement_count; i++)
        times += king_state->arrangements[i] == key;
    return times;
}

BareKingTry bare_king_state_choose(const BareKingState *king_state, Meter *meter, const Try *tries,
                                   uint32_t count)
{
    BareKingSearch bare_king;
    BareKingTry hunted[TRIES_MAX];
    bare_king_begin(&bare_king, &king_state->meta, &king_state->piece_weights);
    for (uint32_t i = 0; i < count; i++)
        hunted[i].move = tries[i];
    bare_king_search(&bare_king, meter, hunted, count);
    BareKingTry best = {.value = -INFINITY};
    for (uint32_t i = 0; i < count; i++) {
        const unsigned times = bare_king_state_times(king_state, hunted[i].move);
        hunted[i].value -= times * times * REPEATED;
        if (hunted[i].value > best.value)
            best = hunted[i];
    }
    return best;
}
