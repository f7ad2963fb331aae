// What a seat sends, and what it is told again.
#include "server/live/inside.h"

#include <assert.h>

enum { MAIL_OF_ROW_MAX = 4 }; // on average; two of them are what the seats hear

static void send_now(const Hall *hall, const HallMail *mail)
{
    hall->plan.post.send(hall->plan.post.context, mail);
}

// An error goes behind whatever the seat will hear: else it would tell of something that is not durable yet. It waits for nothing
// else, least of all for a row of which the seat hears nothing. If so much mail waits that someone must be flooding the node, it is
// not told at all; whoever wants to know sends its command again.
static void refuse(Hall *hall, const HallGame *game, const HallCommand *command, HallError error)
{
    const HallMail mail = {.game = command->game,
                           .seat = command->seat,
                           .error = (uint8_t)error,
                           .told = {.ref = command->ref}};
    const HallSeat *place = &game->seats[command->seat];
    const unsigned last = place->waiting[hall->filling] ? hall->filling : !hall->filling;
    HallBox *box = &hall->boxes[last];
    if (!place->waiting[last])
        send_now(hall, &mail);
    else if (box->mail_count / MAIL_OF_ROW_MAX < hall->plan.rows_max &&
             hall__reserve_box(box, &hall->memory))
        hall__add_mail(box, &mail);
}

// --- Retries -------------------------------------------------------------------------------------

// Tells the first answer again, unless it is still on its way.
static void answer_again(Hall *hall, const HallGame *game, const HallCommand *command)
{
    TableTold told;
    const TableError error = table_answer_to(game->table, command->seat, command->ref, &told);
    if (error == TABLE_ERR_EVENT)
        refuse(hall, game, command, HALL_ERR_REF);
    else if (error)
        refuse(hall, game, command, HALL_ERR_BUSY);
    else if (told.effect.sequence <= hall__told(game, command->seat))
        send_now(hall, &(HallMail){.game = game->number, .seat = command->seat, .told = told});
}

// --- Commands ------------------------------------------------------------------------------------

static bool is_command(const HallCommand *command)
{
    return command->seat < SEATS && event_is_asked(command->kind) && command->ref != 0;
}

// Whether a command that is no retry may go to the table.
static HallError check(const Hall *hall, HallGame *game, const HallCommand *command)
{
    HallSeat *place = &game->seats[command->seat];
    if (!game->is_ready || hall->boxes[hall->filling].row_count >= hall->plan.rows_max)
        return HALL_ERR_BUSY;
    if (command->heard > hall__told(game, command->seat))
        return HALL_ERR_AHEAD;
    if (command->kind == EVENT_ABORT)
        return game->moves < SEATS || table_is_over(game->table) ? HALL_OK : HALL_ERR_BEGUN;
    // Giving up needs no ear.
    if (command->kind != EVENT_RESIGN && command->heard < place->mark)
        return HALL_ERR_STALE;
    if (command->kind == EVENT_TRY && hall->plan.pace.at_once &&
        !allowance_take(&place->tries, hall->plan.pace, 1, hall->now_ms))
        return HALL_ERR_PACE;
    return HALL_OK;
}

void hall_send(Hall *hall, const HallCommand *command, uint64_t now_ms)
{
    hall__move_time(hall, now_ms);
    HallGame *game = hall__find(hall, command->game);
    if (!game || !is_command(command)) {
        send_now(hall, &(HallMail){.game = command->game,
                                   .seat = command->seat,
                                   .error = game ? HALL_ERR_COMMAND : HALL_ERR_GAME,
                                   .told = {.ref = command->ref}});
        return;
    }
    HallSeat *place = &game->seats[command->seat];
    if (command->ref <= place->ref) {
        answer_again(hall, game, command);
        return;
    }
    HallError error = hall__let_flag_fall(hall, game);
    if (!error)
        error = check(hall, game, command);
    if (!error)
        error = hall__take_event(hall, game, (EventKind)command->kind, command->seat,
                                 command->attempt, command->ref);
    if (error)
        refuse(hall, game, command, error);
    else
        place->ref = command->ref;
}

// --- Coming back ---------------------------------------------------------------------------------

HallError hall_join(Hall *hall, uint64_t number, uint8_t seat, uint32_t since, TableReader **reader)
{
    const HallGame *game = hall__find(hall, number);
    if (!game)
        return HALL_ERR_GAME;
    if (seat >= SEATS)
        return HALL_ERR_COMMAND;
    if (!game->is_ready)
        return HALL_ERR_BUSY;
    if (since > hall__told(game, seat))
        return HALL_ERR_AHEAD;
    *reader = table_reader_create(game->table, seat, since);
    return *reader ? HALL_OK : HALL_ERR_MEMORY;
}

bool hall_read(const Hall *hall, uint64_t number, uint8_t seat, TableReader *reader, HallMail *mail)
{
    const HallGame *game = hall__find(hall, number);
    *mail = (HallMail){.game = number, .seat = seat};
    return game && table_reader_sequence(reader) < hall__told(game, seat) &&
           table_reader_next(reader, game->table, &mail->told);
}

uint64_t hall_elapsed_ms(Hall *hall, uint64_t number, uint8_t seat, uint64_t now_ms)
{
    hall__move_time(hall, now_ms);
    const HallGame *game = hall__find(hall, number);
    if (!game || hall__told(game, seat) < table_sequence(game->table, seat) ||
        table_is_over(game->table))
        return 0;
    return hall__game_ms(hall, game) - table_heard_ms(game->table, seat);
}
