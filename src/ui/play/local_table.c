// The table of a game screen in this process: events of people and players are judged immediately, and their effects go to
// the seats. Only this file of the module asks the table for more than a seat may hear: the truth and the record of a game that
// is over or was left.
#include "ui/play/internal.h"

#include "games/core/truth.h"

#include <assert.h>

static bool local_table_open(GameUi *ui, uint64_t now_ms)
{
    TableEffects effects;
    ui->table =
        table_create(&ui->memory, ui->game, ui->plan.rules, ui->plan.clock, now_ms, &effects);
    if (!ui->table)
        return false;
    for (uint32_t i = 0; i < effects.count; i++)
        if (!play__hear(ui, TRY_NONE, &effects.effects[i]))
            return false;
    const uint8_t first = ui_seat_to_move(ui);
    ui->seat = play__is_shared(ui) ? first : !ui->plan.is_person[0];
    ui->mode = ui_is_over(ui) ? MODE_OVER : MODE_PLAY;
    return true;
}

// Returns the time of the table, which is paused while the keyboard changes hands.
static uint64_t table_ms(const GameUi *ui, uint64_t now_ms)
{
    return (play__is_paused(ui) ? ui->pause_began_ms : now_ms) - ui->paused_ms;
}

static uint32_t local_table_clock_ms(const GameUi *ui, uint8_t seat, uint64_t now_ms)
{
    (void)seat;
    const uint64_t deadline_ms = table_deadline_ms(ui->table);
    const uint64_t at_ms = table_ms(ui, now_ms);
    return at_ms < deadline_ms ? (uint32_t)(deadline_ms - at_ms) : 0;
}

// Gives an event to the table, and its effects to the seats.
static TableError local_table_step(GameUi *ui, EventKind kind, uint8_t seat, Try attempt,
                                   uint64_t now_ms)
{
    TableEffects effects;
    const uint8_t mover_before = ui_seat_to_move(ui);
    const TableEvent event = {
        .kind = (uint8_t)kind, .seat = seat, .attempt = attempt, .at_ms = table_ms(ui, now_ms)};
    const TableError error = table_step(ui->table, &event, &effects);
    if (error)
        return error;
    assert(effects.count <= COUNT_OF(effects.effects));
    for (uint32_t i = 0; i < effects.count; i++) {
        const TableEffect *effect = &effects.effects[i];
        if (!play__hear(ui, hearing_own(&effect->hearing, effect->seat, attempt), effect)) {
            ui_leave(ui); // a seat that misses a hearing cannot play on
            return TABLE_ERR_MEMORY;
        }
    }
    if (effects.count)
        play__update_mode(ui, mover_before, now_ms);
    return TABLE_OK;
}

static void local_table_tick(GameUi *ui, uint64_t now_ms)
{
    if (ui_is_over(ui) || play__is_paused(ui))
        return;
    const TableError error =
        local_table_step(ui, EVENT_TIME, ui_seat_to_move(ui), TRY_NONE, now_ms);
    if (error)
        ui_tell(ui, table_error_text(error));
}

void ui_fail(GameUi *ui, const char *reason, uint64_t now_ms)
{
    if (ui_is_over(ui))
        return;
    const uint8_t seat = ui_seat_to_move(ui);
    const TableError error = local_table_step(ui, EVENT_FORFEIT, seat, TRY_NONE, now_ms);
    Text message = play__message(ui);
    WORDS_FILL(&message, SAY_FAILED, {ui->plan.names[seat]},
               {error ? table_error_text(error) : reason});
}

void ui_choose(GameUi *ui, const Choice *choice, uint64_t now_ms)
{
    if (ui_is_over(ui))
        return;
    const TableError error =
        local_table_step(ui, (EventKind)choice->kind, ui_seat_to_move(ui), choice->attempt, now_ms);
    if (error)
        ui_fail(ui, table_error_text(error), now_ms);
    play__queue_run(ui, now_ms);
}

static bool local_table_can_send(const GameUi *ui)
{
    (void)ui;
    return true;
}

static void local_table_send(GameUi *ui, EventKind kind, Try attempt, uint64_t now_ms)
{
    const TableError error = local_table_step(ui, kind, ui->seat, attempt, now_ms);
    if (error == TABLE_ERR_TURN)
        play__tell_turn(ui);
    else if (error)
        ui_tell(ui, table_error_text(error));
}

const void *play__truth(const GameUi *ui)
{
    assert(ui_is_over(ui) && ui->table);
    return table_truth(ui->table);
}

bool ui_record(const GameUi *ui, const Memory *memory, GameRecord *record)
{
    assert(ui_is_over(ui));
    if (!ui->table)
        return false;
    GameRecord made = game_record_of(ui->game, ui->plan.rules, ui->plan.clock);
    const bool is_made = entries_add_all(&made.entries, memory, table_record(ui->table));
    if (is_made)
        *record = made;
    else
        game_record_done(&made, memory);
    return is_made;
}

const ScreenTable play__local_table = {
    .open = local_table_open,
    .send = local_table_send,
    .can_send = local_table_can_send,
    .clock_ms = local_table_clock_ms,
    .tick = local_table_tick,
    .has_record = true,
    .ask_quit = SAY_ASK_QUIT,
    .over_keys = SAY_OVER_KEYS,
    .line_over = SAY_LINE_OVER,
    .line_sent = SAY_LINE_DONE,
};
