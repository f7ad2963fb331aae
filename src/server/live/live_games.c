// Live games: how they open, come back from a journal and end; their clocks; what seats send and read.
#include "server/live/internal.h"

#include <assert.h>

static const char *const error_texts[] = {
    [LIVE_OK] = "no error",
    [LIVE_ERR_GAME] = "this game is not here",
    [LIVE_ERR_HERE] = "this game is here already",
    [LIVE_ERR_BUSY] = "not now; send it again in a moment",
    [LIVE_ERR_FULL] = "no more games are taken here",
    [LIVE_ERR_COMMAND] = "there is no such event, seat or number",
    [LIVE_ERR_STALE] = "something was said that this seat had not heard; listen and send it again",
    [LIVE_ERR_REF] = "a command with a later number was taken first",
    [LIVE_ERR_AHEAD] = "this seat cannot have heard so much",
    [LIVE_ERR_OVER] = "the game is over",
    [LIVE_ERR_TURN] = "it is the other seat's turn",
    [LIVE_ERR_OFFERED] = "a seat may offer a draw once between two of its moves",
    [LIVE_ERR_NO_OFFER] = "there is no offer to answer",
    [LIVE_ERR_BEGUN] = "both have moved; resign or offer a draw instead",
    [LIVE_ERR_PACE] = "tries come too fast; send it again in a moment",
    [LIVE_ERR_JOURNAL] = "no table takes the events of this journal",
    [LIVE_ERR_MEMORY] = "there is no memory",
};
_Static_assert(COUNT_OF(error_texts) == LIVE_ERR_COUNT, "every error needs a text");

const char *live_error_text(LiveError error)
{
    assert(error < LIVE_ERR_COUNT);
    return error_texts[error];
}

// The pending batch: rows that wait for the store, and the mail that waits for those rows.

bool live__reserve_rows(PendingBatch *pending, const Memory *memory, uint32_t rows, uint32_t mail)
{
    while (pending->row_count + rows > pending->row_capacity)
        if (!memory_reserve(memory, &pending->rows, pending->row_capacity, &pending->row_capacity,
                            sizeof *pending->rows))
            return false;
    while (pending->mail_count + mail > pending->mail_capacity)
        if (!memory_reserve(memory, &pending->mail, pending->mail_capacity, &pending->mail_capacity,
                            sizeof *pending->mail))
            return false;
    return true;
}

static void add_row_to_batch(PendingBatch *pending, LiveGame *game, const JournalRow *row,
                             bool is_held)
{
    assert(pending->row_count < pending->row_capacity);
    pending->rows[pending->row_count++] = (LiveRow){.game = game->number,
                                                    .number = game->rows++,
                                                    .row = *row,
                                                    .is_held = is_held,
                                                    .is_last = table_is_over(game->table),
                                                    .opening = &game->opening};
    game->waiting++;
}

void live__add_mail(PendingBatch *pending, const LiveMail *mail)
{
    assert(pending->mail_count < pending->mail_capacity);
    pending->mail[pending->mail_count++] = *mail;
}

static void purge_batch(PendingBatch *pending, uint64_t game)
{
    uint32_t kept = 0;
    for (uint32_t i = 0; i < pending->row_count; i++)
        if (pending->rows[i].game != game)
            pending->rows[kept++] = pending->rows[i];
    pending->row_count = kept;
    kept = 0;
    for (uint32_t i = 0; i < pending->mail_count; i++)
        if (pending->mail[i].game != game)
            pending->mail[kept++] = pending->mail[i];
    pending->mail_count = kept;
}

static void destroy_batch(PendingBatch *pending, const Memory *memory)
{
    memory_resize(memory, pending->rows, 0);
    memory_resize(memory, pending->mail, 0);
    *pending = (PendingBatch){0};
}

LiveGames *live_games_create(const Memory *memory, const LiveGamesPlan *plan)
{
    LiveGames *hall = memory_resize(memory, NULL, sizeof *hall);
    if (hall)
        *hall = (LiveGames){.memory = *memory, .plan = *plan};
    return hall;
}

