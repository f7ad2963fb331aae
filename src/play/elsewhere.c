// A game whose table is elsewhere, at a server. What is drawn comes from the seat, as for a table here; actions go out, and what the
// seat hears of them comes later.
#include "play/inside.h"

#include <assert.h>
#include <string.h>

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
    play__update_mode(ui, mover_before, now_ms);
    return true;
}

void ui_run_clock_since(GameUi *ui, uint64_t at_ms)
{
    ui->clock_at_ms = at_ms;
}

void ui_set_notice(GameUi *ui, const char *sentence)
{
    ui->notice = sentence;
}

void ui_go_on(GameUi *ui, uint64_t now_ms)
{
    play__queue_run(ui, now_ms);
}

bool play__can_send(const GameUi *ui)
{
    const UiElsewhere *elsewhere = ui->plan.elsewhere;
    return !elsewhere || elsewhere->can_send(elsewhere->context);
}

void play__send_away(GameUi *ui, EventKind kind, Try attempt)
{
    const UiElsewhere *elsewhere = ui->plan.elsewhere;
    if (kind == EVENT_TRY && ui_seat_to_move(ui) != ui->seat)
        play__tell_turn(ui);
    else if (!play__can_send(ui))
        play__tell(ui, SAY_AWAY_WAIT);
    else
        elsewhere->send(elsewhere->context, kind, attempt);
}

uint32_t play__run_clock(const GameUi *ui, uint8_t seat, uint64_t now_ms)
{
    const uint32_t shown_ms = ui->clock_ms[ui->seat][seat];
    const uint64_t gone_ms = now_ms > ui->clock_at_ms ? now_ms - ui->clock_at_ms : 0;
    return gone_ms < shown_ms ? (uint32_t)(shown_ms - gone_ms) : 0;
}
