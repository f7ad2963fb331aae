// The record and the truth of a game that is over or was left. Only this file of the room asks the table for more than a seat
// may hear.
#include "ui/play/inside.h"

#include "games/core/truth.h"

#include <assert.h>

const void *play__truth(const GameUi *ui)
{
    assert(ui_is_over(ui) && !play__is_elsewhere(ui));
    return table_truth(ui->table);
}

bool ui_record(const GameUi *ui, const Memory *memory, GameRecord *record)
{
    assert(ui_is_over(ui) && !play__is_elsewhere(ui));
    GameRecord made = game_record_of(ui->game, ui->plan.rules, ui->plan.clock);
    const bool is_made = entries_add_all(&made.entries, memory, table_record(ui->table));
    if (is_made)
        *record = made;
    else
        game_record_done(&made, memory);
    return is_made;
}