static void destroy_game(const Memory *memory, LiveGame *game)
{
    table_destroy(game->table);
    memory_resize(memory, game, 0);
}

void live_games_destroy(LiveGames *hall)
{
    if (!hall)
        return;
    const Memory memory = hall->memory;
    for (uint32_t i = 0; i < hall->games.capacity; i++)
        if (hall->games.slots[i].thing)
            destroy_game(&memory, hall->games.slots[i].thing);
    number_map_done(&hall->games, &memory);
    memory_resize(&memory, hall->alarms.heap, 0);
    for (unsigned i = 0; i < BATCHES; i++)
        destroy_batch(&hall->batches[i], &memory);
    memory_resize(&memory, hall, 0);
}

LiveGame *live__find(const LiveGames *hall, uint64_t number)
{
    return number_map_find(&hall->games, number);
}

uint32_t live_games_count(const LiveGames *hall)
{
    return hall->games.count;
}

const JournalGame *live_games_opening(const LiveGames *hall, uint64_t number)
{
    const LiveGame *game = live__find(hall, number);
    return game ? &game->opening : NULL;
}

size_t live_games_game_bytes(const Game *game)
{
    return sizeof(LiveGame) + table_bytes(game);
}

// Alarms: a binary heap of games, the one that ends first on top. Each game knows its index in it.

// Returns false if out of memory. Makes room for one more game.
static bool reserve_alarm(AlarmHeap *alarms, const Memory *memory, uint32_t games)
{
    return memory_reserve(memory, &alarms->heap, games, &alarms->capacity, sizeof(LiveGame *));
}

static void place_alarm(AlarmHeap *alarms, LiveGame *game, uint32_t index)
{
    alarms->heap[index] = game;
    game->alarm_index = index;
}

// Moves a game up while it ends earlier than the game above it.
static void raise_alarm(AlarmHeap *alarms, LiveGame *game)
{
    uint32_t index = game->alarm_index;
    while (index > 0 && game->alarm_ms < alarms->heap[(index - 1) / 2]->alarm_ms) {
        place_alarm(alarms, alarms->heap[(index - 1) / 2], index);
        index = (index - 1) / 2;
    }
    place_alarm(alarms, game, index);
}

// Moves a game down while it ends later than one below it.
static void sink_alarm(AlarmHeap *alarms, LiveGame *game)
{
    uint32_t index = game->alarm_index;
    for (uint32_t child; (child = 2 * index + 1) < alarms->count; index = child) {
        LiveGame *const *heap = alarms->heap;
        if (child + 1 < alarms->count && heap[child + 1]->alarm_ms < heap[child]->alarm_ms)
            child++;
        if (heap[child]->alarm_ms >= game->alarm_ms)
            break;
        place_alarm(alarms, heap[child], index);
    }
    place_alarm(alarms, game, index);
}

static void remove_alarm(AlarmHeap *alarms, LiveGame *game)
{
    LiveGame *last = alarms->heap[--alarms->count];
    const uint32_t index = game->alarm_index;
    game->alarm_index = NO_ALARM;
    if (last == game)
        return;
    place_alarm(alarms, last, index);
    raise_alarm(alarms, last);
    sink_alarm(alarms, last);
}

// Sets, moves or (UINT64_MAX) removes the alarm of a game.
static void set_alarm(AlarmHeap *alarms, LiveGame *game, uint64_t alarm_ms)
{
    const bool is_set = game->alarm_index != NO_ALARM;
    game->alarm_ms = alarm_ms;
    if (alarm_ms == UINT64_MAX) {
        if (is_set)
            remove_alarm(alarms, game);
        return;
    }
    if (!is_set) {
        assert(alarms->count < alarms->capacity);
        place_alarm(alarms, game, alarms->count++);
    }
    raise_alarm(alarms, game);
    sink_alarm(alarms, game);
}

