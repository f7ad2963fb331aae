// The record of a desk's game, once nobody plays it any more. The one file of this room that asks
// the table for more than a seat may hear.
#include "play/inside.h"

#include "table/truth.h"

#include <assert.h>

bool desk_record(const Desk *desk, const Memory *memory, GameRecord *record)
{
    assert(desk_is_over(desk));
    const Entries *entries = table_record(desk->table);
    GameRecord made = game_record_of(desk->game, desk->plan.rules, desk->plan.clock);
    for (uint32_t i = 0; i < entries->count; i++) {
        if (entries_add(&made.entries, memory, entries->list[i]))
            continue;
        game_record_done(&made, memory);
        return false;
    }
    *record = made;
    return true;
}
