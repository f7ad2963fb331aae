// The journal played again, and the time of a game counted once more.
#include "witness.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void witness_fail(const Witness *witness, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    printf("seed %" PRIu64 ": ", witness->seed);
    vprintf(format, arguments);
    printf("\n");
    va_end(arguments);
    exit(1);
}

static void need(const Witness *witness, bool holds)
{
    if (!holds)
        witness_fail(witness, "there is no memory");
}

// --- What seats are to hear ----------------------------------------------------------------------

// The clocks of an effect, from the times in the journal alone.
static void check_clocks(const Witness *witness, const TableEffect *effect, uint8_t mover,
                         uint64_t at_ms)
{
    if (!witness->journal.opening.clock.base_ms)
        return;
    for (uint8_t seat = 0; seat < 2; seat++) {
        const uint64_t spent_ms = seat == mover ? at_ms - witness->turn_began_ms : 0;
        const uint64_t left_ms = witness->left_ms[seat];
        const uint64_t shown_ms = spent_ms < left_ms ? left_ms - spent_ms : 0;
        if (effect->clock_ms[seat] != shown_ms)
            witness_fail(witness, "clock %u shows %" PRIu32 ", and %" PRIu64 " are left", seat,
                         effect->clock_ms[seat], shown_ms);
    }
}

static void press_clock(Witness *witness, uint8_t seat, uint64_t at_ms)
{
    const ClockRule *clock = &witness->journal.opening.clock;
    if (clock->base_ms)
        witness->left_ms[seat] += clock->increment_ms - (at_ms - witness->turn_began_ms);
    witness->turn_began_ms = at_ms;
}

static void note_effects(Witness *witness, const TableEffects *effects, const JournalRow *row)
{
    const bool is_event = row->kind == JOURNAL_EVENT;
    const uint8_t mover = table_seat_to_move(witness->table);
    for (uint32_t i = 0; i < effects->count; i++) {
        const TableEffect *effect = &effects->effects[i];
        const uint8_t seat = effect->seat;
        check_clocks(witness, effect, mover, row->at_ms);
        need(witness, memory_reserve(&memory_heap, &witness->told[seat], witness->told_count[seat],
                                     &witness->told_capacity[seat], sizeof(TableTold)));
        witness->told[seat][witness->told_count[seat]++] =
            is_event ? table_told(effect, row->seat, row->attempt, row->ref)
                     : table_told(effect, 2, TRY_NONE, 0);
    }
}

// --- Rows ----------------------------------------------------------------------------------------

// The time of a game, counted once more: since the last row that both seats heard was durable, and the clocks had waited.
static uint64_t expected_ms(const Witness *witness, const JournalRow *row)
{
    const JournalRow *held = &witness->journal.rows[witness->last_held];
    const uint64_t ack_ms = witness->handed[witness->last_held].ack_ms;
    const uint64_t waited_ms = ack_ms < row->now_ms ? row->now_ms - ack_ms : 0;
    return held->at_ms + (waited_ms > held->wait_ms ? waited_ms - held->wait_ms : 0);
}

static uint32_t smallest(uint32_t one, uint32_t two, uint32_t three)
{
    const uint32_t both = one < two ? one : two;
    return both < three ? both : three;
}

// The clocks wait after what both seats heard, and then as long as the way to the seat to move and its quota say, or not at all, if its node
// has not measured the way.
static void check_wait(Witness *witness, const JournalRow *row, bool both_heard)
{
    const bool can_wait =
        both_heard && witness->journal.opening.clock.base_ms && !table_is_over(witness->table);
    if (!can_wait && row->wait_ms)
        witness_fail(witness, "the clocks waited %u after row %u", row->wait_ms,
                     witness->journal.count - 1);
    if (!can_wait)
        return;
    const uint8_t seat = table_seat_to_move(witness->table);
    const LagRules *lag = &witness->lag;
    uint32_t *quota_ms = &witness->quota_ms[seat];
    *quota_ms = smallest(*quota_ms + lag->turn_ms, lag->saved_ms, UINT32_MAX);
    const uint32_t right_ms = smallest(witness->lags_ms[seat], lag->most_ms, *quota_ms);
    const uint32_t beats_ms = 2 * (uint32_t)lag->beat_ms;
    if (row->wait_ms && row->wait_ms != beats_ms && row->wait_ms != beats_ms + right_ms)
        witness_fail(witness, "the clocks waited %u after row %u, and it should be %u and %u",
                     row->wait_ms, witness->journal.count - 1, beats_ms, right_ms);
    *quota_ms -= row->wait_ms > beats_ms ? row->wait_ms - beats_ms : 0;
}

static void check_event_time(const Witness *witness, const JournalRow *row)
{
    const uint64_t right_ms = expected_ms(witness, row);
    if (row->at_ms != right_ms)
        witness_fail(witness,
                     "row %u was made at %" PRIu64 " of the game, and it should be %" PRIu64,
                     witness->journal.count - 1, row->at_ms, right_ms);
}

