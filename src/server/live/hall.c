// Games that come and go, their time, and the batches for the store.
#include "server/live/inside.h"

#include "games/core/table_replay.h"

#include <assert.h>

static const char *const error_texts[] = {
    [HALL_OK] = "no error",
    [HALL_ERR_GAME] = "this game is not here",
    [HALL_ERR_HERE] = "this game is here already",
    [HALL_ERR_BUSY] = "not now; send it again in a moment",
    [HALL_ERR_FULL] = "no more games are taken here",
    [HALL_ERR_COMMAND] = "there is no such event, seat or number",
    [HALL_ERR_STALE] = "something was said that this seat had not heard; listen and send it again",
    [HALL_ERR_REF] = "a command with a later number was taken first",
    [HALL_ERR_AHEAD] = "this seat cannot have heard so much",
    [HALL_ERR_OVER] = "the game is over",
    [HALL_ERR_TURN] = "it is the other seat's turn",
    [HALL_ERR_OFFERED] = "a seat may offer a draw once between two of its moves",
    [HALL_ERR_NO_OFFER] = "there is no offer to answer",
    [HALL_ERR_BEGUN] = "both have moved; resign or offer a draw instead",
    [HALL_ERR_PACE] = "tries come too fast; send it again in a moment",
    [HALL_ERR_JOURNAL] = "no table takes the events of this journal",
    [HALL_ERR_MEMORY] = "there is no memory",
};
_Static_assert(COUNT_OF(error_texts) == HALL_ERR_COUNT, "every error needs a text");

const char *hall_error_text(HallError error)
{
    assert(error < HALL_ERR_COUNT);
    return error_texts[error];
}

Hall *hall_create(const Memory *memory, const HallPlan *plan)
{
    Hall *hall = memory_resize(memory, NULL, sizeof *hall);
    if (hall)
        *hall = (Hall){.memory = *memory, .plan = *plan};
    return hall;
}

static void destroy_game(const Memory *memory, HallGame *game)
{
    table_destroy(game->table);
    memory_resize(memory, game, 0);
}

void hall_destroy(Hall *hall)
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
        hall__box_done(&hall->boxes[i], &memory);
    memory_resize(&memory, hall, 0);
}

uint32_t hall_count(const Hall *hall)
{
    return hall->games.count;
}

const JournalGame *hall_opening(const Hall *hall, uint64_t number)
{
    const HallGame *game = hall__find(hall, number);
    return game ? &game->opening : NULL;
}

size_t hall_game_bytes(const Game *game)
{
    return sizeof(HallGame) + table_bytes(game);
}

// --- Time ----------------------------------------------------------------------------------------

// From when on the node's time runs, if it is not paused.
static uint64_t runs_from_ms(const Hall *hall)
{
    return hall->still_until_ms > hall->now_ms ? hall->still_until_ms : hall->now_ms;
}

void hall__move_time(Hall *hall, uint64_t now_ms)
{
    assert(now_ms >= hall->now_ms && now_ms <= (uint64_t)RECORD_MS_MAX);
    const uint64_t from_ms = runs_from_ms(hall);
    if (!hall->is_paused && now_ms > from_ms)
        hall->node_ms += now_ms - from_ms;
    hall->now_ms = now_ms;
}

uint64_t hall__game_ms(const Hall *hall, const HallGame *game)
{
    const HallClock *clock = &game->clock;
    const bool is_still = clock->held || hall->node_ms < clock->since_ms;
    return is_still ? clock->at_ms : clock->at_ms + (hall->node_ms - clock->since_ms);
}

// How a game ends if nothing happens, and when, in its own time.
typedef struct Fate {
    uint64_t at_ms;
    EventKind kind;
} Fate;

static void hasten(Fate *fate, uint64_t since_ms, uint32_t patience_ms, EventKind kind)
{
    if (patience_ms && since_ms + patience_ms < fate->at_ms)
        *fate = (Fate){since_ms + patience_ms, kind};
}

