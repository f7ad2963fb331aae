// What happens at a desk: events go to the table, effects to logs, views and notes.
#include "play/desk.h"

#include "play/inside.h"

#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

const char *const play__color_names[2] = {"White", "Black"};

void play__say(Desk *desk, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(desk->message, sizeof desk->message, format, arguments);
    va_end(arguments);
}

void desk_tell(Desk *desk, const char *sentence)
{
    play__say(desk, "%s", sentence);
}

const char *desk_message(const Desk *desk)
{
    return desk->message;
}

// --- What a seat knows ---------------------------------------------------------------------------

uint32_t play__tries(const Desk *desk, Try *out)
{
    return desk->game->tries(desk->plan.rules, &desk->views[desk->seat], out);
}

const SeatLog *desk_log(const Desk *desk, uint8_t seat)
{
    return &desk->logs[seat];
}

static void note_offer(Desk *desk, uint8_t seat, const Hearing *heard)
{
    if (heard->event == HEARD_OFFER && heard->seat != seat)
        desk->has_offer[seat] = true;
    const bool is_answer = heard->event == HEARD_DECLINE || heard->event == HEARD_MOVE;
    if ((is_answer && heard->seat == seat) || heard->ending)
        desk->has_offer[seat] = false;
}

static bool hear(Desk *desk, Try own, const TableEffect *effect)
{
    const uint8_t seat = effect->seat;
    const Heard heard = {.own = own, .hearing = effect->hearing};
    if (!seat_log_add(&desk->logs[seat], &desk->memory, heard))
        return false;
    desk->game->hear(desk->plan.rules, &desk->views[seat], own, &effect->hearing);
    memcpy(desk->clock_ms[seat], effect->clock_ms, sizeof desk->clock_ms[seat]);
    desk->ui->clear_marks(desk, seat, &effect->hearing);
    note_offer(desk, seat, &effect->hearing);
    return true;
}

// --- Time ----------------------------------------------------------------------------------------

static bool is_paused(const Desk *desk)
{
    return desk->mode == MODE_PASS || desk->mode == MODE_HAND;
}

// The table's time stands still while a keyboard changes hands.
static uint64_t table_ms(const Desk *desk, uint64_t now_ms)
{
    return (is_paused(desk) ? desk->pause_began_ms : now_ms) - desk->paused_ms;
}

uint32_t desk_clock_ms(const Desk *desk, uint8_t seat, uint64_t now_ms)
{
    if (desk_is_over(desk) || desk->plan.clock.base_ms == 0 || seat != desk_seat_to_move(desk))
        return desk->clock_ms[desk->seat][seat];
    const uint64_t deadline_ms = table_deadline_ms(desk->table);
    const uint64_t at_ms = table_ms(desk, now_ms);
    return at_ms < deadline_ms ? (uint32_t)(deadline_ms - at_ms) : 0;
}

uint64_t desk_next_ms(const Desk *desk, uint64_t now_ms)
{
    if (desk_is_over(desk) || is_paused(desk))
        return UINT64_MAX;
    const bool is_thinking = desk_awaits_player(desk);
    uint64_t wait_ms =
        is_thinking ? SECOND_MS - (now_ms - desk->turn_began_ms) % SECOND_MS : UINT64_MAX;
    if (desk->plan.clock.base_ms) {
        const uint32_t left_ms = desk_clock_ms(desk, desk_seat_to_move(desk), now_ms);
        const uint32_t step_ms = left_ms <= TENTHS_BELOW_MS ? TENTH_MS : SECOND_MS;
        const uint32_t clock_wait_ms = left_ms ? (left_ms - 1) % step_ms + 1 : 0;
        wait_ms = clock_wait_ms < wait_ms ? clock_wait_ms : wait_ms;
    }
    return wait_ms == UINT64_MAX ? UINT64_MAX : now_ms + wait_ms;
}

// --- Events --------------------------------------------------------------------------------------

bool desk_is_over(const Desk *desk)
{
    return table_is_over(desk->table) || desk->is_left;
}

uint8_t desk_seat_to_move(const Desk *desk)
{
    return table_seat_to_move(desk->table);
}

uint8_t desk_seat(const Desk *desk)
{
    return desk->seat;
}

bool desk_awaits_player(const Desk *desk)
{
    return !desk_is_over(desk) && !desk->plan.is_person[desk_seat_to_move(desk)];
}

// After an event: whose turn it is now, and what is in front of the person.
static void settle(Desk *desk, uint8_t mover_before, uint64_t now_ms)
{
    if (desk_is_over(desk)) {
        desk->mode = MODE_OVER;
    } else if (desk_seat_to_move(desk) != mover_before) {
        desk->turn_began_ms = now_ms;
        if (play__is_shared(desk)) {
            desk->pause_began_ms = now_ms;
            desk->mode = MODE_PASS;
        }
    }
}

static TableError step(Desk *desk, const TableEvent *event, uint64_t now_ms)
{
    TableEffects effects;
    const uint8_t mover_before = desk_seat_to_move(desk);
    const TableError error = table_step(desk->table, event, &effects);
    if (error)
        return error;
    for (uint32_t i = 0; i < effects.count; i++) {
        const TableEffect *effect = &effects.effects[i];
        if (!hear(desk, hearing_own(&effect->hearing, effect->seat, event->attempt), effect)) {
            desk_leave(desk); // a game that its seat cannot follow is no game
            return TABLE_ERR_MEMORY;
        }
    }
    if (effects.count)
        settle(desk, mover_before, now_ms);
    return TABLE_OK;
}

