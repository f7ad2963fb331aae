// The events of a game: they go to the table, and their effects to the seats.
#include "ui/play/game_ui.h"

#include "ui/play/inside.h"

#include <assert.h>
#include <string.h>

Text play__message(GameUi *ui)
{
    return TEXT_IN(ui->message);
}

void ui_tell(GameUi *ui, const char *sentence)
{
    assert(sentence);
    Text message = play__message(ui);
    text_add(&message, sentence);
}

void play__tell(GameUi *ui, SayCode code)
{
    ui_tell(ui, words_of(code));
}

const char *ui_message(const GameUi *ui)
{
    return ui->message;
}

// --- What a seat knows ---------------------------------------------------------------------------

const SeatLog *ui_log(const GameUi *ui, uint8_t seat)
{
    assert(seat < 2);
    return &ui->seats[seat].log;
}

const Hearing *play__last_heard(const GameUi *ui)
{
    const SeatLog *log = &play__seat(ui)->log;
    assert(log->count > 0);
    return &log->list[log->count - 1].hearing;
}

// What the person at the keyboard was told before the latest hearing may no longer be true, and a man that was taken is held
// no more.
static void end_status(GameUi *ui)
{
    const Seat *seat = play__seat(ui);
    ui->message[0] = '\0';
    if (ui->held != SQUARE_NONE && !seat->phantoms[ui->held] &&
        !seat_man_at(seat, seat->number, ui->held))
        ui->held = SQUARE_NONE;
}

bool play__hear(GameUi *ui, Try own, const TableEffect *effect)
{
    const uint8_t seat = effect->seat;
    assert(seat < 2);
    if (!seat_hear(&ui->seats[seat], own, &effect->hearing))
        return false;
    memcpy(ui->clock_ms[seat], effect->clock_ms, sizeof ui->clock_ms[seat]);
    if (seat == ui->seat) {
        end_status(ui);
        play__queue_hears(ui, own, &effect->hearing);
        ui->is_refused |= effect->hearing.event == HEARD_REFUSAL && own != TRY_NONE;
    }
    return true;
}

// --- Time ----------------------------------------------------------------------------------------

// The table's time stands still while the keyboard changes hands.
static uint64_t table_ms(const GameUi *ui, uint64_t now_ms)
{
    return (play__is_paused(ui) ? ui->pause_began_ms : now_ms) - ui->paused_ms;
}

// Elsewhere: what a clock shows that runs.
static uint32_t run_clock(const GameUi *ui, uint8_t seat, uint64_t now_ms)
{
    const uint32_t shown_ms = ui->clock_ms[ui->seat][seat];
    const uint64_t until_ms = ui->clock_held_ms ? ui->clock_held_ms : now_ms;
    const uint64_t gone_ms = until_ms > ui->clock_at_ms ? until_ms - ui->clock_at_ms : 0;
    return gone_ms < shown_ms ? (uint32_t)(shown_ms - gone_ms) : 0;
}

uint32_t ui_clock_ms(const GameUi *ui, uint8_t seat, uint64_t now_ms)
{
    assert(seat < 2);
    if (ui_is_over(ui) || ui->plan.clock.base_ms == 0 || seat != ui_seat_to_move(ui))
        return ui->clock_ms[ui->seat][seat];
    if (play__is_elsewhere(ui))
        return run_clock(ui, seat, now_ms);
    const uint64_t deadline_ms = table_deadline_ms(ui->table);
    const uint64_t at_ms = table_ms(ui, now_ms);
    return at_ms < deadline_ms ? (uint32_t)(deadline_ms - at_ms) : 0;
}

uint64_t ui_next_ms(const GameUi *ui, uint64_t now_ms)
{
    if (ui_is_over(ui) || play__is_paused(ui))
        return UINT64_MAX;
    const bool is_thinking = ui_awaits_player(ui);
    uint64_t wait_ms =
        is_thinking ? SECOND_MS - (now_ms - ui->turn_began_ms) % SECOND_MS : UINT64_MAX;
    if (ui->plan.clock.base_ms) {
        const uint32_t left_ms = ui_clock_ms(ui, ui_seat_to_move(ui), now_ms);
        const uint32_t step_ms = left_ms <= TENTHS_BELOW_MS ? TENTH_MS : SECOND_MS;
        const uint32_t clock_wait_ms = left_ms ? (left_ms - 1) % step_ms + 1 : 0;
        wait_ms = clock_wait_ms < wait_ms ? clock_wait_ms : wait_ms;
    }
    return wait_ms == UINT64_MAX ? UINT64_MAX : now_ms + wait_ms;
}

// --- Events --------------------------------------------------------------------------------------

uint8_t ui_seat(const GameUi *ui)
{
    return ui->seat;
}

const Game *ui_game(const GameUi *ui)
{
    return ui->game;
}

bool ui_awaits_player(const GameUi *ui)
{
    return !ui_is_over(ui) && !ui->plan.is_person[ui_seat_to_move(ui)];
}

uint64_t ui_ask_ms(const GameUi *ui)
{
    return ui_awaits_player(ui) ? ui->turn_began_ms + ui->plan.pace_ms : UINT64_MAX;
}