// Returns the moment from which the node's time runs, if it is not paused.
static uint64_t runs_from_ms(const LiveGames *hall)
{
    return hall->still_until_ms > hall->now_ms ? hall->still_until_ms : hall->now_ms;
}

void live__move_time(LiveGames *hall, uint64_t now_ms)
{
    assert(now_ms >= hall->now_ms && now_ms <= (uint64_t)RECORD_MS_MAX);
    const uint64_t from_ms = runs_from_ms(hall);
    if (!hall->is_paused && now_ms > from_ms)
        hall->node_ms += now_ms - from_ms;
    hall->now_ms = now_ms;
}

uint64_t live__game_ms(const LiveGames *hall, const LiveGame *game)
{
    const LiveClock *clock = &game->clock;
    const bool is_still = clock->held || hall->node_ms < clock->since_ms;
    return is_still ? clock->at_ms : clock->at_ms + (hall->node_ms - clock->since_ms);
}

// The end of a game if nothing happens: when, in the time of the game, and how.
typedef struct PendingEnd {
    uint64_t at_ms;
    EventKind kind;
} PendingEnd;

static void bring_end_forward(PendingEnd *end, uint64_t since_ms, uint32_t timeout_ms,
                              EventKind kind)
{
    if (timeout_ms && since_ms + timeout_ms < end->at_ms)
        *end = (PendingEnd){since_ms + timeout_ms, kind};
}

// Returns the end of a game if nothing happens: a flag falls, or the absence rules end it.
static PendingEnd find_pending_end(const LiveGames *hall, const LiveGame *game)
{
    const AbsenceRules *rules = &hall->plan.absence;
    const LiveSeat *mover = &game->seats[table_seat_to_move(game->table)];
    PendingEnd end = {table_deadline_ms(game->table), EVENT_TIME};
    if (!game->is_minded || table_is_over(game->table))
        return end;
    if (game->moves < SEATS) {
        bring_end_forward(&end, game->turn_ms, rules->first_ms, EVENT_ABORT);
        return end;
    }
    if (!mover->is_here)
        bring_end_forward(&end, mover->away_ms > game->turn_ms ? mover->away_ms : game->turn_ms,
                          rules->away_ms, EVENT_FORFEIT);
    if (!game->opening.clock.base_ms)
        bring_end_forward(&end, game->turn_ms, rules->turn_ms, EVENT_FORFEIT);
    return end;
}

void live__update_alarm(LiveGames *hall, LiveGame *game)
{
    const LiveClock *clock = &game->clock;
    const uint64_t deadline_ms = clock->held ? UINT64_MAX : find_pending_end(hall, game).at_ms;
    uint64_t alarm_ms = UINT64_MAX;
    if (deadline_ms != UINT64_MAX)
        alarm_ms = clock->since_ms + (deadline_ms > clock->at_ms ? deadline_ms - clock->at_ms : 0);
    set_alarm(&hall->alarms, game, alarm_ms);
}

void live_games_pause(LiveGames *hall, uint64_t now_ms)
{
    live__move_time(hall, now_ms);
    hall->is_paused = true;
}

void live_games_resume(LiveGames *hall, uint64_t now_ms, uint32_t rest_ms)
{
    live__move_time(hall, now_ms);
    hall->is_paused = false;
    hall->still_until_ms = now_ms + rest_ms;
}

uint32_t live__heard(const LiveGame *game, uint8_t seat)
{
    const LiveSeat *place = &game->seats[seat];
    return table_sequence(game->table, seat) - place->waiting[0] - place->waiting[1];
}

// Adds a row to the pending batch. If both seats will hear of it, the time of the game is paused from here on.
static void live_put_row(LiveGames *hall, LiveGame *game, JournalRow row, bool is_held)
{
    LiveClock *clock = &game->clock;
    row.now_ms = hall->node_ms;
    row.at_ms = live__game_ms(hall, game);
    if (is_held) {
        clock->at_ms = row.at_ms;
        clock->held++;
    }
    PendingBatch *pending = &hall->batches[hall->filling];
    if (!pending->row_count)
        pending->since_ms = hall->now_ms;
    add_row_to_batch(pending, game, &row, is_held);
    live__update_alarm(hall, game);
}