static TableEvent event_of(const Desk *desk, EventKind kind, uint8_t seat, Try attempt,
                           uint64_t now_ms)
{
    return (TableEvent){
        .kind = (uint8_t)kind, .seat = seat, .attempt = attempt, .at_ms = table_ms(desk, now_ms)};
}

void desk_tick(Desk *desk, uint64_t now_ms)
{
    if (desk_is_over(desk) || is_paused(desk))
        return;
    const TableEvent event = event_of(desk, EVENT_TIME, desk_seat_to_move(desk), TRY_NONE, now_ms);
    const TableError error = step(desk, &event, now_ms);
    if (error)
        desk_tell(desk, table_error_text(error));
}

void desk_fail(Desk *desk, const char *reason, uint64_t now_ms)
{
    if (desk_is_over(desk))
        return;
    const uint8_t seat = desk_seat_to_move(desk);
    const TableEvent event = event_of(desk, EVENT_FORFEIT, seat, TRY_NONE, now_ms);
    const TableError error = step(desk, &event, now_ms);
    play__say(desk, "%s: %s", desk->plan.names[seat], error ? table_error_text(error) : reason);
}

void desk_choose(Desk *desk, const Choice *choice, uint64_t now_ms)
{
    if (desk_is_over(desk))
        return;
    const TableEvent event =
        event_of(desk, (EventKind)choice->kind, desk_seat_to_move(desk), choice->attempt, now_ms);
    const TableError error = step(desk, &event, now_ms);
    if (error)
        desk_fail(desk, table_error_text(error), now_ms);
}

// --- Doings of the person at the keyboard --------------------------------------------------------

static void send(Desk *desk, EventKind kind, Try attempt, uint64_t now_ms)
{
    const TableEvent event = event_of(desk, kind, desk->seat, attempt, now_ms);
    const TableError error = step(desk, &event, now_ms);
    if (error == TABLE_ERR_TURN)
        play__say(desk, "It is %s's turn.", play__color_names[!desk->seat]);
    else if (error)
        desk_tell(desk, table_error_text(error));
}

void play__send(Desk *desk, EventKind kind, uint64_t now_ms)
{
    send(desk, kind, TRY_NONE, now_ms);
}

void play__attempt(Desk *desk, Try attempt, uint64_t now_ms)
{
    desk->held = SQUARE_NONE;
    if (desk_seat_to_move(desk) == desk->seat && desk->ui->needs_promotion(desk, attempt)) {
        desk->promoting = attempt;
        desk->mode = MODE_PROMOTE;
        return;
    }
    send(desk, EVENT_TRY, attempt, now_ms);
}

void play__answer(Desk *desk, bool is_yes, uint64_t now_ms)
{
    const bool is_quitting = desk->mode == MODE_QUIT;
    desk->mode = MODE_PLAY;
    if (!is_yes)
        return;
    if (!is_quitting) {
        send(desk, EVENT_RESIGN, TRY_NONE, now_ms);
        return;
    }
    desk_leave(desk);
    desk->wish = WISH_LEAVE;
}

void play__pass_on(Desk *desk, uint64_t now_ms)
{
    if (desk->mode == MODE_PASS) {
        desk->mode = MODE_HAND;
        return;
    }
    desk->seat = !desk->seat;
    desk->mode = MODE_PLAY;
    desk->paused_ms += now_ms - desk->pause_began_ms;
    desk->turn_began_ms = now_ms;
    desk->cursor = desk->held = SQUARE_NONE;
    desk->point = GO_NONE;
    desk->typed_length = 0;
}

void desk_leave(Desk *desk)
{
    desk->is_left |= !table_is_over(desk->table);
    desk->mode = MODE_OVER;
}

DeskWish desk_take_wish(Desk *desk)
{
    const DeskWish wish = (DeskWish)desk->wish;
    desk->wish = WISH_NONE;
    return wish;
}

// --- Beginning and end ---------------------------------------------------------------------------

static bool sit_down(Desk *desk, const TableEffects *effects)
{
    for (uint8_t seat = 0; seat < 2; seat++)
        desk->game->sit(desk->plan.rules, seat, &desk->views[seat]);
    for (uint32_t i = 0; i < effects->count; i++)
        if (!hear(desk, TRY_NONE, &effects->effects[i]))
            return false;
    const uint8_t first = desk_seat_to_move(desk);
    desk->seat = play__is_shared(desk) ? first : !desk->plan.is_person[0];
    desk->mode = desk_is_over(desk) ? MODE_OVER : MODE_PLAY;
    return true;
}

Desk *desk_create(const Memory *memory, const DeskPlan *plan, uint64_t now_ms)
{
    assert(plan->is_person[0] || plan->is_person[1]);
    Desk *desk = memory_resize(memory, NULL, sizeof *desk);
    if (!desk)
        return NULL;
    memset(desk, 0, sizeof *desk);
    desk->memory = *memory;
    desk->plan = *plan;
    desk->game = plan->game;
    desk->ui = play__ui_of(plan->game);
    assert(desk->ui);
    desk->cursor = desk->held = SQUARE_NONE;
    desk->turn_began_ms = now_ms;
    TableEffects effects;
    desk->table = table_create(memory, desk->game, desk->plan.rules, plan->clock, now_ms, &effects);
    if (desk->table && sit_down(desk, &effects))
        return desk;
    desk_destroy(desk);
    return NULL;
}

void desk_destroy(Desk *desk)
{
    if (!desk)
        return;
    const Memory memory = desk->memory;
    table_destroy(desk->table);
    for (uint8_t seat = 0; seat < 2; seat++)
        seat_log_done(&desk->logs[seat], &memory);
    memory_resize(&memory, desk, 0);
}