static Fate fate_of(const Hall *hall, const HallGame *game)
{
    const HallManners *manners = &hall->plan.manners;
    const HallSeat *mover = &game->seats[table_seat_to_move(game->table)];
    Fate fate = {table_deadline_ms(game->table), EVENT_TIME};
    if (!game->is_minded || table_is_over(game->table))
        return fate;
    if (game->moves < SEATS) {
        hasten(&fate, game->turn_ms, manners->first_ms, EVENT_ABORT);
        return fate;
    }
    if (!mover->is_here)
        hasten(&fate, mover->away_ms > game->turn_ms ? mover->away_ms : game->turn_ms,
               manners->away_ms, EVENT_FORFEIT);
    if (!game->opening.clock.base_ms)
        hasten(&fate, game->turn_ms, manners->turn_ms, EVENT_FORFEIT);
    return fate;
}

// Sets the alarm of a game for the moment at which it ends if nothing happens.
static void wind(Hall *hall, HallGame *game)
{
    const HallClock *clock = &game->clock;
    const uint64_t deadline_ms = clock->held ? UINT64_MAX : fate_of(hall, game).at_ms;
    uint64_t alarm_ms = UINT64_MAX;
    if (deadline_ms != UINT64_MAX)
        alarm_ms = clock->since_ms + (deadline_ms > clock->at_ms ? deadline_ms - clock->at_ms : 0);
    hall__set_alarm(&hall->alarms, game, alarm_ms);
}

void hall_pause(Hall *hall, uint64_t now_ms)
{
    hall__move_time(hall, now_ms);
    hall->is_paused = true;
}

void hall_go_on(Hall *hall, uint64_t now_ms, uint32_t rest_ms)
{
    hall__move_time(hall, now_ms);
    hall->is_paused = false;
    hall->still_until_ms = now_ms + rest_ms;
}

uint64_t hall_next_ms(const Hall *hall)
{
    if (hall->is_paused || !hall->alarms.count)
        return UINT64_MAX;
    const uint64_t alarm_ms = hall->alarms.heap[0]->alarm_ms;
    const uint64_t from_ms = runs_from_ms(hall);
    return from_ms + (alarm_ms > hall->node_ms ? alarm_ms - hall->node_ms : 0);
}

HallError hall__let_flag_fall(Hall *hall, HallGame *game)
{
    if (game->alarm_index == NO_ALARM || game->alarm_ms > hall->node_ms)
        return HALL_OK;
    // Both hear of the end, so the time of the game stands still and its alarm is off.
    const uint8_t seat = table_seat_to_move(game->table);
    const EventKind kind = fate_of(hall, game).kind;
    const HallError error = hall__take_event(hall, game, kind, seat, TRY_NONE, 0);
    assert(error || game->alarm_index == NO_ALARM);
    return error;
}

void hall_tick(Hall *hall, uint64_t now_ms)
{
    hall__move_time(hall, now_ms);
    while (hall->alarms.count && hall->alarms.heap[0]->alarm_ms <= hall->node_ms)
        if (hall__let_flag_fall(hall, hall->alarms.heap[0]))
            return; // there is no memory; the next tick tries again
}

// --- Rows and mail -------------------------------------------------------------------------------

uint32_t hall__told(const HallGame *game, uint8_t seat)
{
    const HallSeat *place = &game->seats[seat];
    return table_sequence(game->table, seat) - place->waiting[0] - place->waiting[1];
}

// Puts a row into the box. If both seats will hear of it, the time of the game stands still from here on.
static void put_row(Hall *hall, HallGame *game, JournalRow row, bool is_held)
{
    HallClock *clock = &game->clock;
    row.now_ms = hall->node_ms;
    row.at_ms = hall__game_ms(hall, game);
    if (is_held) {
        clock->at_ms = row.at_ms;
        clock->held++;
    }
    HallBox *box = &hall->boxes[hall->filling];
    if (!box->row_count)
        box->since_ms = hall->now_ms;
    hall__add_row(box, game, &row, is_held);
    wind(hall, game);
}

// What a seat must have heard before it sends its next command: everything but refusals and answers.
static void note_mark(HallSeat *place, const TableEffect *effect)
{
    const uint8_t event = effect->hearing.event;
    if (event != HEARD_REFUSAL && event != HEARD_ANSWER)
        place->mark = effect->sequence;
}

