// The record of a desk's game, once nobody plays it any more. The one file of this room that asks
// the table for more than a seat may hear.
#include "play/inside.h"

#include "table/truth.h"

#include <assert.h>

bool desk_record(const Desk *desk, const Memory *memory, GameRecord *record)
{
    assert(desk_is_over(desk));
    GameRecord made = game_record_of(desk->game, desk->plan.rules, desk->plan.clock);
    const bool is_made = entries_add_all(&made.entries, memory, table_record(desk->table));
    if (is_made)
        *record = made;
    else
        game_record_done(&made, memory);
    return is_made;
}