// Notes what a seat must have heard before it sends its next command: everything but refusals and answers.
static void note_mark(LiveSeat *place, const TableEffect *effect)
{
    const uint8_t event = effect->hearing.event;
    if (event != HEARD_REFUSAL && event != HEARD_ANSWER)
        place->mark = effect->sequence;
}

static void live_put_mail(LiveGames *hall, LiveGame *game, const TableEffects *effects,
                          const TableEvent *event)
{
    for (uint32_t i = 0; i < effects->count; i++) {
        const TableEffect *effect = &effects->effects[i];
        const LiveMail mail = {.game = game->number,
                               .seat = effect->seat,
                               .told = table_told(effect, event->seat, event->attempt, event->ref)};
        note_mark(&game->seats[effect->seat], effect);
        game->seats[effect->seat].waiting[hall->filling]++;
        live__add_mail(&hall->batches[hall->filling], &mail);
    }
}

static LiveError error_of(TableError error)
{
    static const uint8_t errors[TABLE_ERR_COUNT] = {
        [TABLE_ERR_OVER] = LIVE_ERR_OVER,       [TABLE_ERR_TURN] = LIVE_ERR_TURN,
        [TABLE_ERR_OFFERED] = LIVE_ERR_OFFERED, [TABLE_ERR_NO_OFFER] = LIVE_ERR_NO_OFFER,
        [TABLE_ERR_EVENT] = LIVE_ERR_COMMAND,   [TABLE_ERR_MEMORY] = LIVE_ERR_MEMORY,
        [TABLE_ERR_TIME] = LIVE_ERR_COMMAND};
    assert(error < TABLE_ERR_COUNT && error != TABLE_ERR_TIME); // our own time runs forward
    return (LiveError)errors[error];
}

// Counts a move, which begins the turn of the other seat.
static void note_move(LiveGame *game, const TableEffects *effects, uint64_t at_ms)
{
    if (!effects->count || effects->effects[0].hearing.event != HEARD_MOVE)
        return;
    game->moves++;
    game->turn_ms = at_ms;
}

void live_games_note_lag(LiveGames *hall, uint64_t number, uint8_t seat, uint32_t lag_ms)
{
    LiveGame *game = live__find(hall, number);
    assert(seat < SEATS);
    if (!game)
        return;
    uint32_t *lags_ms = game->seats[seat].lags_ms;
    lags_ms[0] = lags_ms[1];
    lags_ms[1] = lag_ms;
}

static uint32_t least_ms(uint32_t one, uint32_t other)
{
    return one < other ? one : other;
}

// Returns how long the clocks wait for a seat: `wanted_ms`, at most what is left of its quota, from which it is taken.
static uint32_t spend_quota(const LiveGames *hall, LiveSeat *place, uint32_t wanted_ms)
{
    const LagRules *lag = &hall->plan.lag;
    const uint32_t quota_ms = least_ms(lag->saved_ms, place->quota_ms + lag->turn_ms);
    const uint32_t wait_ms = least_ms(wanted_ms, quota_ms);
    place->quota_ms = quota_ms - wait_ms;
    return wait_ms;
}

// Returns the time from a durable row, which has the time of the last beat, to the beat at which an answer to it is read.
static uint32_t beats_ms(const LiveGames *hall)
{
    return 2 * (uint32_t)hall->plan.lag.beat_ms;
}

// Returns how long the clocks wait for the beats and for the seat to move after something that both heard.
static uint16_t wait_for(const LiveGames *hall, LiveGame *game)
{
    LiveSeat *place = &game->seats[table_seat_to_move(game->table)];
    if (!game->opening.clock.base_ms || table_is_over(game->table))
        return 0;
    const uint32_t lag_ms = least_ms(place->lags_ms[0], place->lags_ms[1]);
    return (uint16_t)(beats_ms(hall) +
                      spend_quota(hall, place, least_ms(lag_ms, hall->plan.lag.most_ms)));
}