static void put_mail(Hall *hall, HallGame *game, const TableEffects *effects,
                     const TableEvent *event)
{
    for (uint32_t i = 0; i < effects->count; i++) {
        const TableEffect *effect = &effects->effects[i];
        const HallMail mail = {.game = game->number,
                               .seat = effect->seat,
                               .told = table_told(effect, event->seat, event->attempt, event->ref)};
        note_mark(&game->seats[effect->seat], effect);
        game->seats[effect->seat].waiting[hall->filling]++;
        hall__add_mail(&hall->boxes[hall->filling], &mail);
    }
}

static HallError error_of(TableError error)
{
    static const uint8_t errors[TABLE_ERR_COUNT] = {
        [TABLE_ERR_OVER] = HALL_ERR_OVER,       [TABLE_ERR_TURN] = HALL_ERR_TURN,
        [TABLE_ERR_OFFERED] = HALL_ERR_OFFERED, [TABLE_ERR_NO_OFFER] = HALL_ERR_NO_OFFER,
        [TABLE_ERR_EVENT] = HALL_ERR_COMMAND,   [TABLE_ERR_MEMORY] = HALL_ERR_MEMORY,
        [TABLE_ERR_TIME] = HALL_ERR_COMMAND};
    assert(error < TABLE_ERR_COUNT && error != TABLE_ERR_TIME); // our own time runs forward
    return (HallError)errors[error];
}

// A move begins the turn of the other seat.
static void note_move(HallGame *game, const TableEffects *effects, uint64_t at_ms)
{
    if (!effects->count || effects->effects[0].hearing.event != HEARD_MOVE)
        return;
    game->moves++;
    game->turn_ms = at_ms;
}

// --- Lag -----------------------------------------------------------------------------------------

void hall_note_lag(Hall *hall, uint64_t number, uint8_t seat, uint32_t lag_ms)
{
    HallGame *game = hall__find(hall, number);
    assert(seat < SEATS);
    if (!game)
        return;
    uint32_t *lags_ms = game->seats[seat].lags_ms;
    lags_ms[0] = lags_ms[1];
    lags_ms[1] = lag_ms;
}

static uint32_t smaller(uint32_t one, uint32_t other)
{
    return one < other ? one : other;
}

// The clocks are to wait so long for a seat; they wait as long as it may still have. How long that is.
static uint32_t spend_quota(const Hall *hall, HallSeat *place, uint32_t wanted_ms)
{
    const HallLag *lag = &hall->plan.lag;
    const uint32_t quota_ms = smaller(lag->saved_ms, place->quota_ms + lag->turn_ms);
    const uint32_t wait_ms = smaller(wanted_ms, quota_ms);
    place->quota_ms = quota_ms - wait_ms;
    return wait_ms;
}

// From the time of a durable row, which is that of the last beat, to the beat at which an answer to it is read.
static uint32_t beats_ms(const Hall *hall)
{
    return 2 * (uint32_t)hall->plan.lag.beat_ms;
}

// How long the clocks wait for the beats and for the seat to move after something that both heard.
static uint16_t wait_for(const Hall *hall, HallGame *game)
{
    HallSeat *place = &game->seats[table_seat_to_move(game->table)];
    if (!game->opening.clock.base_ms || table_is_over(game->table))
        return 0;
    const uint32_t lag_ms = smaller(place->lags_ms[0], place->lags_ms[1]);
    return (uint16_t)(beats_ms(hall) +
                      spend_quota(hall, place, smaller(lag_ms, hall->plan.lag.most_ms)));
}

HallError hall__take_event(Hall *hall, HallGame *game, EventKind kind, uint8_t seat, Try attempt,
                           uint32_t ref)
{
    const TableEvent event = {.kind = (uint8_t)kind,
                              .seat = seat,
                              .attempt = attempt,
                              .at_ms = hall__game_ms(hall, game),
                              .ref = ref};
    TableEffects effects;
    if (!hall__reserve_box(&hall->boxes[hall->filling], &hall->memory))
        return HALL_ERR_MEMORY;
    const TableError error = table_step(game->table, &event, &effects);
    if (error)
        return error_of(error);
    assert(effects.count > 0); // a flag is not asked after before it falls
    note_move(game, &effects, event.at_ms);
    put_mail(hall, game, &effects, &event);
    const bool both_hear = effects.count == SEATS;
    put_row(hall, game,
            (JournalRow){.kind = JOURNAL_EVENT,
                         .event = event.kind,
                         .seat = seat,
                         .attempt = kind == EVENT_TRY ? attempt : TRY_NONE,
                         .ref = ref,
                         .wait_ms = both_hear ? wait_for(hall, game) : 0},
            both_hear);
    return HALL_OK;
}

