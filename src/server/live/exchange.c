// The exchange of live games with seats and the store: commands come in, batches of rows go out, and hearings go out when their batch is
// durable.
#include "server/live/internal.h"

#include <assert.h>

enum { MAIL_OF_ROW_MAX = 4 }; // on average; two of them are what the seats hear

static void live_send_mail(const LiveGames *hall, const LiveMail *mail)
{
    hall->plan.post.send(hall->plan.post.context, mail);
}

// Sends an error behind whatever the seat will hear: else it would tell of something that is not durable yet. The error waits for nothing
// else, least of all for a row of which the seat hears nothing. If so much mail waits that someone must be flooding the node, the error
// is not sent; a client that wants to know sends its command again.
static void live_refuse_command(LiveGames *hall, const LiveGame *game, const LiveCommand *command,
                                LiveError error)
{
    const LiveMail mail = {.game = command->game,
                           .seat = command->seat,
                           .error = (uint8_t)error,
                           .told = {.ref = command->ref}};
    const LiveSeat *place = &game->seats[command->seat];
    const unsigned last = place->waiting[hall->filling] ? hall->filling : !hall->filling;
    PendingBatch *pending = &hall->batches[last];
    if (!place->waiting[last])
        live_send_mail(hall, &mail);
    else if (pending->mail_count / MAIL_OF_ROW_MAX < hall->plan.rows_max &&
             live__reserve_rows(pending, &hall->memory, 1, SEATS))
        live__add_mail(pending, &mail);
}

// Sends the first answer again, unless it is still on its way.
static void answer_again(LiveGames *hall, const LiveGame *game, const LiveCommand *command)
{
    TableTold told;
    const TableError error = table_answer_to(game->table, command->seat, command->ref, &told);
    if (error == TABLE_ERR_EVENT)
        live_refuse_command(hall, game, command, LIVE_ERR_REF);
    else if (error)
        live_refuse_command(hall, game, command, LIVE_ERR_BUSY);
    else if (told.effect.sequence <= live__heard(game, command->seat))
        live_send_mail(hall,
                       &(LiveMail){.game = game->number, .seat = command->seat, .told = told});
}

static bool is_command(const LiveCommand *command)
{
    return command->seat < SEATS && event_is_asked(command->kind) && command->ref != 0;
}

// Returns whether a command that is no retry may go to the table.
static LiveError check_command(const LiveGames *hall, LiveGame *game, const LiveCommand *command)
{
    LiveSeat *place = &game->seats[command->seat];
    if (!game->is_ready || hall->batches[hall->filling].row_count >= hall->plan.rows_max)
        return LIVE_ERR_BUSY;
    if (command->heard > live__heard(game, command->seat))
        return LIVE_ERR_AHEAD;
    if (command->kind == EVENT_ABORT)
        return game->moves < SEATS || table_is_over(game->table) ? LIVE_OK : LIVE_ERR_BEGUN;
    // Giving up needs no ear.
    if (command->kind != EVENT_RESIGN && command->heard < place->mark)
        return LIVE_ERR_STALE;
    if (command->kind == EVENT_TRY && hall->plan.pace.at_once &&
        !allowance_take(&place->tries, hall->plan.pace, 1, hall->now_ms))
        return LIVE_ERR_PACE;
    return LIVE_OK;
}

void live_games_take_command(LiveGames *hall, const LiveCommand *command, uint64_t now_ms)
{
    live__move_time(hall, now_ms);
    LiveGame *game = live__find(hall, command->game);
    if (!game || !is_command(command)) {
        live_send_mail(hall, &(LiveMail){.game = command->game,
                                         .seat = command->seat,
                                         .error = game ? LIVE_ERR_COMMAND : LIVE_ERR_GAME,
                                         .told = {.ref = command->ref}});
        return;
    }
    LiveSeat *place = &game->seats[command->seat];
    if (command->ref <= place->ref) {
        answer_again(hall, game, command);
        return;
    }
    LiveError error = live__end_if_due(hall, game);
    if (!error)
        error = check_command(hall, game, command);
    if (!error)
        error = live__take_event(hall, game, (EventKind)command->kind, command->seat,
                                 command->attempt, command->ref);
    if (error)
        live_refuse_command(hall, game, command, error);
    else
        place->ref = command->ref;
}

LiveError live_games_join(LiveGames *hall, uint64_t number, uint8_t seat, uint32_t since,
                          TableReader **reader)
{
    const LiveGame *game = live__find(hall, number);
    if (!game)
        return LIVE_ERR_GAME;
    if (seat >= SEATS)
        return LIVE_ERR_COMMAND;
    if (!game->is_ready)
        return LIVE_ERR_BUSY;
    if (since > live__heard(game, seat))
        return LIVE_ERR_AHEAD;
    *reader = table_reader_create(game->table, seat, since);
    return *reader ? LIVE_OK : LIVE_ERR_MEMORY;
}