LiveError live__take_event(LiveGames *hall, LiveGame *game, EventKind kind, uint8_t seat,
                           Try attempt, uint32_t ref)
{
    const TableEvent event = {.kind = (uint8_t)kind,
                              .seat = seat,
                              .attempt = attempt,
                              .at_ms = live__game_ms(hall, game),
                              .ref = ref};
    TableEffects effects;
    if (!live__reserve_rows(&hall->batches[hall->filling], &hall->memory, 1, SEATS))
        return LIVE_ERR_MEMORY;
    const TableError error = table_step(game->table, &event, &effects);
    if (error)
        return error_of(error);
    assert(effects.count > 0); // a flag is not asked after before it falls
    note_move(game, &effects, event.at_ms);
    live_put_mail(hall, game, &effects, &event);
    const bool both_hear = effects.count == SEATS;
    live_put_row(hall, game,
                 (JournalRow){.kind = JOURNAL_EVENT,
                              .event = event.kind,
                              .seat = seat,
                              .attempt = kind == EVENT_TRY ? attempt : TRY_NONE,
                              .ref = ref,
                              .wait_ms = both_hear ? wait_for(hall, game) : 0},
                 both_hear);
    return LIVE_OK;
}

uint64_t live_games_next_ms(const LiveGames *hall)
{
    if (hall->is_paused || !hall->alarms.count)
        return UINT64_MAX;
    const uint64_t alarm_ms = hall->alarms.heap[0]->alarm_ms;
    const uint64_t from_ms = runs_from_ms(hall);
    return from_ms + (alarm_ms > hall->node_ms ? alarm_ms - hall->node_ms : 0);
}

LiveError live__end_if_due(LiveGames *hall, LiveGame *game)
{
    if (game->alarm_index == NO_ALARM || game->alarm_ms > hall->node_ms)
        return LIVE_OK;
    // Both hear of the end, so the time of the game is paused and its alarm is off.
    const uint8_t seat = table_seat_to_move(game->table);
    const EventKind kind = find_pending_end(hall, game).kind;
    const LiveError error = live__take_event(hall, game, kind, seat, TRY_NONE, 0);
    assert(error || game->alarm_index == NO_ALARM);
    return error;
}

void live_games_tick(LiveGames *hall, uint64_t now_ms)
{
    live__move_time(hall, now_ms);
    while (hall->alarms.count && hall->alarms.heap[0]->alarm_ms <= hall->node_ms)
        if (live__end_if_due(hall, hall->alarms.heap[0]))
            return; // out of memory; the next tick tries again
}

// Makes room for a new game everywhere, so that nothing can fail any more once it is there.
static LiveError live_make_game(LiveGames *hall, uint64_t number, const JournalGame *opening,
                                LiveGame **game)
{
    if (live__find(hall, number))
        return LIVE_ERR_HERE;
    if (hall->games.count >= hall->plan.games_max)
        return LIVE_ERR_FULL;
    if (!live__reserve_rows(&hall->batches[hall->filling], &hall->memory, 1, SEATS) ||
        !reserve_alarm(&hall->alarms, &hall->memory, hall->games.count))
        return LIVE_ERR_MEMORY;
    *game = memory_resize(&hall->memory, NULL, sizeof **game);
    if (!*game)
        return LIVE_ERR_MEMORY;
    **game = (LiveGame){.number = number,
                        .opening = *opening,
                        .clock = {.since_ms = hall->node_ms},
                        .alarm_index = NO_ALARM};
    for (unsigned seat = 0; seat < SEATS; seat++) {
        (*game)->seats[seat].quota_ms = hall->plan.lag.saved_ms;
        (*game)->seats[seat].tries = allowance_full(hall->plan.pace, hall->now_ms);
    }
    return LIVE_OK;
}