// --- Games that come -----------------------------------------------------------------------------

// Makes room for a new game everywhere, so that nothing can fail any more once it is there.
static HallError make_game(Hall *hall, uint64_t number, const JournalGame *opening, HallGame **game)
{
    if (hall__find(hall, number))
        return HALL_ERR_HERE;
    if (hall->games.count >= hall->plan.games_max)
        return HALL_ERR_FULL;
    if (!hall__reserve_box(&hall->boxes[hall->filling], &hall->memory) ||
        !hall__reserve_alarm(&hall->alarms, &hall->memory, hall->games.count))
        return HALL_ERR_MEMORY;
    *game = memory_resize(&hall->memory, NULL, sizeof **game);
    if (!*game)
        return HALL_ERR_MEMORY;
    **game = (HallGame){.number = number,
                        .opening = *opening,
                        .clock = {.since_ms = hall->node_ms},
                        .alarm_index = NO_ALARM};
    for (unsigned seat = 0; seat < SEATS; seat++) {
        (*game)->seats[seat].quota_ms = hall->plan.lag.saved_ms;
        (*game)->seats[seat].tries = allowance_full(hall->plan.pace, hall->now_ms);
    }
    return HALL_OK;
}

static const Rules *rules_of(const HallGame *game)
{
    return (const Rules *)&game->opening.rules;
}

// Lets a game in that has its table; else it is gone again.
static HallError let_in(Hall *hall, HallGame *game, HallError error)
{
    if (!error && !number_map_add(&hall->games, &hall->memory, game->number, game))
        error = HALL_ERR_MEMORY;
    if (error)
        destroy_game(&hall->memory, game);
    return error;
}

HallError hall_open(Hall *hall, uint64_t number, const JournalGame *opening, uint64_t now_ms)
{
    static const TableEvent nobody = {.seat = SEATS};
    HallGame *game;
    TableEffects effects;
    hall__move_time(hall, now_ms);
    HallError error = make_game(hall, number, opening, &game);
    if (error)
        return error;
    game->table =
        table_create(&hall->memory, opening->game, rules_of(game), opening->clock, 0, &effects);
    error = let_in(hall, game, game->table ? HALL_OK : HALL_ERR_MEMORY);
    if (error)
        return error;
    put_mail(hall, game, &effects, &nobody);
    put_row(hall, game, (JournalRow){.kind = JOURNAL_OPEN, .node = hall->plan.node}, true);
    return HALL_OK;
}

// Follows a journal beside the table that comes back from it.
typedef struct Revival {
    const Hall *hall;
    HallGame *game;
    const GameJournal *journal;
    uint32_t next;           // the row after the one that is played
    const JournalRow *heard; // the last that both seats heard
} Revival;

// Takes all rows up to the next event. Whoever takes a game over is heard by both: their time stood still.
static const JournalRow *next_event(Revival *revival)
{
    const GameJournal *journal = revival->journal;
    while (revival->next < journal->count) {
        const JournalRow *row = &journal->rows[revival->next++];
        if (row->kind == JOURNAL_EVENT)
            return row;
        revival->heard = row;
    }
    return NULL;
}

// What the lost node had the clocks wait.
static void note_wait(const Revival *revival, const Table *table, const JournalRow *row)
{
    HallSeat *place = &revival->game->seats[table_seat_to_move(table)];
    const uint32_t beats = beats_ms(revival->hall);
    (void)spend_quota(revival->hall, place, row->wait_ms > beats ? row->wait_ms - beats : 0);
}

static bool revive(void *context, const Table *table, const Entry *entry,
                   const TableEffects *effects)
{
    Revival *revival = context;
    const JournalRow *row = entry ? next_event(revival) : NULL;
    if (row && effects->count == SEATS) {
        revival->heard = row;
        note_wait(revival, table, row);
    }
    if (row)
        note_move(revival->game, effects, row->at_ms);
    if (entry && entry->ref > revival->game->seats[entry->seat].ref)
        revival->game->seats[entry->seat].ref = entry->ref;
    for (uint32_t i = 0; i < effects->count; i++)
        note_mark(&revival->game->seats[effects->effects[i].seat], &effects->effects[i]);
    return true;
}

