// A game in play: clocks, offers, resignations and flags around the umpire's own judgement.
#include "base/i18n/words.h"
#include "games/core/internal.h"
#include "games/core/truth.h"

#include <assert.h>
#include <string.h>

static const SayCode error_texts[] = {
    [TABLE_OK] = SAY_TABLE_OK,
    [TABLE_ERR_OVER] = SAY_TABLE_OVER,
    [TABLE_ERR_TURN] = SAY_TABLE_TURN,
    [TABLE_ERR_OFFERED] = SAY_TABLE_OFFERED,
    [TABLE_ERR_NO_OFFER] = SAY_TABLE_NO_OFFER,
    [TABLE_ERR_TIME] = SAY_TABLE_TIME,
    [TABLE_ERR_EVENT] = SAY_TABLE_EVENT,
    [TABLE_ERR_MEMORY] = SAY_TABLE_MEMORY,
};
_Static_assert(COUNT_OF(error_texts) == TABLE_ERR_COUNT, "every error needs a text");

const char *table_error_text(TableError error)
{
    assert(error < TABLE_ERR_COUNT);
    return words_of(error_texts[error]);
}

size_t table_bytes(const Game *game)
{
    return sizeof(Table) + game->truth_bytes;
}

bool table_is_over(const Table *table)
{
    return table->is_over;
}

uint8_t table_seat_to_move(const Table *table)
{
    return table->game->seat_to_move(table->truth);
}

uint32_t table_sequence(const Table *table, uint8_t seat)
{
    assert(seat < SEAT_COUNT);
    return table->sequence[seat];
}

uint64_t table_heard_ms(const Table *table, uint8_t seat)
{
    assert(seat < SEAT_COUNT);
    return table->heard_ms[seat];
}

const void *table_truth(const Table *table)
{
    return table->truth;
}

const Entries *table_record(const Table *table)
{
    return &table->record;
}

uint64_t table_deadline_ms(const Table *table)
{
    if (table->is_over || table->clock.base_ms == 0)
        return UINT64_MAX;
    return table->turn_began_ms + table->left_ms[table_seat_to_move(table)];
}

// What a seat's clock shows at a moment of the turn. Only the clock of the seat to move runs.
static uint32_t shown_ms(const Table *table, uint8_t seat, uint64_t at_ms)
{
    const uint32_t left = table->left_ms[seat];
    if (seat != table_seat_to_move(table) || table->clock.base_ms == 0)
        return left;
    assert(at_ms >= table->turn_began_ms);
    const uint64_t spent = at_ms - table->turn_began_ms;
    return spent < left ? left - (uint32_t)spent : 0;
}

// Stops the clock of the seat that has played and starts the other's.
static void press_clock(Table *table, uint8_t seat)
{
    if (table->clock.base_ms) {
        assert(table->now_ms - table->turn_began_ms < table->left_ms[seat]);
        const uint64_t left = table->left_ms[seat] - (table->now_ms - table->turn_began_ms) +
                              table->clock.increment_ms;
        table->left_ms[seat] = left < UINT32_MAX ? (uint32_t)left : UINT32_MAX;
    }
    table->turn_began_ms = table->now_ms;
}

// A seat hears of an event when it happens, but never before what it heard last: for a seat time does not run backwards.
// So the clocks that it is shown depend on its own hearings alone.
static void table_tell(Table *table, uint8_t seat, const Hearing *hearing, TableEffects *effects)
{
    if (hearing->event == HEARD_NOTHING)
        return;
    assert(seat < SEAT_COUNT);
    assert(effects->count < COUNT_OF(effects->effects));
    uint64_t *heard_ms = &table->heard_ms[seat];
    *heard_ms = table->now_ms > *heard_ms ? table->now_ms : *heard_ms;
    effects->effects[effects->count++] = (TableEffect){
        .seat = seat,
        .sequence = ++table->sequence[seat],
        .clock_ms = {shown_ms(table, 0, *heard_ms), shown_ms(table, 1, *heard_ms)},
        .hearing = *hearing,
    };
}

static void tell_both(Table *table, const Hearing *hearing, TableEffects *effects)
{
    table_tell(table, 0, hearing, effects);
    table_tell(table, 1, hearing, effects);
}