static const Rules *live_rules_of(const LiveGame *game)
{
    return (const Rules *)&game->opening.rules;
}

// Adds a game that has its table to the live games. Destroys it on error.
static LiveError live_add_game(LiveGames *hall, LiveGame *game, LiveError error)
{
    if (!error && !number_map_add(&hall->games, &hall->memory, game->number, game))
        error = LIVE_ERR_MEMORY;
    if (error)
        destroy_game(&hall->memory, game);
    return error;
}

LiveError live_games_open(LiveGames *hall, uint64_t number, const JournalGame *opening,
                          uint64_t now_ms)
{
    static const TableEvent nobody = {.seat = SEATS};
    LiveGame *game;
    TableEffects effects;
    live__move_time(hall, now_ms);
    LiveError error = live_make_game(hall, number, opening, &game);
    if (error)
        return error;
    game->table = table_create(&hall->memory, opening->game, live_rules_of(game), opening->clock, 0,
                               &effects);
    error = live_add_game(hall, game, game->table ? LIVE_OK : LIVE_ERR_MEMORY);
    if (error)
        return error;
    live_put_mail(hall, game, &effects, &nobody);
    live_put_row(hall, game, (JournalRow){.kind = JOURNAL_OPEN, .node = hall->plan.node}, true);
    return LIVE_OK;
}

// Follows a journal beside the table that comes back from it.
typedef struct Adoption {
    const LiveGames *hall;
    LiveGame *game;
    const GameJournal *journal;
    uint32_t next;           // the row after the one that is played
    const JournalRow *heard; // the last that both seats heard
} Adoption;

// Returns the next event of the journal. Rows that are no events are heard by both seats: the time of the game was paused.
static const JournalRow *next_event(Adoption *adoption)
{
    const GameJournal *journal = adoption->journal;
    while (adoption->next < journal->count) {
        const JournalRow *row = &journal->rows[adoption->next++];
        if (row->kind == JOURNAL_EVENT)
            return row;
        adoption->heard = row;
    }
    return NULL;
}

// Takes what the lost node had the clocks wait from the quota of the seat to move.
static void note_wait(const Adoption *adoption, const Table *table, const JournalRow *row)
{
    LiveSeat *place = &adoption->game->seats[table_seat_to_move(table)];
    const uint32_t beats = beats_ms(adoption->hall);
    (void)spend_quota(adoption->hall, place, row->wait_ms > beats ? row->wait_ms - beats : 0);
}

static bool adopt_event(void *context, const Table *table, const Entry *entry,
                        const TableEffects *effects)
{
    Adoption *adoption = context;
    const JournalRow *row = entry ? next_event(adoption) : NULL;
    if (row && effects->count == SEATS) {
        adoption->heard = row;
        note_wait(adoption, table, row);
    }
    if (row)
        note_move(adoption->game, effects, row->at_ms);
    if (entry && entry->ref > adoption->game->seats[entry->seat].ref)
        adoption->game->seats[entry->seat].ref = entry->ref;
    for (uint32_t i = 0; i < effects->count; i++)
        note_mark(&adoption->game->seats[effects->effects[i].seat], &effects->effects[i]);
    return true;
}

// Returns the time at which the game goes on: the seat to move was thinking as long as the lost node is known to have been alive. This is
// counted from what both seats heard, not from the last row, which may be a refusal that only one of them knows of.
static uint64_t resumed_ms(const Adoption *adoption, uint64_t alive_ms)
{
    const JournalRow *heard = adoption->heard;
    const JournalRow *last = &adoption->journal->rows[adoption->journal->count - 1];
    const uint64_t since_ms = heard->now_ms + heard->wait_ms;
    const uint64_t lived_ms = alive_ms > since_ms ? alive_ms - since_ms : 0;
    const uint64_t at_ms = heard->at_ms + lived_ms;
    return at_ms > last->at_ms ? at_ms : last->at_ms;
}

