// Arrangements of own men, compared by 64-bit keys.
#include "engine/kriegspiel_players/arrangements.h"

#include <assert.h>

static uint64_t key_of(const Arrangements *arrangements, const OwnMen *own)
{
    uint64_t key = arrangements->ignores_castling ? 0 : chess_castling_keys[own->castling];
    for (Kind kind = PAWN; kind < KIND_COUNT; kind++)
        for (Bits men = own->kind[kind]; men;)
            key ^= chess_man_keys[WHITE][kind][bits_take(&men)];
    return key;
}

void arrangements_note(Arrangements *arrangements, const OwnMen *own, bool is_first)
{
    if (is_first)
        arrangements->count = 0;
    arrangements->keys[arrangements->count++ % ARRANGEMENTS_MAX] = key_of(arrangements, own);
}

uint32_t arrangements_times(const Arrangements *arrangements, const OwnMen *own, uint32_t max)
{
    assert(max <= ARRANGEMENTS_MAX);
    const uint32_t count = arrangements->count, looked = count < max ? count : max;
    const uint64_t key = key_of(arrangements, own);
    uint32_t times = 0;
    for (uint32_t i = 1; i <= looked; i++)
        times += arrangements->keys[(count - i) % ARRANGEMENTS_MAX] == key;
    return times;
}

void arrangements_hear(Arrangements *arrangements, const KriegspielView *view, uint8_t seat,
                       const Hearing *heard)
{
    assert(seat < 2);
    const bool is_move = heard->event == HEARD_MOVE;
    const bool is_first =
        heard->event == HEARD_OPENING || (is_move && (heard->captured || heard->capture_at));
    if (is_first || (is_move && heard->seat == seat))
        arrangements_note(arrangements, &view->own, is_first);
}

uint32_t arrangements_before(const Arrangements *arrangements, const KriegspielView *view,
                             Try attempt)
{
    assert(attempt != TRY_NONE && attempt != TRY_ANY);
    OwnMen after = view->own;
    own_men_play(&after, attempt);
    return arrangements_times(arrangements, &after, ARRANGEMENTS_LAST);
}