bool live_games_read(const LiveGames *hall, uint64_t number, uint8_t seat, TableReader *reader,
                     LiveMail *mail)
{
    const LiveGame *game = live__find(hall, number);
    *mail = (LiveMail){.game = number, .seat = seat};
    return game && table_reader_sequence(reader) < live__heard(game, seat) &&
           table_reader_next(reader, game->table, &mail->told);
}

uint64_t live_games_elapsed_ms(LiveGames *hall, uint64_t number, uint8_t seat, uint64_t now_ms)
{
    live__move_time(hall, now_ms);
    const LiveGame *game = live__find(hall, number);
    if (!game || live__heard(game, seat) < table_sequence(game->table, seat) ||
        table_is_over(game->table))
        return 0;
    return live__game_ms(hall, game) - table_heard_ms(game->table, seat);
}

// Appends another batch, which is empty afterwards. Returns false, with nothing changed, if out of memory.
static bool append_batch(PendingBatch *pending, const Memory *memory, PendingBatch *other)
{
    if (!live__reserve_rows(pending, memory, other->row_count, other->mail_count))
        return false;
    for (uint32_t i = 0; i < other->row_count; i++)
        pending->rows[pending->row_count++] = other->rows[i];
    for (uint32_t i = 0; i < other->mail_count; i++)
        pending->mail[pending->mail_count++] = other->mail[i];
    other->row_count = other->mail_count = 0;
    return true;
}

uint32_t live_games_waiting_rows(const LiveGames *hall)
{
    return hall->batches[hall->filling].row_count;
}

enum {
    LAG_BATCHES = 16, // over which the mean is taken, the last ones counting most
    LAG_MAX_TIMES =
        4, // an older batch counts as so many times late: one outage of the store is no overload
    LAG_OUTAGE_TIMES = 20, // but nothing is opened while it lasts
};

static void note_batch_age(LiveGames *hall, const PendingBatch *pending)
{
    const uint64_t age_ms = hall->now_ms - pending->since_ms;
    const uint64_t max_ms = (uint64_t)LAG_MAX_TIMES * hall->plan.late_ms;
    hall->lag += (age_ms < max_ms ? age_ms : max_ms) - hall->lag / LAG_BATCHES;
}

bool live_games_is_late(const LiveGames *hall, uint64_t now_ms)
{
    const uint64_t late_ms = hall->plan.late_ms;
    const PendingBatch *out = &hall->batches[!hall->filling];
    const bool is_outage =
        hall->is_out && out->row_count && now_ms - out->since_ms >= LAG_OUTAGE_TIMES * late_ms;
    return late_ms && (is_outage || hall->lag >= LAG_BATCHES * late_ms);
}

bool live_games_take_batch(LiveGames *hall, uint64_t now_ms, LiveBatch *batch)
{
    live__move_time(hall, now_ms);
    if (hall->is_out)
        return false;
    PendingBatch *pending = &hall->batches[hall->filling];
    if (!pending->row_count)
        pending->since_ms = hall->now_ms;
    *batch = (LiveBatch){pending->rows, pending->row_count, hall->node_ms};
    hall->filling = !hall->filling;
    hall->is_out = true;
    return true;
}

// Notes that a row of a game is in the journal.
static void settle_row(LiveGames *hall, const LiveRow *row)
{
    LiveGame *game = live__find(hall, row->game);
    assert(game && game->waiting > 0);
    game->waiting--;
    game->is_ready |= row->row.kind != JOURNAL_EVENT;
    if (row->is_held && --game->clock.held == 0)
        game->clock.since_ms = hall->node_ms + row->row.wait_ms;
    live__update_alarm(hall, game);
}

void live_games_batch_durable(LiveGames *hall, uint64_t now_ms)
{
    assert(hall->is_out);
    live__move_time(hall, now_ms);
    const unsigned out = !hall->filling;
    PendingBatch *pending = &hall->batches[out];
    note_batch_age(hall, pending);
    for (uint32_t i = 0; i < pending->row_count; i++)
        settle_row(hall, &pending->rows[i]);
    for (uint32_t i = 0; i < pending->mail_count; i++) {
        const LiveMail *mail = &pending->mail[i];
        if (mail->error == LIVE_OK)
            live__find(hall, mail->game)->seats[mail->seat].waiting[out]--;
        hall->plan.post.send(hall->plan.post.context, mail);
    }
    pending->row_count = pending->mail_count = 0;
    hall->is_out = false;
}

LiveError live_games_batch_refused(LiveGames *hall)
{
    assert(hall->is_out);
    const unsigned out = !hall->filling;
    const uint32_t first = hall->batches[out].mail_count;
    if (!append_batch(&hall->batches[out], &hall->memory, &hall->batches[hall->filling]))
        return LIVE_ERR_MEMORY;
    for (uint32_t i = first; i < hall->batches[out].mail_count; i++) {
        const LiveMail *mail = &hall->batches[out].mail[i];
        LiveSeat *place = &live__find(hall, mail->game)->seats[mail->seat];
        place->waiting[hall->filling] -= mail->error == LIVE_OK;
        place->waiting[out] += mail->error == LIVE_OK;
    }
    hall->filling = out;
    hall->is_out = false;
    return LIVE_OK;
}