static LiveError adopt_table(const LiveGames *hall, Adoption *adoption)
{
    LiveGame *game = adoption->game;
    const TableVisitor visitor = {.after = adopt_event, .context = adoption};
    Entries entries = {0};
    if (!game_journal_entries(adoption->journal, &hall->memory, &entries))
        return LIVE_ERR_MEMORY;
    const TableError error =
        table_restore(&hall->memory, game->opening.game, live_rules_of(game), game->opening.clock,
                      0, &entries, &visitor, &game->table);
    entries_done(&entries, &hall->memory);
    if (error)
        return error == TABLE_ERR_MEMORY ? LIVE_ERR_MEMORY : LIVE_ERR_JOURNAL;
    return table_is_over(game->table) ? LIVE_ERR_OVER : LIVE_OK;
}

LiveError live_games_adopt(LiveGames *hall, uint64_t number, const GameJournal *journal,
                           uint64_t alive_ms, uint64_t now_ms)
{
    LiveGame *game;
    live__move_time(hall, now_ms);
    if (!journal->count)
        return LIVE_ERR_JOURNAL;
    LiveError error = live_make_game(hall, number, &journal->opening, &game);
    if (error)
        return error;
    Adoption adoption = {
        .hall = hall, .game = game, .journal = journal, .heard = &journal->rows[0]};
    error = live_add_game(hall, game, adopt_table(hall, &adoption));
    if (error)
        return error;
    (void)next_event(&adoption); // rows behind the last event
    game->rows = journal->count;
    game->clock.at_ms = resumed_ms(&adoption, alive_ms);
    for (unsigned seat = 0; seat < SEATS; seat++)
        game->seats[seat].away_ms = game->clock.at_ms;
    live_put_row(hall, game, (JournalRow){.kind = JOURNAL_RESUME, .node = hall->plan.node}, true);
    return LIVE_OK;
}

static void remove_game(LiveGames *hall, LiveGame *game)
{
    set_alarm(&hall->alarms, game, UINT64_MAX);
    number_map_remove(&hall->games, game->number);
    destroy_game(&hall->memory, game);
}

void live_games_lose(LiveGames *hall, uint64_t number)
{
    LiveGame *game = live__find(hall, number);
    if (!game)
        return;
    for (unsigned i = 0; i < BATCHES; i++)
        purge_batch(&hall->batches[i], number);
    remove_game(hall, game);
}

LiveError live_games_close(LiveGames *hall, uint64_t number)
{
    LiveGame *game = live__find(hall, number);
    if (!game)
        return LIVE_ERR_GAME;
    if (!table_is_over(game->table) || game->waiting)
        return LIVE_ERR_BUSY;
    remove_game(hall, game);
    return LIVE_OK;
}

LiveError live_games_end(LiveGames *hall, uint64_t number, EventKind kind, uint8_t seat,
                         uint64_t now_ms)
{
    LiveGame *game = live__find(hall, number);
    live__move_time(hall, now_ms);
    if (!game)
        return LIVE_ERR_GAME;
    if (kind != EVENT_FORFEIT && kind != EVENT_ABORT)
        return LIVE_ERR_COMMAND;
    if (!game->is_ready)
        return LIVE_ERR_BUSY;
    const LiveError error = live__end_if_due(hall, game);
    return error ? error : live__take_event(hall, game, kind, seat, TRY_NONE, 0);
}

void live_games_watch_absence(LiveGames *hall, uint64_t number)
{
    LiveGame *game = live__find(hall, number);
    if (!game)
        return;
    game->is_minded = true;
    live__update_alarm(hall, game);
}

void live_games_note_presence(LiveGames *hall, uint64_t number, uint8_t seat, bool is_here)
{
    LiveGame *game = live__find(hall, number);
    assert(seat < SEATS);
    if (!game)
        return;
    game->seats[seat].is_here = is_here;
    game->seats[seat].away_ms = live__game_ms(hall, game);
    live__update_alarm(hall, game);
}
