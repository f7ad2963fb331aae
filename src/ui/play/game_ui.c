// A game on a screen: what its seats hear, its clocks, and the actions of the person at the keyboard.
#include "ui/play/game_ui.h"

#include "ui/play/internal.h"

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

// Returns whether the other seat moved and nothing else was called.
static bool is_plain_move(const GameUi *ui, const Hearing *heard)
{
    const Hearing plain = {.event = HEARD_MOVE, .verdict = heard->verdict, .seat = !ui->seat};
    return memcmp(&plain, heard, sizeof plain) == 0;
}

// Any call but a plain move is news, and cancels the queue.
static void queue_hear(GameUi *ui, Try own, const Hearing *heard)
{
    const bool is_own_refusal = own != TRY_NONE && heard->event == HEARD_REFUSAL;
    if (!is_own_refusal && !is_plain_move(ui, heard))
        ui->queue[0] = '\0';
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
        queue_hear(ui, own, &effect->hearing);
        ui->is_refused |= effect->hearing.event == HEARD_REFUSAL && own != TRY_NONE;
    }
    return true;
}

uint32_t ui_clock_ms(const GameUi *ui, uint8_t seat, uint64_t now_ms)
{
    assert(seat < 2);
    if (ui_is_over(ui) || ui->plan.clock.base_ms == 0 || seat != ui_seat_to_move(ui))
        return ui->clock_ms[ui->seat][seat];
    return ui->at->clock_ms(ui, seat, now_ms);
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

bool ui_is_over(const GameUi *ui)
{
    return seat_is_over(play__seat(ui)) || ui->is_left;
}

uint8_t ui_seat_to_move(const GameUi *ui)
{
    return seat_to_move(play__seat(ui));
}

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

void ui_tick(GameUi *ui, uint64_t now_ms)
{
    ui->at->tick(ui, now_ms);
}

void play__tell_turn(GameUi *ui)
{
    Text message = play__message(ui);
    WORDS_FILL(&message, SAY_STATUS_NOT_YOUR_TURN, {words_color(!ui->seat)});
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
    ui->at->send(ui, EVENT_TRY, attempt, now_ms);
}

void play__answer(GameUi *ui, bool is_yes, uint64_t now_ms)
{
    assert(ui->mode == MODE_RESIGN || ui->mode == MODE_QUIT);
    const bool is_quitting = ui->mode == MODE_QUIT;
    ui->mode = MODE_PLAY;
    if (!is_yes)
        return;
    if (!is_quitting) {
        ui->at->send(ui, EVENT_RESIGN, TRY_NONE, now_ms);
        return;
    }
    ui_leave(ui);
    ui->wish = UI_REQUEST_LEAVE;
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

static bool is_own_turn(const GameUi *ui)
{
    return ui->mode == MODE_PLAY && !ui_is_over(ui) && ui_seat_to_move(ui) == ui->seat &&
           ui->at->can_send(ui);
}

// Takes the first try off the queue.
static Slice take_first(GameUi *ui, char first[QUEUE_MAX])
{
    Slice rest = slice_of(ui->queue);
    const Slice taken = slice_take(&rest, " ");
    memcpy(first, taken.start, taken.length);
    memmove(ui->queue, rest.start, rest.length);
    ui->queue[rest.length] = '\0';
    return (Slice){first, taken.length};
}

void play__queue_run(GameUi *ui, uint64_t now_ms)
{
    char first[QUEUE_MAX];
    while (ui->queue[0] && is_own_turn(ui))
        ui->kind->take_move(ui, take_first(ui, first), now_ms);
    if (ui->mode != MODE_PLAY)
        ui->queue[0] = '\0'; // a question comes first
}

void play__queue(GameUi *ui, Slice tries, uint64_t now_ms)
{
    Text queue = TEXT_IN(ui->queue), message = TEXT_IN(ui->message);
    while (tries.length) {
        const Slice word = slice_take(&tries, " ,");
        text_add(&queue, queue.length && word.length ? " " : "");
        text_add_slice(&queue, word);
    }
    if (queue.cut)
        ui->queue[0] = '\0';
    play__queue_run(ui, now_ms);
    if (ui->queue[0])
        WORDS_FILL(&message, SAY_QUEUED, {ui->queue});
    else if (!ui->message[0])
        words_say(&message, queue.cut ? SAY_QUEUE_LONG : SAY_QUEUE_EMPTY);
}

const char *ui_queue(const GameUi *ui)
{
    return ui->queue;
}

void ui_leave(GameUi *ui)
{
    ui->is_left |= !seat_is_over(play__seat(ui));
    ui->mode = MODE_OVER;
}

bool ui_take_refusal(GameUi *ui)
{
    const bool is_refused = ui->is_refused;
    ui->is_refused = false;
    return is_refused;
}

UiRequest ui_take_request(GameUi *ui)
{
    const UiRequest wish = (UiRequest)ui->wish;
    ui->wish = UI_REQUEST_NONE;
    return wish;
}

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
