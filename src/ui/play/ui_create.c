// The beginning of a game at a user interface.
#include "ui/play/inside.h"

#include <assert.h>
#include <string.h>

GameUi *ui_create(const Memory *memory, const UiPlan *plan, uint64_t now_ms)
{
    assert(plan->is_person[0] || plan->is_person[1]);
    GameUi *ui = memory_resize(memory, NULL, sizeof *ui);
    if (!ui)
        return NULL;
    memset(ui, 0, sizeof *ui);
    ui->memory = *memory;
    ui->plan = *plan;
    ui->game = plan->game;
    ui->kind = play__ui_of(plan->game);
    ui->at = plan->server ? &play__server_table : &play__local_table;
    assert(ui->kind);
    ui->cursor = ui->held = SQUARE_NONE;
    ui->turn_began_ms = now_ms;
    for (uint8_t seat = 0; seat < 2; seat++)
        seat_init(&ui->seats[seat], memory, plan->game, plan->rules, seat);
    if (ui->at->open(ui, now_ms))
        return ui;
    ui_destroy(ui);
    return NULL;
}