// Ends the game by an action of `seat`: both hear it.
static void end_game(Table *table, uint8_t seat, uint8_t ending, uint8_t winner,
                     TableEffects *effects)
{
    const Hearing hearing = {.event = HEARD_END, .seat = seat, .ending = ending, .winner = winner};
    assert(!table->is_over);
    table->is_over = true;
    tell_both(table, &hearing, effects);
}

static void on_try(Table *table, const TableEvent *event, TableEffects *effects)
{
    Hearing to[SEAT_COUNT];
    const uint8_t seat = event->seat;
    assert(!table->is_over && seat == table_seat_to_move(table));
    table->game->judge(table->rules, table->truth, event->attempt, to);
    table->is_over = to[seat].ending != 0;
    if (to[seat].verdict == VERDICT_PLAYED) {
        press_clock(table, seat);
        table->has_offered[seat] = false;
        if (table->offered_by == !seat)
            table->offered_by = NOBODY;
    }
    table_tell(table, 0, &to[0], effects);
    table_tell(table, 1, &to[1], effects);
}

static void on_resign(Table *table, const TableEvent *event, TableEffects *effects)
{
    end_game(table, event->seat, ENDING_RESIGNED, winner_is(!event->seat), effects);
}

static void on_forfeit(Table *table, const TableEvent *event, TableEffects *effects)
{
    end_game(table, event->seat, ENDING_FORFEIT, winner_is(!event->seat), effects);
}

static void on_abort(Table *table, const TableEvent *event, TableEffects *effects)
{
    end_game(table, event->seat, ENDING_ABORTED, WINNER_NONE, effects);
}

static void on_accept(Table *table, const TableEvent *event, TableEffects *effects)
{
    end_game(table, event->seat, ENDING_AGREED, WINNER_NONE, effects);
}

static void on_offer(Table *table, const TableEvent *event, TableEffects *effects)
{
    table->offered_by = event->seat;
    table->has_offered[event->seat] = true;
    tell_both(table, &(Hearing){.event = HEARD_OFFER, .seat = event->seat}, effects);
}

static void on_decline(Table *table, const TableEvent *event, TableEffects *effects)
{
    table->offered_by = NOBODY;
    tell_both(table, &(Hearing){.event = HEARD_DECLINE, .seat = event->seat}, effects);
}

// The flag of the seat to move has fallen.
static void on_time(Table *table, const TableEvent *event, TableEffects *effects)
{
    (void)event;
    const uint8_t seat = table_seat_to_move(table);
    const bool is_lost = table->game->can_win(table->rules, table->truth, !seat);
    end_game(table, seat, ENDING_FLAG, is_lost ? winner_is(!seat) : WINNER_NONE, effects);
}

// One row an event: who sends it, when it may, and what it does.
static TableError may_try(const Table *table, const TableEvent *event)
{
    return event->seat == table_seat_to_move(table) ? TABLE_OK : TABLE_ERR_TURN;
}

static TableError may_offer(const Table *table, const TableEvent *event)
{
    return table->has_offered[event->seat] ? TABLE_ERR_OFFERED : TABLE_OK;
}

static TableError may_answer(const Table *table, const TableEvent *event)
{
    return table->offered_by == !event->seat ? TABLE_OK : TABLE_ERR_NO_OFFER;
}

static TableError may_always(const Table *table, const TableEvent *event)
{
    (void)table;
    (void)event;
    return TABLE_OK;
}

static const struct {
    bool is_keepers; // the keeper of the table sends it, not the seat
    TableError (*may)(const Table *table, const TableEvent *event);
    void (*on)(Table *table, const TableEvent *event, TableEffects *effects);
} events[] = {
    [EVENT_TRY] = {false, may_try, on_try},
    [EVENT_RESIGN] = {false, may_always, on_resign},
    [EVENT_OFFER] = {false, may_offer, on_offer},
    [EVENT_ACCEPT] = {false, may_answer, on_accept},
    [EVENT_DECLINE] = {false, may_answer, on_decline},
    [EVENT_TIME] = {true, may_always, on_time},
    [EVENT_FORFEIT] = {true, may_always, on_forfeit},
    [EVENT_ABORT] = {true, may_always, on_abort},
};
_Static_assert(COUNT_OF(events) == EVENT_COUNT, "every event needs a row");

static bool note_entry(Table *table, const TableEvent *event)
{
    const Entry entry = {.kind = event->kind,
                         .seat = event->seat,
                         .attempt = event->kind == EVENT_TRY ? event->attempt : TRY_NONE,
                         .ref = event->ref,
                         .delay_ms = (int64_t)(event->at_ms - table->now_ms)};
    return entries_add(&table->record, &table->memory, entry);
}

