// What a seat sends, and what it is told again.
#include "hall/inside.h"

#include "table/replay.h"

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

typedef struct Search {
    uint32_t ref;
    bool is_found;
    TableTold told;
} Search;

static bool look_for_ref(void *context, const TableTold *told)
{
    Search *search = context;
    if (told->ref == search->ref) {
        search->is_found = true;
        search->told = *told;
    }
    return true;
}

// Tells the first answer again, unless it is still on its way.
static void answer_again(Hall *hall, const HallGame *game, const HallCommand *command)
{
    Search search = {.ref = command->ref};
    const TableEar ear = {look_for_ref, &search};
    if (table_tell_since(game->table, command->seat, 0, &ear) != TABLE_OK)
        refuse(hall, game, command, HALL_ERR_BUSY);
    else if (!search.is_found)
        refuse(hall, game, command, HALL_ERR_REF);
    else if (search.told.effect.sequence <= hall__told(game, command->seat))
        send_now(hall,
                 &(HallMail){.game = game->number, .seat = command->seat, .told = search.told});
}

// --- Commands ------------------------------------------------------------------------------------

static bool is_command(const HallCommand *command)
{
    return command->seat < SEATS && event_is_asked(command->kind) && command->ref != 0;
}

// Whether a command that is no retry may go to the table.
static HallError check(const Hall *hall, const HallGame *game, const HallCommand *command)
{
    if (!game->is_ready || hall->boxes[hall->filling].row_count >= hall->plan.rows_max)
        return HALL_ERR_BUSY;
    if (command->heard > hall__told(game, command->seat))
        return HALL_ERR_AHEAD;
    if (command->kind == EVENT_ABORT)
        return game->moves < SEATS || table_is_over(game->table) ? HALL_OK : HALL_ERR_BEGUN;
    // Giving up needs no ear.
    if (command->kind != EVENT_RESIGN && command->heard < game->seats[command->seat].mark)
        return HALL_ERR_STALE;
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

typedef struct Recital {
    uint64_t game;
    uint32_t told; // durably
    const HallPost *post;
} Recital;

static bool recite(void *context, const TableTold *told)
{
    const Recital *recital = context;
    const HallMail mail = {.game = recital->game, .seat = told->effect.seat, .told = *told};
    if (told->effect.sequence <= recital->told)
        recital->post->send(recital->post->context, &mail);
    return true;
}

HallError hall_join(Hall *hall, uint64_t number, uint8_t seat, uint32_t since, uint64_t now_ms,
                    const HallPost *post, HallJoined *joined)
{
    hall__move_time(hall, now_ms);
    const HallGame *game = hall__find(hall, number);
    if (!game)
        return HALL_ERR_GAME;
    if (seat >= SEATS)
        return HALL_ERR_COMMAND;
    if (!game->is_ready)
        return HALL_ERR_BUSY;
    Recital recital = {number, hall__told(game, seat), post};
    if (since > recital.told)
        return HALL_ERR_AHEAD;
    const TableEar ear = {recite, &recital};
    if (since < recital.told && table_tell_since(game->table, seat, since, &ear) != TABLE_OK)
        return HALL_ERR_MEMORY;
    const bool is_waiting = recital.told < table_sequence(game->table, seat);
    const uint64_t heard_ms = table_heard_ms(game->table, seat);
    *joined = (HallJoined){.sequence = recital.told,
                           .elapsed_ms = is_waiting || table_is_over(game->table)
                                             ? 0
                                             : hall__game_ms(hall, game) - heard_ms};
    return HALL_OK;
}