// Where the time of the game goes on: the seat to move was thinking as long as the lost node is known to have lived. This is
// counted from what both seats heard, not from the last row, which may be a refusal that only one of them knows of.
static uint64_t resumed_ms(const Revival *revival, uint64_t alive_ms)
{
    const JournalRow *heard = revival->heard;
    const JournalRow *last = &revival->journal->rows[revival->journal->count - 1];
    const uint64_t since_ms = heard->now_ms + heard->wait_ms;
    const uint64_t lived_ms = alive_ms > since_ms ? alive_ms - since_ms : 0;
    const uint64_t at_ms = heard->at_ms + lived_ms;
    return at_ms > last->at_ms ? at_ms : last->at_ms;
}

static HallError bring_back(const Hall *hall, Revival *revival)
{
    HallGame *game = revival->game;
    const TableVisitor visitor = {.after = revive, .context = revival};
    Entries entries = {0};
    if (!game_journal_entries(revival->journal, &hall->memory, &entries))
        return HALL_ERR_MEMORY;
    const TableError error =
        table_restore(&hall->memory, game->opening.game, rules_of(game), game->opening.clock, 0,
                      &entries, &visitor, &game->table);
    entries_done(&entries, &hall->memory);
    if (error)
        return error == TABLE_ERR_MEMORY ? HALL_ERR_MEMORY : HALL_ERR_JOURNAL;
    return table_is_over(game->table) ? HALL_ERR_OVER : HALL_OK;
}

HallError hall_adopt(Hall *hall, uint64_t number, const GameJournal *journal, uint64_t alive_ms,
                     uint64_t now_ms)
{
    HallGame *game;
    hall__move_time(hall, now_ms);
    if (!journal->count)
        return HALL_ERR_JOURNAL;
    HallError error = make_game(hall, number, &journal->opening, &game);
    if (error)
        return error;
    Revival revival = {.hall = hall, .game = game, .journal = journal, .heard = &journal->rows[0]};
    error = let_in(hall, game, bring_back(hall, &revival));
    if (error)
        return error;
    (void)next_event(&revival); // rows behind the last event
    game->rows = journal->count;
    game->clock.at_ms = resumed_ms(&revival, alive_ms);
    for (unsigned seat = 0; seat < SEATS; seat++)
        game->seats[seat].away_ms = game->clock.at_ms;
    put_row(hall, game, (JournalRow){.kind = JOURNAL_RESUME, .node = hall->plan.node}, true);
    return HALL_OK;
}

// --- Games that go -------------------------------------------------------------------------------

static void remove_game(Hall *hall, HallGame *game)
{
    hall__set_alarm(&hall->alarms, game, UINT64_MAX);
    number_map_remove(&hall->games, game->number);
    destroy_game(&hall->memory, game);
}

void hall_lose(Hall *hall, uint64_t number)
{
    HallGame *game = hall__find(hall, number);
    if (!game)
        return;
    for (unsigned i = 0; i < BATCHES; i++)
        hall__purge_box(&hall->boxes[i], number);
    remove_game(hall, game);
}

HallError hall_close(Hall *hall, uint64_t number)
{
    HallGame *game = hall__find(hall, number);
    if (!game)
        return HALL_ERR_GAME;
    if (!table_is_over(game->table) || game->waiting)
        return HALL_ERR_BUSY;
    remove_game(hall, game);
    return HALL_OK;
}

HallError hall_end(Hall *hall, uint64_t number, EventKind kind, uint8_t seat, uint64_t now_ms)
{
    HallGame *game = hall__find(hall, number);
    hall__move_time(hall, now_ms);
    if (!game)
        return HALL_ERR_GAME;
    if (kind != EVENT_FORFEIT && kind != EVENT_ABORT)
        return HALL_ERR_COMMAND;
    if (!game->is_ready)
        return HALL_ERR_BUSY;
    const HallError error = hall__let_flag_fall(hall, game);
    return error ? error : hall__take_event(hall, game, kind, seat, TRY_NONE, 0);
}

// --- Who stays away ------------------------------------------------------------------------------