Table *table__copy(const Table *table)
{
    const size_t bytes = table_bytes(table->game);
    Table *copy = memory_resize(&table->memory, NULL, bytes);
    if (!copy)
        return NULL;
    memcpy(copy, table, bytes);
    copy->record = (Entries){0};
    copy->marks = NULL;
    copy->mark_count = copy->mark_capacity = 0;
    return copy;
}

// A mark that is missing only makes replays longer. Each is at its own place, so a later one is not kept either.
static void keep_mark(Table *table)
{
    const uint32_t index = table->record.count / MARK_ENTRIES - 1;
    if (index != table->mark_count ||
        !memory_reserve(&table->memory, &table->marks, table->mark_count, &table->mark_capacity,
                        sizeof(Table *)))
        return;
    Table *mark = table__copy(table);
    if (mark)
        table->marks[table->mark_count++] = mark;
}

// The time of a seat's event is compared with what that seat heard last, not with the last event, which may be a refusal
// that the seat did not hear.
static TableError check_event(const Table *table, const TableEvent *event)
{
    if (table->is_over)
        return TABLE_ERR_OVER;
    if (event->kind >= EVENT_COUNT || event->seat >= SEAT_COUNT)
        return TABLE_ERR_EVENT;
    const bool is_early =
        !events[event->kind].is_keepers && event->at_ms < table->heard_ms[event->seat];
    return is_early || event->at_ms > (uint64_t)RECORD_MS_MAX ? TABLE_ERR_TIME : TABLE_OK;
}

// What an event becomes: once the mover's flag has fallen, that fall; an offer in answer to an offer, an
// agreement. So a record says what happened, not what was sent.
static TableEvent settled(const Table *table, const TableEvent *event)
{
    TableEvent real = *event;
    if (event->at_ms >= table_deadline_ms(table))
        real.kind = EVENT_TIME;
    else if (event->kind == EVENT_OFFER && table->offered_by == !event->seat)
        real.kind = EVENT_ACCEPT;
    return real;
}

void table__play(Table *table, const TableEvent *event, TableEffects *effects)
{
    table->now_ms = event->at_ms;
    effects->count = 0;
    events[event->kind].on(table, event, effects);
}

TableError table_step(Table *table, const TableEvent *event, TableEffects *effects)
{
    const TableError broken = check_event(table, event);
    if (broken)
        return broken;
    const TableEvent real = settled(table, event);
    const TableError refused = events[real.kind].may(table, &real);
    if (refused)
        return refused;
    if (real.kind == EVENT_TIME && real.at_ms < table_deadline_ms(table)) {
        effects->count = 0; // nothing has happened, and nothing is recorded
        return TABLE_OK;
    }
    if (!note_entry(table, &real))
        return TABLE_ERR_MEMORY;
    table__play(table, &real, effects);
    if (table->record.count % MARK_ENTRIES == 0)
        keep_mark(table);
    return TABLE_OK;
}

Table *table_create(const Memory *memory, const Game *game, const Rules *rules, ClockRule clock,
                    uint64_t at_ms, TableEffects *effects)
{
    assert(at_ms <= (uint64_t)RECORD_MS_MAX);
    Table *table = memory_resize(memory, NULL, table_bytes(game));
    if (!table)
        return NULL;
    *table = (Table){
        .memory = *memory,
        .game = game,
        .rules = rules,
        .clock = clock,
        .began_ms = at_ms,
        .now_ms = at_ms,
        .heard_ms = {at_ms, at_ms},
        .turn_began_ms = at_ms,
        .left_ms = {clock.base_ms, clock.base_ms},
        .offered_by = NOBODY,
    };
    Hearing to[SEAT_COUNT];
    game->deal(rules, table->truth, to);
    table->is_over = to[0].ending != 0;
    effects->count = 0;
    table_tell(table, 0, &to[0], effects);
    table_tell(table, 1, &to[1], effects);
    return table;
}

void table_destroy(Table *table)
{
    if (!table)
        return;
    const Memory memory = table->memory;
    entries_done(&table->record, &memory);
    for (uint32_t i = 0; i < table->mark_count; i++)
        table_destroy(table->marks[i]);
    memory_resize(&memory, table->marks, 0);
    memory_resize(&memory, table, 0);
}
