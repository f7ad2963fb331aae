// When games end if nothing happens: a binary heap of games by their alarms. Each game knows its place in it.
#include "server/live/inside.h"

#include <assert.h>

bool hall__reserve_alarm(HallAlarms *alarms, const Memory *memory, uint32_t games)
{
    return memory_reserve(memory, &alarms->heap, games, &alarms->capacity, sizeof(HallGame *));
}

static void put(HallAlarms *alarms, HallGame *game, uint32_t index)
{
    alarms->heap[index] = game;
    game->alarm_index = index;
}

// Moves a game up as long as it is earlier than the game above it.
static void rise(HallAlarms *alarms, HallGame *game)
{
    uint32_t index = game->alarm_index;
    while (index > 0 && game->alarm_ms < alarms->heap[(index - 1) / 2]->alarm_ms) {
        put(alarms, alarms->heap[(index - 1) / 2], index);
        index = (index - 1) / 2;
    }
    put(alarms, game, index);
}

// And down as long as it is later than one below it.
static void sink(HallAlarms *alarms, HallGame *game)
{
    uint32_t index = game->alarm_index;
    for (uint32_t child; (child = 2 * index + 1) < alarms->count; index = child) {
        HallGame *const *heap = alarms->heap;
        if (child + 1 < alarms->count && heap[child + 1]->alarm_ms < heap[child]->alarm_ms)
            child++;
        if (heap[child]->alarm_ms >= game->alarm_ms)
            break;
        put(alarms, heap[child], index);
    }
    put(alarms, game, index);
}

static void take_out(HallAlarms *alarms, HallGame *game)
{
    HallGame *last = alarms->heap[--alarms->count];
    const uint32_t index = game->alarm_index;
    game->alarm_index = NO_ALARM;
    if (last == game)
        return;
    put(alarms, last, index);
    rise(alarms, last);
    sink(alarms, last);
}

void hall__set_alarm(HallAlarms *alarms, HallGame *game, uint64_t alarm_ms)
{
    const bool is_set = game->alarm_index != NO_ALARM;
    game->alarm_ms = alarm_ms;
    if (alarm_ms == UINT64_MAX) {
        if (is_set)
            take_out(alarms, game);
        return;
    }
    if (!is_set) {
        assert(alarms->count < alarms->capacity);
        put(alarms, game, alarms->count++);
    }
    rise(alarms, game);
    sink(alarms, game);
}