void play__update_mode(GameUi *ui, uint8_t mover_before, uint64_t now_ms)
{
    if (ui_is_over(ui)) {
        ui->mode = MODE_OVER;
    } else if (ui_seat_to_move(ui) != mover_before) {
        ui->turn_began_ms = now_ms;
        if (play__is_shared(ui)) {
            ui->pause_began_ms = now_ms;
            ui->mode = MODE_PASS;
        }
    }
}

static TableError step(GameUi *ui, EventKind kind, uint8_t seat, Try attempt, uint64_t now_ms)
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

void ui_tick(GameUi *ui, uint64_t now_ms)
{
    if (ui_is_over(ui) || play__is_paused(ui) || play__is_elsewhere(ui))
        return;
    const TableError error = step(ui, EVENT_TIME, ui_seat_to_move(ui), TRY_NONE, now_ms);
    if (error)
        ui_tell(ui, table_error_text(error));
}

void ui_fail(GameUi *ui, const char *reason, uint64_t now_ms)
{
    if (ui_is_over(ui))
        return;
    const uint8_t seat = ui_seat_to_move(ui);
    const TableError error = step(ui, EVENT_FORFEIT, seat, TRY_NONE, now_ms);
    Text message = play__message(ui);
    WORDS_FILL(&message, SAY_FAILED, {ui->plan.names[seat]},
               {error ? table_error_text(error) : reason});
}

void ui_choose(GameUi *ui, const Choice *choice, uint64_t now_ms)
{
    if (ui_is_over(ui))
        return;
    const TableError error =
        step(ui, (EventKind)choice->kind, ui_seat_to_move(ui), choice->attempt, now_ms);
    if (error)
        ui_fail(ui, table_error_text(error), now_ms);
    play__queue_run(ui, now_ms);
}

// --- Actions of the person at the keyboard --------------------------------------------------------

void play__tell_turn(GameUi *ui)
{
    Text message = play__message(ui);
    WORDS_FILL(&message, SAY_STATUS_NOT_YOUR_TURN, {words_color(!ui->seat)});
}

// To a table elsewhere, which answers later.
static void send_away(GameUi *ui, EventKind kind, Try attempt)
{
    const UiElsewhere *elsewhere = ui->plan.elsewhere;
    if (kind == EVENT_TRY && ui_seat_to_move(ui) != ui->seat)
        play__tell_turn(ui);
    else if (!play__can_send(ui))
        play__tell(ui, SAY_AWAY_WAIT);
    else
        elsewhere->send(elsewhere->context, kind, attempt);
}

void play__send(GameUi *ui, EventKind kind, Try attempt, uint64_t now_ms)
{
    if (play__is_elsewhere(ui)) {
        send_away(ui, kind, attempt);
        return;
    }
    const TableError error = step(ui, kind, ui->seat, attempt, now_ms);
    if (error == TABLE_ERR_TURN)
        play__tell_turn(ui);
    else if (error)
        ui_tell(ui, table_error_text(error));
}

void play__attempt(GameUi *ui, Try attempt, uint64_t now_ms)
{
    assert(attempt != TRY_NONE);
    ui->held = SQUARE_NONE;
    const UiKind *kind = ui->kind;
    if (kind->needs_promotion && ui_seat_to_move(ui) == ui->seat &&
        kind->needs_promotion(ui, attempt)) {
        ui->promoting = attempt;
        ui->mode = MODE_PROMOTE;
        return;
    }
    play__send(ui, EVENT_TRY, attempt, now_ms);
}

void play__answer(GameUi *ui, bool is_yes, uint64_t now_ms)
{
    assert(ui->mode == MODE_RESIGN || ui->mode == MODE_QUIT);
    const bool is_quitting = ui->mode == MODE_QUIT;
    ui->mode = MODE_PLAY;
    if (!is_yes)
        return;
    if (!is_quitting) {
        play__send(ui, EVENT_RESIGN, TRY_NONE, now_ms);
        return;
    }
    ui_leave(ui);
    ui->wish = WISH_LEAVE;
}

void play__pass_on(GameUi *ui, uint64_t now_ms)
{
    assert(play__is_paused(ui) && play__is_shared(ui));
    assert(now_ms >= ui->pause_began_ms);
    ui->is_refused = false; // that is no news for the other
    if (ui->mode == MODE_PASS) {
        ui->mode = MODE_HAND;
        return;
    }
    ui->seat = !ui->seat;
    ui->mode = MODE_PLAY;
    ui->paused_ms += now_ms - ui->pause_began_ms;
    ui->turn_began_ms = now_ms;
    ui->cursor = ui->held = SQUARE_NONE;
    ui->go_cursor = GO_NONE;
    ui->typed_length = 0;
    ui->queue[0] = '\0';
}

void ui_leave(GameUi *ui)
{
    ui->is_left |= !play__has_ended(ui);
    ui->mode = MODE_OVER;
}

bool ui_take_refusal(GameUi *ui)
{
    const bool is_refused = ui->is_refused;
    ui->is_refused = false;
    return is_refused;
}

UiWish ui_take_wish(GameUi *ui)
{
    const UiWish wish = (UiWish)ui->wish;
    ui->wish = WISH_NONE;
    return wish;
}

// --- End ----------------------------------------------------------------------------

void ui_destroy(GameUi *ui)
{
    if (!ui)
        return;
    const Memory memory = ui->memory;
    table_destroy(ui->table);
    for (uint8_t seat = 0; seat < 2; seat++)
        seat_done(&ui->seats[seat]);
    memory_resize(&memory, ui, 0);
}