void hall_mind(Hall *hall, uint64_t number)
{
    HallGame *game = hall__find(hall, number);
    if (!game)
        return;
    game->is_minded = true;
    wind(hall, game);
}

void hall_note_presence(Hall *hall, uint64_t number, uint8_t seat, bool is_here)
{
    HallGame *game = hall__find(hall, number);
    assert(seat < SEATS);
    if (!game)
        return;
    game->seats[seat].is_here = is_here;
    game->seats[seat].away_ms = hall__game_ms(hall, game);
    wind(hall, game);
}

// --- The store -----------------------------------------------------------------------------------

uint32_t hall_waiting(const Hall *hall)
{
    return hall->boxes[hall->filling].row_count;
}

enum {
    LAG_BATCHES = 16, // over so many the mean is taken, the last ones counting most
    LAG_MAX_TIMES =
        4, // an older batch counts as so many times late: one outage of the store is no overload
    LAG_OUTAGE_TIMES = 20, // but nothing is opened while it lasts
};

static void note_lag(Hall *hall, const HallBox *box)
{
    const uint64_t age_ms = hall->now_ms - box->since_ms;
    const uint64_t max_ms = (uint64_t)LAG_MAX_TIMES * hall->plan.late_ms;
    hall->lag += (age_ms < max_ms ? age_ms : max_ms) - hall->lag / LAG_BATCHES;
}

bool hall_is_late(const Hall *hall, uint64_t now_ms)
{
    const uint64_t late_ms = hall->plan.late_ms;
    const HallBox *out = &hall->boxes[!hall->filling];
    const bool is_outage =
        hall->is_out && out->row_count && now_ms - out->since_ms >= LAG_OUTAGE_TIMES * late_ms;
    return late_ms && (is_outage || hall->lag >= LAG_BATCHES * late_ms);
}

bool hall_take(Hall *hall, uint64_t now_ms, HallBatch *batch)
{
    hall__move_time(hall, now_ms);
    if (hall->is_out)
        return false;
    HallBox *box = &hall->boxes[hall->filling];
    if (!box->row_count)
        box->since_ms = hall->now_ms;
    *batch = (HallBatch){box->rows, box->row_count, hall->node_ms};
    hall->filling = !hall->filling;
    hall->is_out = true;
    return true;
}

// A row of a game is in the journal.
static void settle_row(Hall *hall, const HallRow *row)
{
    HallGame *game = hall__find(hall, row->game);
    assert(game && game->waiting > 0);
    game->waiting--;
    game->is_ready |= row->row.kind != JOURNAL_EVENT;
    if (row->is_held && --game->clock.held == 0)
        game->clock.since_ms = hall->node_ms + row->row.wait_ms;
    wind(hall, game);
}

void hall_durable(Hall *hall, uint64_t now_ms)
{
    assert(hall->is_out);
    hall__move_time(hall, now_ms);
    const unsigned out = !hall->filling;
    HallBox *box = &hall->boxes[out];
    note_lag(hall, box);
    for (uint32_t i = 0; i < box->row_count; i++)
        settle_row(hall, &box->rows[i]);
    for (uint32_t i = 0; i < box->mail_count; i++) {
        const HallMail *mail = &box->mail[i];
        if (mail->error == HALL_OK)
            hall__find(hall, mail->game)->seats[mail->seat].waiting[out]--;
        hall->plan.post.send(hall->plan.post.context, mail);
    }
    box->row_count = box->mail_count = 0;
    hall->is_out = false;
}

HallError hall_refused(Hall *hall)
{
    assert(hall->is_out);
    const unsigned out = !hall->filling;
    const uint32_t first = hall->boxes[out].mail_count;
    if (!hall__append_box(&hall->boxes[out], &hall->memory, &hall->boxes[hall->filling]))
        return HALL_ERR_MEMORY;
    for (uint32_t i = first; i < hall->boxes[out].mail_count; i++) {
        const HallMail *mail = &hall->boxes[out].mail[i];
        HallSeat *place = &hall__find(hall, mail->game)->seats[mail->seat];
        place->waiting[hall->filling] -= mail->error == HALL_OK;
        place->waiting[out] += mail->error == HALL_OK;
    }
    hall->filling = out;
    hall->is_out = false;
    return HALL_OK;
}
