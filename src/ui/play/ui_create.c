// The beginning of a game at a user interface.
#include "ui/play/inside.h"

#include <assert.h>
#include <string.h>

static bool begin_game(GameUi *ui, const TableEffects *effects)
{
    for (uint32_t i = 0; i < effects->count; i++)
        if (!play__hear(ui, TRY_NONE, &effects->effects[i]))
            return false;
    const uint8_t first = ui_seat_to_move(ui);
    ui->seat = play__is_shared(ui) ? first : !ui->plan.is_person[0];
    ui->mode = ui_is_over(ui) ? MODE_OVER : MODE_PLAY;
    return true;
}

GameUi *ui_create(const Memory *memory, const UiPlan *plan, uint64_t now_ms)
{
    assert(plan->is_person[0] || plan->is_person[1]);
    assert(!plan->elsewhere || plan->is_person[0] != plan->is_person[1]);
    GameUi *ui = memory_resize(memory, NULL, sizeof *ui);
    if (!ui)
        return NULL;
    memset(ui, 0, sizeof *ui);
    ui->memory = *memory;
    ui->plan = *plan;
    ui->game = plan->game;
    ui->kind = play__ui_of(plan->game);
    assert(ui->kind);
    ui->cursor = ui->held = SQUARE_NONE;
    ui->turn_began_ms = now_ms;
    for (uint8_t seat = 0; seat < 2; seat++)
        seat_init(&ui->seats[seat], memory, plan->game, plan->rules, seat);
    if (play__is_elsewhere(ui)) {
        ui->seat = !plan->is_person[0];
        return ui;
    }
    TableEffects effects;
    ui->table = table_create(memory, ui->game, ui->plan.rules, plan->clock, now_ms, &effects);
    if (ui->table && begin_game(ui, &effects))
        return ui;
    ui_destroy(ui);
    return NULL;
}
