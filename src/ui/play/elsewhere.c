// A game whose table is elsewhere, at a server. What is drawn comes from the seat, as for a table here; actions go out, and what the
// seat hears of them comes later.
#include "base/i18n/words.h"
#include "ui/play/inside.h"

#include <assert.h>

bool ui_hear(GameUi *ui, Try own, const Hearing *hearing, const uint32_t clock_ms[2],
             uint64_t now_ms)
{
    assert(play__is_elsewhere(ui));
    const bool is_opening = play__seat(ui)->log.count == 0;
    const uint8_t mover_before = is_opening ? hearing->seat : ui_seat_to_move(ui);
    const TableEffect effect = {
        .seat = ui->seat, .clock_ms = {clock_ms[0], clock_ms[1]}, .hearing = *hearing};
    if (!play__hear(ui, own, &effect))
        return false;
    ui->clock_at_ms = now_ms;
    ui->clock_held_ms = 0;
    play__update_mode(ui, mover_before, now_ms);
    return true;
}

void ui_run_clock_since(GameUi *ui, uint64_t at_ms)
{
    ui->clock_at_ms = at_ms;
    ui->clock_held_ms = 0;
}

void ui_pause(GameUi *ui, uint64_t at_ms)
{
    ui->clock_held_ms = at_ms;
    ui_tell(ui, words_of(SAY_AWAY_STILL));
}

void ui_resume(GameUi *ui, uint64_t since_ms)
{
    ui_run_clock_since(ui, since_ms);
    ui_tell(ui, words_of(SAY_AWAY_RUNS));
}

void ui_set_notice(GameUi *ui, const char *sentence)
{
    ui->notice = sentence;
}

void ui_go_on(GameUi *ui, uint64_t now_ms)
{
    play__queue_run(ui, now_ms);
}