// A game goes on where its lost node was last known to be alive, counted from what both seats heard.
static void check_resume_time(const Witness *witness, const JournalRow *row)
{
    const JournalRow *held = &witness->journal.rows[witness->last_held];
    const uint64_t alive_ms = witness->alive_ms[row->node];
    const uint64_t since_ms = held->now_ms + held->wait_ms;
    const uint64_t right_ms = held->at_ms + (alive_ms > since_ms ? alive_ms - since_ms : 0);
    if (row->at_ms != right_ms)
        witness_fail(witness, "the game was resumed at %" PRIu64 ", and it should be %" PRIu64,
                     row->at_ms, right_ms);
}

static void take_ref(Witness *witness, const JournalRow *row)
{
    if (!row->ref)
        return;
    if (row->ref >= WITNESS_REFS_MAX || witness->is_taken[row->seat][row->ref])
        witness_fail(witness, "command %u of seat %u was taken twice", row->ref, row->seat);
    if (witness->is_refused[row->seat][row->ref])
        witness_fail(witness, "command %u of seat %u was refused and taken", row->ref, row->seat);
    witness->is_taken[row->seat][row->ref] = true;
}

static void take_event(Witness *witness, const JournalRow *row)
{
    const TableEvent event = {row->event, row->seat, row->attempt, row->at_ms, row->ref};
    TableEffects effects;
    check_event_time(witness, row);
    take_ref(witness, row);
    const TableError error = table_step(witness->table, &event, &effects);
    if (error)
        witness_fail(witness, "the journal does not replay: %s", table_error_text(error));
    if (effects.count && effects.effects[0].hearing.event == HEARD_MOVE)
        press_clock(witness, effects.effects[0].hearing.seat, row->at_ms);
    note_effects(witness, &effects, row);
    check_wait(witness, row, effects.count == 2);
    if (effects.count == 2)
        witness->last_held = witness->journal.count - 1;
}

static void take_opening(Witness *witness, const JournalRow *row)
{
    const JournalGame *opening = &witness->journal.opening;
    TableEffects effects;
    witness->table = table_create(&memory_heap, opening->game, (const Rules *)&opening->rules,
                                  opening->clock, 0, &effects);
    need(witness, witness->table != NULL);
    witness->left_ms[0] = witness->left_ms[1] = opening->clock.base_ms;
    note_effects(witness, &effects, row);
}

void witness_take_row(Witness *witness, uint32_t node, const char *line)
{
    const GameJournalError error =
        game_journal_add(&witness->journal, &memory_heap, slice_of(line));
    if (error)
        witness_fail(witness, "%s: %s", line, game_journal_error_text(error));
    need(witness, memory_reserve(&memory_heap, &witness->handed, witness->handed_count,
                                 &witness->handed_capacity, sizeof(Handed)));
    witness->handed[witness->handed_count++] = (Handed){node, UINT64_MAX};
    const uint32_t number = witness->journal.count - 1;
    const JournalRow *row = &witness->journal.rows[number];
    if (row->kind == JOURNAL_EVENT) {
        if (node != witness->handed[witness->last_held].node)
            witness_fail(witness, "node %u wrote row %u of a game of another", node, number);
        take_event(witness, row);
        return;
    }
    if (row->kind == JOURNAL_OPEN)
        take_opening(witness, row);
    else
        check_resume_time(witness, row);
    witness->last_held = number;
}

void witness_acknowledge(Witness *witness, uint32_t number, uint64_t node_ms)
{
    if (number >= witness->handed_count)
        witness_fail(witness, "row %u was acknowledged and is not in the journal", number);
    if (witness->handed[number].ack_ms == UINT64_MAX)
        witness->handed[number].ack_ms = node_ms;
}

bool witness_is_over(const Witness *witness)
{
    return witness->table && table_is_over(witness->table);
}

// --- What seats heard ----------------------------------------------------------------------------

void witness_hear(const Witness *witness, uint8_t seat, const TableTold *told)
{
    const uint32_t sequence = told->effect.sequence;
    if (told->effect.seat != seat || !sequence || sequence > witness->told_count[seat])
        witness_fail(witness, "seat %u heard number %u, and the journal has %u", seat, sequence,
                     witness->told_count[seat]);
    const TableTold *right = &witness->told[seat][sequence - 1];
    if (memcmp(&told->effect, &right->effect, sizeof told->effect) != 0 ||
        told->ref != right->ref || told->own != right->own)
        witness_fail(witness, "seat %u heard number %u otherwise than the journal has it", seat,
                     sequence);
}

void witness_refuse(Witness *witness, uint8_t seat, uint32_t ref)
{
    if (ref >= WITNESS_REFS_MAX || witness->is_taken[seat][ref])
        witness_fail(witness, "command %u of seat %u was taken and refused", ref, seat);
    witness->is_refused[seat][ref] = true;
}

void witness_done(Witness *witness)
{
    table_destroy(witness->table);
    game_journal_done(&witness->journal, &memory_heap);
    free(witness->handed);
    free(witness->told[0]);
    free(witness->told[1]);
}
