// The table of a game screen at a server: actions are sent there, and what the seat hears of them comes later, by ui_hear.
#include "base/i18n/words.h"
#include "ui/play/internal.h"

#include <assert.h>

static bool server_table_open(GameUi *ui, uint64_t now_ms)
{
    (void)now_ms;
    assert(ui->plan.is_person[0] != ui->plan.is_person[1]);
    ui->seat = !ui->plan.is_person[0];
    return true;
}

static bool server_table_can_send(const GameUi *ui)
{
    const UiServerLink *server = ui->plan.server;
    return server->can_send(server->context);
}

static void server_table_send(GameUi *ui, EventKind kind, Try attempt, uint64_t now_ms)
{
    (void)now_ms;
    const UiServerLink *server = ui->plan.server;
    if (kind == EVENT_TRY && ui_seat_to_move(ui) != ui->seat)
        play__tell_turn(ui);
    else if (!server_table_can_send(ui))
        play__tell(ui, SAY_AWAY_WAIT);
    else
        server->send(server->context, kind, attempt);
}

// Counts on from what the clock showed when the seat last heard of it.
static uint32_t server_table_clock_ms(const GameUi *ui, uint8_t seat, uint64_t now_ms)
{
    const uint32_t shown_ms = ui->clock_ms[ui->seat][seat];
    const uint64_t until_ms = ui->clock_held_ms ? ui->clock_held_ms : now_ms;
    const uint64_t gone_ms = until_ms > ui->clock_at_ms ? until_ms - ui->clock_at_ms : 0;
    return gone_ms < shown_ms ? (uint32_t)(shown_ms - gone_ms) : 0;
}

// The server ends the game in time.
static void server_table_tick(GameUi *ui, uint64_t now_ms)
{
    (void)ui;
    (void)now_ms;
}

const ScreenTable play__server_table = {
    .open = server_table_open,
    .send = server_table_send,
    .can_send = server_table_can_send,
    .clock_ms = server_table_clock_ms,
    .tick = server_table_tick,
    .has_abort = true,
    .ask_quit = SAY_AWAY_ASK_QUIT,
    .over_keys = SAY_AWAY_OVER_KEYS,
    .line_over = SAY_AWAY_LINE_OVER,
    .line_sent = SAY_AWAY_SENT,
};

bool ui_hear(GameUi *ui, Try own, const Hearing *hearing, const uint32_t clock_ms[2],
             uint64_t now_ms)
{
    assert(ui->plan.server);
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

void ui_send_queued(GameUi *ui, uint64_t now_ms)
{
    play__queue_run(ui, now_ms);
}
